/** Exports which slices a part of the bundle reads, for the runtime: they must be loaded before it evaluates the part. */
import type { BundleCore, ScreenRoute } from "../language/bundle.js";

const cache = new WeakMap<object, ReadonlySet<string>>();

function collect(node: unknown, into: Set<string>): void {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) {
    for (const part of node) collect(part, into);
    return;
  }
  for (const [key, value] of Object.entries(node)) {
    if (key === "var") {
      const path: unknown = Array.isArray(value) ? value[0] : value;
      if (typeof path === "string") into.add(path.split(".", 1)[0] ?? "");
    }
    collect(value, into);
  }
}

/** The first path segments of all `var`s in the node. */
export function slicesRead(node: object): ReadonlySet<string> {
  const found = cache.get(node);
  if (found !== undefined) return found;
  const slices = new Set<string>();
  collect(node, slices);
  cache.set(node, slices);
  return slices;
}

const byScreen = new WeakMap<ScreenRoute, ReadonlySet<string>>();

/** The slices that decide whether a screen is admitted: those of its gates, its guard, and its fallback rows. */
export function slicesReadByGuards(core: BundleCore, screen: ScreenRoute): ReadonlySet<string> {
  const found = byScreen.get(screen);
  if (found !== undefined) return found;
  const slices = new Set<string>();
  for (const gate of screen.gates) collect(core.gates[gate]?.when.logic, slices);
  collect(screen.guard.logic, slices);
  for (const row of screen.fallback) collect(row.when?.logic, slices);
  byScreen.set(screen, slices);
  return slices;
}
