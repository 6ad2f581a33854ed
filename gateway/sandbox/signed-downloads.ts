/** Exports signed download links, each valid for one document and a few minutes. */
import { timingSafeEqual } from "node:crypto";
import { notFound } from "./api-error.js";
import { statementPdf, statementPeriod } from "./statements.js";
import { taxFormPdf } from "./tax-forms.js";
import { type Bank, hmacOf, type UnitOfWork } from "./unit-of-work.js";

const LINK_MS = 5 * 60 * 1000;
export type DownloadKind = "disclosures" | "statements" | "taxes" | "attachments";
const KINDS: ReadonlySet<string> = new Set<DownloadKind>(["disclosures", "statements", "taxes", "attachments"]);

/** An absolute address that downloads the document for five minutes, without a session. */
export function downloadUrl(bank: Bank, kind: DownloadKind, uuid: string): string {
  const expires = String(bank.systemNow().getTime() + LINK_MS);
  return `${bank.options.sandboxOrigin}/documents/${kind}/${uuid}?expires=${expires}&signature=${hmacOf(bank, "download", kind, uuid, expires)}`;
}

interface Download {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

const PDF = "application/pdf";

async function statement(work: UnitOfWork, uuid: string): Promise<Download> {
  const bytes = await statementPdf(work, uuid);
  const row = await work.db.selectFrom("statements").select(["year", "month"]).where("uuid", "=", uuid).executeTakeFirstOrThrow();
  return { name: `statement-${statementPeriod(row)[0].slice(0, 7)}.pdf`, type: PDF, bytes };
}

async function taxForm(work: UnitOfWork, uuid: string): Promise<Download> {
  const bytes = await taxFormPdf(work, uuid);
  const { year } = await work.db.selectFrom("tax_documents").select("year").where("uuid", "=", uuid).executeTakeFirstOrThrow();
  return { name: `1099-int-${year}.pdf`, type: PDF, bytes };
}

async function disclosurePdf(work: UnitOfWork, uuid: string): Promise<Download> {
  const row = await work.db.selectFrom("documents").select(["kind", "version", "pdf"]).where("uuid", "=", uuid).executeTakeFirst();
  if (!row) throw notFound("This document");
  return { name: `${row.kind}-${row.version}.pdf`, type: PDF, bytes: row.pdf };
}

/** A message's file, unchanged; only the message has its original name. */
async function attachment(work: UnitOfWork, uuid: string): Promise<Download> {
  const row = await work.db.selectFrom("message_attachments").select(["type", "content"]).where("uuid", "=", uuid).executeTakeFirst();
  if (!row) throw notFound("This file");
  return { name: `attachment.${row.type.split("/")[1] ?? "bin"}`, type: row.type, bytes: row.content };
}

const LOADERS: Readonly<Record<DownloadKind, (work: UnitOfWork, uuid: string) => Promise<Download>>> = {
  disclosures: disclosurePdf,
  statements: statement,
  taxes: taxForm,
  attachments: attachment,
};
const isKind = (kind: string): kind is DownloadKind => KINDS.has(kind);

/** Serves a link that {@link downloadUrl} created. */
export async function serveDownload(work: UnitOfWork, url: URL): Promise<Response> {
  const [, kind = "", uuid = ""] = /^\/documents\/([a-z]+)\/([0-9a-f-]{36})$/.exec(url.pathname) ?? [];
  const expires = url.searchParams.get("expires") ?? "";
  const signature = Buffer.from(url.searchParams.get("signature") ?? "");
  const expected = Buffer.from(hmacOf(work.bank, "download", kind, uuid, expires));
  const valid =
    signature.length === expected.length && timingSafeEqual(signature, expected) && Number(expires) > work.bank.systemNow().getTime();
  if (!valid || !isKind(kind)) throw notFound("This document");
  const download = await LOADERS[kind](work, uuid);
  return new Response(Buffer.from(download.bytes), {
    headers: {
      "content-type": download.type,
      "content-disposition": `attachment; filename="${download.name}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
