/** What a way to a screen is made of: found by `paths`, walked by `replay`. */

import type { FlowEvent, Location, Resolution } from "../../engine/events.js";
import type { Json } from "../../language/definition.js";
import type { Bdd } from "../bdd/diagrams.js";
import type { Start } from "../transitions/addresses.js";
import type { Operation } from "../transitions/relations.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";
import type { Deed, Parts } from "../transitions/transitions.js";

/** One thing done, and the screen where one is after it. */
export interface Leg extends Parts {
  readonly by: string;
  readonly deed: Deed;
  readonly place: ScreenSpace;
  /** `maybe`: an answer that comes before the next thing is done where it is needed. `untold`: one that no predicate can tell, and that items are made of. */
  readonly comes: "always" | "maybe" | "untold";
  /** One stays in front of what is shown, whatever the state has become: guards are asked by a navigation alone. */
  readonly stays: boolean;
}

/** States that came to a screen, and how. */
export interface Arrival {
  readonly place: ScreenSpace;
  readonly set: Bdd;
  readonly start: Start;
  /** From the arrival before; none at the start. */
  readonly from: Arrival | null;
  readonly legs: readonly Leg[];
  /** Redirects of the start. */
  readonly led: Operation;
  /** Who was there already and stayed, so that the guard was not asked. */
  readonly stays: boolean;
  /** What the app asks the bank for again, by its key, whatever its `when` says. */
  readonly again: ReadonlySet<string>;
}

/** What a way is to come to: one of these states, asking for a screen (let in or not) or for a decision. */
export interface Aim {
  readonly set: Bdd;
  readonly asks: { readonly screen: string } | { readonly decision: string };
}

/** A way that is to be walked: to an arrival, what is done there, and what it comes to by that. */
export interface Way {
  readonly arrival: Arrival;
  readonly more: readonly Leg[];
  readonly aim: Aim;
}

/** What was really done at a step, so that it can be done again. */
export type Did =
  /** A page is loaded: what the browser doesn't keep is lost. */
  | { readonly kind: "opened"; readonly location: Location }
  | { readonly kind: "went"; readonly location: Location }
  | {
      readonly kind: "event";
      readonly event: FlowEvent;
      readonly context: { readonly now: string; readonly route: Resolution["route"]; readonly data?: { readonly [key: string]: Json } };
    };

/** A step of a way that the run-time walked. */
export interface Step {
  /** In words; null where it need not be told. */
  readonly says: string | null;
  readonly did: readonly Did[];
}
