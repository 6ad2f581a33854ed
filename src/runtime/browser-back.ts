/**
 * Exports the handling of the browser's Back and Forward beyond showing the entry, for `runtime.ts` (D46). A page of a
 * wizard is open at its own step only: the former entry opens when the page's Back has been performed, not by its
 * address. An entry whose page is no longer open is passed over, so that Back and Forward do not end on the catch-all
 * screen.
 */
import type { Resolution } from "../engine/events.js";
import type { BundleCore, ScreenContent } from "../language/bundle.js";
import { holds, type Scope } from "../language/predicate.js";
import type { HistoryEntry, HistoryPort } from "./port.js";
import type { ScreenView } from "./view.js";

export type BackRow = ScreenContent["back"][number];

/** The source of the actions of Back, for `Payload.source`: their failures are shown at the page's Back. */
export const BACK_SOURCE = "back";

/** The row of the screen's Back that applies. */
export function backRowOf({ content }: Pick<ScreenView, "content">, scope: Scope): BackRow | null {
  return content.back.find(({ when }) => when === undefined || holds(when, scope)) ?? null;
}

export interface BrowserBackDependencies {
  readonly history: HistoryPort;
  core(): BundleCore;
  scope(): Scope;
  resolve(entry: HistoryEntry): Resolution;
  /** Whether data that the guards of this resolution read is loading. */
  waitsForGuardData(resolution: Resolution): boolean;
  /** Closes an open question; returns whether there was one. */
  closeQuestion(): boolean;
  /** Performs a row of the screen's Back; resolves when its call has been answered and its effects have run. */
  perform(row: BackRow, screen: ScreenView): Promise<void>;
  /** Goes to the target of the logo (D23). */
  goHome(): void;
}

/** Performs the screen's own Back when the browser goes back. */
export interface BrowserBack {
  /**
   * The browser has moved to this entry while the screen is shown. Returns false where the entry is to be shown as it is;
   * otherwise the screen stays until the navigation that follows.
   */
  intercepts(screen: ScreenView, entry: HistoryEntry): boolean;
  /** Another entry is shown. */
  entered(): void;
  /** The runtime navigates. Returns whether a Back is in progress: its target replaces the entry that the browser has moved to. */
  navigates(): boolean;
}

export function createBrowserBack(dependencies: BrowserBackDependencies): BrowserBack {
  const { history } = dependencies;
  /** The entry at which a Back is in progress, and its distance from the screen's own entry. */
  let running: { readonly key: string; isNavigating: boolean } | null = null;
  /** The distance of the browser from the entry of the screen, caused by entries that were passed over. */
  let passed = 0;

  /** Returns to the entry of the screen that is shown. */
  function restore(moved: number): void {
    passed = 0;
    history.move(-moved);
  }

  async function run(key: string, moved: number, perform: () => Promise<void> | void): Promise<void> {
    const own = { key, isNavigating: false };
    running = own;
    passed = 0;
    await perform();
    // Back did not navigate, because its call failed: the screen stays, and so does its entry.
    if (running === own && !own.isNavigating) {
      running = null;
      restore(moved);
    }
  }

  return {
    navigates() {
      if (running === null) return false;
      // The router shows the target later.
      running.isNavigating = true;
      return true;
    },
    entered() {
      running = null;
      passed = 0;
    },
    intercepts(screen, { key, position = 0, moved = 0, ...address }) {
      if (running !== null) {
        if (key !== running.key) history.move(-moved);
        return true;
      }
      const distance = passed + moved;
      if (dependencies.closeQuestion()) {
        restore(distance);
        return true;
      }
      const resolution = dependencies.resolve({ key, ...address });
      const isRefused = resolution.hops[0]?.redirect !== null && !dependencies.waitsForGuardData(resolution);
      if (moved < 0) {
        const row = backRowOf(screen, dependencies.scope());
        if (row !== null && (row.browser === true || isRefused)) {
          void run(key, distance, () => dependencies.perform(row, screen));
          return true;
        }
      }
      if (!isRefused || resolution.screen !== dependencies.core().catchAll) return false;
      if (moved > 0) restore(distance);
      else if (position > 0) {
        passed = distance;
        history.move(-1);
      } else void run(key, distance, dependencies.goHome);
      return true;
    },
  };
}
