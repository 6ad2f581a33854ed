/** Exports the conversion of findings to problems with a location, a witness and a path, for `prove`. */
import type { Json } from "../../language/definition.js";
import type { Problem } from "../../language/problems.js";
import { RULES } from "../../language/rules/registry.js";
import type { Finding } from "../rules/findings.js";
import { stepTexts } from "../search/nodes.js";

/** The text for a finding to which the search found no path: the finding is proven for all states that the schema admits. */
export const NO_PATH_FOUND =
  "the search found no path to such a depositor: the path may be long, or need another tab or a change at the bank that flows/outcomes.json does not declare";

/** The witness of a finding as input of `flows resolve`; null without a witness. */
function shownBy({ witness }: Finding): Json {
  if (witness === null) return null;
  const { state, location, pathname, decide } = witness;
  return decide !== null ? { state, decide } : { state, location: { pathname: pathname ?? "/", ...location } };
}

function pathText({ path, witness }: Finding): string | null {
  if (path === null) return null;
  if (path.steps.length > 0) return `path: ${stepTexts(path.steps).join("; ")}`;
  return witness === null ? null : NO_PATH_FOUND;
}

/** A finding in one line: the message, the other locations, the path, the witness. */
function findingText(finding: Finding): string {
  const others = finding.at.slice(1).map((at) => `${at.file}:${at.line}`);
  const parts = [finding.message];
  if (others.length > 0) parts.push(`see also ${[...new Set(others)].join(", ")}`);
  if (finding.cycle !== undefined) parts.push(`cycle: ${finding.cycle.join(" -> ")}`);
  const path = pathText(finding);
  if (path !== null) parts.push(path);
  const shown = shownBy(finding);
  if (shown !== null) parts.push(`example: ${JSON.stringify(shown)}`);
  return parts.join("; ");
}

/** The problem of a finding; one without a location belongs to the brand's main file. */
export function problemOf(finding: Finding, slug: string): Problem {
  const [at, ...others] = finding.at;
  const shown = shownBy(finding);
  const path = stepTexts(finding.path?.steps ?? []);
  return {
    file: at?.file ?? `flows/brands/${slug}/brand.json`,
    line: at?.line ?? 1,
    column: at?.column ?? 1,
    severity: RULES[finding.rule].severity,
    rule: finding.rule,
    message: findingText(finding),
    ...(shown === null ? {} : { shown }),
    ...(finding.path === null || finding.path.steps.length === 0 ? {} : { path }),
    ...(finding.causedBy === undefined ? {} : { causedBy: problemOf(finding.causedBy, slug) }),
    ...(others.length === 0 ? {} : { see: others.map(({ file, line, column }) => ({ file, line, column })) }),
  };
}
