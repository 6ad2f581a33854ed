/** The browser's storage as a port, for `persistence.ts`: slow, blocked, full or broken storage is reported and never crashes the app. */
import { ROOT_KEY } from "./persisted-state.js";

/** Storage may answer late; `readInTime` sets a limit. */
export interface StoragePort {
  read(): Promise<string | null>;
  /** Null removes the root key. */
  write(text: string | null): void;
  /** Calls the listener when another tab has written: with the text, or null when the root key was removed. */
  onForeignWrite(listener: (text: string | null) => void): () => void;
  /** Calls the listener before the page unloads: the last chance to write. */
  onLeaving(listener: () => void): () => void;
}

/** The storage cannot be used. The app continues, and loses its state when the tab is closed. */
export class StorageUnavailable extends Error {
  override readonly name = "StorageUnavailable";
  constructor(
    readonly during: "read" | "write",
    cause: unknown,
  ) {
    super(`The browser's storage refused to ${during} "${ROOT_KEY}".`, { cause });
  }
}

/** The storage did not answer in time (S9: 5000 ms). */
export class RehydrateTimeout extends Error {
  override readonly name = "RehydrateTimeout";
  constructor(readonly milliseconds: number) {
    super(`The persisted state was not read within ${milliseconds} ms.`);
  }
}

/** The `localStorage` of a window. Failures go to `report`. */
export function localStoragePort(window: Window, report: (failure: StorageUnavailable) => void): StoragePort {
  return {
    async read() {
      try {
        return window.localStorage.getItem(ROOT_KEY);
      } catch (error) {
        report(new StorageUnavailable("read", error));
        return null;
      }
    },
    write(text) {
      try {
        if (text === null) window.localStorage.removeItem(ROOT_KEY);
        else window.localStorage.setItem(ROOT_KEY, text);
      } catch (error) {
        report(new StorageUnavailable("write", error));
      }
    },
    onForeignWrite(listener) {
      const onStorage = (event: StorageEvent) => {
        // The key is null when the other tab cleared the whole storage.
        if (event.key === ROOT_KEY || event.key === null) listener(event.key === null ? null : event.newValue);
      };
      window.addEventListener("storage", onStorage);
      return () => window.removeEventListener("storage", onStorage);
    },
    onLeaving(listener) {
      window.addEventListener("pagehide", listener);
      return () => window.removeEventListener("pagehide", listener);
    },
  };
}

/**
 * Reads the storage, or returns null after `milliseconds`: the app starts without its persisted state rather than not at
 * all. `after` starts a timer and returns its cancel function.
 */
export function readInTime(
  storage: StoragePort,
  milliseconds: number,
  after: (milliseconds: number, done: () => void) => () => void,
  report: (failure: RehydrateTimeout | StorageUnavailable) => void,
): Promise<string | null> {
  return new Promise((resolve) => {
    const cancel = after(milliseconds, () => {
      report(new RehydrateTimeout(milliseconds));
      resolve(null);
    });
    storage
      .read()
      .catch((error: unknown) => {
        report(new StorageUnavailable("read", error));
        return null;
      })
      .then((text) => {
        cancel();
        resolve(text);
      });
  });
}
