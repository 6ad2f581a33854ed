/** Exports the status of the app's loads (`app.flow.json`) for `fetching.ts`: the runtime sends each once per session, when its `when` holds. */
import type { DepositorState } from "../engine/events.js";
import type { FailedQueries } from "../engine/failed-data.js";
import type { BundleCore, CompiledPredicate } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Formats } from "../language/formats.js";
import { rootOf } from "../language/logic-reads.js";
import { buildEach, holds, type Scope } from "../language/predicate.js";
import { evaluateThreeValued } from "../language/three-valued.js";
import { slicesRead } from "./slice-reads.js";

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
  /** The slices that the loads under way will write, and those of loads that may become due by their answers. */
  loadingSlices(core: BundleCore, state: DepositorState, scope: () => Scope): ReadonlySet<string>;
}

type LoadStatus = "loading" | "loaded" | "failed";

/** Creates the loads of one session: none has been sent. */
export function createLoads(): Loads {
  /** Replaced at each change. */
  let status: Readonly<Record<string, LoadStatus>> = {};
  let known: {
    readonly core: BundleCore;
    readonly state: DepositorState;
    readonly status: object;
    readonly slices: ReadonlySet<string>;
  } | null = null;
  let failed: FailedQueries = {};

  return {
    due: (core, scope) =>
      Object.entries(core.loads)
        .filter(([key, { when }]) => status[key] === undefined && holds(when, scope))
        .map(([key]) => key),
    sent: () => Object.keys(status),
    started(key) {
      status = { ...status, [key]: "loading" };
    },
    settled(key, succeeded) {
      status = { ...status, [key]: succeeded ? "loaded" : "failed" };
    },
    failed() {
      const keys = Object.keys(status).filter((key) => status[key] === "failed");
      if (keys.join() !== Object.keys(failed).join()) failed = Object.fromEntries(keys.map((key) => [key, true]));
      return failed;
    },
    retryFailed() {
      status = Object.fromEntries(Object.entries(status).filter(([, one]) => one !== "failed"));
    },
    clear() {
      status = {};
    },
    loadingSlices(core, state, scope) {
      if (known?.core !== core || known.state !== state || known.status !== status)
        known = { core, state, status, slices: slicesUnderWay(core, status, scope) };
      return known.slices;
    },
  };
}

function slicesUnderWay(core: BundleCore, status: Readonly<Record<string, LoadStatus>>, scope: () => Scope): ReadonlySet<string> {
  const slices = new Set<string>();
  const add = (key: string): void => {
    for (const field of core.operations[core.loads[key]?.query ?? ""]?.fields ?? []) slices.add(field);
  };
  for (const [key, one] of Object.entries(status)) if (one === "loading") add(key);
  if (slices.size === 0) return slices;
  const present = scope();
  const isKnown = (path: string): boolean => !slices.has(rootOf(path));
  const mayBeDue = (when: CompiledPredicate | undefined): boolean =>
    when !== undefined &&
    [...slicesRead(when)].some((slice) => slices.has(slice)) &&
    evaluateThreeValued(when.logic, present, isKnown) === null;
  let rest = Object.keys(core.loads).filter((key) => status[key] === undefined);
  for (let found = rest; found.length > 0; rest = rest.filter((key) => !found.includes(key))) {
    found = rest.filter((key) => mayBeDue(core.loads[key]?.when));
    for (const key of found) add(key);
  }
  return slices;
}

/** Evaluates the variables of a query. */
export function variablesOf(variables: Readonly<Record<string, Json>> | undefined, scope: Scope, formats: Formats): Json {
  return buildEach(variables ?? {}, scope, formats);
}
