/** Exports the ports of the runtime: everything that it needs from outside. `src/app` and `src/api` implement them; tests use fakes. */

import type { DepositorState, Outcome } from "../engine/events.js";
import type { BundleCore, BundleJourney, ValidatorFunctions } from "../language/bundle.js";
import type { Json } from "../language/definition.js";

/** A named operation of the bundle to send. */
export interface CallRequest {
  readonly operation: string;
  readonly kind: "query" | "mutation";
  readonly document: string;
  readonly variables: Json;
  /** The files that the variables refer to. */
  readonly files: ReadonlyMap<string, File>;
  /** Aborted when the answer is no longer needed; the outcome then does not matter. */
  readonly signal?: AbortSignal;
}

/** Sends an operation; may send queries of the same turn in one request. Never rejects: a failure is an outcome. */
export type CallPort = (request: CallRequest) => Promise<Outcome>;

/** A journey's chunk: the content of its screens, and the validators of its forms by schema id. */
export interface JourneyChunk {
  readonly content: BundleJourney;
  readonly validators: Readonly<Record<string, ValidatorFunctions>>;
}

/** Loads the parts of a bundle. Rejects when a part cannot be loaded; the error's `unreachable` is true when the network or the server failed. */
export interface BundlePort {
  core(): Promise<BundleCore>;
  journey(core: BundleCore, journey: string): Promise<JourneyChunk>;
  /** Calls the listener when a newer bundle is served. `at once`: a configurator has edited a flow, so the screen updates in place. */
  onNewer?(listener: (when: "at next navigation" | "at once") => void): () => void;
}

/** Time for the runtime. Scenarios and tests advance their own clock. */
export interface ClockPort {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `done` once after `milliseconds`; returns the function that cancels. */
  after(milliseconds: number, done: () => void): () => void;
}

/** The browser's history; `Runtime.setLocation` passes its entries to the runtime. */
export interface HistoryPort {
  push(address: Address): void;
  replace(address: Address): void;
  /**
   * Moves by this many entries of the app: -1 is one entry back. The runtime names only entries that exist. A navigation that
   * follows belongs to the entry at the end of the move.
   */
  move(by: number): void;
  /** Records at the entry of this key, if it is the current one, that its page was shown to this depositor. */
  claim(key: string, depositor: string): void;
}

/** An entry of the history. */
export interface HistoryEntry extends Address {
  readonly key: string;
  /** The position of the entry among the entries of the app; 0 is the first. */
  readonly position?: number;
  /** By how many entries the browser's Back (negative) or Forward has moved to this entry; absent for any other navigation. */
  readonly moved?: number;
  /** The depositor who saw the page of the entry; absent before anyone has. */
  readonly depositor?: string;
}

/** An address of the app. `state` is the route state; null when there is none. */
export interface Address {
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly search: string;
  readonly state: Json;
}

/** The depositor state outside rendering. */
export interface StorePort {
  get(): DepositorState;
  replace(next: DepositorState): void;
}

/** Reloads the page. */
export interface ReloadPort {
  /** Epoch milliseconds of the last reload by this port; null when there was none. */
  last(): number | null;
  /** Stores `now` and reloads the page. Returns false, and does not reload, when the time cannot be stored. */
  reload(now: number): boolean;
}

/** The other tabs of the browser, which show the data of the same session. */
export interface OtherTabsPort {
  /** Reports the fields whose data on the server an action of this tab has changed. */
  reportChanges(fields: readonly string[]): void;
  /** Calls the listener with the fields that another tab has reported; returns the function that unsubscribes. */
  onChanges(listener: (fields: readonly string[]) => void): () => void;
}

/** Everything outside of the runtime that it uses. */
export interface RuntimePorts {
  readonly call: CallPort;
  readonly bundle: BundlePort;
  readonly clock: ClockPort;
  /** The depositor's time zone: a name of the IANA database. */
  readonly timeZone: string;
  readonly store: StorePort;
  readonly history: HistoryPort;
  readonly page: ReloadPort;
  readonly otherTabs: OtherTabsPort;
  /**
   * Fetches a same-origin address and saves the answer, under the answer's own name where `filename` is null. Resolves with
   * false, and saves nothing, when the answer is a failure or does not arrive. Never rejects.
   */
  readonly download: (url: string, filename: string | null) => Promise<boolean>;
  /** Resolves after these milliseconds, or earlier when the network is back. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** A random UUID. */
  readonly newId: () => string;
  /** Clears the persisted state of the session. The gateway clears the cookies with the answer that ends the session. */
  readonly clearPersisted: () => void;
  /** Reports an error of a flow or of the code; a failed call is an outcome and is not reported. */
  readonly report: (fault: Error) => void;
}
