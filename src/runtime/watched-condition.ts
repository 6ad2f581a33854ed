/**
 * Exports `watchedCondition` for conditions that the runtime evaluates after each change of the state, most of which do
 * not concern the values that they read.
 */
import type { CompiledPredicate } from "../language/bundle.js";
import { holds, type Scope } from "../language/predicate.js";
import { slicesRead } from "./slice-reads.js";

/** The name of the whole scope. */
const WHOLE = "";

/** Whether the condition holds in a scope; evaluates it again only when the value of a name that it reads differs from the last scope's. */
export function watchedCondition(condition: CompiledPredicate | undefined): (scope: Scope) => boolean {
  if (condition === undefined) return () => true;
  const names = [...slicesRead(condition)];
  let last: Scope | null = null;
  let isHeld = false;
  return (scope) => {
    const before = last;
    if (scope === before) return isHeld;
    const isSame = before !== null && names.every((name) => name !== WHOLE && Object.is(scope[name], before[name]));
    if (!isSame) isHeld = holds(condition, scope);
    last = scope;
    return isHeld;
  };
}
