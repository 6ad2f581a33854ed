/** Exports the checks over all screens together: ids and paths. */
import * as problems from "../language/problems.js";
import { childOf, type SourceNode, textOf } from "../language/source.js";
import type { Linker, ScreenEntry } from "./compile-context.js";

export function checkScreens(linker: Linker): void {
  const { screens } = linker.names;
  const taken = new Map<string, string>();
  for (const screen of screens.entries.values()) {
    for (const [index, path] of screen.paths.entries()) {
      const shape = path.replace(/:[^/]+/g, ":");
      const other = taken.get(shape);
      if (other !== undefined) linker.report(pathNode(screen, index).at, problems.duplicatePath(path, other));
      taken.set(shape, screen.id);
    }
    for (const key of textsOf(childOf(screen.node, "emailLink")))
      if (!textsOf(childOf(screen.node, "queryToState")).some(({ text }) => text === key.text))
        linker.report(key.at, problems.emailLinkKeyKept(key.text));
    const wanted = [...new Set(screen.paths.map(idOf).filter((id) => id !== ""))];
    if (wanted.length === 0 || wanted.includes(screen.id)) continue;
    // A path that an overlay wrote is at fault, not the id of the base.
    const { at } = pathNode(screen, 0);
    linker.report(at.layer === screen.key.layer ? screen.key : at, problems.screenIdMismatch(screen.id, wanted));
  }
  const [first] = screens.entries.values();
  if (screens.complete && !taken.has("*") && first !== undefined) linker.report(first.key, problems.noCatchAll());
}

function textsOf(node: SourceNode | null): readonly { readonly text: string; readonly at: SourceNode["at"] }[] {
  if (node?.kind !== "list") return [];
  return node.items.flatMap((item) => {
    const text = textOf(item);
    return text === null ? [] : [{ text, at: item.at }];
  });
}

function pathNode(screen: ScreenEntry, index: number): SourceNode {
  const path = childOf(screen.node, "path") ?? screen.node;
  return path.kind === "list" ? (path.items[index] ?? path) : path;
}

/** The id that a path gives: the path with dots, parameters dropped; the start and the catch-all give none. */
function idOf(path: string): string {
  return path
    .split("/")
    .filter((part) => part !== "" && part !== "*" && !part.startsWith(":"))
    .join(".");
}
