/** From a page to everything that the app is made of: bundle, kept state, ports. */
import { type BundleFiles, createBundleFiles } from "../api/bundle-files.js";
import { createCallPort } from "../api/client.js";
import { firewallToken } from "../api/firewall.js";
import type { DepositorState } from "../engine/events.js";
import { initialState } from "../engine/write.js";
import type { BundleCore } from "../language/bundle.js";
import { duration } from "../runtime/durations.js";
import type { CallPort, RuntimePorts } from "../runtime/port.js";
import { createRouterHistory, type RouterHistory } from "../runtime/router-history.js";
import { type PersistedState, type PersistenceRules, parse, rehydrate } from "../state/persisted-state.js";
import { createPersistence, type Persistence } from "../state/persistence.js";
import { localStoragePort, readInTime, type StoragePort } from "../state/storage.js";
import { clock, reloadPort, startDownload } from "./browser.js";
import type { Page } from "./page.js";

export interface AppParts {
  readonly core: BundleCore;
  readonly files: BundleFiles;
  readonly initial: DepositorState;
  readonly persistence: Persistence;
  readonly storage: StoragePort;
  readonly history: RouterHistory;
  /** What the calls go through: the gateway, or what a configurator previews instead (development). */
  readonly calls: { through: CallPort };
  /** When what an action of the app fetches again was last answered, the oldest of it; null before any. */
  readonly answeredAt: (action: string) => number | null;
  /** All but the store, which lives where the state is drawn. */
  readonly ports: Omit<RuntimePorts, "store">;
}

/** What the gateway may take longer than its own longest limit to say so. */
const MARGIN = 10_000;

/** Faults are for whoever looks after the app; a depositor's data is in none of them. */
function report(fault: Error): void {
  console.error(fault);
}

/** How long what is kept may be used: a monitor of kind `age` says it of what its action fetches again. */
function agesOf(core: BundleCore): PersistenceRules["ages"] {
  const ages: Record<string, number> = {};
  for (const monitor of Object.values(core.monitors)) {
    if (monitor.kind === "age") for (const slice of slicesFetchedBy(core, monitor.do)) ages[slice] = duration(core, monitor.wait);
  }
  return ages;
}

/** The slices that an action of the app fetches again. */
function slicesFetchedBy(core: BundleCore, action: string): readonly string[] {
  const keys = core.actions[action]?.then?.flatMap(({ refetch }) => refetch ?? []) ?? [];
  return keys.flatMap((key) => core.operations[core.loads[key]?.query ?? ""]?.fields ?? []);
}

/** A brand's branding is of no use to another that the same address serves now; a configurator's edit shows at once. */
function withOwnBranding(page: Page, persisted: PersistedState): PersistedState {
  const { branding, ...others } = persisted.slices;
  const slug = typeof branding === "object" && branding !== null && "slug" in branding ? branding.slug : null;
  return slug === page.brand && !page.development ? persisted : { ...persisted, slices: others };
}

export async function boot(page: Page, window: Window & typeof globalThis): Promise<AppParts> {
  const fetch: typeof globalThis.fetch = (input, init) => window.fetch(input, init);
  const files = createBundleFiles({
    brand: page.brand,
    hash: page.bundle,
    fetch,
    load: (address) => import(/* @vite-ignore */ address),
  });
  const core = await files.core();
  const storage = localStoragePort(window, report);
  const rules: PersistenceRules = {
    persisted: core.persisted,
    keptOnReset: core.keptOnReset,
    initial: initialState(core),
    ages: agesOf(core),
  };
  const text = await readInTime(storage, duration(core, "rehydrate"), clock.after, report);
  const persisted = withOwnBranding(page, parse(text, rules, clock.now()));
  const persistence = createPersistence(storage, rules, persisted, text, clock.now);
  const history = createRouterHistory();
  const calls = {
    through: createCallPort({
      origin: window.location.origin,
      fetch,
      cookies: () => window.document.cookie,
      firewallToken: () => firewallToken(window.document),
      withTabLock: (work) => window.navigator.locks.request("passbook-csrf", work),
      limit: duration(core, "longCall") + MARGIN,
    }),
  };
  return {
    core,
    files,
    initial: rehydrate(rules, persisted),
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
      call: (...args) => calls.through(...args),
      bundle: files,
      clock,
      page: reloadPort(window),
      download: (url, filename) => startDownload(window.document, url, filename),
      clearPersisted: () => persistence.clear(),
      report,
    },
  };
}
