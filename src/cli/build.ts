/** Exports `flows build`: writes a brand's checked bundle where a running gateway loads it. */
import { brands } from "../compiler/compile.js";
import { parseArguments } from "./arguments.js";
import { compileBrand } from "./brand-bundle.js";
import { COMMANDS } from "./commands.js";
import { type Io, Usage } from "./io.js";
import { activateBundle, writeBundle } from "./publish.js";
import { readSource } from "./source-files.js";

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, flags } = parseArguments(args, COMMANDS.build);
  const { brand, out } = options;
  if (out === undefined) throw new Usage("build needs --out DIR.");
  if ((brand === undefined) !== flags.has("all")) throw new Usage("build needs --brand SLUG or --all.");
  const source = await readSource(io.root);
  const slugs = brand === undefined ? brands(source) : [brand];
  // Compiles all brands before it writes the first: an error of one brand changes none of the others.
  const bundles = slugs.map((slug) => compileBrand(io, source, slug));
  for (const bundle of bundles) {
    await writeBundle(io.root, out, bundle);
    await activateBundle(out, bundle.core.brand.slug, bundle.core.hash);
    await io.write(`${bundle.core.brand.slug} ${bundle.core.hash}\n`);
  }
  return 0;
}
