/** Exports the checks of paths to screens, for `go` and links. */
import type { Origin } from "../language/bundle.js";
import * as problems from "../language/problems.js";
import { RecentTexts } from "../language/recent-texts.js";
import { childOf, entriesOf, keysOf, type SourceNode, textOf } from "../language/source.js";
import { read } from "../language/static-types.js";
import type { Context, KnownPaths, Linker, ScreenEntry } from "./compile-context.js";
import { variableOf } from "./expression-parts.js";
import { nullableOf } from "./logic.js";
import { ruledOut } from "./non-null-paths.js";
import { checkGivenMeaning } from "./semantic-checks.js";

/** Names of a path's parameters. */
export function parametersOf(path: string): string[] {
  return path
    .split("/")
    .filter((part) => part.startsWith(":"))
    .map((part) => part.slice(1));
}

const recentPaths = new RecentTexts<KnownPaths>();

/** The paths of the screens of a definition. */
export function pathsOf(screens: Iterable<Pick<ScreenEntry, "id" | "paths">>): KnownPaths {
  const all = [...screens].flatMap(({ id, paths }) => paths.filter((path) => path !== "*").map((path) => [path, id] as const));
  return recentPaths.of(all.flat(), () => ({
    // The first of two screens with one path, which is a finding.
    all: new Map(all.filter(([path], index) => all.findIndex(([other]) => other === path) === index)),
    patterns: all.flatMap(([path]) => (path.includes("/:") ? [path.split("/")] : [])),
  }));
}

/** Reports a path that no screen has. */
export function checkPath(target: string, at: Origin, { linker }: Context): void {
  const [path = "", search] = (target.split("#")[0] ?? "").split("?");
  const { screens, paths } = linker.names;
  if (!screens.complete) return;
  if (screenAt(path, paths) === null) linker.report(at, problems.unknownPath(path, paths.all.keys()));
  else for (const key of new URLSearchParams(search).keys()) checkSearch(key, path, at, linker);
}

/** The id of the screen that a path belongs to; null for an unknown path. */
function screenAt(path: string, { all, patterns }: KnownPaths): string | null {
  const own = all.get(path);
  if (own !== undefined) return own;
  const pattern = patterns.find((one) => matches(one, path.split("/")));
  return pattern === undefined ? null : (all.get(pattern.join("/")) ?? null);
}

/** The screen must read a query key of an address, through `queryToState` or directly. */
function checkSearch(key: string, path: string, at: Origin, { report, names }: Linker): void {
  const screen = names.screens.entries.get(screenAt(path, names.paths) ?? "");
  const keys = childOf(screen?.node, "queryToState");
  const readKeys = keys?.kind === "list" ? keys.items.flatMap((item) => textOf(item) ?? []) : [];
  if (screen === undefined || screen.node.partial || readKeys.includes(key) || mentions(screen.node, "route.search")) return;
  report(at, problems.unreadQueryKey(key, path, readKeys));
}

function mentions(node: SourceNode, path: string): boolean {
  if (node.kind === "scalar") return false;
  if (node.kind === "list") return node.items.some((item) => mentions(item, path));
  return variableOf(node) === path || [...node.entries.values()].some((entry) => mentions(entry.node, path));
}

function matches(wanted: readonly string[], given: readonly string[]): boolean {
  return (
    wanted.length === given.length && wanted.every((part, index) => part === given[index] || (part.startsWith(":") && given[index] !== ""))
  );
}

/** Whether a written target leads to a path of a screen. */
export function isPathOf(screenPath: string, target: string): boolean {
  return matches(screenPath.split("/"), (target.split(/[?#]/)[0] ?? "").split("/"));
}

/** A `go`: a path, or a target whose parameters are filled. */
export function checkTarget(node: SourceNode, context: Context): void {
  const pathNode = node.kind === "object" ? childOf(node, "path") : node;
  const path = textOf(pathNode);
  if (pathNode === null || path === null) return;
  checkPath(path, pathNode.at, context);
  const wanted = parametersOf(path.split(/[?#]/)[0] ?? "");
  const params = childOf(node, "params");
  const named = keysOf(params);
  for (const name of wanted) if (!named.includes(name)) context.linker.report(pathNode.at, problems.missingParameter(name, path));
  if (params?.kind === "object") {
    for (const [name, entry] of params.entries)
      if (!wanted.includes(name)) context.linker.report(entry.key, problems.unknownParameter(name, path));
      else if (nullableOf(entry.node, context).some((part) => !ruledOut(part, context.facts)))
        context.linker.report(entry.node.at, problems.parameterMaybeNull(name, path));
  }
  const state = read(context.linker.state, "route.state");
  const given = "missing" in state ? null : state.type;
  for (const [keyword, place] of [
    ["state", "route.state"],
    ["search", "the query"],
  ] as const) {
    const values = childOf(node, keyword);
    if (values !== null && given !== null) context.linker.later(() => checkGivenMeaning(values, given, place, context));
  }
  for (const [key, entry] of entriesOf(childOf(node, "search"))) checkSearch(key, path.split(/[?#]/)[0] ?? "", entry.key, context.linker);
}
