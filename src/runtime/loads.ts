/** The app's loads: asked whenever their `when` holds and they have not been answered in this session. */
import type { FailedQueries } from "../engine/failed-data.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { build, holds, type Scope } from "../language/predicate.js";

export interface Asked {
  readonly key: string;
  readonly query: string;
  readonly variables: Json;
}

export interface Loads {
  /** The loads to ask now; they count as under way from here on. */
  due(core: BundleCore, scope: Scope): readonly Asked[];
  settled(key: string, answered: boolean): void;
  /** Asks these again, whatever was answered and whatever their `when` says. */
  again(core: BundleCore, scope: Scope, keys: readonly string[]): readonly Asked[];
  /** Those whose last request failed. The same object until that changes. */
  failed(): FailedQueries;
  /** At a navigation: what failed may be tried once more. */
  retryFailed(): void;
  /** Of another session, nothing has been answered. */
  forget(): void;
  /** Slices that an answer under way will write. */
  awaited(core: BundleCore): ReadonlySet<string>;
}

type Progress = "asked" | "answered" | "failed";

export function createLoads(): Loads {
  let progress: Record<string, Progress> = {};
  let failed: FailedQueries = {};
  return {
    due(core, scope) {
      const asked: Asked[] = [];
      for (const [key, load] of Object.entries(core.loads)) {
        if (progress[key] !== undefined || !holds(load.when, scope)) continue;
        progress[key] = "asked";
        asked.push({ key, query: load.query, variables: variablesOf(load.with, scope, core.brand.locale) });
      }
      return asked;
    },
    settled(key, answered) {
      progress[key] = answered ? "answered" : "failed";
    },
    again(core, scope, keys) {
      const asked: Asked[] = [];
      for (const key of keys) {
        const load = core.loads[key];
        if (load === undefined || progress[key] === "asked") continue;
        progress[key] = "asked";
        asked.push({ key, query: load.query, variables: variablesOf(load.with, scope, core.brand.locale) });
      }
      return asked;
    },
    failed() {
      const keys = Object.keys(progress).filter((key) => progress[key] === "failed");
      if (keys.join() !== Object.keys(failed).join()) failed = Object.fromEntries(keys.map((key) => [key, true]));
      return failed;
    },
    retryFailed() {
      for (const [key, how] of Object.entries(progress)) if (how === "failed") delete progress[key];
    },
    forget() {
      progress = {};
    },
    awaited(core) {
      const slices = new Set<string>();
      for (const [key, how] of Object.entries(progress)) {
        const query = core.loads[key]?.query;
        if (how === "asked" && query !== undefined) for (const field of core.operations[query]?.fields ?? []) slices.add(field);
      }
      return slices;
    },
  };
}

/** The variables of a query, evaluated. */
export function variablesOf(variables: Readonly<Record<string, Json>> | undefined, scope: Scope, locale: string): Json {
  return Object.fromEntries(Object.entries(variables ?? {}).map(([name, value]) => [name, build(value, scope, locale)]));
}
