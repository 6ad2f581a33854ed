/** Exports `prove`: the proof of a compiled brand as problems, for `flows check`. */
import type { Bundle } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { missingFile, type Problem, problemAt } from "../language/problems.js";
import { RecentResults } from "../language/recent-results.js";
import type { FlowSource } from "../language/source.js";
import { RecentSpaces } from "./abstraction/recent-spaces.js";
import { type AnalysisInput, analyse, distinctLogic, logicOf, type Wanted } from "./analyse.js";
import { analysisInput, type Compile } from "./inputs.js";
import { proofKey } from "./proof-key.js";
import { problemOf } from "./report/problems.js";
import type { Finding } from "./rules/findings.js";
import { messages } from "./rules/messages.js";
import type { ReplayedStep } from "./search/nodes.js";
import type { SearchGuide } from "./search/search-guide.js";

/** The invariants of every brand: a definition without the file has no proof. */
const INVARIANTS = "flows/invariants.json";

export interface Proof {
  readonly problems: readonly Problem[];
  readonly findings: readonly Finding[];
  /** The waivers of the base that match nothing in this brand: findings where they match in no brand. */
  readonly unmatched: readonly Problem[];
  /** The number of states that the proof covers. */
  readonly states: bigint;
  /** The places that are not checked and that a waiver accepts. */
  readonly leftOut: number;
  /** The paths that the search replayed: they make the proof of a similar definition faster. */
  readonly guide: SearchGuide;
  /** The path that the engine replayed to each screen. */
  readonly replayed: readonly (readonly ReplayedStep[])[];
}

const NOT_PROVEN = { findings: [], unmatched: [], states: 0n, leftOut: 0, guide: [], replayed: [] } as const;

const spaces = new RecentSpaces();
let spacesOfMutants = new RecentSpaces({ isMutant: true });
/** Whether a proof with them has begun and not ended. */
let isProvingMutant = false;

/** The newest proofs of each bundle. */
const recent = new WeakMap<Bundle, RecentResults<Proof>>();

/** The newest inputs of each bundle: of its key and of its proof. */
const inputs = new WeakMap<Bundle, RecentResults<AnalysisInput>>();

function inputOf(source: FlowSource, slug: string, bundle: Bundle, compile: Compile): AnalysisInput {
  const known = inputs.get(bundle) ?? new RecentResults<AnalysisInput>();
  inputs.set(bundle, known);
  return known.of(source, slug, () => analysisInput(source, slug, bundle, compile));
}

/**
 * A hash of everything that decides the proof: an earlier proof with this hash and without findings is valid for this
 * bundle, too. Null for inputs with errors, which the proof reports. `version`: of the compiler and the verifier.
 */
export function proofKeyOf(source: FlowSource, slug: string, bundle: Bundle, compile: Compile, version: string): string | null {
  if (!source.files.has(INVARIANTS)) return null;
  const input = inputOrNull(source, slug, bundle, compile);
  return input === null ? null : proofKey(input, version);
}

/** The input of a proof; null where it has errors: the proof throws the same ones, and reports them. */
function inputOrNull(source: FlowSource, slug: string, bundle: Bundle, compile: Compile): AnalysisInput | null {
  try {
    return inputOf(source, slug, bundle, compile);
  } catch {
    return null;
  }
}

/** What makes a proof faster. It does not affect the findings. */
interface Help {
  /** Of the proof of a similar definition. */
  readonly guide?: SearchGuide;
  /** The bundles of all brands that are proven in this process, by their slugs. */
  readonly brands?: ReadonlyMap<string, Bundle>;
}

/** Proves a compiled brand. `compile`: the compiler that made the bundle. */
export function prove(source: FlowSource, slug: string, bundle: Bundle, compile: Compile, help: Help = {}): Proof {
  const proofs = recent.get(bundle) ?? new RecentResults<Proof>();
  recent.set(bundle, proofs);
  const { guide = [], brands = new Map<string, Bundle>() } = help;
  return proofs.of(source, slug, () => {
    const shared = brands.size > 1 && source.files.has(INVARIANTS) ? { shared: logicOfAll(source, brands, compile) } : {};
    return proofOf(source, slug, bundle, compile, { guide, spaces, ...shared });
  });
}

/** The predicates of several brands. One whose input has errors reports them in its own proof. */
function logicOfAll(source: FlowSource, brands: ReadonlyMap<string, Bundle>, compile: Compile): readonly Json[] {
  const ofBrand = ([slug, bundle]: readonly [string, Bundle]): readonly Json[] => {
    const input = inputOrNull(source, slug, bundle, compile);
    return input === null ? [] : logicOf(input);
  };
  return distinctLogic([...brands].flatMap(ofBrand));
}

/** The findings of a proof without their paths, for mutants: whether there is any finding matters, and not how to reach it. */
export function proveWithoutPaths(source: FlowSource, slug: string, bundle: Bundle, compile: Compile, guide: SearchGuide): Proof {
  // A proof that was stopped leaves half-made diagrams.
  if (isProvingMutant) spacesOfMutants = new RecentSpaces({ isMutant: true });
  isProvingMutant = true;
  const proof = proofOf(source, slug, bundle, compile, { guide, paths: false, spaces: spacesOfMutants });
  isProvingMutant = false;
  return proof;
}

function proofOf(source: FlowSource, slug: string, bundle: Bundle, compile: Compile, wanted: Omit<Wanted, "reach">): Proof {
  // Without outcomes, each operation is the finding `outcome-unhandled`; without invariants, nothing would be missing.
  if (!source.files.has(INVARIANTS))
    return { problems: [problemAt({ file: INVARIANTS, line: 1, column: 1 }, missingFile(INVARIANTS))], ...NOT_PROVEN };
  try {
    const input = inputOf(source, slug, bundle, compile);
    const { findings, unmatched, states, leftOut, guide: found, replayed } = analyse(input, { ...wanted, reach: true });
    const problems = (all: readonly Finding[]): readonly Problem[] => all.map((finding) => problemOf(finding, slug));
    return { problems: problems(findings), findings, unmatched: problems(unmatched), states, leftOut, guide: found, replayed };
  } catch (error) {
    // `runRule` reports an exception of a rule; this one is of the model that all rules share.
    const at = { file: `flows/brands/${slug}/brand.json`, line: 1, column: 1 };
    const message = messages.internalError("proof", `brand:${slug}`, String(error));
    return { problems: [problemAt(at, { severity: "error", rule: "internal-error", message })], ...NOT_PROVEN };
  }
}
