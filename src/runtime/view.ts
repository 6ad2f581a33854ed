/** What the runtime shows at the moment. */

import type { Resolution } from "../engine/events.js";
import type { FailedQueries } from "../engine/failed-data.js";
import type { ScreenContent } from "../language/bundle.js";
import type { Effect, Json } from "../language/definition.js";
import type { JourneyChunk } from "./port.js";

/** A screen that has been entered. `entry` is new each time one is, also for the same screen. */
export interface ScreenView {
  readonly kind: "screen";
  readonly entry: number;
  readonly resolution: Resolution;
  readonly content: ScreenContent;
  readonly validators: JourneyChunk["validators"];
  /** Answers of the screen's queries by their key; null where a query failed. */
  readonly data: { readonly [key: string]: Json };
  /** True by the key of a query whose last answer was a failure. */
  readonly failed: FailedQueries;
  /** Loads of the app whose last request failed. */
  readonly failedLoads: FailedQueries;
  /** What the body reads is still on its way. */
  readonly asking: boolean;
  readonly fieldErrors: readonly { readonly path: string; readonly message: string }[];
}

/** `waiting`: the shell's skeleton. `broken`: a chunk could not be loaded, and loading the page again did not help. */
export type View =
  | ScreenView
  | { readonly kind: "waiting"; readonly resolution: Resolution | null }
  | { readonly kind: "broken"; readonly resolution: Resolution | null };

/** A question of an action (`confirm`), until it is answered. */
export interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  answer(yes: boolean): void;
}

/** What an action is raised with. */
export interface Payload {
  readonly form?: Json;
  readonly item?: Json;
}

export type Target = NonNullable<Effect["go"]>;
