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

/** Which loads of the app are due, on their way, loaded or failed, by key. */
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
  /** Whether any load is under way. */
  isAnyUnderWay(): boolean;
  /** Whether the loads under way, or those that may become due by their answers, will write one of these slices. */
  areLoading(slices: Iterable<string>, core: BundleCore, state: DepositorState, scope: () => Scope): boolean;
}

type LoadStatus = "loading" | "loaded" | "failed";
type StatusByLoad = Readonly<Record<string, LoadStatus>>;

/** Creates the loads of one session: none has been sent. */
export function createLoads(): Loads {
  /** Replaced at each change. */
  let status: StatusByLoad = {};
  let failed: FailedQueries = {};
  let conditions: { readonly core: BundleCore; readonly byKey: readonly (readonly [string, (scope: Scope) => boolean])[] } | null = null;
  let written: WrittenSlices | null = null;
  let toCome: (PresentLoads & { readonly state: DepositorState; readonly slices: ReadonlySet<string> }) | null = null;

  function change(next: StatusByLoad): void {
    status = next;
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
    isAnyUnderWay: () => Object.values(status).includes("loading"),
    areLoading(slices, core, state, scope) {
      const asked = [...slices];
      if (asked.length === 0) return false;
      if (written?.core !== core || written.status !== status) written = writtenSlices({ core, status });
      const { byLoading, byUnsent } = written;
      if (asked.some((slice) => byLoading.has(slice))) return true;
      // Only which of the others become due depends on the state.
      if (byLoading.size === 0 || !asked.some((slice) => byUnsent.has(slice))) return false;
      if (toCome?.core !== core || toCome.state !== state || toCome.status !== status)
        toCome = { core, state, status, slices: slicesToCome(written, scope()) };
      const { slices: following } = toCome;
      return asked.some((slice) => following.has(slice));
    },
  };
}

interface PresentLoads {
  readonly core: BundleCore;
  readonly status: StatusByLoad;
}

/** The slices that loads write: those that are under way, and those that have not been sent. */
interface WrittenSlices extends PresentLoads {
  readonly byLoading: ReadonlySet<string>;
  readonly byUnsent: ReadonlySet<string>;
}

const fieldsOf = ({ loads, operations }: BundleCore, key: string): readonly string[] => operations[loads[key]?.query ?? ""]?.fields ?? [];

const unsentLoads = ({ core, status }: PresentLoads): readonly string[] =>
  Object.keys(core.loads).filter((key) => status[key] === undefined);

function writtenSlices({ core, status }: PresentLoads): WrittenSlices {
  const loading = Object.keys(status).filter((key) => status[key] === "loading");
  const slicesOf = (keys: readonly string[]) => new Set(keys.flatMap((key) => fieldsOf(core, key)));
  return { core, status, byLoading: slicesOf(loading), byUnsent: slicesOf(unsentLoads({ core, status })) };
}

/** The slices that loads write which may become due by the answers under way, by the answers to these loads, and so on. */
function slicesToCome({ core, status, byLoading }: WrittenSlices, scope: Scope): ReadonlySet<string> {
  const unknown = new Set(byLoading);
  const following = new Set<string>();
  const isKnown = (path: string): boolean => !unknown.has(rootOf(path));
  const mayBeDue = (when: CompiledPredicate | undefined): boolean =>
    when !== undefined &&
    [...slicesRead(when)].some((slice) => unknown.has(slice)) &&
    evaluateThreeValued(when.logic, scope, isKnown) === null;
  let rest = unsentLoads({ core, status });
  for (let found = rest; found.length > 0; rest = rest.filter((key) => !found.includes(key))) {
    found = rest.filter((key) => mayBeDue(core.loads[key]?.when));
    for (const slice of found.flatMap((key) => fieldsOf(core, key))) {
      unknown.add(slice);
      following.add(slice);
    }
  }
  return following;
}

/** Evaluates the variables of a query. */
export function variablesOf(variables: Readonly<Record<string, Json>> | undefined, scope: Scope, formats: Formats): Json {
  return buildEach(variables ?? {}, scope, formats);
}
