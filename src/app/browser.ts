/** The browser as the runtime's ports. */
import type { PresencePort } from "../runtime/monitors.js";
import type { ClockPort, ReloadPort } from "../runtime/port.js";

/** Timers of a browser count to 2^31 - 1 ms. */
const LONGEST = 2_147_483_647;

export const clock: ClockPort = {
  now: () => Date.now(),
  after(milliseconds, done) {
    const timer = setTimeout(done, Math.min(milliseconds, LONGEST));
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

/** Of this tab alone, and gone with it: no part of what is kept of a depositor. */
const RELOADED = "passbook.reloaded";

export function reloadPort(window: Window): ReloadPort {
  return {
    last() {
      try {
        const text = window.sessionStorage.getItem(RELOADED);
        return text === null ? null : Number(text);
      } catch {
        // Blocked storage: `reload` finds it blocked as well, and does not reload.
        return null;
      }
    },
    reload(now) {
      try {
        window.sessionStorage.setItem(RELOADED, String(now));
      } catch {
        // What cannot be remembered might be done for ever.
        return false;
      }
      window.location.reload();
      return true;
    },
  };
}

/** Starts a download in the page's own tab. */
export function startDownload(document: Document, url: string, filename: string | null): void {
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = filename ?? "";
  anchor.rel = "noopener";
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
