/** Paths that a value gives: all that it may be. */
import type { BundleCore, BundleJourney, CompiledEffect } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";

type Go = NonNullable<CompiledEffect["go"]>;
type Journeys = Readonly<Record<string, BundleJourney>>;

/** What `go`s of the flows put under a key of the route state: texts, and whether something else may stand there. */
interface Given {
  readonly texts: ReadonlySet<string>;
  readonly open: boolean;
}

const known = new WeakMap<BundleCore, Map<string, Given>>();

function givenUnder(core: BundleCore, journeys: Journeys, key: string): Given {
  const all = known.get(core) ?? new Map<string, Given>();
  known.set(core, all);
  const before = all.get(key);
  if (before !== undefined) return before;
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

/** The paths (with what stands after `?`) that a `go` may lead to: its own, or of one that a value gives, every one that the value may be. */
export function pathsOf(core: BundleCore, journeys: Journeys, go: Go): readonly string[] {
  const path = typeof go === "string" ? go : go.path;
  if (typeof path === "string") return [path];
  const read: Json = path.var;
  const [name, fallback] = Array.isArray(read) ? (read as readonly Json[]) : [read];
  const screens = Object.values(core.screens);
  const every = screens.flatMap(({ paths }) => paths.filter((one) => one !== "*"));
  const key = typeof name === "string" && name.startsWith("route.state.") ? name.slice("route.state.".length) : null;
  if (key === null || screens.some(({ lift }) => lift.includes(key))) return every;
  const { texts, open } = givenUnder(core, journeys, key);
  return open ? every : [...new Set([...texts, ...(typeof fallback === "string" ? [fallback] : [])])];
}

/** The path that a `go` names; null where a value gives it. */
export function pathOf(go: NonNullable<CompiledEffect["go"]>): string | null {
  const written = typeof go === "string" ? go : go.path;
  return typeof written === "string" ? (written.split("?", 1)[0] ?? "") : null;
}
