/** Exports who sends an operation, for the rules about calls. */
import type { BundleCore, BundleJourney, CompiledPredicate, Origin } from "../../language/bundle.js";
import { placesOf, type ScreenSets, type Screens } from "../transitions/screen-sets.js";

export type Journeys = Readonly<Record<string, BundleJourney>>;

/** How the app names itself in `onlyFrom`. */
export const APP = "app";

/** A caller of an operation: a screen, or the app with its actions, monitors, loads and lookups. */
export interface Caller {
  /** The screen's id, or `app`. */
  readonly id: string;
  /** What sends it: the name of an action or a query. */
  readonly name: string;
  readonly when: CompiledPredicate | undefined;
  readonly at: readonly Origin[];
}

/** Everything that sends an operation. Timers, monitors and controls raise actions, so these cover them. */
export function callersOf(core: BundleCore, journeys: Journeys, operation: string): readonly Caller[] {
  const found: Caller[] = [];
  const add = (
    id: string,
    at: readonly Origin[],
    actions: Readonly<Record<string, { readonly call?: string; readonly when?: CompiledPredicate }>>,
    queries: Readonly<Record<string, { readonly query: string; readonly when?: CompiledPredicate }>>,
  ): void => {
    for (const [name, { call, when }] of Object.entries(actions)) if (call === operation) found.push({ id, name, when, at });
    for (const [name, { query, when }] of Object.entries(queries)) if (query === operation) found.push({ id, name, when, at });
  };
  add(APP, [], core.actions, { ...core.loads, ...core.lookups });
  for (const screen of Object.values(core.screens)) {
    const content = journeys[screen.journey]?.screens[screen.id];
    if (content !== undefined) add(screen.id, [screen.at], content.actions, content.data);
  }
  return found;
}

/** The places of a screen that sends an operation; one without a screen for the app. */
export function placesOfCaller(screens: Screens, { id }: Caller): readonly (ScreenSets | undefined)[] {
  return id === APP ? [undefined] : placesOf(screens, id);
}
