/** Exports the scope in which the parts of the present screen are evaluated, for `runtime.ts`: the state, the clock, and what the screen has loaded. */
import type { DepositorState } from "../engine/events.js";
import { instantOf, scopeOf } from "../engine/scope.js";
import type { Json } from "../language/definition.js";
import { type Scope, withNames } from "../language/predicate.js";
import type { ScreenView } from "./view.js";

interface ScopeSources {
  state(): DepositorState;
  /** Epoch milliseconds. */
  now(): number;
  currentScreen(): ScreenView | null;
}

/** The scope of the present screen, with an item of a list. States and views are immutable: the scope of the last ones serves until one changes. */
export function createScreenScope({ state, now, currentScreen }: ScopeSources): (item?: Json) => Scope {
  let last: { readonly state: DepositorState; readonly now: number; readonly screen: ScreenView | null; readonly scope: Scope } | null =
    null;
  const scopeNow = (): Scope => {
    const present = { state: state(), now: now(), screen: currentScreen() };
    if (last !== null && last.state === present.state && last.now === present.now && last.screen === present.screen) return last.scope;
    const { screen } = present;
    const names = { data: screen?.data ?? {}, failed: { ...screen?.failedLoads, ...screen?.failed }, pending: screen?.pending ?? {} };
    const scope = scopeOf(present.state, instantOf(present.state, present.now), screen?.resolution.route ?? null, names);
    last = { ...present, scope };
    return scope;
  };
  return (item) => (item === undefined ? scopeNow() : withNames(scopeNow(), { item }));
}
