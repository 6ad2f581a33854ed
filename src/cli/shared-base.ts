/** Exports `compilerWithBase`: the processes that check brands compile the base once, for `checkBrand`. */
import { brands, type Compilation, compile } from "../compiler/compile.js";
import type { Bundle } from "../language/bundle.js";
import type { FlowSource } from "../language/source.js";
import { brandOfBase, type Compile } from "../verifier/inputs.js";
import { inputsOf, keyOf } from "./check-inputs.js";
import { StoredResults } from "./stored-results.js";

/** The bundles of the newest bases, by the hash of all that a compilation depends on. */
const BASES = new StoredResults<Bundle>("bases");
const KEPT_BASES = 2;

/** The base that this process has compiled, by its source. */
const compiledBases = new WeakMap<FlowSource, Bundle>();

/** The compiler for the proof of a brand: it takes the base from another process that has compiled the same files. */
export async function compilerWithBase(source: FlowSource, slug: string, { bundle }: Compilation): Promise<Compile> {
  const base = brandOfBase(source);
  if (base === undefined || bundle === null) return compile;
  const key = keyOf(base, await inputsOf(source, base));
  if (base === slug) {
    compiledBases.set(source, bundle);
    if (brands(source).length > 1) await BASES.write(key, bundle, KEPT_BASES);
  }
  const stored = compiledBases.get(source) ?? (await BASES.read(key));
  if (stored === null) return compile;
  return (from, one) => (from === source && one === base ? { bundle: stored, faulty: [], problems: [] } : compile(from, one));
}
