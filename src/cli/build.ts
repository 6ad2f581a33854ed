/** Exports `flows build`: writes a brand's proven bundle where a running gateway loads it. */
import { brands } from "../compiler/compile.js";
import type { Bundle } from "../language/bundle.js";
import type { ProofRecord } from "../language/proof.js";
import type { FlowSource } from "../language/source.js";
import { parseArguments } from "./arguments.js";
import { compileBrand, problemLine } from "./brand-bundle.js";
import { checkBrand, errorsOf, proofOf } from "./checked-brand.js";
import { COMMANDS } from "./commands.js";
import { FlowsWrong, type Io, Usage } from "./io.js";
import { activateBundle, writeBundle } from "./publish.js";
import { readSource } from "./source-files.js";

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, flags } = parseArguments(args, COMMANDS.build);
  const { brand, out } = options;
  if (out === undefined) throw new Usage("build needs --out DIR.");
  if ((brand === undefined) !== flags.has("all")) throw new Usage("build needs --brand SLUG or --all.");
  const source = await readSource(io.root);
  const slugs = brand === undefined ? brands(source) : [brand];
  // Compiles and proves all brands before it writes the first: an error of one brand changes none of the others.
  const built: { readonly bundle: Bundle; readonly proof: ProofRecord | null }[] = [];
  for (const slug of slugs)
    built.push({ bundle: compileBrand(io, source, slug), proof: flags.has("unproven") ? null : await provenBrand(io, source, slug) });
  for (const { bundle, proof } of built) {
    await writeBundle(io.root, out, bundle, proof);
    await activateBundle(out, bundle.core.brand.slug, bundle.core.hash);
    await io.write(`${bundle.core.brand.slug} ${bundle.core.hash}\n`);
  }
  return 0;
}

/** The proof of a brand; prints every error and throws {@link FlowsWrong} when there is none. */
async function provenBrand(io: Io, source: FlowSource, slug: string): Promise<ProofRecord> {
  const checked = await checkBrand(source, slug);
  const proof = proofOf(checked);
  if (proof !== null) return proof;
  for (const problem of errorsOf(checked.problems)) io.warn(problemLine(problem));
  throw new FlowsWrong();
}
