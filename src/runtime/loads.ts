/** Exports the status of the app's loads (`app.flow.json`) for `fetching.ts`: the runtime sends each once per session, when its `when` holds. */
import type { DepositorState } from "../engine/events.js";
import type { FailedQueries } from "../engine/failed-data.js";
import type { BundleCore, CompiledPredicate } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Formats } from "../language/formats.js";
import { rootOf } from "../language/logic-reads.js";
import { buildEach, type Scope } from "../language/predicate.js";
import { evaluateThreeValued } from "../language/three-valued.js";
import { slicesRead } from "./slice-reads.js";
import { watchedCondition } from "./watched-condition.js";

/** Which loads of the app are due, in progress, loaded or failed, by key. */
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
  /** Whether any load is in progress. */
  isAnyUnderWay(): boolean;
  /** Whether the loads in progress, or those that may become due by their answers, will write one of these slices. */
  areLoading(slices: ReadonlySet<string>, core: BundleCore, state: DepositorState, scope: () => Scope): boolean;
}

type LoadStatus = "loading" | "loaded" | "failed";
type StatusByLoad = Readonly<Record<string, LoadStatus>>;

/** Creates the loads of one session: none has been sent. */
export function createLoads(): Loads {
  /** Replaced at each change. */
  let status: StatusByLoad = {};
  let failed: FailedQueries = {};
  let conditions: { readonly core: BundleCore; readonly byKey: readonly (readonly [string, (scope: Scope) => boolean])[] } | null = null;
  let loading: readonly string[] = [];
  let toCome: (PresentLoads & { readonly state: DepositorState; readonly slices: readonly string[] }) | null = null;

  function change(next: StatusByLoad): void {
    status = next;
    loading = Object.keys(status).filter((key) => status[key] === "loading");
    const keys = Object.keys(status).filter((key) => status[key] === "failed");
    if (keys.join() !== Object.keys(failed).join()) failed = Object.fromEntries(keys.map((key) => [key, true]));
  }

  return {
    due(core, scope) {
      if (conditions?.core !== core)
        conditions = { core, byKey: Object.entries(core.loads).map(([key, { when }]) => [key, watchedCondition(when)]) };
      return conditions.byKey.filter(([key, isDue]) => status[key] === undefined && isDue(scope)).map(([key]) => key);
    },
    sent: () => Object.keys(status),
    started(key) {
      if (status[key] !== "loading") change({ ...status, [key]: "loading" });
    },
    settled: (key, succeeded) => change({ ...status, [key]: succeeded ? "loaded" : "failed" }),
    failed: () => failed,
    retryFailed() {
      if (Object.keys(failed).length > 0) change(Object.fromEntries(Object.entries(status).filter(([, one]) => one !== "failed")));
    },
    clear: () => change({}),
    isAnyUnderWay: () => loading.length > 0,
    areLoading(slices, core, state, scope) {
      const isWritten = (key: string): boolean => fieldsOf(core, key).some((slice) => slices.has(slice));
      if (loading.some(isWritten)) return true;
      // Only which of the others become due depends on the state.
      if (loading.length === 0 || !unsentLoads(core, status).some(isWritten)) return false;
      if (toCome?.core !== core || toCome.state !== state || toCome.status !== status)
        toCome = { core, state, status, slices: slicesToCome(core, status, scope()) };
      return toCome.slices.some((slice) => slices.has(slice));
    },
  };
}

interface PresentLoads {
  readonly core: BundleCore;
  readonly status: StatusByLoad;
}

const fieldsOf = ({ loads, operations }: BundleCore, key: string): readonly string[] => operations[loads[key]?.query ?? ""]?.fields ?? [];

const unsentLoads = (core: BundleCore, status: StatusByLoad): readonly string[] =>
  Object.keys(core.loads).filter((key) => status[key] === undefined);

/** The slices written by loads that may become due: by the pending answers, by the answers to these loads, and so on. */
function slicesToCome(core: BundleCore, status: StatusByLoad, scope: Scope): readonly string[] {
  const underWay = Object.keys(status).filter((key) => status[key] === "loading");
  const unknown = new Set(underWay.flatMap((key) => fieldsOf(core, key)));
  const following: string[] = [];
  const isKnown = (path: string): boolean => !unknown.has(rootOf(path));
  const mayBeDue = (when: CompiledPredicate | undefined): boolean =>
    when !== undefined &&
    [...slicesRead(when)].some((slice) => unknown.has(slice)) &&
    evaluateThreeValued(when.logic, scope, isKnown) === null;
  let rest = unsentLoads(core, status);
  for (let found = rest; found.length > 0; rest = rest.filter((key) => !found.includes(key))) {
    found = rest.filter((key) => mayBeDue(core.loads[key]?.when));
    const written = found.flatMap((key) => fieldsOf(core, key));
    for (const slice of written) unknown.add(slice);
    following.push(...written);
  }
  return following;
}

/** Evaluates the variables of a query. */
export function variablesOf(variables: Readonly<Record<string, Json>> | undefined, scope: Scope, formats: Formats): Json {
  return buildEach(variables ?? {}, scope, formats);
}
