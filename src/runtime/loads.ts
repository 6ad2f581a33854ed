/** Exports the status of the app's loads (`app.flow.json`) for `fetching.ts`: the runtime sends each once per session, when its `when` holds. */
import type { FailedQueries } from "../engine/failed-data.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Formats } from "../language/formats.js";
import { buildEach, holds, type Scope } from "../language/predicate.js";

export interface Loads {
  /** The keys of the loads to send now: those that were not sent and whose `when` holds. */
  due(core: BundleCore, scope: Scope): readonly string[];
  /** The loads that have been sent in this session. */
  sent(): readonly string[];
  started(key: string): void;
  settled(key: string, succeeded: boolean): void;
  /** The loads whose last request failed. The same object until that changes. */
  failed(): FailedQueries;
  /** At a navigation: a load that failed becomes due once more. */
  retryFailed(): void;
  /** A session has ended: no load has been sent in the next one. */
  clear(): void;
  /** The slices that the loads under way will write. */
  loadingSlices(core: BundleCore): ReadonlySet<string>;
}

type LoadStatus = "loading" | "loaded" | "failed";

export function createLoads(): Loads {
  let status: Record<string, LoadStatus> = {};
  let failed: FailedQueries = {};

  return {
    due: (core, scope) =>
      Object.entries(core.loads)
        .filter(([key, { when }]) => status[key] === undefined && holds(when, scope))
        .map(([key]) => key),
    sent: () => Object.keys(status),
    started(key) {
      status[key] = "loading";
    },
    settled(key, succeeded) {
      status[key] = succeeded ? "loaded" : "failed";
    },
    failed() {
      const keys = Object.keys(status).filter((key) => status[key] === "failed");
      if (keys.join() !== Object.keys(failed).join()) failed = Object.fromEntries(keys.map((key) => [key, true]));
      return failed;
    },
    retryFailed() {
      for (const [key, one] of Object.entries(status)) if (one === "failed") delete status[key];
    },
    clear() {
      status = {};
    },
    loadingSlices(core) {
      const slices = new Set<string>();
      for (const [key, one] of Object.entries(status)) {
        const query = core.loads[key]?.query;
        if (one === "loading" && query !== undefined) for (const field of core.operations[query]?.fields ?? []) slices.add(field);
      }
      return slices;
    },
  };
}

/** Evaluates the variables of a query. */
export function variablesOf(variables: Readonly<Record<string, Json>> | undefined, scope: Scope, formats: Formats): Json {
  return buildEach(variables ?? {}, scope, formats);
}
