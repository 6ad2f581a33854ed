/** The runtime's doors to the outside. `src/app` opens them with `src/api`; tests open them with fakes. */
import type { BundleCore, BundleJourney, ValidatorFunctions } from "../engine/bundle.js";
import type { Json } from "../engine/definition.js";
import type { Outcome } from "../engine/events.js";

/** Sends a named operation of the bundle. Never rejects: a failure is an outcome. */
export interface CallPort {
  (operation: string, document: string, variables: Json, options: { readonly signal?: AbortSignal }): Promise<Outcome>;
}

/** Fetches what a bundle is made of. Rejects when a chunk cannot be loaded. */
export interface BundlePort {
  core(): Promise<BundleCore>;
  journey(core: BundleCore, journey: string): Promise<{ readonly content: BundleJourney; readonly validators: Readonly<Record<string, ValidatorFunctions>> }>;
  /** Called when a newer bundle is served; it is taken at the next navigation. */
  onNewer?(listener: () => void): () => void;
}

export interface ClockPort {
  now(): number;
}

export interface RuntimePorts {
  readonly call: CallPort;
  readonly bundle: BundlePort;
  readonly clock: ClockPort;
  /** Starts a download of a same-origin address. */
  readonly download: (url: string, filename: string | null) => void;
}
