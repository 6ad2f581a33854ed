/** Exports where addresses lead each persona, for the `leads` step of scenarios. */
import { resolve } from "../engine/resolve.js";
import { completeState } from "../engine/state-writes.js";
import type { BundleCore } from "../language/bundle.js";
import type { PersonaState } from "./run-scenario.js";
import type { Leads } from "./scenario.js";

/** The name of someone who is not logged in. */
export const VISITOR = "a visitor";

/** Where each address leads the personas that the scenario names. `now`: an ISO instant. */
export function presentLeads(core: BundleCore, expected: Leads, personas: readonly PersonaState[], now: string): Leads {
  const states = new Map(
    [{ name: VISITOR, state: {} }, ...personas].map(({ name, state }) => [name, { ...completeState(core, { ...state }), now }]),
  );
  return Object.fromEntries(
    Object.entries(expected).map(([address, written]) => {
      const led = new Map<string, string[]>(Object.keys(written).map((path) => [path, []]));
      for (const name of Object.values(written).flat()) {
        const state = states.get(name);
        if (state === undefined) throw new Error(`There is no persona "${name}" in flows/personas.`);
        const { pathname, search } = new URL(address, "http://passbook");
        const { path } = resolve(core, state, { pathname, search, state: null });
        led.set(path, [...(led.get(path) ?? []), name]);
      }
      return [address, Object.fromEntries([...led].filter(([, names]) => names.length > 0))];
    }),
  );
}

/** Who is led elsewhere than expected, in one sentence each. */
export function wrongLeads(expected: Leads, present: Leads): readonly string[] {
  return Object.entries(expected).flatMap(([address, written]) =>
    Object.entries(written).flatMap(([path, names]) =>
      names.flatMap((name) => {
        const [found = ""] = Object.entries(present[address] ?? {}).find(([, led]) => led.includes(name)) ?? [];
        return found === path ? [] : [`${address} leads ${name} to ${found}, expected ${path}.`];
      }),
    ),
  );
}
