/** Exports `flows docs`: writes the generated documents and removes surplus ones, or reports the ones that are not current (`--check`). */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArguments } from "./arguments.js";
import { COMMANDS } from "./commands.js";
import type { Document } from "./docs/document.js";
import { GENERATED_FOLDERS, generatedDocuments } from "./docs/documents.js";
import type { Io } from "./io.js";
import { readSource } from "./source-files.js";

/** The committed text; null where there is no file yet. */
async function committed(root: string, path: string): Promise<string | null> {
  return readFile(join(root, path), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

/** The files of generated folders that no generator writes. */
async function surplusFiles(root: string, documents: readonly Document[]): Promise<readonly string[]> {
  const paths = new Set(documents.map(({ path }) => path));
  const files = await Promise.all(
    GENERATED_FOLDERS.map(async (folder) => (await readdir(join(root, folder))).map((name) => `${folder}/${name}`)),
  );
  return files.flat().filter((path) => !paths.has(path));
}

/** The documents that are not current. */
export interface StaleDocuments {
  /** The generated documents whose committed text differs. */
  readonly changed: readonly Document[];
  /** Files that no generator writes any more. */
  readonly surplus: readonly string[];
}

export async function staleDocuments(root: string): Promise<StaleDocuments> {
  const documents = generatedDocuments(await readSource(root));
  const texts = await Promise.all(documents.map(({ path }) => committed(root, path)));
  return { changed: documents.filter(({ text }, index) => text !== texts[index]), surplus: await surplusFiles(root, documents) };
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { flags } = parseArguments(args, COMMANDS.docs);
  const { changed, surplus } = await staleDocuments(io.root);
  const stale = [...changed.map(({ path }) => path), ...surplus];
  if (flags.has("check")) {
    for (const path of stale) io.warn(`${path} is not current: run npm run flows -- docs.`);
    return stale.length === 0 ? 0 : 1;
  }
  for (const path of surplus) {
    await rm(join(io.root, path));
    await io.write(`${path} (removed)\n`);
  }
  for (const { path, text } of changed) {
    await mkdir(dirname(join(io.root, path)), { recursive: true });
    await writeFile(join(io.root, path), text);
    await io.write(`${path}\n`);
  }
  if (stale.length === 0) await io.write("Every document is current.\n");
  return 0;
}
