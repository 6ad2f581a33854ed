/** Whether a depositor may see a screen, and where one who may not is led. */
import type { BundleCore, ScreenRoute } from "../language/bundle.js";
import { NoRowHolds, UnknownName } from "../language/failures.js";
import type { Scope } from "../language/predicate.js";
import { holds } from "../language/predicate.js";
import type { Hop } from "./events.js";

/** The gate of the app with this name: it leads on when its `when` holds. */
export function gateOf(core: BundleCore, name: string): BundleCore["gates"][string] {
  const gate = core.gates[name];
  if (gate === undefined) throw new UnknownName("gate", name);
  return gate;
}

/** What sends a depositor on from a screen: gates in order, then the guard with the screen's rows and the app's. Null = admitted. */
export function sentOn(core: BundleCore, screen: ScreenRoute, scope: Scope): NonNullable<Hop["ended"]> | null {
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
