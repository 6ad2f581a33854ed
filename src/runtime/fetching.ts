/** Exports the data fetching of the runtime that no action requests: the app's loads, and the queries of the current screen. */
import type { DepositorState, Outcome, Resolution } from "../engine/events.js";
import { type FailedQueries, isEmpty, unavailableParts } from "../engine/failed-data.js";
import { formatText } from "../engine/format-text.js";
import { screenOf } from "../engine/paths.js";
import { frameAt } from "../engine/resolve.js";
import type { BundleCore } from "../language/bundle.js";
import { UnknownName } from "../language/failures.js";
import type { Scope } from "../language/predicate.js";
import type { Actions } from "./actions.js";
import { createLoads, variablesOf } from "./loads.js";
import { createQueries } from "./queries.js";
import { dueScreenQueries, screenQuery, withAnswer } from "./screen-data.js";
import { slicesRead, slicesReadByGuards } from "./slice-reads.js";
import type { ScreenView, View } from "./view.js";

export interface FetchingDependencies {
  core(): BundleCore;
  state(): DepositorState;
  scope(): Scope;
  /** The number of the session; each end of a session increments it. */
  session(): number;
  currentScreen(): ScreenView | null;
  /** The resolution of the present address in the present state; null before the first one. */
  resolution(): Resolution | null;
  patchScreen(part: Partial<ScreenView>): void;
  actions(): Actions;
  fault(error: unknown): void;
}

/** Sends the loads of the app and the queries of the current screen, and reports which are in progress. */
export interface Fetching {
  /** Sends the loads that have become due. */
  fetchLoads(): void;
  /** Sends the screen's queries that have become due and have not been sent since the screen was entered. */
  fetchScreenData(screen: ScreenView): void;
  /**
   * Sends queries of the screen, or loads, again. Resolves when all are answered; never rejects. `isReported`: a failure that the
   * depositor reads about is why they are sent, so their own failures are not reported as well.
   */
  refetch(keys: readonly string[], isReported?: boolean): Promise<void>;
  /** The call of an action was answered: later refetches do not share a request that was sent before. */
  callAnswered(): void;
  /** The fields that the queries of these keys answer: loads, and queries of the current screen. */
  fieldsOf(keys: readonly string[]): readonly string[];
  /** Sends the loads and queries of the screen again that have answered one of these fields: another tab has changed their data. */
  refetchFields(fields: readonly string[]): Promise<void>;
  /** Resolves when none of these slices is loading. */
  whenLoaded(slices: ReadonlySet<string>): Promise<void>;
  /** Whether data that the screen's body reads is loading. */
  isLoading(screen: ScreenView): boolean;
  /** Whether data that the screen's body reads is loading for the first time. */
  isFirstLoad(screen: ScreenView): boolean;
  /** The entries of the navigation that cannot be decided yet. */
  undecidedEntries(): Pick<ScreenView, "awaitedEntries" | "failedEntries">;
  /** Whether a slice that the guards of this resolution read is still loading (D37). */
  waitsForGuardData(resolution: Resolution): boolean;
  /**
   * The view in place of the catch-all screen, where a guard redirects there because data could not be loaded. It has
   * the frame of the requested screen.
   */
  unavailableView(resolution: Resolution): Extract<View, { kind: "unavailable" }> | null;
  /** The screen is left: aborts its queries. Those of the next screen have not been sent. */
  screenLeft(): void;
  /** The loads whose last request failed. */
  failedLoads(): FailedQueries;
  /** At a navigation: loads that failed become due once more. */
  retryFailed(): void;
  /** Discards the loads of the session that has ended, and aborts its queries. */
  sessionEnded(): void;
}

const NO_ENTRIES: Pick<ScreenView, "awaitedEntries" | "failedEntries"> = { awaitedEntries: [], failedEntries: [] };

