/** Exports where addresses take each persona, for the `destinations` step of scenarios. */
import type { DepositorState } from "../engine/events.js";
import { resolve } from "../engine/resolve.js";
import { completeState } from "../engine/state-writes.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { noSuch } from "../language/suggest.js";
import type { Destinations } from "./scenario.js";

/** The name of someone who is not logged in. */
export const VISITOR = "a visitor";

/** The personas that do not exist, in one sentence each. `names`: those that exist. */
export function unknownPersonas(expected: Destinations, names: readonly string[]): readonly string[] {
  const known = [VISITOR, ...names];
  const written = new Set(Object.values(expected).flatMap((paths) => Object.values(paths).flat()));
  return [...written].filter((name) => !known.includes(name)).map((name) => noSuch("persona", name, known));
}

/** Where each address takes the personas that the scenario names. `now`: an ISO instant. */
export function presentDestinations(
  core: BundleCore,
  expected: Destinations,
  personas: readonly { readonly name: string; readonly state: { readonly [slice: string]: Json } }[],
  now: string,
): Destinations {
  const states = new Map(
    [{ name: VISITOR, state: {} }, ...personas].map(({ name, state }) => [name, { ...completeState(core, { ...state }), now }]),
  );
  return Object.fromEntries(
    Object.entries(expected).map(([address, written]) => {
      const found = new Map<string, string[]>(Object.keys(written).map((path) => [path, []]));
      for (const name of Object.values(written).flat()) {
        const state = states.get(name) as DepositorState;
        const { pathname, search } = new URL(address, "http://passbook");
        const { path } = resolve(core, state, { pathname, search, state: null });
        found.set(path, [...(found.get(path) ?? []), name]);
      }
      return [address, Object.fromEntries([...found].filter(([, names]) => names.length > 0))];
    }),
  );
}

/** Who arrives elsewhere than expected, in one sentence each. */
export function wrongDestinations(expected: Destinations, present: Destinations): readonly string[] {
  return Object.entries(expected).flatMap(([address, written]) =>
    Object.entries(written).flatMap(([path, names]) =>
      names.flatMap((name) => {
        const [found = ""] = Object.entries(present[address] ?? {}).find(([, names]) => names.includes(name)) ?? [];
        return found === path ? [] : [`${address} takes ${name} to ${found}, expected ${path}.`];
      }),
    ),
  );
}
