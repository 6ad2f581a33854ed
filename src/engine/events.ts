/** Exports the events, commands and results of the engine. */
import type { MessageLink } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Severity } from "../language/words.js";

/** The depositor's state (`schemas/state.schema.json`); slices by name. */
export type DepositorState = { readonly [slice: string]: Json };

export interface Location {
  readonly pathname: string;
  /** With or without the leading `?`; empty when there is none. */
  readonly search: string;
  readonly state: Json;
}

/** How a call failed: the HTTP status, or that there was no answer. */
export type FailureStatus = number | "network" | "timeout";

/**
 * The answer of a call. `handlerOf` says which effects follow. `result` is GraphQL's `data` as it came: the
 * engine takes a mutation's payload out of its single field itself.
 */
export type Outcome =
  | { readonly status: "ok"; readonly result: { readonly [field: string]: Json } }
  | {
      readonly status: FailureStatus;
      readonly code: string | null;
      readonly message: string;
      readonly errors: readonly { readonly path: string; readonly message: string }[];
      readonly request_id: string | null;
    };

/** The owner of an action: a screen's id, or null for the app's own. */
export type ActionOwner = string | null;

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

/** A command that the runtime performs, in the order of the list; the engine performs none. */
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
  | { readonly kind: "go"; readonly path: string; readonly search: string; readonly state: Json; readonly replace: boolean }
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
  | { readonly kind: "clearPersisted" };

export interface Transition {
  readonly state: DepositorState;
  readonly commands: readonly Command[];
}

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

export interface Resolution {
  /** The final path; of an unknown path, the path itself. */
  readonly path: string;
  readonly chain: readonly string[];
  readonly hops: readonly Hop[];
  readonly screen: string;
  readonly params: Readonly<Record<string, string>>;
  readonly title: string;
  readonly layout: string;
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
