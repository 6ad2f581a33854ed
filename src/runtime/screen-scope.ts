/**
 * Exports the scope in which the parts of the present screen are evaluated, for `runtime.ts`: the state, the clock, and
 * the data that the screen has loaded.
 */
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

/**
 * The scope of the present screen, with an item of a list. States and views are immutable: the last scope is reused
 * until one of them changes.
 */
export function createScreenScope({ state, now, currentScreen }: ScopeSources): (item?: Json) => Scope {
  let last: { readonly state: DepositorState; readonly now: number; readonly screen: ScreenView | null; readonly scope: Scope } | null =
    null;
  const scopeNow = (): Scope => {
    const [presentState, instant, screen] = [state(), now(), currentScreen()];
    if (last !== null && last.state === presentState && last.now === instant && last.screen === screen) return last.scope;
    const names = { data: screen?.data ?? {}, failed: { ...screen?.failedLoads, ...screen?.failed }, pending: screen?.pending ?? {} };
    const scope = scopeOf(presentState, instantOf(presentState, instant), screen?.resolution.route ?? null, names);
    last = { state: presentState, now: instant, screen, scope };
    return scope;
  };
  return (item) => (item === undefined ? scopeNow() : withNames(scopeNow(), { item }));
}
