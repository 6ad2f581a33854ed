/** The proof as `flows check` says it: findings as problems at their lines, with the state that shows each. */
import type { Bundle } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Problem } from "../language/problems.js";
import type { FlowSource } from "../language/source.js";
import { analyse } from "./analyse.js";
import { checkAgainstSchema } from "./input-schemas.js";
import { analysisInput, type Compile } from "./inputs.js";
import type { AnalysisFinding } from "./rules/findings.js";
import { WARNINGS } from "./rules/findings.js";
import { wordsOf } from "./search/forward-search.js";

/** Said of a depositor to whom no way was found: a promise holds for everybody whom the state can describe. */
export const NO_WAY_FOUND =
  "no way to such a depositor was found among those looked at: it may be a long way round, or take another tab or a change at the bank that flows/outcomes.json does not tell of";

export interface Proof {
  readonly problems: readonly Problem[];
  readonly findings: readonly AnalysisFinding[];
  /** How many kinds of state it stands for. */
  readonly states: bigint;
}

/** The finding's smallest depositor as a line of `flows resolve`; null where nobody shows it. */
export function shownBy({ witness }: AnalysisFinding): Json {
  if (witness === null) return null;
  const { state, location, pathname, decide } = witness;
  return decide !== null ? { state, decide } : { state, location: { pathname: pathname ?? "/", ...location } };
}

/** How one comes to what is found, in words; null where there is nothing to tell. */
function wayText({ way, witness }: AnalysisFinding): string | null {
  if (way === null) return null;
  if (way.steps.length > 0) return `reached by ${wordsOf(way.steps).join("; ")}`;
  return witness === null ? null : NO_WAY_FOUND;
}

/** A finding in one line: what it is, the other lines responsible, how one gets there, the smallest state as `flows resolve` takes it. */
export function findingText(finding: AnalysisFinding): string {
  const others = finding.at.slice(1).map((at) => `${at.file}:${at.line}`);
  const parts = [finding.message];
  if (others.length > 0) parts.push(`see also ${[...new Set(others)].join(", ")}`);
  const way = wayText(finding);
  if (way !== null) parts.push(way);
  const shown = shownBy(finding);
  if (shown !== null) parts.push(`shown by ${JSON.stringify(shown)}`);
  return parts.join("; ");
}

/** Proves a compiled brand. `compile` is the compiler that made the bundle. */
export function prove(source: FlowSource, slug: string, bundle: Bundle, compile: Compile): Proof {
  const strange = [
    ...checkAgainstSchema(source, "flows/outcomes.json", "schemas/outcomes.schema.json"),
    ...checkAgainstSchema(source, "flows/invariants.json", "schemas/invariants.schema.json"),
  ];
  // What is not as its schema says cannot be read: nothing is proven with it.
  if (strange.length > 0) return { problems: strange, findings: [], states: 0n };
  const { findings, states } = analyse(analysisInput(source, slug, bundle, compile));
  const problems = findings.map((finding): Problem => {
    const [at] = finding.at;
    const shown = shownBy(finding);
    return {
      file: at?.file ?? `flows/brands/${slug}/brand.json`,
      line: at?.line ?? 1,
      column: at?.column ?? 1,
      severity: WARNINGS.has(finding.rule) ? "warning" : "error",
      rule: finding.rule,
      message: findingText(finding),
      ...(shown === null ? {} : { shown }),
      ...(finding.way === null || finding.way.steps.length === 0 ? {} : { path: wordsOf(finding.way.steps) }),
      ...(finding.at.length < 2
        ? {}
        : { see: finding.at.slice(1).map((other) => ({ file: other.file, line: other.line, column: other.column })) }),
    };
  });
  return { problems, findings, states };
}
