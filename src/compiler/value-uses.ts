/** Exports `atFaultyUses`: moves findings in named values to the uses that are wrong, for the compiler. */
import type { Origin } from "../language/bundle.js";
import { type Place, type Problem, placeOf } from "../language/problems.js";
import { entriesOf, type SourceNode } from "../language/source.js";
import type { Definition } from "./merged-definition.js";

/**
 * The findings in named values that hold for some of their uses only, at these uses: the value is right elsewhere, so it was
 * used where it cannot be. What is wrong in every use stays where the value is written.
 */
export function atFaultyUses(found: readonly Problem[], definition: Definition): readonly Problem[] {
  if (found.every(({ uses }) => uses === undefined)) return found;
  const all = usesIn(definition);
  return found.flatMap((problem) => {
    const { uses = [], ...own } = problem;
    const name = valueAt(problem, definition);
    if (uses.length === 0 || name === null || problem.rule === FIRST_READ || uses.length >= (all.get(keyOf(problem))?.size ?? 0))
      return [problem];
    return uses.map((use) => ({
      ...own,
      ...placeOf(use),
      message: `${own.message} (in the value "${name}", whose other uses are correct)`,
      see: [placeOf(problem)],
    }));
  });
}

/** Its findings are at the first of all reads, whose others are wrong as well. */
const FIRST_READ: Problem["rule"] = "field-not-selected";

const keyOf = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;

/** By the place of each part of a named value, the places that use it. */
function usesIn({ app, decisions, predicates, wizards, names }: Definition): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const note = ({ written, ...use }: Origin): void => {
    if (written === undefined) return;
    const key = keyOf(written);
    found.set(key, (found.get(key) ?? new Set()).add(keyOf(use)));
  };
  const visit = (node: SourceNode): void => {
    note(node.at);
    if (node.kind === "list") for (const item of node.items) visit(item);
    for (const [, entry] of entriesOf(node)) {
      note(entry.key);
      visit(entry.node);
    }
  };
  const screens = [...names.screens.entries.values()].map(({ node }) => node);
  for (const root of [app, decisions, predicates, wizards, ...screens]) if (root !== null) visit(root);
  return found;
}

/** The named value that is written at a place: the last one that begins before it. */
function valueAt({ file, line }: Place, { names }: Definition): string | null {
  const before = [...names.values.entries].filter(([, { at }]) => at.file === file && at.line <= line);
  return before.sort(([, a], [, b]) => b.at.line - a.at.line)[0]?.[0] ?? null;
}
