/** Exports `reportedAtOverlay`: errors in files of the base that a brand's overlay causes, at the overlay's line, for `flows check`. */
import { compile } from "../compiler/compile.js";
import type { Json } from "../language/definition.js";
import type { Problem } from "../language/problems.js";
import { entriesOf, type FlowSource, plain, readDocument, type SourceNode } from "../language/source.js";
import { withoutSuggestion } from "../language/suggest.js";

/** A value that an overlay writes, with the names around it. */
interface Written {
  readonly path: readonly string[];
  readonly value: Json;
  readonly at: Pick<Problem, "line" | "column">;
}

/** The values that are found one by one; the errors of further ones are only said to be the overlay's. */
const MAX_CAUSES = 4;

/**
 * The problems; an error that the base has only with the overlay is at the value of the overlay that causes it, once for each
 * message, with its places in the base as related places.
 */
export function reportedAtOverlay(source: FlowSource, slug: string, problems: readonly Problem[]): readonly Problem[] {
  const file = `flows/brands/${slug}/overlay.json`;
  const text = source.files.get(file);
  const root = text === undefined ? null : readDocument(file, text, "overlay").root;
  const isElsewhere = (problem: Problem): boolean => problem.severity === "error" && !problem.file.startsWith(`flows/brands/${slug}/`);
  if (root === null || !problems.some(isElsewhere)) return problems;
  const problemsWith = (values: readonly Written[]): ReadonlySet<string> =>
    new Set(compile({ files: new Map([...source.files, [file, overlayOf(values)]]) }, slug).problems.map(keyOf));
  const values = valuesOf(root);
  const withNone = problemsWith([]);
  let caused = problems.filter((problem) => isElsewhere(problem) && !withNone.has(keyOf(problem)));
  const others = problems.filter((problem) => !caused.includes(problem));
  const found: Problem[] = [];
  for (let causes = 0; causes < MAX_CAUSES; causes++) {
    const [first] = caused;
    if (first === undefined) break;
    const cause = causeOf(first, values, problemsWith);
    if (cause === null) break;
    const without = problemsWith(values.filter((value) => value !== cause));
    const its = caused.filter((problem) => !without.has(keyOf(problem)));
    found.push(...atCause(its, file, cause));
    caused = caused.filter((problem) => !its.includes(problem));
  }
  return [...others, ...found, ...caused.map((problem) => ({ ...problem, message: `${problem.message} (not without ${file})` }))];
}

/** The value without which the problem is gone; null where no single one causes it. Bisection, after Zeller's delta debugging. */
function causeOf(
  problem: Problem,
  values: readonly Written[],
  problemsWith: (values: readonly Written[]) => ReadonlySet<string>,
): Written | null {
  let remaining = values;
  while (remaining.length > 1) {
    const middle = Math.ceil(remaining.length / 2);
    const halves = [remaining.slice(0, middle), remaining.slice(middle)];
    const half = halves.find((part) => !problemsWith(values.filter((value) => !part.includes(value))).has(keyOf(problem)));
    if (half === undefined) return null;
    remaining = half;
  }
  return remaining[0] ?? null;
}

/** One finding for each message. */
function atCause(problems: readonly Problem[], file: string, { at }: Written): readonly Problem[] {
  const messages = [...new Set(problems.map(({ message }) => message))];
  return messages.flatMap((message) => {
    const [first, ...rest] = problems.filter((problem) => problem.message === message);
    if (first === undefined) return [];
    const see = [first, ...rest].map(({ file: base, line, column }) => ({ file: base, line, column }));
    const places = see.map((one) => `${one.file}:${one.line}`).join(", ");
    return [
      { ...first, file, line: at.line, column: at.column, message: `${message} (at ${places}, because of this line of the overlay)`, see },
    ];
  });
}

/** The same for the same error, although a part of the overlay may add or remove the name that its message suggests. */
const keyOf = ({ file, line, column, rule, message }: Problem): string => [file, line, column, rule, withoutSuggestion(message)].join("\0");

/** The values that are not objects, or empty ones: what a patch consists of (RFC 7396). The version of the language is none. */
function valuesOf(root: SourceNode, path: readonly string[] = []): readonly Written[] {
  return entriesOf(root).flatMap(([key, { key: at, node }]) => {
    const inner = [...path, key];
    if (inner[0] === "language" || inner[0] === "$schema") return [];
    const isLeaf = node.kind !== "object" || entriesOf(node).length === 0;
    return isLeaf ? [{ path: inner, value: plain(node), at }] : valuesOf(node, inner);
  });
}

/** The text of an overlay with these values. */
function overlayOf(values: readonly Written[]): string {
  const root: Record<string, unknown> = { language: 2 };
  for (const { path, value } of values) {
    let object = root;
    for (const key of path.slice(0, -1)) {
      object[key] ??= {};
      object = object[key] as Record<string, unknown>;
    }
    object[path.at(-1) ?? ""] = value;
  }
  return JSON.stringify(root);
}
