/** Exports the status of the app's loads (`app.flow.json`) for `fetching.ts`: the runtime sends each once per session, when its `when` holds. */
import type { FailedQueries } from "../engine/failed-data.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Formats } from "../language/formats.js";
import { build, holds, type Scope } from "../language/predicate.js";

/** A query to send now. */
export interface DueQuery {
  readonly key: string;
  readonly query: string;
  readonly variables: Json;
}

export interface Loads {
  /** The loads to send now; marks them as loading. */
  due(core: BundleCore, scope: Scope): readonly DueQuery[];
  settled(key: string, succeeded: boolean): void;
  /** These loads, whatever their status and their `when`, unless they are loading; marks them as loading. */
  reload(core: BundleCore, scope: Scope, keys: readonly string[]): readonly DueQuery[];
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

  function start(core: BundleCore, scope: Scope, keys: readonly string[]): readonly DueQuery[] {
    return keys.flatMap((key) => {
      const load = core.loads[key];
      if (load === undefined) return [];
      status[key] = "loading";
      return [{ key, query: load.query, variables: variablesOf(load.with, scope, core.formats) }];
    });
  }

  return {
    due(core, scope) {
      const keys = Object.entries(core.loads).filter(([key, { when }]) => status[key] === undefined && holds(when, scope));
      return start(
        core,
        scope,
        keys.map(([key]) => key),
      );
    },
    settled(key, succeeded) {
      status[key] = succeeded ? "loaded" : "failed";
    },
    reload: (core, scope, keys) =>
      start(
        core,
        scope,
        keys.filter((key) => status[key] !== "loading"),
      ),
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
  return Object.fromEntries(Object.entries(variables ?? {}).map(([name, value]) => [name, build(value, scope, formats)]));
}
