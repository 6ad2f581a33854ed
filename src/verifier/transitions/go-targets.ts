/** Exports the paths that a `go` effect may lead to, for effects, rules and `flows graph`. */
import { isPathOfFlows } from "../../engine/target.js";
import type { BundleCore, BundleJourney, CompiledEffect } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";

type Go = NonNullable<CompiledEffect["go"]>;
type Journeys = Readonly<Record<string, BundleJourney>>;

/** The values that the `go` effects of the flows write under a key of the route state. `open`: some value is not a constant text. */
interface RouteStateValues {
  readonly texts: ReadonlySet<string>;
  readonly open: boolean;
}

const known = new WeakMap<BundleCore, Map<string, RouteStateValues>>();

function valuesUnderKey(core: BundleCore, journeys: Journeys, key: string): RouteStateValues {
  const all = known.get(core) ?? new Map<string, RouteStateValues>();
  known.set(core, all);
  const cached = all.get(key);
  if (cached !== undefined) return cached;
  const texts = new Set<string>();
  let open = false;
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const part of node as readonly unknown[]) walk(part);
      return;
    }
    if (typeof node !== "object" || node === null) return;
    const { go } = node as { readonly go?: { readonly state?: { readonly [key: string]: Json } } | string };
    const value = typeof go === "object" ? go.state?.[key] : undefined;
    if (typeof value === "string") texts.add(value);
    else if (value !== undefined && value !== null) open = true;
    for (const part of Object.values(node)) walk(part);
  };
  walk([core.actions, core.failures, journeys]);
  const found = { texts, open };
  all.set(key, found);
  return found;
}

/** The possible paths of a `go`, each with its query: the constant path, or every possible value of a path that is read from the state. */
export function possiblePaths(core: BundleCore, journeys: Journeys, go: Go): readonly string[] {
  const path = typeof go === "string" ? go : go.path;
  if (typeof path === "string") return [path];
  const read: Json = path.var;
  const [name, fallback] = Array.isArray(read) ? (read as readonly Json[]) : [read];
  const screens = Object.values(core.screens);
  const every = screens.flatMap(({ paths }) => paths.filter((one) => one !== "*"));
  const key = typeof name === "string" && name.startsWith("route.state.") ? name.slice("route.state.".length) : null;
  if (key === null || screens.some(({ queryToState }) => queryToState.includes(key))) return every;
  const { texts, open } = valuesUnderKey(core, journeys, key);
  return open ? every : [...new Set([...texts, ...(typeof fallback === "string" ? [fallback] : [])])];
}

/** Whether a `go` may read a path that is not a path of the flows, and names no replacement. */
export function isOpenPath(core: BundleCore, journeys: Journeys, go: Go): boolean {
  if (typeof go === "string" || typeof go.path === "string") return false;
  const read: Json = go.path.var;
  const fallback = Array.isArray(read) ? (read as readonly Json[])[1] : undefined;
  if (fallback !== undefined && isPathOfFlows(core, fallback)) return false;
  const every = Object.values(core.screens).flatMap(({ paths }) => paths.filter((one) => one !== "*"));
  const possible = possiblePaths(core, journeys, go);
  // `possiblePaths` gives the paths of all screens for a value that it doesn't know.
  return (
    possible.length === 0 ||
    (possible.length === every.length && every.every((path) => possible.includes(path))) ||
    !possible.every((path) => isPathOfFlows(core, path))
  );
}

/** The constant path of a `go` without its query; null where the path is read from the state. */
export function constantPath(go: NonNullable<CompiledEffect["go"]>): string | null {
  const written = typeof go === "string" ? go : go.path;
  return typeof written === "string" ? (written.split("?", 1)[0] ?? "") : null;
}
