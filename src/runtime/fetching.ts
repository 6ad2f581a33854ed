/** What is asked without anybody raising an action: the app's loads, and the queries of the screen that is shown. */

import type { Outcome, Resolution } from "../engine/events.js";
import { type FailedQueries, isEmpty, unavailableBlocks } from "../engine/failed-data.js";
import { screenOf } from "../engine/paths.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Scope } from "../language/predicate.js";
import type { Actions } from "./actions.js";
import { createLoads } from "./loads.js";
import { slicesOfAdmission, slicesRead } from "./reads.js";
import { askScreenData } from "./screen-data.js";
import type { ScreenView } from "./view.js";

export interface FetchingHands {
  core(): BundleCore;
  scope(): Scope;
  /** A number that is another after each end of a session. */
  epoch(): number;
  shown(): ScreenView | null;
  patch(part: Partial<ScreenView>): void;
  actions(): Actions;
  fault(error: unknown): void;
}

export interface Fetching {
  /** Asks the loads that have become due. */
  askLoads(): void;
  /** Asks the screen's queries that have become due and were not asked since it was entered. */
  askScreen(screen: ScreenView): void;
  /** Requests queries of the screen, or loads, again. Resolves when all are answered; never rejects. */
  refetch(keys: readonly string[]): Promise<void>;
  /** Resolves when none of these slices is on its way any more. */
  arrived(slices: ReadonlySet<string>): Promise<void>;
  /** Whether what the screen's body reads is on its way. */
  isAsking(screen: ScreenView): boolean;
  /** Whether something of it is on its way that has never been there. */
  isMissing(screen: ScreenView): boolean;
  /** Whether a slice that decided this resolution is still on its way (D37). */
  undecided(resolution: Resolution): boolean;
  /** A screen is entered: its queries have not been asked. */
  entered(): void;
  /** Loads whose last request failed. */
  failedLoads(): FailedQueries;
  /** At a navigation, loads that failed may be tried once more. */
  retryFailed(): void;
  /** What is still under way of a session that has ended is nobody's answer now. */
  forget(): void;
}

export function createFetching(hands: FetchingHands): Fetching {
  const loads = createLoads();
  const arrivals = new Set<() => void>();
  /** Queries that were asked since the present screen was entered. */
  let asked = new Set<string>();

  const awaited = () => loads.awaited(hands.core());
  const onItsWay = (slices: ReadonlySet<string>) => [...awaited()].some((slice) => slices.has(slice));
  const dataOnItsWay = ({ content, data }: ScreenView) => Object.keys(content.data).some((key) => asked.has(key) && !(key in data));

  /** Whether the present screen shows the failure of a query in place of the blocks that read it. */
  function isShownInPlace(key: string): boolean {
    const screen = hands.shown();
    if (screen === null) return false;
    const failed = { ...loads.failed(), ...screen.failed };
    const unavailable = unavailableBlocks(hands.core(), screen.content, failed, hands.scope());
    return [...unavailable.values()].some((keys) => keys.includes(key));
  }

  async function load(key: string, query: string, variables: Json): Promise<void> {
    const since = hands.epoch();
    const outcome = await hands.actions().ask(query, variables);
    if (since !== hands.epoch()) return;
    loads.settled(key, outcome.status === "ok");
    hands.actions().answered(null, key, outcome, outcome.status !== "ok" && isShownInPlace(key));
    for (const check of arrivals) check();
  }

  /** Asks those whose `when` holds; the others when it comes to hold. */
  async function askData(screen: ScreenView, keys: readonly string[]): Promise<void> {
    const questions = askScreenData(hands.core(), screen.content, keys, hands.scope());
    for (const { key } of questions) asked.add(key);
    await Promise.all(
      questions.map(async ({ key, query, variables, single }) => {
        const since = hands.epoch();
        const outcome = await hands.actions().ask(query, variables);
        if (since !== hands.epoch()) return;
        const present = hands.shown();
        if (present?.entry === screen.entry)
          hands.patch(withAnswer(present, key, outcome.status === "ok" ? single(outcome.result) : null, outcome));
        hands.actions().answered(screen.resolution.screen, key, outcome, outcome.status !== "ok" && isShownInPlace(key));
      }),
    );
  }

  return {
    askLoads() {
      for (const due of loads.due(hands.core(), hands.scope())) load(due.key, due.query, due.variables).catch(hands.fault);
    },
    askScreen(screen) {
      const left = Object.keys(screen.content.data).filter((key) => !asked.has(key));
      if (left.length > 0) askData(screen, left).catch(hands.fault);
    },
    refetch(keys) {
      const screen = hands.shown();
      const own = keys.filter((key) => screen !== null && Object.hasOwn(screen.content.data, key));
      const others = keys.filter((key) => !own.includes(key));
      const requests = loads.again(hands.core(), hands.scope(), others).map(({ key, query, variables }) => load(key, query, variables));
      if (screen !== null && own.length > 0) requests.push(askData(screen, own));
      return Promise.all(requests.map((request) => request.catch(hands.fault))).then(() => undefined);
    },
    arrived(slices) {
      if (!onItsWay(slices)) return Promise.resolve();
      return new Promise((resolve) => {
        const check = () => {
          if (onItsWay(slices)) return;
          arrivals.delete(check);
          resolve();
        };
        arrivals.add(check);
      });
    },
    isAsking(screen) {
      return onItsWay(slicesRead(screen.content.body)) || dataOnItsWay(screen);
    },
    isMissing(screen) {
      const read = slicesRead(screen.content.body);
      const state = hands.scope();
      return [...awaited()].some((slice) => read.has(slice) && isEmpty(state[slice])) || dataOnItsWay(screen);
    },
    undecided(resolution) {
      return resolution.hops.some(({ screen }) => onItsWay(slicesOfAdmission(hands.core(), screenOf(hands.core(), screen))));
    },
    entered() {
      asked = new Set();
    },
    failedLoads: () => loads.failed(),
    retryFailed: () => loads.retryFailed(),
    forget() {
      loads.forget();
      for (const check of arrivals) check();
    },
  };
}

/** The answers with one more; a failed one leaves null, and is known to have failed until it is answered. */
function withAnswer({ data, failed }: ScreenView, key: string, answer: Json, { status }: Outcome): Pick<ScreenView, "data" | "failed"> {
  const { [key]: _before, ...others } = failed;
  return { data: { ...data, [key]: answer }, failed: status === "ok" ? others : { ...others, [key]: true } };
}
