/** Exports what a brand removed with its optional screens, and the invariants that speak of what is left. */
import type { BundleCore, BundleJourney } from "../../language/bundle.js";
import { screenPaths } from "../../language/screen-paths.js";
import { childOf, entriesOf, plain, type SourceNode } from "../../language/source.js";
import type { LinkedInvariant } from "./screen-invariants.js";

export interface RemovedScreens {
  readonly ids: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}

/** Bundles without and with the brand's overlay. */
interface Bundles {
  readonly core: BundleCore;
  readonly journeys: Readonly<Record<string, BundleJourney>>;
}

/** The screens of the base that say `optional` and that the brand does not have. `flows`: the base's flow files. */
export function removedScreens(flows: readonly (SourceNode | null)[], core: BundleCore): RemovedScreens {
  const optional = flows
    .flatMap((flow) => entriesOf(childOf(flow, "screens")))
    .filter(([id, { node }]) => {
      const word = childOf(node, "optional");
      return word !== null && plain(word) === true && core.screens[id] === undefined;
    });
  return {
    ids: new Set(optional.map(([id]) => id)),
    paths: new Set(optional.flatMap(([id, { node }]) => screenPaths(id, node))),
  };
}

function hasAction({ core, journeys }: Bundles, name: string): boolean {
  const dot = name.lastIndexOf(".");
  const screen = core.screens[name.slice(0, dot)];
  const actions = screen === undefined ? undefined : journeys[screen.journey]?.screens[screen.id]?.actions;
  return actions !== undefined && Object.hasOwn(actions, name.slice(dot + 1));
}

/**
 * The invariants as far as they speak of what is there; one that speaks of removed screens alone is left out. An action that
 * only the base has went with them.
 */
export function boundInvariants(
  invariants: readonly LinkedInvariant[],
  removed: RemovedScreens,
  brand: Bundles,
  base: () => Bundles | null,
): readonly LinkedInvariant[] {
  if (removed.ids.size === 0) return invariants;
  const before = base();
  const went = (name: string): boolean => !hasAction(brand, name) && before !== null && hasAction(before, name);
  return invariants.flatMap((invariant): readonly LinkedInvariant[] => {
    const screens = invariant.screens.filter((id) => !removed.ids.has(id));
    const actions = invariant.actions.filter((name) => !went(name));
    const onlyFrom = invariant.onlyFrom.filter((id) => !removed.ids.has(id));
    const empty = (all: readonly string[], left: readonly string[]): boolean => all.length > 0 && left.length === 0;
    const gone =
      (invariant.target !== null && removed.paths.has(invariant.target)) ||
      empty(invariant.screens, screens) ||
      empty(invariant.actions, actions) ||
      empty(invariant.onlyFrom, onlyFrom);
    return gone ? [] : [{ ...invariant, screens, actions, onlyFrom }];
  });
}
