/** Exports the definitions that a brand removed with its optional screens, and the invariants of the remaining screens. */
import type { BundleCore, BundleJourney } from "../../language/bundle.js";
import { screenPaths } from "../../language/screen-paths.js";
import { childOf, entriesOf, plain, type SourceNode } from "../../language/source.js";
import type { LinkedInvariant } from "./invariants.js";

export interface RemovedScreens {
  readonly ids: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}

/** Bundles without and with the brand's overlay. */
interface Bundles {
  readonly core: BundleCore;
  readonly journeys: Readonly<Record<string, BundleJourney>>;
}

/** The screens of the base that are `optional`, themselves or by the defaults of their file, and that the brand does not have. `flows`: the base's flow files. */
export function removedScreens(flows: readonly (SourceNode | null)[], core: BundleCore): RemovedScreens {
  const optional = flows.flatMap((flow) => {
    const ofFile = childOf(flow, "defaults", "optional");
    return entriesOf(childOf(flow, "screens")).filter(([id, { node }]) => {
      const keyword = childOf(node, "optional") ?? ofFile;
      return keyword !== null && plain(keyword) === true && core.screens[id] === undefined;
    });
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
 * The invariants without the screens that are removed; one about removed screens alone is left out. An action that
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
    if ("target" in invariant && invariant.target !== null && removed.paths.has(invariant.target)) return [];
    const isPresent = (id: string): boolean => !removed.ids.has(id) && !isOfRemoved(id, removed);
    switch (invariant.kind) {
      case "admission":
      case "redirect":
        return unlessEmpty(invariant, "screens", invariant.screens, isPresent);
      case "actions":
        return unlessEmpty(invariant, "actions", invariant.actions, (name) => !went(name));
      case "operation":
        return invariant.onlyFrom === null ? [invariant] : unlessEmpty(invariant, "onlyFrom", invariant.onlyFrom, isPresent);
      case "failure":
        return [{ ...invariant, except: invariant.except.filter(isPresent) }];
      default:
        return [invariant];
    }
  });
}

/** Whether it is a pattern of screens (`deposit.**`) all of which are removed: a pattern stays only where it has no screen. */
function isOfRemoved(pattern: string, { ids }: RemovedScreens): boolean {
  if (!pattern.endsWith(".**")) return false;
  const root = pattern.slice(0, -".**".length);
  return [...ids].some((id) => id === root || id.startsWith(`${root}.`));
}

/** The invariant with the present part of a list; none where only removed screens were in it. */
function unlessEmpty(
  invariant: LinkedInvariant,
  keyword: "screens" | "actions" | "onlyFrom",
  all: readonly string[],
  isPresent: (name: string) => boolean,
): readonly LinkedInvariant[] {
  const left = all.filter(isPresent);
  return all.length > 0 && left.length === 0 ? [] : [{ ...invariant, [keyword]: left } as LinkedInvariant];
}
