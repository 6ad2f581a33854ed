/** Paths that something leads to. */
import type { Origin } from "../bundle.js";
import * as problems from "../problems.js";
import { childOf, keysOf, type SourceNode, textOf } from "../source.js";
import type { Names, Place } from "./place.js";

/** Names of a path's parameters. */
export function parametersOf(path: string): string[] {
  return path
    .split("/")
    .filter((part) => part.startsWith(":"))
    .map((part) => part.slice(1));
}

interface KnownPaths {
  readonly all: ReadonlySet<string>;
  /** Those with parameters, in parts. */
  readonly patterns: readonly (readonly string[])[];
}

/** The screens of one definition are asked for their paths by every link in it. */
const knownPaths = new WeakMap<object, KnownPaths>();

function pathsOf({ entries }: Names["screens"]): KnownPaths {
  const known = knownPaths.get(entries);
  if (known !== undefined) return known;
  // The catch-all is nobody's target.
  const all = new Set([...entries.values()].flatMap((screen) => screen.paths).filter((one) => one !== "*"));
  const found = { all, patterns: [...all].filter((path) => path.includes("/:")).map((path) => path.split("/")) };
  knownPaths.set(entries, found);
  return found;
}

/** Reports a path that no screen has. */
export function checkPath(target: string, at: Origin, { linker }: Place): void {
  const [path = ""] = target.split(/[?#]/);
  const { screens } = linker.names;
  const { all, patterns } = pathsOf(screens);
  if (!screens.complete || all.has(path) || patterns.some((pattern) => matches(pattern, path.split("/")))) return;
  linker.report(at, problems.unknownPath(path, all));
}

function matches(wanted: readonly string[], given: readonly string[]): boolean {
  return (
    wanted.length === given.length && wanted.every((part, index) => part === given[index] || (part.startsWith(":") && given[index] !== ""))
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
