/** Exports the runtime's ports over the browser for `boot.ts` and the app: clock, presence, reload, download. */
import type { PresencePort } from "../runtime/monitors.js";
import type { ClockPort, ReloadPort } from "../runtime/port.js";
import { StorageUnavailable } from "../state/storage.js";

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

/**
 * The local storage key of the last input, in epoch milliseconds. Its `storage` event notifies the other tabs at once, and a
 * tab that was frozen in the background reads the value, which a message would not have reached.
 */
const LAST_INPUT = "passbook.lastInput";
/** The shortest time between two shared inputs, in milliseconds. */
const SHARE_INTERVAL = 1000;

export function presencePort(window: Window, report: (fault: Error) => void): PresencePort {
  const { document } = window;
  let shared = 0;
  function guarded<T>(during: "read" | "write", work: () => T, fallback: T): T {
    try {
      return work();
    } catch (error) {
      report(new StorageUnavailable(during, error));
      return fallback;
    }
  }
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
    shareInput(at) {
      if (at - shared < SHARE_INTERVAL) return;
      shared = at;
      guarded("write", () => window.localStorage.setItem(LAST_INPUT, String(at)), undefined);
    },
    sharedInput() {
      const text = guarded("read", () => window.localStorage.getItem(LAST_INPUT), null);
      return text === null ? null : Number(text);
    },
    onInputElsewhere(listener) {
      const onStorage = ({ key }: StorageEvent) => {
        if (key === LAST_INPUT) listener();
      };
      window.addEventListener("storage", onStorage);
      return () => window.removeEventListener("storage", onStorage);
    },
    async alone(name, work) {
      // Only secure contexts have Web Locks: elsewhere every tab does the work.
      if (!("locks" in window.navigator)) return work(false);
      const { locks } = window.navigator;
      const isFree = await locks.request(`passbook-${name}`, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await work(false);
        return lock !== null;
      });
      if (!isFree) await locks.request(`passbook-${name}`, () => work(true));
    },
    onRestored(listener) {
      let left = 0;
      const onHide = () => {
        left = Date.now();
      };
      const onShow = ({ persisted }: PageTransitionEvent) => {
        if (persisted) listener(Date.now() - left);
      };
      window.addEventListener("pagehide", onHide);
      window.addEventListener("pageshow", onShow);
      return () => {
        window.removeEventListener("pagehide", onHide);
        window.removeEventListener("pageshow", onShow);
      };
    },
  };
}

/** The session storage key of the last reload; it belongs to the tab and not to the depositor's persisted state. */
const RELOADED = "passbook.reloaded";

/** The reloads of the page; with `reason`, only those for this reason. */
export function reloadPort(window: Window, reason?: string): ReloadPort {
  const key = reason === undefined ? RELOADED : `${RELOADED}.${reason}`;
  return {
    last() {
      try {
        const text = window.sessionStorage.getItem(key);
        return text === null ? null : Number(text);
      } catch {
        // The storage is blocked: `reload` will fail as well and not reload.
        return null;
      }
    },
    reload(now) {
      try {
        window.sessionStorage.setItem(key, String(now));
      } catch {
        // Without the stored time the page might reload for ever.
        return false;
      }
      window.location.reload();
      return true;
    },
  };
}

/** Resolves after these milliseconds, or earlier when the network is back. */
export function pauseUntilOnline(window: Window, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener("online", done);
  });
}

/** The file name of a `Content-Disposition` header (RFC 6266): `filename*` in UTF-8, or `filename`. */
function fileNameOf(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? "";
}

/** How long the saved bytes stay in memory: a browser may ask its user where to store the file before it reads them. */
const SAVING_MS = 60_000;

/** The answer of the gateway, or null when it is a failure or does not arrive as a whole. */
async function fetchFile(window: Window, url: string): Promise<{ readonly bytes: Blob; readonly name: string } | null> {
  try {
    const response = await window.fetch(url, { credentials: "same-origin" });
    if (!response.ok) return null;
    return { bytes: await response.blob(), name: fileNameOf(response.headers.get("content-disposition") ?? "") };
  } catch {
    return null; // The connection was lost: the caller decides what the depositor reads.
  }
}

/**
 * Fetches an address and saves the answer in this tab. Chromium saves whatever an anchor with `download` points to, so the
 * body of a failure would be stored as the document.
 */
export async function saveFile(window: Window, url: string, filename: string | null): Promise<boolean> {
  const file = await fetchFile(window, url);
  if (file === null) return false;
  const { document } = window;
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(file.bytes);
  anchor.download = filename ?? file.name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(anchor.href), SAVING_MS);
  return true;
}
