/** Exports the types of the data that the runtime publishes: the view, the open confirmation, the payload of an action. */
import type { ActionOwner, Command, Resolution } from "../engine/events.js";
import type { FailedQueries } from "../engine/failed-data.js";
import type { ScreenContent } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Effect } from "../language/keywords.js";
import type { JourneyChunk } from "./port.js";

/** A screen that has been entered. */
export interface ScreenView {
  readonly kind: "screen";
  /** Incremented on every entry, also of the same screen. */
  readonly entry: number;
  /** The number of the session in which it was entered. */
  readonly session: number;
  readonly resolution: Resolution;
  readonly content: ScreenContent;
  readonly validators: JourneyChunk["validators"];
  /** The answers to the screen's queries, by key; null where a query failed. */
  readonly data: { readonly [key: string]: Json };
  /** The keys of the queries whose last answer was a failure. */
  readonly failed: FailedQueries;
  /** The actions of `onEnter` that are in progress, or wait for the previous one. */
  readonly pending: { readonly [action: string]: true };
  /** The app's loads whose last request failed. */
  readonly failedLoads: FailedQueries;
  /** Whether data that the body reads is loading. */
  readonly loading: boolean;
  /** The keys of the entries of the navigation whose condition reads data that is loading for the first time: their space is reserved. */
  readonly awaitedEntries: readonly string[];
  /** The keys of the entries of the navigation whose condition reads data that could not be loaded: they are shown, as their page reports the failure. */
  readonly failedEntries: readonly string[];
  readonly fieldErrors: readonly { readonly path: string; readonly message: string }[];
  /** The failures of actions, in their order, by the control that raised them; see `Payload.source`. */
  readonly failures: { readonly [source: string]: readonly ActionFailure[] };
}

/** A failure that is shown at the control that raised the action. */
export type ActionFailure = Omit<Extract<Command, { kind: "failure" }>, "kind">;

/**
 * `unavailable`: it is unknown whether the guard admits the depositor to the address, since a load that it reads has
 * failed (D47). `loading`: the runtime shows a skeleton. `failed`: a chunk could not be loaded, and reloading the page
 * did not help.
 */
export type View =
  | ScreenView
  | { readonly kind: "loading"; readonly resolution: Resolution | null }
  | { readonly kind: "failed"; readonly resolution: Resolution | null }
  | {
      readonly kind: "unavailable";
      readonly resolution: Resolution;
      readonly queries: readonly string[];
      readonly failedEntries: readonly string[];
    };

/** The open question of an action (`confirm`). */
export interface Confirmation {
  /** The owner of the action: a screen's id, or null for the app's. */
  readonly owner: ActionOwner;
  readonly title: string;
  /** The text, with the rest of the time to a deadline (`1:59`). */
  text(left: string): string;
  /** Epoch milliseconds; null without a deadline. */
  readonly deadline: number | null;
  readonly confirm: string;
  /** Whether the confirm button warns of its effect. */
  readonly isDangerous: boolean;
  readonly cancel: string;
  /** Whether the cancel button raises an action: the confirm button is then the safe one, and has the initial focus. */
  readonly cancelActs: boolean;
  /** `true` and `false` are the two buttons; `null` closes the question without either. */
  answer(confirmed: boolean | null): void;
}

/** The data of an action. */
export interface Payload {
  /** The form that it sends. */
  readonly form?: Json;
  /** The list item that it is about. */
  readonly item?: Json;
  /** The control, or group of controls, that raises it: a failure is shown there. Absent where no control did. */
  readonly source?: string;
}

/** The target of a control: a path of the flows, with parameters, search and route state where it has them. */
export type Target = NonNullable<Effect["go"]>;
