/**
 * Exports transitions by address (start pages, email links, typed addresses, reload), for the transition relation and the
 * search. A page load keeps the persisted slices of the state and resets the others.
 */

import type { DepositorState } from "../../engine/events.js";
import { type BundleCore, COMPUTED_SLICES } from "../../language/bundle.js";
import type { StateSpace } from "../abstraction/state-space.js";
import type { Bdd } from "../bdd/diagrams.js";
import { TRUE } from "../bdd/diagrams.js";
import { resetSlices } from "./assignments.js";
import type { Relation } from "./relations.js";
import { setRoute } from "./relations.js";
import type { ScreenSets } from "./screen-sets.js";
import { routeCube } from "./screen-sets.js";

/** An initial search node: logged out, with the initial state. */
export interface Start {
  readonly place: ScreenSets;
  readonly by: "start" | "email link";
  readonly set: Bdd;
}

/** An address of a screen, with the keys of its query that become route state. */
export interface Address {
  readonly place: ScreenSets;
  readonly by: string;
  readonly keys: readonly string[];
  /** Whether the query has a non-empty text for each key: true for email links, false for typed addresses. */
  readonly complete: boolean;
}

type Screens = ReadonlyMap<string, ScreenSets>;

/** The links in emails of the bank. */
export function emailLinks(screens: Screens): readonly Address[] {
  return [...screens.values()].flatMap((place): readonly Address[] => {
    const { emailLink } = place.screen;
    return emailLink === null ? [] : [{ place, by: "email link", keys: emailLink, complete: true }];
  });
}

/** The address of a screen, typed or bookmarked, with any query. */
export function typedAddress(place: ScreenSets): Address {
  return { place, by: `typing the address ${place.path}`, keys: place.screen.queryToState, complete: false };
}

/** The routes of an address: texts under its keys, and no other route state. */
export function addressRoutes(space: StateSpace, { place, keys, complete }: Address): Bdd {
  const texts = keys.map((key) => {
    const variable = space.variable(`route.state.${key}`);
    if (variable === undefined) return TRUE;
    const fits = [...variable.values.entries()].filter(
      ([, value]) => (typeof value === "string" && value !== "") || (!complete && value === null),
    );
    return space.bdd.any(fits.map(([index]) => space.hasClass(variable, index)));
  });
  return space.bdd.all([routeCube(space, place.path, new Map(), new Set(keys)), ...texts]);
}

/** A reload: keeps the route and the persisted slices. */
export function pageReload(core: BundleCore, space: StateSpace): Relation {
  const persisted = new Set([...Object.keys(core.persisted), ...COMPUTED_SLICES]);
  return resetSlices(space, (slice) => !persisted.has(slice));
}

/** Opens an address: a page load, then the route of the address. */
export function openAddress(core: BundleCore, space: StateSpace, address: Address): Relation {
  const load = pageReload(core, space);
  const route = setRoute(space, addressRoutes(space, address));
  return { image: (set) => route.image(load.image(set)), preimage: (set) => load.preimage(route.preimage(set)) };
}

/** A page load of one concrete state. */
export function reloadedState(core: BundleCore, state: DepositorState): DepositorState {
  const persisted = Object.keys(core.persisted).flatMap((slice) => (state[slice] === undefined ? [] : [[slice, state[slice]] as const]));
  return { ...core.initial, ...(state.now !== undefined && { now: state.now }), ...Object.fromEntries(persisted) };
}

/** The screens at the start pages of the app. */
function startScreens({ startPages }: BundleCore, screens: Screens): readonly ScreenSets[] {
  return [...screens.values()].filter(({ screen: { paths } }) => startPages.some((path) => paths.includes(path)));
}

/** Addresses that a depositor may open from any screen. */
export function openableAddresses(core: BundleCore, screens: Screens): readonly Address[] {
  return [...emailLinks(screens), ...startScreens(core, screens).map(typedAddress)];
}

/** The initial states: start pages and email links, logged out. */
export function startsOf(core: BundleCore, space: StateSpace, screens: Screens): readonly Start[] {
  const { bdd } = space;
  const loggedOut = resetSlices(space, (slice) => slice !== "route").image(space.valid);
  return [
    ...startScreens(core, screens).map((place): Start => {
      const set = bdd.and(loggedOut, routeCube(space, place.path, new Map(), new Set()));
      return { place, by: "start", set };
    }),
    ...emailLinks(screens).map((link): Start => {
      return { place: link.place, by: "email link", set: bdd.and(loggedOut, addressRoutes(space, link)) };
    }),
  ];
}
