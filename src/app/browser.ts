/** Exports the runtime's ports over the browser for `boot.ts` and the app: clock, presence, reload, download. */
import type { PresencePort } from "../runtime/monitors.js";
import type { ClockPort, ReloadPort } from "../runtime/port.js";

/** The longest delay of a browser timer: 2^31 - 1 ms. */
const MAX_DELAY = 2_147_483_647;

export const clock: ClockPort = {
  now: () => Date.now(),
  after(milliseconds, done) {
    const timer = setTimeout(done, Math.min(milliseconds, MAX_DELAY));
    return () => clearTimeout(timer);
  },
};

const INPUTS = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart"] as const;

export function presencePort(window: Window): PresencePort {
  const { document } = window;
  return {
    visible: () => document.visibilityState === "visible",
    onVisibility(listener) {
      document.addEventListener("visibilitychange", listener);
      return () => document.removeEventListener("visibilitychange", listener);
    },
    onInput(listener) {
      for (const kind of INPUTS) window.addEventListener(kind, listener, { passive: true, capture: true });
      return () => {
        for (const kind of INPUTS) window.removeEventListener(kind, listener, { capture: true });
      };
    },
  };
}

/** The session storage key of the last reload; it belongs to the tab and not to the depositor's persisted state. */
const RELOADED = "passbook.reloaded";

export function reloadPort(window: Window): ReloadPort {
  return {
    last() {
      try {
        const text = window.sessionStorage.getItem(RELOADED);
        return text === null ? null : Number(text);
      } catch {
        // The storage is blocked: `reload` will fail as well and not reload.
        return null;
      }
    },
    reload(now) {
      try {
        window.sessionStorage.setItem(RELOADED, String(now));
      } catch {
        // Without the stored time the page might reload for ever.
        return false;
      }
      window.location.reload();
      return true;
    },
  };
}

/** Starts a download in this tab. */
export function startDownload(document: Document, url: string, filename: string | null): void {
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = filename ?? "";
  anchor.rel = "noopener";
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
