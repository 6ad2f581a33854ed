/** Exports `flows migrate`: rewrites the files of language 1 to language 2, in place. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Kind, parse } from "graphql";
import { brands } from "../compiler/compile.js";
import type { FlowSource } from "../language/source.js";
import { noSuch } from "../language/suggest.js";
import { parseArguments } from "./arguments.js";
import { COMMANDS } from "./commands.js";
import { type Io, Usage } from "./io.js";
import { isBranch, parseJson, type Tree } from "./json-tree.js";
import { type MigrationContext, migrate } from "./migration/language-1.js";
import { readSource } from "./source-files.js";

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, flags } = parseArguments(args, COMMANDS.migrate);
  const { brand } = options;
  if (brand !== undefined && flags.has("all")) throw new Usage("migrate takes --brand SLUG or --all, not both.");
  const source = await readSource(io.root);
  if (brand !== undefined && !brands(source).includes(brand)) throw new Usage(noSuch("brand", brand, brands(source)));
  const context = contextOf(source);
  let count = 0;
  for (const file of source.files.keys()) {
    if (!isOfLanguage(file, brand)) continue;
    const text = await readFile(join(io.root, file), "utf8");
    const migrated = migrate(file, text, context);
    if (migrated === null) continue;
    await writeFile(join(io.root, file), migrated);
    await io.write(`${file}\n`);
    count += 1;
  }
  await io.write(count === 0 ? "Every file is written in language 2.\n" : `${count} ${count === 1 ? "file" : "files"} rewritten.\n`);
  return 0;
}

/** The files of one brand: its own and the base; without a brand, all of them. */
function isOfLanguage(file: string, brand: string | undefined): boolean {
  const [, slug] = /^flows\/brands\/([^/]+)\//.exec(file) ?? [];
  return file.startsWith("flows/") && file.endsWith(".json") && (slug === undefined || brand === undefined || slug === brand);
}

/** What the rewriting of one file reads in the others. */
export function contextOf(source: FlowSource): MigrationContext {
  const texts = [...source.files];
  const overlays = texts.flatMap(([file, text]) => (/^flows\/brands\/[^/]+\/overlay\.json$/.test(file) ? [parseJson(text) ?? null] : []));
  const graphql = texts.flatMap(([file, text]) => (/^flows\/[^/]+\.graphql$/.test(file) ? [text] : []));
  return { queries: queriesOf(graphql), patched: (path) => overlays.some((overlay) => names(overlay, path)) };
}

/** The queries with one field, and that field (its alias, where it has one). */
function queriesOf(documents: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const document of documents) {
    for (const definition of parse(document).definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION || definition.operation !== "query") continue;
      const [field, ...more] = definition.selectionSet.selections;
      if (field?.kind === Kind.FIELD && more.length === 0) found.set(definition.name?.value ?? "", field.alias?.value ?? field.name.value);
    }
  }
  return found;
}

/** Whether an overlay patches this path of a screen; "items" separates a collection from its entries. */
function names(overlay: Tree, path: readonly string[]): boolean {
  let node: Tree | undefined = isBranch(overlay) ? overlay.get("screens") : undefined;
  for (const key of path) {
    if (!isBranch(node)) return false;
    const items: Tree | undefined = node.get("items");
    node = node.get(key) ?? (isBranch(items) ? items.get(key) : undefined);
  }
  return node !== undefined;
}
