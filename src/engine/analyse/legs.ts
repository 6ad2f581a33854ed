/** What a way to a screen is made of: found by `paths`, walked by `replay`. */
import type { Bdd } from "./bdd.js";
import type { Deed, Parts } from "./moves.js";
import type { Operation } from "./operations.js";
import type { Start } from "./reach.js";
import type { ScreenSpace } from "./routes.js";

/** One thing done, and the screen where one is after it. */
export interface Leg extends Parts {
  readonly by: string;
  readonly deed: Deed;
  readonly place: ScreenSpace;
  /** `maybe`: an answer that comes before the next thing is done where it is needed. `untold`: one that no predicate can tell, and that items are made of. */
  readonly comes: "always" | "maybe" | "untold";
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
}
