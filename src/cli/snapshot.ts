/** Exports `flows snapshot`: compares the resolved screens of each brand and persona with the committed ones, and writes both anew. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { applyEdits, modify } from "jsonc-parser";
import { brands } from "../compiler/compile.js";
import type { Bundle } from "../language/bundle.js";
import type { FlowSource } from "../language/source.js";
import { parseArguments } from "./arguments.js";
import { compileBrand } from "./brand-bundle.js";
import { COMMANDS } from "./commands.js";
import type { Io } from "./io.js";
import { Usage } from "./io.js";
import { readPersonaFiles, readPersonas } from "./persona-files.js";
import { unlistedPredicates } from "./persona-predicates.js";
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

async function current(bundles: ReadonlyMap<string, Bundle>, root: string): Promise<ReadonlyMap<string, string>> {
  const personas = await readPersonas(root);
  return new Map(
    [...bundles].flatMap(([slug, bundle]) =>
      [...snapshotsOf(bundle, personas)].map(([screen, text]): [string, string] => [`${slug}/${screen}.md`, text]),
    ),
  );
}

/** Adds to each persona the predicates that it does not list, and returns how many files changed. */
async function listPredicates(io: Io, source: FlowSource, bundles: ReadonlyMap<string, Bundle>): Promise<number> {
  const { written } = await readPersonaFiles(io.root);
  const cores = new Map([...bundles].map(([slug, { core }]) => [slug, core]));
  const unlisted = unlistedPredicates(source, written, cores);
  for (const { persona, values } of unlisted) {
    const path = join(io.root, persona.file);
    const added = Object.entries(values).reduce(
      (text, [name, value]) =>
        applyEdits(text, modify(text, ["predicates", name], value, { formattingOptions: { tabSize: 2, insertSpaces: true } })),
      await readFile(path, "utf8"),
    );
    await writeFile(path, added);
  }
  return unlisted.length;
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, flags } = parseArguments(args, COMMANDS.snapshot);
  const wanted = (name: string): boolean => options.screen === undefined || name.endsWith(`/${options.screen}.md`);
  const source = await readSource(io.root);
  const bundles = new Map(brands(source).map((slug) => [slug, compileBrand(io, source, slug)]));
  const [was, is] = await Promise.all([committed(io.root), current(bundles, io.root)]);
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
    const personas = options.screen === undefined ? await listPredicates(io, source, bundles) : 0;
    if (personas > 0) await io.write(`${personas} personas list predicates that they left out: read their values.\n`);
    return 0;
  }
  for (const name of different) {
    const [before, after] = [was.get(name), is.get(name)];
    if (after === undefined) await io.write(`${name}: a snapshot of what is no longer there\n`);
    else if (before === undefined) await io.write(`${name}: not committed yet\n`);
    else await io.write(`${name}\n${textDiff(before, after)}\n\n`);
  }
  if (different.length > 0) return 1;
  await io.write(`${names.length} snapshots are as committed.\n`);
  return 0;
}
