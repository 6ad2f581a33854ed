/** Exports the data fetching of the runtime that no action requests: the app's loads, and the queries of the current screen. */
import type { Outcome, Resolution } from "../engine/events.js";
import { type FailedQueries, isEmpty, unavailableBlocks } from "../engine/failed-data.js";
import { screenOf } from "../engine/paths.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Scope } from "../language/predicate.js";
import type { Actions } from "./actions.js";
import { createLoads } from "./loads.js";
import { dueScreenQueries } from "./screen-data.js";
import { slicesRead, slicesReadByGuards } from "./slice-reads.js";
import type { ScreenView } from "./view.js";

export interface FetchingDependencies {
  core(): BundleCore;
  scope(): Scope;
  /** The number of the session; each end of a session increments it. */
  session(): number;
  currentScreen(): ScreenView | null;
  patchScreen(part: Partial<ScreenView>): void;
  actions(): Actions;
  fault(error: unknown): void;
}

export interface Fetching {
  /** Sends the loads that have become due. */
  fetchLoads(): void;
  /** Sends the screen's queries that have become due and have not been sent since the screen was entered. */
  fetchScreenData(screen: ScreenView): void;
  /** Sends queries of the screen, or loads, again. Resolves when all are answered; never rejects. */
  refetch(keys: readonly string[]): Promise<void>;
  /** Resolves when none of these slices is loading. */
  whenLoaded(slices: ReadonlySet<string>): Promise<void>;
  /** Whether data that the screen's body reads is loading. */
  isLoading(screen: ScreenView): boolean;
  /** Whether data that the screen's body reads is loading for the first time. */
  isFirstLoad(screen: ScreenView): boolean;
  /** Whether a slice that the guards of this resolution read is still loading (D37). */
  waitsForGuardData(resolution: Resolution): boolean;
  /** A screen is entered: its queries have not been sent. */
  screenEntered(): void;
  /** The loads whose last request failed. */
  failedLoads(): FailedQueries;
  /** At a navigation, loads that failed become due once more. */
  retryFailed(): void;
  /** Forgets the loads of the session that has ended; their answers are dropped. */
  sessionEnded(): void;
}

export function createFetching(dependencies: FetchingDependencies): Fetching {
  const loads = createLoads();
  const waiting = new Set<() => void>();
  /** Keys of the queries that were sent since the current screen was entered. */
  let sent = new Set<string>();

  const loadingSlices = () => loads.loadingSlices(dependencies.core());
  const isAnyLoading = (slices: ReadonlySet<string>) => [...loadingSlices()].some((slice) => slices.has(slice));
  const isScreenDataLoading = ({ content, data }: ScreenView) => Object.keys(content.data).some((key) => sent.has(key) && !(key in data));

  /** Whether the present screen shows the failure of a query in place of the blocks that read it. */
  function isShownInPlace(key: string): boolean {
    const screen = dependencies.currentScreen();
    if (screen === null) return false;
    const failed = { ...loads.failed(), ...screen.failed };
    const unavailable = unavailableBlocks(dependencies.core(), screen.content, failed, dependencies.scope());
    return [...unavailable.values()].some((keys) => keys.includes(key));
  }

  async function load(key: string, query: string, variables: Json): Promise<void> {
    const since = dependencies.session();
    const outcome = await dependencies.actions().query(query, variables);
    if (since !== dependencies.session()) return;
    loads.settled(key, outcome.status === "ok");
    dependencies.actions().queryAnswered(null, key, outcome, outcome.status !== "ok" && isShownInPlace(key));
    for (const check of waiting) check();
  }

  /** Sends the queries whose `when` holds. */
  async function fetchData(screen: ScreenView, keys: readonly string[]): Promise<void> {
    const queries = dueScreenQueries(dependencies.core(), screen.content, keys, dependencies.scope());
    for (const { key } of queries) sent.add(key);
    await Promise.all(
      queries.map(async ({ key, query, variables, dataOf }) => {
        const since = dependencies.session();
        const outcome = await dependencies.actions().query(query, variables);
        if (since !== dependencies.session()) return;
        const present = dependencies.currentScreen();
        if (present?.entry === screen.entry)
          dependencies.patchScreen(withAnswer(present, key, outcome.status === "ok" ? dataOf(outcome.result) : null, outcome));
        dependencies.actions().queryAnswered(screen.resolution.screen, key, outcome, outcome.status !== "ok" && isShownInPlace(key));
      }),
    );
  }

  return {
    fetchLoads() {
      for (const due of loads.due(dependencies.core(), dependencies.scope()))
        load(due.key, due.query, due.variables).catch(dependencies.fault);
    },
    fetchScreenData(screen) {
      const unsent = Object.keys(screen.content.data).filter((key) => !sent.has(key));
      if (unsent.length > 0) fetchData(screen, unsent).catch(dependencies.fault);
    },
    refetch(keys) {
      const screen = dependencies.currentScreen();
      const own = keys.filter((key) => screen !== null && Object.hasOwn(screen.content.data, key));
      const others = keys.filter((key) => !own.includes(key));
      const due = loads.reload(dependencies.core(), dependencies.scope(), others);
      const requests = due.map(({ key, query, variables }) => load(key, query, variables));
      if (screen !== null && own.length > 0) requests.push(fetchData(screen, own));
      return Promise.all(requests.map((request) => request.catch(dependencies.fault))).then(() => undefined);
    },
    whenLoaded(slices) {
      if (!isAnyLoading(slices)) return Promise.resolve();
      return new Promise((resolve) => {
        const check = () => {
          if (isAnyLoading(slices)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
      });
    },
    isLoading(screen) {
      return isAnyLoading(slicesRead(screen.content.body)) || isScreenDataLoading(screen);
    },
    isFirstLoad(screen) {
      const read = slicesRead(screen.content.body);
      const state = dependencies.scope();
      return [...loadingSlices()].some((slice) => read.has(slice) && isEmpty(state[slice])) || isScreenDataLoading(screen);
    },
    waitsForGuardData(resolution) {
      return resolution.hops.some(({ screen }) =>
        isAnyLoading(slicesReadByGuards(dependencies.core(), screenOf(dependencies.core(), screen))),
      );
    },
    screenEntered() {
      sent = new Set();
    },
    failedLoads: () => loads.failed(),
    retryFailed: () => loads.retryFailed(),
    sessionEnded() {
      loads.clear();
      for (const check of waiting) check();
    },
  };
}

/** The screen data with one more answer. A failed query leaves null, and counts as failed until it succeeds. */
function withAnswer({ data, failed }: ScreenView, key: string, answer: Json, { status }: Outcome): Pick<ScreenView, "data" | "failed"> {
  const { [key]: _previous, ...others } = failed;
  return { data: { ...data, [key]: answer }, failed: status === "ok" ? others : { ...others, [key]: true } };
}
