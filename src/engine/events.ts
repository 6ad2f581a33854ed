/** Exports the events, commands and results of the engine. */
import type { MessageLink } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Severity } from "../language/keywords.js";

/** The depositor's state (`schemas/state.schema.json`); slices by name. */
export type DepositorState = { readonly [slice: string]: Json };

/** A location of the browser, before it is resolved. `state` is the route state; null when there is none. */
export interface Location {
  readonly pathname: string;
  /** With or without the leading `?`; empty when there is none. */
  readonly search: string;
  readonly state: Json;
}

/** How a call failed: the HTTP status, or no answer. */
export type FailureStatus = number | "network" | "timeout";

/**
 * The answer of a call; `handlerOf` returns its effects. `result` is GraphQL's `data` as it came: the engine takes a mutation's
 * payload out of its single field itself.
 */
export type Outcome =
  | { readonly status: "ok"; readonly result: { readonly [field: string]: Json } }
  | {
      readonly status: FailureStatus;
      readonly code: string | null;
      readonly message: string;
      /** The errors of single fields, by their path in the form. */
      readonly errors: readonly { readonly path: string; readonly message: string }[];
      /** The id of the request in the gateway's log; null without an answer. */
      readonly request_id: string | null;
    };

/** The owner of an action: a screen's id, or null for the app's own. */
export type ActionOwner = string | null;

/**
 * What `transition` processes: a raised action, the outcome of its call, or the answer of a query.
 * `form`: the data of the form that the action sends. `item`: the list entry that it is about.
 */
export type FlowEvent =
  | {
      readonly type: "action";
      readonly owner: ActionOwner;
      readonly action: string;
      readonly form?: Json;
      readonly item?: Json;
      /** See `outcome`. */
      readonly inPlace?: boolean;
    }
  | {
      readonly type: "outcome";
      readonly owner: ActionOwner;
      readonly action: string;
      readonly form?: Json;
      readonly item?: Json;
      readonly outcome: Outcome;
      /**
       * A control raised the action and its screen is shown: the message of a failure becomes a `failure` command, unless an
       * effect leaves the screen. Otherwise it is written to the slice `notification`.
       */
      readonly inPlace?: boolean;
    }
  /** A query's answer or failure: slices are written; a failure goes through the app's `failures`. */
  | {
      readonly type: "answered";
      readonly owner: ActionOwner;
      readonly data: string;
      readonly outcome: Outcome;
      /** The screen shows the failure in place of the blocks that read the query: the app's `failures` don't notify as well. */
      readonly inPlace?: boolean;
    };

/** A command that the runtime performs, in the order of the list; the engine performs no commands. */
export type Command =
  | {
      readonly kind: "call";
      readonly owner: ActionOwner;
      readonly action: string;
      readonly operation: string;
      readonly variables: Json;
      readonly form?: Json;
      readonly item?: Json;
      readonly optimistic: boolean;
    }
  | {
      readonly kind: "go";
      readonly path: string;
      readonly search: string;
      readonly state: Json;
      readonly replace: boolean;
      /** The pages of a task that ends. The history drops the entries directly before the target that show one of these pages. */
      readonly leaves?: readonly string[];
    }
  | {
      readonly kind: "fieldErrors";
      readonly errors: readonly { readonly path: string; readonly message: string }[];
      /** The screen whose form shows them; null for the screen of the action. */
      readonly screen: string | null;
    }
  | {
      readonly kind: "failure";
      readonly message: string;
      readonly severity: Severity;
      readonly link?: MessageLink;
      /** Null where the action has no call. */
      readonly status: FailureStatus | null;
    }
  | { readonly kind: "download"; readonly url: string; readonly filename: string | null }
  | { readonly kind: "openProvider"; readonly provider: string; readonly config: Json }
  | { readonly kind: "refetch"; readonly keys: readonly string[] }
  /** Deletes the drafts of the forms with these schema ids. */
  | { readonly kind: "discard"; readonly forms: readonly string[] }
  | { readonly kind: "clearPersisted" };

/** The next state, and the commands for the runtime in their order. */
export interface Transition {
  readonly state: DepositorState;
  readonly commands: readonly Command[];
}

/** An entry of the navigation that the depositor may open. `badge` is a count; 0 shows no badge. */
export interface NavigationItem {
  readonly key: string;
  readonly path: string;
  readonly label: string;
  readonly icon: string;
  readonly badge: number;
}

/** One hop of a resolution: the screen at `path` and its redirect (null for the last). */
export interface Hop {
  readonly path: string;
  readonly screen: string;
  readonly redirect: { readonly by: "gate" | "fallback" | "app"; readonly name: string; readonly to: string } | null;
}

/** The screen that a depositor sees at a location, with its frame. */
export interface Resolution {
  /** The final path; of an unknown path, the path itself. */
  readonly path: string;
  /** Every path of the redirects, from the location to `path`. */
  readonly chain: readonly string[];
  readonly hops: readonly Hop[];
  /** The id of the screen. */
  readonly screen: string;
  readonly params: Readonly<Record<string, string>>;
  readonly title: string;
  /** The name of the shell around the screen. */
  readonly layout: string;
  /** Percent of the registration, 0 to 100; null for a screen outside of it. */
  readonly progress: number | null;
  readonly stage: 1 | 2 | 3 | 4 | null;
  readonly nav: readonly NavigationItem[];
  /** `route` as the screen's predicates and blocks read it: query keys that the screen declares are in `state`. */
  readonly route: {
    readonly path: string;
    readonly params: Readonly<Record<string, string>>;
    readonly search: string;
    readonly state: Json;
  };
  /** The address must be replaced: query keys left it, or there was a redirect. */
  readonly replace: boolean;
}

export type { Severity };
