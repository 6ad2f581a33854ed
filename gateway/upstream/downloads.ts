/**
 * Exports the lookups of a document's download URL and file name, for the `/documents/...` routes. Only the gateway uses the
 * URL, the browser never sees it.
 */
import { Failure, NotFound, UpstreamFailed } from "./errors.js";
import { isJsonObject, type JsonObject } from "./json-object.js";
import type { Transport } from "./transport.js";

/** The URL in the response of this path, below `/api/v1`. */
export async function downloadUrl(transport: Transport, path: string): Promise<string> {
  const { data } = await transport.send({ method: "GET", path, uncached: true });
  const url = isJsonObject(data) ? data.download_url : null;
  if (typeof url !== "string" || url === "") throw new UpstreamFailed(502, `${path}: download_url is not a text`);
  return url;
}

/** One file of a message: its name and its download URL. Throws `NotFound` when the depositor has no such file. */
export async function attachment(transport: Transport, message: string, uuid: string): Promise<{ name: string; url: string }> {
  const { data } = await transport.send({ method: "GET", path: "/messages" });
  const files = itemOf(data, message)?.attachments;
  const file = itemOf(files, uuid);
  if (typeof file?.name !== "string") throw new NotFound();
  const path = `/x/messages/${encodeURIComponent(message)}/attachments/${encodeURIComponent(uuid)}`;
  return { name: file.name, url: await downloadUrl(transport, path) };
}

/**
 * The file name of a tax form without an extension, such as `form-1099-int-2026`; `tax-document` without the list of tax forms, or for
 * one that it does not have.
 */
export async function taxFormName(transport: Transport, uuid: string): Promise<string> {
  const { data } = await transport.send({ method: "GET", path: "/tax-documents" }).catch(nothing);
  const form = itemOf(data, uuid);
  if (typeof form?.title !== "string" || typeof form.year !== "number") return "tax-document";
  // A title may contain its year already.
  const year = String(form.year);
  return [...wordsOf(form.title).filter((word) => word !== year), year].join("-");
}

/** The file name of a disclosure without an extension: its title, or `disclosure` without the list, or for one that it does not have. */
export async function disclosureName(transport: Transport, uuid: string): Promise<string> {
  const { data } = await transport.send({ method: "GET", path: "/disclosures?all=true" }).catch(nothing);
  const title = itemOf(data, uuid)?.title;
  return (typeof title === "string" && wordsOf(title).join("-")) || "disclosure";
}

const wordsOf = (title: string): readonly string[] => title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A list that the upstream does not give leaves the file a plain name. Whether the depositor may read the file, its own call decides. */
function nothing(failure: unknown): { readonly data: null } {
  if (failure instanceof Failure) return { data: null };
  throw failure;
}

function itemOf(list: unknown, uuid: string): JsonObject | undefined {
  return Array.isArray(list) ? list.filter(isJsonObject).find((each) => each.uuid === uuid) : undefined;
}
