/** Exports `visitedPath` for the prerendering: whether the gateway knows which screen a visitor sees at a path. */
import { matchPath } from "../src/engine/paths.js";
import { resolve } from "../src/engine/resolve.js";
import { initialState } from "../src/engine/state-writes.js";
import type { BundleCore, CompiledPredicate, ScreenRoute } from "../src/language/bundle.js";
import { pathsRead, rootOf } from "../src/language/logic-reads.js";
import type { Scope } from "../src/language/predicate.js";
import { evaluateThreeValued } from "../src/language/three-valued.js";

/**
 * The path at which the flows resolve a visitor without a session; null when that depends on what the browser has stored or
 * on the state of its history entry, and for paths with parameters and unknown ones, of which there is no end.
 */
export function visitedPath(core: BundleCore, path: string, now: number): string | null {
  const { known, params, path: own } = matchPath(core, path);
  if (!known || Object.keys(params).length > 0) return null;
  const state = initialState(core);
  const resolution = resolve(core, state, { pathname: own, search: "", state: null }, now);
  const scope: Scope = { ...state, now: new Date(now).toISOString() };
  const isDecided = resolution.hops.every(({ screen, redirect }) => {
    const route = core.screens[screen];
    return route !== undefined && (redirect === null ? isAdmitted(core, route, scope) : isRefused(core, route, scope));
  });
  return isDecided ? resolution.path : null;
}

/** The value of a condition for a visitor without a session: unknown where it reads what the browser has stored, or the route. */
function truthOf(core: BundleCore, when: CompiledPredicate | undefined, scope: Scope): boolean | null {
  if (when === undefined) return true;
  // The gateway knows of the session by its cookie.
  const session = new Set(pathsRead(core.predicates.loggedIn?.logic ?? true));
  return evaluateThreeValued(when.logic, scope, (read) => {
    const root = rootOf(read);
    return session.has(read) || (root !== "route" && core.persisted[root] === undefined);
  });
}

const areClosed = (core: BundleCore, { gates }: ScreenRoute, scope: Scope): boolean =>
  gates.every((gate) => truthOf(core, core.gates[gate]?.when, scope) === false);

function isAdmitted(core: BundleCore, screen: ScreenRoute, scope: Scope): boolean {
  return areClosed(core, screen, scope) && truthOf(core, screen.guard, scope) === true;
}

/** Whether the screen redirects every visitor to the same path. */
function isRefused(core: BundleCore, screen: ScreenRoute, scope: Scope): boolean {
  if (!areClosed(core, screen, scope) || truthOf(core, screen.guard, scope) !== false) return false;
  for (const { when } of [...screen.fallback, ...core.fallback]) {
    const value = truthOf(core, when, scope);
    if (value !== false) return value === true;
  }
  return false;
}
