/** Exports `redirectOf`: whether a screen admits a depositor, and the redirect where it does not. */
import type { BundleCore, ScreenRoute } from "../language/bundle.js";
import { NoRowHolds, UnknownName } from "../language/failures.js";
import type { Condition, Scope } from "../language/predicate.js";
import { conditionOf } from "../language/predicate.js";
import type { Hop } from "./events.js";

/** The gate of the app with this name: it redirects where its `when` holds. */
export function gateOf(core: BundleCore, name: string): BundleCore["gates"][string] {
  const gate = core.gates[name];
  if (gate === undefined) throw new UnknownName("gate", name);
  return gate;
}

/** The name of a row of a fallback in redirects and messages; `owner`: a screen's id, or `app`. */
export const rowName = (owner: string, key: string): string => `${owner}.fallback "${key}"`;

type Redirect = NonNullable<Hop["redirect"]>;

/** A condition that causes the redirect. */
interface Row {
  readonly holds: Condition;
  readonly redirect: Redirect;
}

/** Who is admitted to a screen, prepared once, because a resolution checks several screens. */
interface Admission {
  readonly gates: readonly Row[];
  readonly guard: Condition;
  readonly fallback: readonly Row[];
}

function admissionOf(core: BundleCore, screen: ScreenRoute): Admission {
  const rowsOf = (rows: BundleCore["fallback"], by: "fallback" | "app", owner: string) =>
    rows.map(({ key, when, go }): Row => ({ holds: conditionOf(when), redirect: { by, name: rowName(owner, key), to: go } }));
  return {
    gates: screen.gates.map((name) => {
      const { when, go } = gateOf(core, name);
      return { holds: conditionOf(when), redirect: { by: "gate", name, to: go } };
    }),
    guard: conditionOf(screen.guard),
    fallback: [...rowsOf(screen.fallback, "fallback", screen.id), ...rowsOf(core.fallback, "app", "app")],
  };
}

const admissions = new WeakMap<BundleCore, Map<ScreenRoute, Admission>>();

/** The redirect of a depositor from a screen: of the gates in order, then of the screen's rows and the app's where the guard fails. Null: admitted. */
export function redirectOf(core: BundleCore, screen: ScreenRoute, scope: Scope): Redirect | null {
  let ofCore = admissions.get(core);
  if (ofCore === undefined) {
    ofCore = new Map();
    admissions.set(core, ofCore);
  }
  let admission = ofCore.get(screen);
  if (admission === undefined) {
    admission = admissionOf(core, screen);
    ofCore.set(screen, admission);
  }
  for (const gate of admission.gates) if (gate.holds(scope)) return gate.redirect;
  if (admission.guard(scope)) return null;
  for (const row of admission.fallback) if (row.holds(scope)) return row.redirect;
  throw new NoRowHolds("app.fallback");
}
