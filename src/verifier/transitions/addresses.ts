/**
 * Coming by an address: where one begins, the links of the bank's e-mails, and an address that is typed. A page that is
 * loaded keeps what the browser keeps of the state, and nothing else.
 */

import type { DepositorState } from "../../engine/events.js";
import { type BundleCore, COMPUTED_SLICES } from "../../language/bundle.js";
import { NOW } from "../abstraction/state-classes.js";
import type { Space } from "../abstraction/state-space.js";
import type { Bdd } from "../bdd/diagrams.js";
import { TRUE } from "../bdd/diagrams.js";
import { resetTo } from "./assignments.js";
import type { Operation } from "./relations.js";
import { routed } from "./relations.js";
import type { ScreenSpace } from "./screen-sets.js";
import { fixedRoute } from "./screen-sets.js";

/** Where one begins: logged out, nothing known. */
export interface Start {
  readonly place: ScreenSpace;
  readonly by: "start" | "e-mailed link";
  readonly set: Bdd;
}

/** An address that leads to a screen, and the keys that its query carries into the route state. */
export interface Address {
  readonly place: ScreenSpace;
  readonly by: string;
  readonly keys: readonly string[];
  /** Whether each key is there, with a text that is not empty: so of a link, not of what is typed. */
  readonly whole: boolean;
}

type Screens = ReadonlyMap<string, ScreenSpace>;

/** The links that e-mails of the bank bring. */
export function emailedLinks(screens: Screens): readonly Address[] {
  return [...screens.values()].flatMap((place): readonly Address[] => {
    const { emailed } = place.screen;
    return emailed === null ? [] : [{ place, by: "e-mailed link", keys: emailed, whole: true }];
  });
}

/** The address of a screen, typed or kept as a bookmark, whatever its query says. */
export function typedAddress(place: ScreenSpace): Address {
  return { place, by: `the address ${place.path} typed`, keys: place.screen.lift, whole: false };
}

/** Routes of an address: its keys carry texts, and nothing else is in the route state. */
export function routesOf(space: Space, { place, keys, whole }: Address): Bdd {
  const texts = keys.map((key) => {
    const variable = space.variable(`route.state.${key}`);
    if (variable === undefined) return TRUE;
    const fits = [...variable.values.entries()].filter(
      ([, value]) => (typeof value === "string" && value !== "") || (!whole && value === null),
    );
    return space.diagrams.any(fits.map(([index]) => space.is(variable, index)));
  });
  return space.diagrams.all([fixedRoute(space, place.path, new Map(), new Set(keys)), ...texts]);
}

/** What a page that is loaded again leaves of the state: its route, and what the browser keeps. */
export function reloaded(core: BundleCore, space: Space): Operation {
  const kept = new Set([...Object.keys(core.persisted), ...COMPUTED_SLICES]);
  return resetTo(space, (slice) => !kept.has(slice));
}

/** What a loaded page leaves of the state, then the address. */
export function opened(core: BundleCore, space: Space, address: Address): Operation {
  const loaded = reloaded(core, space);
  const there = routed(space, routesOf(space, address));
  return { after: (set) => there.after(loaded.after(set)), before: (set) => loaded.before(there.before(set)) };
}

/** The same of one state. */
export function loadedAgain(core: BundleCore, state: DepositorState): DepositorState {
  const kept = Object.keys(core.persisted).flatMap((slice) => (state[slice] === undefined ? [] : [[slice, state[slice]] as const]));
  return { ...core.initial, now: NOW, ...Object.fromEntries(kept) };
}

/** Where everybody may begin, and begin again: sign-in and registration. */
function begun(screens: Screens): readonly ScreenSpace[] {
  return [...screens.values()].filter(({ screen: { paths } }) => paths.includes("/") || paths.includes("/registration"));
}

/** Addresses that whoever is anywhere may open without having been told of them there. */
export function addressesOf(screens: Screens): readonly Address[] {
  return [...emailedLinks(screens), ...begun(screens).map(typedAddress)];
}

/** Registration, sign-in, and screens that links of e-mails lead to. */
export function startsOf(space: Space, screens: Screens): readonly Start[] {
  const { diagrams } = space;
  const nobody = resetTo(space, (slice) => slice !== "route").after(space.valid);
  return [
    ...begun(screens).map((place): Start => {
      const set = diagrams.and(nobody, fixedRoute(space, place.path, new Map(), new Set()));
      return { place, by: "start", set };
    }),
    ...emailedLinks(screens).map((link): Start => {
      return { place: link.place, by: "e-mailed link", set: diagrams.and(nobody, routesOf(space, link)) };
    }),
  ];
}
