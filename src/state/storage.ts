/** The browser's storage as a port: slow, blocked, full or broken storage ends in an answer, never in a crash. */
import { ROOT_KEY } from "./persisted.js";

/** Storage may answer later; whoever asks sets a limit. */
export interface StoragePort {
  read(): Promise<string | null>;
  /** Null removes the root key. */
  write(text: string | null): void;
  /** Told when another tab has written; the text, or null when the root key has gone. */
  onForeignWrite(listener: (text: string | null) => void): () => void;
  /** Told when the page is about to go: what is not written then is lost. */
  onLeaving(listener: () => void): () => void;
}

/** Storage that cannot be used: the app works on, and forgets when the tab is closed. */
export class StorageUnavailable extends Error {
  override readonly name = "StorageUnavailable";
  constructor(
    readonly during: "read" | "write",
    cause: unknown,
  ) {
    super(`The browser's storage refused to ${during} "${ROOT_KEY}".`, { cause });
  }
}

/** Storage did not answer in time (S9: 5000 ms). */
export class RehydrateTimeout extends Error {
  override readonly name = "RehydrateTimeout";
  constructor(readonly milliseconds: number) {
    super(`The kept state did not come within ${milliseconds} ms.`);
  }
}

/** `localStorage` of a window. `report` is told what went wrong. */
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
        // A key of null: the other tab cleared all of the storage.
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
 * What the storage holds, or null after `milliseconds`: the app starts without it rather than not at all.
 * `after` is a timer that can be cancelled.
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
