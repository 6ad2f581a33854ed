/** Exports `boot` for `main.tsx`: loads the bundle and the persisted state, and creates the ports of the runtime. */
import { createActionTrace } from "../api/action-trace.js";
import { type BundleFiles, ChunkUnavailable, createBundleFiles } from "../api/bundle-files.js";
import { createCallPort } from "../api/client.js";
import { firewallToken } from "../api/firewall.js";
import type { DepositorState } from "../engine/events.js";
import { initialState } from "../engine/state-writes.js";
import type { BundleCore } from "../language/bundle.js";
import { callLimit, duration } from "../runtime/durations.js";
import type { CallPort, RuntimePorts } from "../runtime/port.js";
import { createRouterHistory, type RouterHistory } from "../runtime/router-history.js";
import { type PersistedState, type PersistenceRules, parse, rehydrate } from "../state/persisted-state.js";
import { createPersistence, type Persistence } from "../state/persistence.js";
import { localStoragePort, readInTime, type StoragePort } from "../state/storage.js";
import { clock, pauseUntilOnline, reloadPort, saveFile } from "./browser.js";
import { otherTabsPort } from "./other-tabs.js";
import { reloadWhenOutdated } from "./outdated-page.js";
import type { Page } from "./page.js";

/** The parts of the app before React renders it; created once for each page load. */
export interface AppParts {
  readonly core: BundleCore;
  readonly files: BundleFiles;
  readonly initial: DepositorState;
  readonly persistence: Persistence;
  readonly storage: StoragePort;
  readonly history: RouterHistory;
  /** The call port in use: the gateway, or in development the preview of a persona. */
  readonly calls: { through: CallPort };
  /** When the data that an app action fetches was last answered, the oldest of it; null before any. */
  readonly answeredAt: (action: string) => number | null;
  /** All ports but the store, which React provides. */
  readonly ports: Omit<RuntimePorts, "store">;
}

/** The maximum age of persisted slices: a monitor of the kind `age` declares it for the slices that its action fetches. */
function agesOf(core: BundleCore): PersistenceRules["ages"] {
  const ages: Record<string, number> = {};
  for (const monitor of Object.values(core.monitors)) {
    if (monitor.kind === "age") for (const slice of slicesFetchedBy(core, monitor.action)) ages[slice] = duration(core, monitor.wait);
  }
  return ages;
}

/** The slices that an app action fetches. */
function slicesFetchedBy(core: BundleCore, action: string): readonly string[] {
  const keys = core.actions[action]?.then?.flatMap(({ refetch }) => refetch ?? []) ?? [];
  return keys.flatMap((key) => core.operations[core.loads[key]?.query ?? ""]?.fields ?? []);
}

/** Drops persisted branding of another brand that this address has served, and in development, where a brand may change at any time. */
function withOwnBranding(page: Page, persisted: PersistedState): PersistedState {
  const { branding, ...others } = persisted.slices;
  const slug = typeof branding === "object" && branding !== null && "slug" in branding ? branding.slug : null;
  return slug === page.brand && !page.development ? persisted : { ...persisted, slices: others };
}

/** The first wait before the core of the bundle is requested again, its growth, and the longest one, in milliseconds. */
const BACK_OFF = { first: 2000, factor: 2, max: 30_000 } as const;

/** The core of the bundle. Without a network or a server, calls `onUnreachable` and tries again, at growing intervals and when the network is back. */
async function loadCore(
  files: BundleFiles,
  pause: (milliseconds: number) => Promise<void>,
  onUnreachable: () => void,
): Promise<BundleCore> {
  for (let wait: number = BACK_OFF.first; ; wait = Math.min(wait * BACK_OFF.factor, BACK_OFF.max)) {
    try {
      return await files.core();
    } catch (error) {
      if (!(error instanceof ChunkUnavailable) || !error.unreachable) throw error;
      onUnreachable();
      await pause(wait);
    }
  }
}

/** `report` receives errors of the app. `onUnreachable`: the bundle cannot be loaded at present, and `boot` tries again. */
export async function boot(
  page: Page,
  window: Window & typeof globalThis,
  { report, onUnreachable }: { readonly report: (fault: Error) => void; readonly onUnreachable: () => void },
): Promise<AppParts> {
  const fetch: typeof globalThis.fetch = (input, init) => window.fetch(input, init);
  const pause = (milliseconds: number) => pauseUntilOnline(window, milliseconds);
  const files = createBundleFiles({
    brand: page.brand,
    hash: page.bundle,
    fetch,
    load: (address) => import(/* @vite-ignore */ address),
    pause,
  });
  const core = await loadCore(files, pause, onUnreachable);
  const storage = localStoragePort(window, report);
  const rules: PersistenceRules = {
    persisted: core.persisted,
    versions: core.versions,
    keptOnReset: core.keptOnReset,
    initial: initialState(core),
    ages: agesOf(core),
    draftAge: duration(core, "draft"),
  };
  const entries = await readInTime(storage, duration(core, "rehydrate"), clock.after, report);
  const persisted = withOwnBranding(page, parse(entries, rules, clock.now()));
  const persistence = createPersistence({ storage, rules, now: clock.now, after: clock.after }, entries, persisted);
  const history = createRouterHistory();
  const gateway = createCallPort({
    origin: window.location.origin,
    fetch,
    cookies: () => window.document.cookie,
    firewallToken: () => firewallToken(window.document),
    traceparent: createActionTrace(window, clock.now),
    withTabLock: (work) => window.navigator.locks.request("passbook-csrf", work),
    limit: callLimit(core),
  });
  const calls = {
    through: reloadWhenOutdated({ call: gateway, page: reloadPort(window, page.bundle), now: clock.now, pause }),
  };
  return {
    core,
    files,
    // The gateway's answers are newer than what the browser has stored.
    initial: { ...rehydrate(rules, persisted), ...page.slices },
    persistence,
    storage,
    history,
    calls,
    answeredAt(action) {
      const times = slicesFetchedBy(core, action).map((slice) => persistence.answeredAt(slice));
      return times.reduce((oldest, time) => (oldest === null || time === null ? null : Math.min(oldest, time)), times[0] ?? null);
    },
    ports: {
      history,
      call: (request) => calls.through(request),
      bundle: files,
      clock,
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      page: reloadPort(window),
      otherTabs: otherTabsPort(window, report),
      download: (url, filename) => saveFile(window, url, filename),
      pause,
      newId: () => window.crypto.randomUUID(),
      clearPersisted: () => persistence.clear(),
      report,
    },
  };
}
