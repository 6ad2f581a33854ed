/** The runtime's doors to the outside. `src/app` opens them with `src/api`; tests open them with fakes. */

import type { DepositorState, Outcome } from "../engine/events.js";
import type { BundleCore, BundleJourney, ValidatorFunctions } from "../language/bundle.js";
import type { Json } from "../language/definition.js";

/** Sends a named operation of the bundle, with the files that its variables name. Never rejects: a failure is an outcome. */
export type CallPort = (
  operation: string,
  document: string,
  variables: Json,
  options: { readonly signal?: AbortSignal; readonly files?: ReadonlyMap<string, File> },
) => Promise<Outcome>;

/** A journey's chunk: what its screens show, and the validators of its forms by schema id. */
export interface JourneyChunk {
  readonly content: BundleJourney;
  readonly validators: Readonly<Record<string, ValidatorFunctions>>;
}

/** Fetches what a bundle is made of. Rejects when a chunk cannot be loaded. */
export interface BundlePort {
  core(): Promise<BundleCore>;
  journey(core: BundleCore, journey: string): Promise<JourneyChunk>;
  /** Called when a newer bundle is served; it is taken at the next navigation (`at once`: a configurator's edit is drawn in place). */
  onNewer?(listener: (when: "at next navigation" | "at once") => void): () => void;
}

export interface ClockPort {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `done` once after `milliseconds`; the result cancels. */
  after(milliseconds: number, done: () => void): () => void;
}

/** The browser's history, as the runtime writes it. */
export interface HistoryPort {
  push(address: Address): void;
  replace(address: Address): void;
}

export interface Address {
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly search: string;
  readonly state: Json;
}

/** The depositor state outside of rendering. */
export interface StorePort {
  get(): DepositorState;
  replace(next: DepositorState): void;
}

/** Loading the page again, once within the guard's time. */
export interface ReloadPort {
  /** Epoch milliseconds of the last reload that the runtime asked for; null when there was none. */
  last(): number | null;
  /** Remembers `now` and loads the page again. False when it cannot be remembered: then it isn't loaded either. */
  reload(now: number): boolean;
}

export interface RuntimePorts {
  readonly call: CallPort;
  readonly bundle: BundlePort;
  readonly clock: ClockPort;
  readonly store: StorePort;
  readonly history: HistoryPort;
  readonly page: ReloadPort;
  /** Starts a download of a same-origin address. */
  readonly download: (url: string, filename: string | null) => void;
  /**
   * Takes what is kept of a session out of the browser. Its cookies go with the gateway's answer that ended it.
   */
  readonly forget: () => void;
  /** Told what went wrong within the app itself: a fault of a definition or of the code, never an outcome. */
  readonly report: (fault: Error) => void;
}
