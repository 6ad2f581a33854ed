/** Exports `matchPath`: the screen of a path, with its parameters. */
import type { BundleCore, ScreenRoute } from "../language/bundle.js";
import { UnknownName } from "../language/failures.js";

/** The screen of a path. `params` are decoded. */
export interface Match {
  readonly screen: ScreenRoute;
  /** The path without a trailing slash; of an unknown path, the path itself. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** False for the catch-all. */
  readonly known: boolean;
}

interface Pattern {
  readonly screen: ScreenRoute;
  readonly segments: readonly string[];
}

interface Table {
  readonly literal: ReadonlyMap<string, Match>;
  readonly patterns: readonly Pattern[];
}

const tables = new WeakMap<BundleCore, Table>();

function tableOf(core: BundleCore): Table {
  const known = tables.get(core);
  if (known !== undefined) return known;
  const literal = new Map<string, Match>();
  const patterns: Pattern[] = [];
  for (const screen of Object.values(core.screens)) {
    for (const path of screen.paths) {
      if (path.includes("/:")) patterns.push({ screen, segments: path.split("/") });
      else if (path !== "*") literal.set(path, { screen, path, params: {}, known: true });
    }
  }
  const table = { literal, patterns };
  tables.set(core, table);
  return table;
}

/** A malformed escape stays as typed: the screen then finds no record, but the page still works. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}

function paramsOf(pattern: Pattern, segments: readonly string[]): Readonly<Record<string, string>> | null {
  if (pattern.segments.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, wanted] of pattern.segments.entries()) {
    const got = segments[index] ?? "";
    if (wanted.startsWith(":")) {
      if (got === "") return null;
      params[wanted.slice(1)] = decoded(got);
    } else if (wanted !== got) return null;
  }
  return params;
}

/** The screen with this id. */
export function screenOf(core: BundleCore, id: string): ScreenRoute {
  const screen = core.screens[id];
  if (screen === undefined) throw new UnknownName("screen", id);
  return screen;
}

/** The screen of a path: a trailing slash is the same path, case counts, an unknown path is the catch-all's. */
export function matchPath(core: BundleCore, pathname: string): Match {
  const table = tableOf(core);
  const path = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  const literal = table.literal.get(path);
  if (literal !== undefined) return literal;
  const segments = path.split("/");
  for (const pattern of table.patterns) {
    const params = paramsOf(pattern, segments);
    if (params !== null) return { screen: pattern.screen, path, params, known: true };
  }
  return { screen: screenOf(core, core.catchAll), path: pathname, params: {}, known: false };
}
