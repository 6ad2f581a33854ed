/** Paths that something leads to. */
import type { Origin } from "../bundle.js";
import * as problems from "../problems.js";
import { childOf, keysOf, type SourceNode, textOf } from "../source.js";
import type { Place } from "./place.js";

/** Names of a path's parameters. */
export function parametersOf(path: string): string[] {
  return path
    .split("/")
    .filter((part) => part.startsWith(":"))
    .map((part) => part.slice(1));
}

/** Reports a path that no screen has; the catch-all is nobody's target. */
export function checkPath(target: string, at: Origin, { linker }: Place): void {
  const [path = ""] = target.split(/[?#]/);
  const { screens } = linker.names;
  const known = [...screens.entries.values()].flatMap((screen) => screen.paths).filter((one) => one !== "*");
  if (!screens.complete || known.some((one) => one === path || matches(one, path))) return;
  linker.report(at, problems.unknownPath(path, known));
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const given = path.split("/");
  return (
    pattern.includes("/:") &&
    wanted.length === given.length &&
    wanted.every((part, index) => part === given[index] || (part.startsWith(":") && given[index] !== ""))
  );
}

/** A `go`: a path, or a target whose parameters are filled. */
export function checkTarget(node: SourceNode, place: Place): void {
  const pathNode = node.kind === "object" ? childOf(node, "path") : node;
  const path = textOf(pathNode);
  if (pathNode === null || path === null) return;
  checkPath(path, pathNode.at, place);
  const wanted = parametersOf(path.split(/[?#]/)[0] ?? "");
  const params = childOf(node, "params");
  const given = keysOf(params);
  for (const name of wanted) if (!given.includes(name)) place.linker.report(pathNode.at, problems.missingParameter(name, path));
  if (params?.kind === "object") {
    for (const [name, entry] of params.entries)
      if (!wanted.includes(name)) place.linker.report(entry.key, problems.unknownParameter(name, path));
  }
}
