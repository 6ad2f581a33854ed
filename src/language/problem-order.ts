/** Exports the order of findings and the nesting of consequences below their cause, for the compiler and `flows check`. */
import { type Place, type Problem, placeOf } from "./problems.js";
import { CATEGORIES, type RuleId } from "./rules/registry.js";

/** In the order of files and places, each once: an error in a named value is one finding for all its uses. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  const found = new Map<string, Problem>();
  for (const problem of problems) {
    const uses = [...(found.get(keyOf(problem))?.uses ?? []), ...(problem.uses ?? [])];
    found.set(keyOf(problem), uses.length === 0 ? problem : { ...problem, uses: distinct(uses) });
  }
  return [...found.values()].sort(byPlace);
}

const distinct = (places: readonly Place[]): readonly Place[] => [
  ...new Map(places.map((place) => [`${place.file}:${place.line}:${place.column}`, place])).values(),
];

/**
 * The findings as a reader fixes them: errors first, then by stage (files, names, ..., the proof), then by place. A
 * finding that follows from another one is in its `consequences`; one unknown name is one finding for all its places.
 */
export function rootsFirst(problems: readonly Problem[]): readonly Problem[] {
  const folded = foldPlaces(sortProblems(problems));
  const known = new Set(folded.map(keyOf));
  const isRoot = ({ causedBy }: Problem): boolean => causedBy === undefined || !known.has(keyOf(causedBy));
  const consequences = new Map<string, Problem[]>();
  for (const { causedBy, ...problem } of folded) {
    if (causedBy === undefined || !known.has(keyOf(causedBy))) continue;
    const cause = keyOf(causedBy);
    consequences.set(cause, [...(consequences.get(cause) ?? []), problem]);
  }
  return folded
    .filter(isRoot)
    .map(({ causedBy: _cause, ...root }): Problem => {
      const own = consequences.get(keyOf(root));
      return own === undefined ? root : { ...root, consequences: own };
    })
    .sort((a, b) => severityOf(a) - severityOf(b) || stageOf(a.rule) - stageOf(b.rule) || byPlace(a, b));
}

/** A finding and its consequences. */
export function withConsequences(problem: Problem): readonly Problem[] {
  return [problem, ...(problem.consequences ?? [])];
}

/** Rules whose message names one cause, wherever it is used. */
const SAME_CAUSE: ReadonlySet<RuleId> = new Set(["unknown-name", "unknown-variable", "field-not-selected", "route-state"]);
/** A changed predicate or property of the state is wrong in many personas. */
const PERSONAS = "flows/personas/";
const PLACES_SHOWN = 3;

/** Findings with the same message and cause as one, at the first place; the others, and the uses of a named value, are in `see`. */
function foldPlaces(problems: readonly Problem[]): readonly Problem[] {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems) {
    const key = SAME_CAUSE.has(problem.rule) || problem.file.startsWith(PERSONAS) ? `${problem.rule} ${problem.message}` : keyOf(problem);
    groups.set(key, [...(groups.get(key) ?? []), problem]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { uses = [], ...own } = first;
    const places = others.map(placeOf);
    if (places.length + uses.length === 0) return [first];
    const used = uses.length === 0 ? "" : ` (used at ${listed(uses)})`;
    const more = places.length === 0 ? "" : ` (and ${places.length} more ${places.length === 1 ? "place" : "places"}: ${listed(places)})`;
    return [{ ...own, message: `${own.message}${used}${more}`, see: [...(own.see ?? []), ...uses, ...places] }];
  });
}

/** The first places in words. */
function listed(places: readonly Place[]): string {
  const shown = places.slice(0, PLACES_SHOWN).map(({ file, line }) => `${file}:${line}`);
  return `${shown.join(", ")}${places.length > PLACES_SHOWN ? ", ..." : ""}`;
}

const SEVERITIES: readonly Problem["severity"][] = ["error", "warning", "note"];
const STAGES = new Map(CATEGORIES.flatMap(({ rules }, stage) => rules.map((rule) => [rule, stage] as const)));

const severityOf = ({ severity }: Problem): number => SEVERITIES.indexOf(severity);
const stageOf = (rule: RuleId): number => STAGES.get(rule) ?? 0;
const keyOf = ({ file, line, column, rule, message }: Problem): string => JSON.stringify([file, line, column, rule, message]);

function byPlace(a: Problem, b: Problem): number {
  return compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule) || compare(a.message, b.message);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Files whose parts are used throughout the definitions, so that a part hidden by a syntax error is missing everywhere. */
const SHARED = /^(?:flows\/(?:values|fields|semantics)\.json|schemas\/.*)$/;

/** The findings without those that may only follow from a syntax error: on its line, and of all files where its file is a shared one. */
export function withoutSyntaxConsequences(problems: readonly Problem[]): readonly Problem[] {
  const syntax = problems.filter(({ rule }) => rule === "syntax");
  if (syntax.some(({ file }) => SHARED.test(file))) return syntax;
  return problems.filter(
    (problem) => problem.rule === "syntax" || !syntax.some(({ file, line }) => file === problem.file && line === problem.line),
  );
}
