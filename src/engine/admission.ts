/** Exports `redirectOf`: whether a screen admits a depositor, and the redirect where it does not. */
import type { BundleCore, ScreenRoute } from "../language/bundle.js";
import { NoRowHolds, UnknownName } from "../language/failures.js";
import type { Scope } from "../language/predicate.js";
import { holds } from "../language/predicate.js";
import type { Hop } from "./events.js";

/** The gate of the app with this name: it redirects where its `when` holds. */
export function gateOf(core: BundleCore, name: string): BundleCore["gates"][string] {
  const gate = core.gates[name];
  if (gate === undefined) throw new UnknownName("gate", name);
  return gate;
}

/** The redirect of a depositor from a screen: of the gates in order, then of the screen's rows and the app's where the guard fails. Null: admitted. */
export function redirectOf(core: BundleCore, screen: ScreenRoute, scope: Scope): NonNullable<Hop["redirect"]> | null {
  for (const name of screen.gates) {
    const gate = gateOf(core, name);
    if (holds(gate.when, scope)) return { by: "gate", name, to: gate.go };
  }
  if (holds(screen.guard, scope)) return null;
  for (const [index, row] of screen.fallback.entries()) {
    if (holds(row.when, scope)) return { by: "fallback", name: `${screen.id}.fallback.${index}`, to: row.go };
  }
  for (const [index, row] of core.fallback.entries()) {
    if (holds(row.when, scope)) return { by: "app", name: `app.fallback.${index}`, to: row.go };
  }
  throw new NoRowHolds("app.fallback");
}
