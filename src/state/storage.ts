/**
 * Exports the browser's storage as a port, for `persistence.ts`: slow, blocked, full or broken storage is reported and never
 * crashes the app.
 */
import { ROOT_KEY, type StoredEntries } from "./persisted-state.js";

/** Storage may answer late; `readInTime` sets a limit. */
export interface StoragePort {
  read(): Promise<StoredEntries>;
  /** Null removes the entry. */
  write(name: string, text: string | null): void;
  /** Calls the listener with all entries when another tab has written, and when the browser restores the page from its back/forward cache. */
  onForeignWrite(listener: (entries: StoredEntries) => void): () => void;
  /** Calls the listener when the page is hidden or unloads: the last chance to write. */
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

/** Another tab writes several entries one after another; the browser announces each. They are read together after this time. */
const GATHER_MS = 50;

const PREFIX = `${ROOT_KEY}/`;

function entriesOf(storage: Storage): StoredEntries {
  const entries = new Map<string, string>();
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index);
    const text = key?.startsWith(PREFIX) ? storage.getItem(key) : null;
    if (key !== null && text !== null) entries.set(key.slice(PREFIX.length), text);
  }
  return entries;
}

/** The `localStorage` of a window. Failures go to `report`. */
export function localStoragePort(window: Window, report: (failure: StorageUnavailable) => void): StoragePort {
  function readAll(): StoredEntries {
    try {
      return entriesOf(window.localStorage);
    } catch (error) {
      report(new StorageUnavailable("read", error));
      return new Map();
    }
  }
  return {
    read: async () => readAll(),
    write(name, text) {
      try {
        if (text === null) window.localStorage.removeItem(PREFIX + name);
        else window.localStorage.setItem(PREFIX + name, text);
      } catch (error) {
        report(new StorageUnavailable("write", error));
      }
    },
    onForeignWrite(listener) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const onStorage = (event: StorageEvent) => {
        // The key is null when the other tab cleared the whole storage.
        if (event.key !== null && !event.key.startsWith(PREFIX)) return;
        clearTimeout(timer);
        timer = setTimeout(() => listener(readAll()), GATHER_MS);
      };
      const onShow = (event: PageTransitionEvent) => {
        // The page has missed the events of its time in the back/forward cache.
        if (event.persisted) listener(readAll());
      };
      window.addEventListener("storage", onStorage);
      window.addEventListener("pageshow", onShow);
      return () => {
        clearTimeout(timer);
        window.removeEventListener("storage", onStorage);
        window.removeEventListener("pageshow", onShow);
      };
    },
    onLeaving(listener) {
      const { document } = window;
      const onVisibility = () => {
        if (document.visibilityState === "hidden") listener();
      };
      window.addEventListener("pagehide", listener);
      document.addEventListener("visibilitychange", onVisibility);
      return () => {
        window.removeEventListener("pagehide", listener);
        document.removeEventListener("visibilitychange", onVisibility);
      };
    },
  };
}

/**
 * Reads the storage, or returns nothing after `milliseconds`: the app starts without its persisted state rather than not
 * at all. `after` starts a timer and returns its cancel function.
 */
export function readInTime(
  storage: StoragePort,
  milliseconds: number,
  after: (milliseconds: number, done: () => void) => () => void,
  report: (failure: RehydrateTimeout | StorageUnavailable) => void,
): Promise<StoredEntries> {
  return new Promise((resolve) => {
    const cancel = after(milliseconds, () => {
      report(new RehydrateTimeout(milliseconds));
      resolve(new Map());
    });
    storage
      .read()
      .catch((error: unknown) => {
        report(new StorageUnavailable("read", error));
        return new Map();
      })
      .then((entries) => {
        cancel();
        resolve(entries);
      });
  });
}
