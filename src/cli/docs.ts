/** Exports `flows docs`: writes the generated documents, or reports the ones that are not current (`--check`). */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArguments } from "./arguments.js";
import { COMMANDS } from "./commands.js";
import type { Document } from "./docs/document.js";
import { generatedDocuments } from "./docs/documents.js";
import type { Io } from "./io.js";
import { readSource } from "./source-files.js";

/** The committed text; null where there is no file yet. */
async function committed(root: string, path: string): Promise<string | null> {
  return readFile(join(root, path), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

/** The generated documents whose committed text differs. */
export async function staleDocuments(root: string): Promise<readonly Document[]> {
  const documents = generatedDocuments(await readSource(root));
  const texts = await Promise.all(documents.map(({ path }) => committed(root, path)));
  return documents.filter(({ text }, index) => text !== texts[index]);
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { flags } = parseArguments(args, COMMANDS.docs);
  const stale = await staleDocuments(io.root);
  if (flags.has("check")) {
    for (const { path } of stale) io.warn(`${path} is not current: run npm run flows -- docs.`);
    return stale.length === 0 ? 0 : 1;
  }
  for (const { path, text } of stale) {
    await mkdir(dirname(join(io.root, path)), { recursive: true });
    await writeFile(join(io.root, path), text);
    await io.write(`${path}\n`);
  }
  if (stale.length === 0) await io.write("Every document is current.\n");
  return 0;
}