/** Creates the fetching of one runtime; nothing is sent before `fetchLoads`. */
export function createFetching(dependencies: FetchingDependencies): Fetching {
  const loads = createLoads();
  const queries = createQueries({
    state: dependencies.state,
    slicesOf: (operation) => dependencies.core().operations[operation]?.fields ?? [],
    send: ({ operation, variables }, signal) => dependencies.actions().query(operation, variables, signal),
  });
  const waiting = new Set<() => void>();
  let sessionEnd = new AbortController();
  /** Made with the first query of the screen: most screens have none. */
  let screenEnd: AbortController | null = null;
  /** Keys of the queries that were sent since the current screen was entered. */
  let sent = new Set<string>();

  const areLoading = (slices: ReadonlySet<string>) =>
    loads.areLoading(slices, dependencies.core(), dependencies.state(), dependencies.scope);
  /** Those of these slices that have no value yet. */
  const emptyOf = (slices: ReadonlySet<string>) => {
    const state = dependencies.scope();
    return new Set([...slices].filter((slice) => isEmpty(state[slice])));
  };
  const isScreenDataLoading = ({ content, data }: ScreenView) => Object.keys(content.data).some((key) => sent.has(key) && !(key in data));

  function unavailableView(resolution: Resolution): ReturnType<Fetching["unavailableView"]> {
    const core = dependencies.core();
    const { screen, hops } = resolution;
    if (screen !== core.catchAll) return null;
    const state = dependencies.scope();
    const read = hops.flatMap(({ screen, redirect }) => (redirect === null ? [] : [...slicesReadByGuards(core, screenOf(core, screen))]));
    const queries = Object.keys(loads.failed()).filter((key) => {
      const { query = "", onFailure } = core.loads[key] ?? {};
      const slices = core.operations[query]?.fields ?? [];
      return onFailure !== "ignore" && slices.some((slice) => read.includes(slice) && isEmpty(state[slice]));
    });
    if (queries.length === 0) return null;
    const title = formatText(screenOf(core, hops[0]?.screen ?? screen).title, state, core.formats);
    // The frame of the requested screen: its navigation has links to the pages that can be shown.
    const frame = frameAt(core, dependencies.state(), hops[0]?.path ?? resolution.path, String(state.now));
    return {
      kind: "unavailable",
      resolution: { ...resolution, ...frame, title },
      queries,
      failedEntries: undecidedEntries().failedEntries,
    };
  }

  /** Whether the page shows the failure of a query in place of the blocks that read it or below one, or in place of the whole screen. */
  function isShownInPlace(key: string): boolean {
    const screen = dependencies.currentScreen();
    if (screen === null) {
      const resolution = dependencies.resolution();
      return resolution !== null && (unavailableView(resolution)?.queries.includes(key) ?? false);
    }
    const failed = { ...loads.failed(), ...screen.failed };
    const unavailable = unavailableParts(dependencies.core(), screen.content, failed, dependencies.scope());
    return [...unavailable.blocks.values(), ...unavailable.below.values()].some((keys) => keys.includes(key));
  }

  /**
   * Whether neither the present screen nor its guards read the answer of a load. The screen that reads it will show the
   * failure in place. While the guards of the next screen wait for other loads, there is no present screen.
   */
  function isForOtherScreens(key: string): boolean {
    const core = dependencies.core();
    const screen = dependencies.currentScreen();
    const resolution = screen?.resolution ?? dependencies.resolution();
    if (resolution === null || (screen === null && core.loads[key]?.onFailure === "ignore")) return false;
    const screens = screen === null ? resolution.hops.map((hop) => hop.screen) : [resolution.screen];
    const guards = screens.map((each) => slicesReadByGuards(core, screenOf(core, each)));
    const body = screen === null ? new Set<string>() : slicesRead(screen.content.body);
    return !fieldsOf(key).some((slice) => body.has(slice) || guards.some((read) => read.has(slice)));
  }

  function answered(owner: string | null, key: string, outcome: Outcome, isReported: boolean): void {
    const isShown = () => isShownInPlace(key) || (owner === null && isForOtherScreens(key));
    const inPlace = outcome.status !== "ok" && (isReported || isShown());
    dependencies.actions().queryAnswered(owner, key, outcome, inPlace);
  }

  function undecidedEntries(): ReturnType<Fetching["undecidedEntries"]> {
    const hasFailed = Object.keys(loads.failed()).length > 0;
    if (!hasFailed && !loads.isAnyUnderWay()) return NO_ENTRIES;
    const failedSlices = new Set(Object.keys(loads.failed()).flatMap(fieldsOf));
    const awaitedEntries: string[] = [];
    const failedEntries: string[] = [];
    for (const { key, when } of dependencies.core().navigation) {
      if (when === undefined) continue;
      const empty = emptyOf(slicesRead(when));
      if (areLoading(empty)) awaitedEntries.push(key);
      if (hasFailed && [...empty].some((slice) => failedSlices.has(slice))) failedEntries.push(key);
    }
    return { awaitedEntries, failedEntries };
  }

  function load(key: string, again: boolean, isReported = false): Promise<void> {
    const { core, scope } = dependencies;
    loads.started(key);
    return queries.fetch({
      slot: `load ${dependencies.session()} ${key}`,
      query() {
        const found = core().loads[key];
        if (found === undefined) throw new UnknownName("load", key);
        loads.started(key);
        return { operation: found.query, variables: variablesOf(found.with, scope(), core().formats) };
      },
      signal: sessionEnd.signal,
      again,
      answered(outcome) {
        loads.settled(key, outcome.status === "ok");
        answered(null, key, outcome, isReported);
        for (const check of waiting) check();
      },
    });
  }

  /** Sends the queries of these keys whose `when` holds. */
  async function fetchData(screen: ScreenView, keys: readonly string[], again: boolean, isReported = false): Promise<void> {
    const due = dueScreenQueries(screen.content, keys, dependencies.scope());
    if (due.length === 0) return;
    for (const key of due) sent.add(key);
    screenEnd ??= new AbortController();
    const { signal } = screenEnd;
    await Promise.all(
      due.map((key) =>
        queries.fetch({
          slot: `screen ${screen.entry} ${key}`,
          query: () => screenQuery(dependencies.core(), screen.content, key, dependencies.scope()),
          signal,
          again,
          answered(outcome) {
            const present = dependencies.currentScreen();
            if (present?.entry === screen.entry) dependencies.patchScreen(withAnswer(dependencies.core(), present, key, outcome));
            answered(screen.resolution.screen, key, outcome, isReported);
          },
        }),
      ),
    );
  }

  function abortScreenQueries(): void {
    // With a reason, since an error with a stack would be made otherwise at each navigation.
    screenEnd?.abort("The screen was left.");
    screenEnd = null;
  }

  /** The query of a load, or of the current screen. */
  const queryOf = (key: string) => dependencies.currentScreen()?.content.data[key]?.query ?? dependencies.core().loads[key]?.query ?? "";
  const fieldsOf = (key: string) => dependencies.core().operations[queryOf(key)]?.fields ?? [];
  /** Whether the data of a query changes with one of these fields, under its own name or an alias. */
  const answersOneOf = (key: string, fields: readonly string[]) =>
    [...fieldsOf(key), ...(dependencies.core().operations[queryOf(key)]?.aliased ?? [])].some((field) => fields.includes(field));

  function refetch(keys: readonly string[], isReported = false): Promise<void> {
    const screen = dependencies.currentScreen();
    const own = keys.filter((key) => screen !== null && Object.hasOwn(screen.content.data, key));
    // In place of a screen, Try again is for all that has failed: the screen itself may read more than its guard.
    const failed = screen === null ? Object.keys(loads.failed()) : [];
    const all = [...new Set([...keys, ...failed])];
    const others = all.filter((key) => !own.includes(key) && Object.hasOwn(dependencies.core().loads, key));
    const requests = others.map((key) => load(key, true, isReported));
    if (screen !== null && own.length > 0) requests.push(fetchData(screen, own, true, isReported));
    return Promise.all(requests.map((request) => request.catch(dependencies.fault))).then(() => undefined);
  }

  return {
    fetchLoads() {
      for (const key of loads.due(dependencies.core(), dependencies.scope())) load(key, false).catch(dependencies.fault);
    },
    fetchScreenData(screen) {
      const unsent = Object.keys(screen.content.data).filter((key) => !sent.has(key));
      if (unsent.length > 0) fetchData(screen, unsent, false).catch(dependencies.fault);
    },
    refetch,
    fieldsOf: (keys) => keys.flatMap(fieldsOf),
    callAnswered: () => queries.changed(),
    refetchFields(fields) {
      queries.changed();
      return refetch([...new Set([...sent, ...loads.sent()])].filter((key) => answersOneOf(key, fields)));
    },
    whenLoaded(slices) {
      if (!areLoading(slices)) return Promise.resolve();
      return new Promise((resolve) => {
        const check = () => {
          if (areLoading(slices)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
      });
    },
    isLoading(screen) {
      return areLoading(slicesRead(screen.content.body)) || isScreenDataLoading(screen);
    },
    isFirstLoad(screen) {
      return areLoading(emptyOf(slicesRead(screen.content.body))) || isScreenDataLoading(screen);
    },
    undecidedEntries,
    waitsForGuardData(resolution) {
      return resolution.hops.some(({ screen }) =>
        areLoading(slicesReadByGuards(dependencies.core(), screenOf(dependencies.core(), screen))),
      );
    },
    unavailableView,
    screenLeft() {
      abortScreenQueries();
      sent = new Set();
    },
    failedLoads: () => loads.failed(),
    retryFailed: () => loads.retryFailed(),
    sessionEnded() {
      sessionEnd.abort();
      sessionEnd = new AbortController();
      queries.abortAll();
      abortScreenQueries();
      loads.clear();
      for (const check of waiting) check();
    },
  };
}
