/** Exports the end of a finding's location: that of the value, or of the whole entry where the location is a key. */
import { type Node, parseTree } from "jsonc-parser";
import type { Problem } from "./problems.js";
import { type FlowSource, positionIn } from "./source.js";

interface End {
  readonly endLine: number;
  readonly endColumn: number;
}

type Place = Pick<Problem, "file" | "line" | "column">;

/** Ends by where things begin, as `line:column`. */
function endsIn(text: string): ReadonlyMap<string, End> {
  const ends = new Map<string, End>();
  const position = positionIn(text);
  const visit = (node: Node): void => {
    const [key] = node.type === "property" ? (node.children ?? []) : [];
    const from = position(node.offset);
    const to = position(node.offset + node.length);
    ends.set(`${from.line}:${from.column}`, { endLine: to.line, endColumn: to.column });
    // A key begins at the position of its entry, and represents it.
    for (const child of node.children ?? []) if (child !== key) visit(child);
  };
  const tree = parseTree(text);
  if (tree !== undefined) visit(tree);
  return ends;
}

/**
 * Problems with the ends of their places, where these are in readable JSON. Columns count from 1; `endColumn` is the
 * one after the last.
 */
export function withExtents({ files }: FlowSource, problems: readonly Problem[]): readonly Problem[] {
  const known = new Map<string, ReadonlyMap<string, End>>();
  const endOf = <P extends Place>(place: P): P & Partial<End> => {
    const text = files.get(place.file);
    if (text === undefined || !place.file.endsWith(".json")) return place;
    const ends = known.get(place.file) ?? endsIn(text);
    known.set(place.file, ends);
    return { ...place, ...ends.get(`${place.line}:${place.column}`) };
  };
  const extended = (problem: Problem): Problem => ({
    ...endOf(problem),
    ...(problem.see === undefined ? {} : { see: problem.see.map(endOf) }),
    ...(problem.consequences === undefined ? {} : { consequences: problem.consequences.map(extended) }),
  });
  return problems.map(extended);
}
