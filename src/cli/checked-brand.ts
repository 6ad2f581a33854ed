/**
 * Exports `checkBrand`: the findings of the compiler and the verifier for one brand, and `proofOf`, for check, build and
 * start. The result is stored by the hash of everything that it depends on, so that an unchanged brand is not proven
 * again.
 */
import { brands, compile } from "../compiler/compile.js";
import type { Bundle } from "../language/bundle.js";
import { withConsequences } from "../language/problem-order.js";
import type { Problem } from "../language/problems.js";
import type { ProofRecord } from "../language/proof.js";
import type { FlowSource } from "../language/source.js";
import { proofKeyOf, prove } from "../verifier/prove.js";
import type { SearchGuide } from "../verifier/search/search-guide.js";
import { type CheckInputs, inputsOf, keyOf } from "./check-inputs.js";
import { reportedAtOverlay } from "./overlay-causes.js";
import type { BrandPredicates } from "./persona-predicates.js";
import { StoredResults } from "./stored-results.js";

/** The result of a check as it is stored: plain JSON, so that the number of states is a text. */
export interface CheckedBrand {
  readonly slug: string;
  readonly problems: readonly Problem[];
  /** The waivers of the base that match no finding of this brand. */
  readonly unmatched: readonly Problem[];
  /** The number of states that the proof covers; null where it did not run. */
  readonly states: string | null;
  /** The places that are not checked and that a waiver accepts. */
  readonly leftOut: number;
  /** The screens whose errors prevent the proof, where no error is elsewhere. */
  readonly faulty: readonly string[];
  /** The paths that the proof replayed, which the next proof of any brand tries first. */
  readonly guide: SearchGuide;
  /** The data that gives predicates their values; null where the brand does not compile. */
  readonly core: BrandPredicates | null;
  /** The hash of the compiled bundle; null where the brand does not compile. */
  readonly bundle: string | null;
  /** The hashes of what the result depends on. */
  readonly inputs: CheckInputs;
}

const STORED = new StoredResults<CheckedBrand>("checks");
/** Proofs without findings, by what decides them: an edit of a text proves nothing again. */
const PROOFS = new StoredResults<Pick<CheckedBrand, "states" | "leftOut" | "guide">>("proofs");
/** Results that are stored, the newest ones: at least these, and those of some edits of each brand. */
const MIN_KEPT = 12;
const KEPT_OF_BRAND = 3;

/**
 * The findings for a brand, from an earlier run where nothing has changed since. `together`: the brands that this process
 * proves, since their proofs share diagrams.
 */
export async function checkBrand(source: FlowSource, slug: string, together: readonly string[] = [slug]): Promise<CheckedBrand> {
  const inputs = await inputsOf(source, slug);
  const key = keyOf(slug, inputs);
  const stored = await STORED.read(key);
  if (stored !== null) return stored;
  const checked = await checkNow(source, slug, together, inputs);
  await STORED.write(key, checked, kept(source));
  return checked;
}

const kept = (source: FlowSource): number => Math.max(MIN_KEPT, KEPT_OF_BRAND * brands(source).length);

/** The brands whose findings are not stored. */
export async function notChecked(source: FlowSource, slugs: readonly string[]): Promise<readonly string[]> {
  const stored = await Promise.all(slugs.map(async (slug) => STORED.read(keyOf(slug, await inputsOf(source, slug)))));
  return slugs.filter((_slug, index) => stored[index] === null);
}

async function checkNow(source: FlowSource, slug: string, together: readonly string[], inputs: CheckInputs): Promise<CheckedBrand> {
  const { bundle, faulty, problems } = compile(source, slug);
  // The guide of any brand or version: one that does not fit only helps less.
  const guide = (await STORED.newest())?.guide ?? [];
  if (bundle === null)
    return {
      slug,
      problems: reportedAtOverlay(source, slug, problems),
      unmatched: [],
      states: null,
      leftOut: 0,
      faulty,
      guide,
      core: null,
      bundle,
      inputs,
    };
  const proof = await proven(source, slug, together, inputs, bundle, guide);
  return {
    slug,
    ...proof,
    problems: [...problems, ...proof.problems],
    faulty,
    guide: proof.guide.length === 0 ? guide : proof.guide,
    core: { initial: bundle.core.initial, predicates: bundle.core.predicates },
    bundle: bundle.core.hash,
    inputs,
  };
}

/** What a proof decides, from an earlier proof without findings where nothing that decides has changed since. */
async function proven(
  source: FlowSource,
  slug: string,
  together: readonly string[],
  { verifier }: CheckInputs,
  bundle: Bundle,
  guide: SearchGuide,
): Promise<Pick<CheckedBrand, "problems" | "unmatched" | "states" | "leftOut" | "guide">> {
  const key = proofKeyOf(source, slug, bundle, compile, verifier);
  const earlier = key === null ? null : await PROOFS.read(key);
  if (earlier !== null) return { problems: [], unmatched: [], ...earlier };
  const {
    problems,
    unmatched,
    states,
    leftOut,
    guide: found,
  } = prove(source, slug, bundle, compile, {
    guide,
    brands: bundlesOf(source, together),
  });
  const proof = { states: states === 0n ? null : String(states), leftOut, guide: found };
  if (key !== null && problems.length === 0 && unmatched.length === 0) await PROOFS.write(key, proof, kept(source));
  return { problems, unmatched, ...proof };
}

/** The bundles of the brands that compile. */
function bundlesOf(source: FlowSource, slugs: readonly string[]): ReadonlyMap<string, Bundle> {
  return new Map(
    slugs.flatMap((slug) => {
      const { bundle } = compile(source, slug);
      return bundle === null ? [] : [[slug, bundle] as const];
    }),
  );
}

/** The errors among the findings and what follows from them. */
export function errorsOf(problems: readonly Problem[]): readonly Problem[] {
  return problems.flatMap(withConsequences).filter(({ severity }) => severity === "error");
}

/** The record of the proof of a brand; null where a finding is an error, such as a place that is not checked. */
export function proofOf({ problems, states, bundle, inputs }: CheckedBrand): ProofRecord | null {
  if (bundle === null || states === null || errorsOf(problems).length > 0) return null;
  return { bundle, ...inputs, states };
}
