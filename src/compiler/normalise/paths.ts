/** Exports `writePaths` for `normalise.ts`: a screen without a `path` gets its id, with slashes in place of the dots. */
import { pathOfId } from "../../language/screen-paths.js";
import type { SourceNode } from "../../language/source.js";
import type { Merged } from "./merged.js";
import { generated } from "./rewrite.js";

/** Every screen with its path. A screen that could not be read whole stays as it is: its `path` may be in the unreadable part. */
export function writePaths(merged: Merged): Merged {
  const { screens } = merged;
  if (screens?.kind !== "object") return merged;
  const entries = [...screens.entries].map(([id, entry]) => [id, { ...entry, node: withPath(id, entry.node, entry.key) }] as const);
  return { ...merged, screens: { ...screens, entries: new Map(entries) } };
}

/** By screen and key: a screen keeps its node in the next compilation. */
const placed = new WeakMap<SourceNode, { readonly id: string; readonly at: SourceNode["at"]; readonly node: SourceNode }>();

function withPath(id: string, node: SourceNode, at: SourceNode["at"]): SourceNode {
  const known = placed.get(node);
  if (known?.id === id && known.at === at) return known.node;
  const made = madeWithPath(id, node, at);
  placed.set(node, { id, at, node: made });
  return made;
}

function madeWithPath(id: string, node: SourceNode, at: SourceNode["at"]): SourceNode {
  if (node.kind !== "object" || node.partial || node.entries.has("path")) return node;
  const { entries } = generated(at, { path: pathOfId(id) });
  return { ...node, entries: new Map([...entries, ...node.entries]) };
}
