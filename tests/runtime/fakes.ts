/** Exports a small bundle, and fake ports whose answers a test gives. */

import type { DepositorState, Outcome } from "../../src/engine/events.js";
import type { BundleCore, BundleJourney, CompiledPredicate, Origin, ScreenContent, ScreenRoute } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import type { Address, BundlePort, ClockPort, HistoryEntry, HistoryPort, RuntimePorts } from "../../src/runtime/port.js";
import { FORMATS } from "../support/formats.js";
import { CHROME } from "./chrome-texts.js";

const at: Origin = { file: "flows/test.flow.json", line: 1, column: 1, layer: "base" };

export const when = (logic: Json): CompiledPredicate => ({ logic, named: logic, at });

/** A clock that a test advances; timers fire in the order of their time. */
export class FakeClock implements ClockPort {
  private time = Date.parse("2026-11-21T12:00:00Z");
  private timers: { at: number; done: () => void }[] = [];
  now = () => this.time;
  after = (milliseconds: number, done: () => void) => {
    const timer = { at: this.time + milliseconds, done };
    this.timers.push(timer);
    return () => void (this.timers = this.timers.filter((each) => each !== timer));
  };
  /** Lets the runtime process the answers, then advances the time. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.time + milliseconds;
    await settled();
    for (;;) {
      const [next] = this.timers.filter((timer) => timer.at <= end).sort((one, other) => one.at - other.at);
      if (next === undefined) break;
      this.timers = this.timers.filter((each) => each !== next);
      this.time = next.at;
      next.done();
      await settled();
    }
    this.time = end;
  }
  get waiting(): number {
    return this.timers.length;
  }
}

/** All that has been answered has been worked on. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

type ScreenParts = Partial<Omit<ScreenRoute, "title" | "paths">> & { path?: string | string[]; title?: string } & Partial<ScreenContent>;

/** A bundle of these screens, all in one journey unless they name another. */
export function bundleOf(
  screens: Record<string, ScreenParts>,
  app: Partial<BundleCore> = {},
): { core: BundleCore; journeys: Record<string, BundleJourney> } {
  const routes: Record<string, ScreenRoute> = {};
  const contents: Record<string, Record<string, ScreenContent>> = {};
  const all: Record<string, ScreenParts> = { "not-found": { path: "*", title: "Not found" }, ...screens };
  for (const [id, parts] of Object.entries(all)) {
    const journey = parts.journey ?? "main";
    const path = parts.path ?? `/${id}`;
    routes[id] = {
      id,
      journey,
      paths: typeof path === "string" ? [path] : path,
      title: parts.title ?? id,
      shell: parts.shell ?? [{ use: "plain" }],
      gates: parts.gates ?? [],
      guard: parts.guard ?? when(true),
      fallback: parts.fallback ?? [],
      queryToState: parts.queryToState ?? [],
      emailLink: parts.emailLink ?? null,
      progress: parts.progress ?? null,
      ...(parts.bar === undefined ? {} : { bar: parts.bar }),
      prefetch: parts.prefetch ?? [],
      at,
    };
    contents[journey] = {
      ...contents[journey],
      [id]: {
        data: parts.data ?? {},
        body: parts.body ?? [],
        actions: parts.actions ?? {},
        onEnter: parts.onEnter ?? [],
        timers: parts.timers ?? {},
        back: parts.back ?? [],
      },
    };
  }
  const operations = Object.fromEntries(
    (["Progress", "Alerts", "Profile", "Save", "MarkRead", "Check", "Pay"] as const).map((name) => [
      name,
      {
        name,
        kind: ["Save", "MarkRead", "Pay"].includes(name) ? ("mutation" as const) : ("query" as const),
        document: `document ${name}`,
        hash: name,
        journey: "app",
        fields: [`${name.charAt(0).toLowerCase()}${name.slice(1)}`],
        ...(name === "Pay" ? { idempotencyKey: "key" } : {}),
      },
    ]),
  );
  const core: BundleCore = {
    language: 2,
    hash: "hash-1",
    brand: {
      language: 2,
      slug: "harbor",
      name: "Harbor Savings Bank",
      short_name: "Harbor",
      hosts: [],
      link_restriction: "UNRESTRICTED",
      features: {},
      locale: "en-US",
      dark_scheme: false,
      emails: { support: "help@harbor.example" },
      show_fdic: true,
      color_primary: "#123456",
      color_secondary: "#654321",
      font: "Lato",
      logos: { "hor-color": "logo.svg" },
    },
    screens: routes,
    catchAll: "not-found",
    initial: INITIAL,
    persisted: { auth: "session", progress: "session", branding: "session", dismissed: "depositor", drafts: "draft", attempts: "draft" },
    versions: {},
    keptOnReset: ["dismissed"],
    predicates: { loggedIn: when({ "!!": [{ var: "auth.bearerToken" }] }) },
    decisions: { logoLink: { name: "logoLink", rows: [{ key: "all", go: "/login", at }] } },
    gates: {},
    fallback: [
      { key: "notLoggedIn", when: when({ "!": [{ var: "auth.bearerToken" }] }), go: "/logout", at },
      { key: "else", go: "/not-found", at },
    ],
    durations: {
      notification: 10_000,
      reloadGuard: 10_000,
      rehydrate: 5000,
      draft: 86_400_000,
      longCall: 300_000,
      idleWarning: 780_000,
      idleEnd: 900_000,
      check: 60_000,
      visible: 30_000,
      providerSilence: 30_000,
      providerGrace: 0,
    },
    polls: { request: { first: 1000, factor: 2, max: 10_000, limit: 60_000 } },
    failures: {
      "401": [{ go: "/logout" }],
      "422": [{ fieldErrors: { var: "error.errors" } }],
      "*": [{ notify: { message: { var: "error.message" }, severity: "error" } }],
    },
    actions: {
      dismissNotification: { then: [{ reset: ["notification"] }] },
      contact: { then: [{ go: "/messages" }] },
      logout: { when: when({ "!!": [{ var: "auth.bearerToken" }] }), then: [{ go: "/logout" }] },
    },
    events: [],
    loads: {},
    startPages: ["/"],
    formats: FORMATS,
    shells: { plain: { width: "narrow" }, dashboard: { width: "wide", navigation: true } },
    stages: [
      { key: "credentials", label: "Set up credentials", from: 0, to: 14 },
      { key: "about", label: "Tell us about yourself", from: 21, to: 49 },
    ],
    navigation: [],
    texts: {},
    chrome: CHROME,
    logoDecision: "logoLink",
    monitors: {},
    operations,
    journeys: Object.keys(contents),
    ...app,
  };
  return {
    core,
    journeys: Object.fromEntries(Object.entries(contents).map(([journey, content]) => [journey, { journey, screens: content }])),
  };
}

export const INITIAL: DepositorState = {
  auth: { bearerToken: null, session_id: null },
  progress: null,
  alerts: [],
  banners: [],
  branding: null,
  dismissed: { banners: [], returnedTransactions: [], bookmark: false, chase: false },
  drafts: {},
  attempts: {},
  notification: { message: "", isOpen: false, severity: "success" },
};

export const SIGNED_IN = { ...INITIAL, auth: { bearerToken: "marker", session_id: "s1" } };

export interface Sent {
  readonly operation: string;
  readonly variables: Json;
  aborted(): boolean;
  answer(outcome: Outcome): Promise<void>;
}

export interface FakePorts extends RuntimePorts {
  readonly history: { -readonly [name in keyof HistoryPort]: HistoryPort[name] };
  readonly clock: FakeClock;
  readonly sent: Sent[];
  readonly visited: { readonly how: "push" | "replace"; readonly address: Address }[];
  /** The entries of the history; `at` is the present one. */
  readonly entries: { readonly list: HistoryEntry[]; at: number };
  /** The depositor opens an address. */
  open(address: Address): void;
  /** What the browser does for Back (-1) and Forward (1). */
  browserMoves(by: number): Promise<void>;
  readonly faults: Error[];
  readonly downloads: string[];
  persistedCleared: number;
  reloads: number;
  lastReload: number | null;
  /** The journeys whose chunk was requested. */
  readonly loaded: string[];
  /** The journeys whose chunk fails to load. */
  readonly broken: Set<string>;
  /** Whether chunks fail to load because of the network. */
  unreachable: boolean;
  newer(when: "at next navigation" | "at once"): void;
  /** The fields that the runtime has reported to the other tabs, by report. */
  readonly reportedChanges: (readonly string[])[];
  /** Another tab reports that it has changed these fields. */
  changedElsewhere(fields: readonly string[]): Promise<void>;
  served: BundleCore;
  /** The latest unanswered call of this operation. */
  latestCall(operation: string): Sent;
}

export const ok = (result: { readonly [field: string]: Json }): Outcome => ({ status: "ok", result });
export const failed = (status: number, message = "", errors: readonly { path: string; message: string }[] = []): Outcome => ({
  status,
  code: null,
  message,
  errors,
  request_id: null,
});

/** The store is a variable, calls wait for the test's answer, and the history passes each entry to `onEntry`. */
export function fakePorts(
  bundle: ReturnType<typeof bundleOf>,
  initial: DepositorState,
  onEntry?: (entry: HistoryEntry) => void,
): FakePorts {
  let state = initial;
  const sent: Sent[] = [];
  let ids = 0;
  let keys = 0;
  const changeListeners = new Set<(fields: readonly string[]) => void>();
  let listener: ((when: "at next navigation" | "at once") => void) | null = null;
  const visited: FakePorts["visited"] = [];
  const entries: FakePorts["entries"] = { list: [], at: -1 };
  const enter = (how: "push" | "replace", address: Address) => {
    if (how === "push" || entries.at < 0) entries.at += 1;
    keys += 1;
    const entry = { ...address, key: `k${keys}`, position: entries.at };
    entries.list.splice(entries.at, how === "push" ? entries.list.length : 1, entry);
    onEntry?.(entry);
  };
  let moves = 0;
  const visit = (how: "push" | "replace") => (address: Address) => {
    visited.push({ how, address });
    if (moves > 0) setImmediate(() => enter(how, address));
    else enter(how, address);
  };
  const move = (by: number) => {
    entries.at += by;
    const entry = entries.list[entries.at];
    if (entry === undefined) throw new Error(`The history has no entry ${entries.at}.`);
    onEntry?.({ ...entry, moved: by });
  };
  // A browser moves in a later task, and a navigation meanwhile belongs to the entry at the end.
  const moveLater = (by: number) => {
    moves += 1;
    setImmediate(() => {
      moves -= 1;
      move(by);
    });
  };
  const claim = (key: string, depositor: string) => {
    const own = entries.list.findIndex((entry) => entry.key === key);
    const entry = entries.list[own];
    if (entry !== undefined) entries.list[own] = { ...entry, depositor };
  };
  const ports: FakePorts = {
    clock: new FakeClock(),
    timeZone: "America/New_York",
    sent,
    visited,
    entries,
    open: (address) => enter("push", address),
    browserMoves(by) {
      move(by);
      return settled();
    },
    faults: [],
    downloads: [],
    persistedCleared: 0,
    reloads: 0,
    lastReload: null,
    loaded: [],
    broken: new Set(),
    unreachable: false,
    served: bundle.core,
    call: ({ operation, variables, signal }) =>
      new Promise((resolve) => {
        const call: Sent = {
          operation,
          variables,
          aborted: () => signal?.aborted === true,
          answer(outcome) {
            sent.splice(sent.indexOf(call), 1);
            resolve(outcome);
            return settled();
          },
        };
        sent.push(call);
      }),
    bundle: {
      core: () => Promise.resolve(ports.served),
      journey: (core, journey) => {
        ports.loaded.push(journey);
        const content = bundle.journeys[journey];
        if (content === undefined || ports.broken.has(journey))
          return Promise.reject(Object.assign(new Error(`no ${journey} of ${core.hash}`), { unreachable: ports.unreachable }));
        return Promise.resolve({ content, validators: {} });
      },
      onNewer(next) {
        listener = next;
        return () => {
          listener = null;
        };
      },
    } satisfies BundlePort,
    newer: (when_) => listener?.(when_),
    reportedChanges: [],
    otherTabs: {
      reportChanges: (fields) => void (fields.length > 0 && ports.reportedChanges.push(fields)),
      onChanges(next) {
        changeListeners.add(next);
        return () => void changeListeners.delete(next);
      },
    },
    changedElsewhere(fields) {
      for (const each of changeListeners) each(fields);
      return settled();
    },
    store: {
      get: () => state,
      replace(next) {
        state = { ...state, ...next };
      },
    },
    history: { push: visit("push"), replace: visit("replace"), move: moveLater, claim },
    page: {
      last: () => ports.lastReload,
      reload(now) {
        ports.reloads += 1;
        ports.lastReload = now;
        return true;
      },
    },
    download: async (url) => ports.downloads.push(url) > 0,
    pause: (milliseconds) => new Promise((resolve) => void ports.clock.after(milliseconds, resolve)),
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    clearPersisted: () => {
      ports.persistedCleared += 1;
    },
    report: (fault) => ports.faults.push(fault),
    latestCall(operation) {
      const found = sent.findLast((call) => call.operation === operation);
      if (found === undefined) throw new Error(`Nothing has asked ${operation}; asked: ${sent.map((call) => call.operation).join(", ")}`);
      return found;
    },
  };
  return ports;
}
