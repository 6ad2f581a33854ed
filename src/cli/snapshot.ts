/** Exports `flows snapshot`: compares the resolved screens of each brand and persona with the committed ones. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { brands } from "../compiler/compile.js";
import { parseArguments } from "./arguments.js";
import { compileBrand } from "./brand-bundle.js";
import { COMMANDS } from "./commands.js";
import type { Io } from "./io.js";
import { Usage } from "./io.js";
import { readPersonas } from "./persona-files.js";
import { snapshotsOf } from "./snapshots.js";
import { readSource } from "./source-files.js";
import { textDiff } from "./text-diff.js";

const FOLDER = "tests/flows/snapshots";

/** What is committed, by `<brand>/<screen>.md`. */
async function committed(root: string): Promise<ReadonlyMap<string, string>> {
  const folder = join(root, FOLDER);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    // Before the first --update there is no folder.
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files.map(
        async (file): Promise<[string, string]> => [file.slice(folder.length + 1).replaceAll("\\", "/"), await readFile(file, "utf8")],
      ),
    ),
  );
}

async function current(io: Io): Promise<ReadonlyMap<string, string>> {
  const source = await readSource(io.root);
  const personas = await readPersonas(io.root);
  const found = new Map<string, string>();
  for (const slug of brands(source)) {
    for (const [screen, text] of snapshotsOf(compileBrand(io, source, slug), personas)) found.set(`${slug}/${screen}.md`, text);
  }
  return found;
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, flags } = parseArguments(args, COMMANDS.snapshot);
  const wanted = (name: string): boolean => options.screen === undefined || name.endsWith(`/${options.screen}.md`);
  const [was, is] = await Promise.all([committed(io.root), current(io)]);
  const names = [...new Set([...was.keys(), ...is.keys()])].filter(wanted).sort();
  if (names.length === 0) throw new Usage(`There is no screen "${options.screen ?? ""}".`);
  const different = names.filter((name) => was.get(name) !== is.get(name));
  if (flags.has("update")) {
    for (const name of different) {
      const file = join(io.root, FOLDER, name);
      const text = is.get(name);
      await mkdir(dirname(file), { recursive: true });
      await (text === undefined ? rm(file) : writeFile(file, text));
    }
    await io.write(`${different.length} snapshots written, ${names.length - different.length} as they were.\n`);
    return 0;
  }
  for (const name of different) {
    const [before, after] = [was.get(name), is.get(name)];
    if (after === undefined) await io.write(`${name}: a snapshot of what is no longer there\n`);
    else if (before === undefined) await io.write(`${name}: not committed yet\n`);
    else await io.write(`${name}\n${textDiff(before, after)}\n\n`);
  }
  return different.length === 0 ? 0 : 1;
}
