/** Exports the reader of all files that a compilation needs. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FlowSource } from "../language/source.js";

/** Folders under the root whose files are read, with how their names end. */
const FOLDERS: readonly { readonly folder: string; readonly ends: readonly string[] }[] = [
  // All of them: a misspelled ending would silently remove an overlay, a flow or a schema.
  { folder: "flows", ends: [""] },
  { folder: "schemas", ends: [""] },
  // The upstream's OpenAPI documents: `openapi.json`, and an institution's own `NAME.openapi.json`.
  { folder: "schemas/api", ends: ["openapi.json"] },
];
const FILES = ["gateway/schema.graphql"];
/** The sandbox's other wire schemas, the personas and the scenarios are not part of a definition: a change of them needs no new proof. */
const SKIPPED = new Set(["schemas/api", "flows/personas", "flows/scenarios"]);

/** Files whose content the compiler reads; of others it gets only the name, and reports them as unread. */
const TEXT = /\.(?:json|graphql|svg)$/;

/** Bitmaps, of which it reads the bytes that have the format and the size, one character for each. */
const BITMAP = /\.png$/;
const BITMAP_BEGINNING = 24;

/** Beside the flows: documentation, and files of editors and operating systems. */
const OTHER = /(?:\.md|~|\.sw[a-z]|\.tmp|\.orig|\.rej)$|(?:^|\/)[.#][^/]*$|Thumbs\.db$/;

/** Every file of the flows, by its path from the root. A file or folder that cannot be read rejects. */
export async function readSource(root: string): Promise<FlowSource> {
  const names = [...(await Promise.all(FOLDERS.map(({ folder, ends }) => namesUnder(root, folder, ends)))).flat(), ...FILES].sort();
  const texts = await Promise.all(names.map((name) => contentOf(join(root, name))));
  return { files: new Map(names.map((name, index) => [name, texts[index] ?? ""])) };
}

async function contentOf(path: string): Promise<string> {
  if (TEXT.test(path)) return readFile(path, "utf8");
  return BITMAP.test(path) ? (await readFile(path)).toString("latin1", 0, BITMAP_BEGINNING) : "";
}

async function namesUnder(root: string, folder: string, ends: readonly string[]): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const names = await Promise.all(
    entries.map(async (entry) => {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return SKIPPED.has(name) ? [] : namesUnder(root, name, ends);
      return !OTHER.test(name) && ends.some((end) => name.endsWith(end)) ? [name] : [];
    }),
  );
  return names.flat();
}
