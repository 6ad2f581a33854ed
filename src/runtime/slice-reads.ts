/** Exports which slices a part of the bundle reads, for the runtime: they must be loaded before it evaluates the part. */
import type { BundleCore, CompiledEffect, ScreenRoute } from "../language/bundle.js";
import { pathsRead, rootOf } from "../language/logic-reads.js";

const cache = new WeakMap<object, ReadonlySet<string>>();

/** The slices, and other names of the scope, that a node reads. */
export function slicesRead(node: object): ReadonlySet<string> {
  const found = cache.get(node);
  if (found !== undefined) return found;
  const slices = new Set(pathsRead(node).map(rootOf));
  cache.set(node, slices);
  return slices;
}

const byScreen = new WeakMap<ScreenRoute, ReadonlySet<string>>();

/** The slices that decide whether a screen is admitted: those of its gates, its guard, and its fallback rows. */
export function slicesReadByGuards(core: BundleCore, screen: ScreenRoute): ReadonlySet<string> {
  const found = byScreen.get(screen);
  if (found !== undefined) return found;
  const gates = screen.gates.map((gate) => core.gates[gate]?.when.logic);
  const fallback = screen.fallback.map((row) => row.when?.logic);
  const slices = new Set(pathsRead([gates, screen.guard.logic, fallback]).map(rootOf));
  byScreen.set(screen, slices);
  return slices;
}

const byEffects = new WeakMap<readonly CompiledEffect[], ReadonlySet<string>>();

/** The slices that the decisions of these effects read. */
export function slicesReadByDecisions(core: BundleCore, effects: readonly CompiledEffect[]): ReadonlySet<string> {
  const found = byEffects.get(effects);
  if (found !== undefined) return found;
  const decisions = effects.flatMap(({ decide }) => (decide === undefined ? [] : [core.decisions[decide]]));
  const conditions = decisions.flatMap((decision) => decision?.rows.map(({ when }) => when) ?? []);
  const slices = new Set(conditions.flatMap((when) => (when === undefined ? [] : [...slicesRead(when)])));
  byEffects.set(effects, slices);
  return slices;
}
