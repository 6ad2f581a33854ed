/** Exports the port to the other tabs of the browser for `boot.ts`: each tab reports which data of the server it has changed. */
import { isObject } from "../language/json.js";
import type { OtherTabsPort } from "../runtime/port.js";
import { StorageUnavailable } from "../state/storage.js";

/**
 * The local storage key of the changes: a new stamp for each changed field. Its `storage` event notifies the other tabs at
 * once, and a tab that the browser froze compares the stamps when it continues.
 */
const CHANGES = "passbook.changes";

type Stamps = { readonly [field: string]: unknown };

function parsed(text: string | null): Stamps {
  if (text === null) return {};
  try {
    const stamps: unknown = JSON.parse(text);
    return isObject(stamps) ? stamps : {};
  } catch {
    return {}; // Another program has written the entry: the next change replaces it.
  }
}

export function otherTabsPort(window: Window, report: (fault: Error) => void): OtherTabsPort {
  const { document } = window;
  function read(): Stamps {
    try {
      return parsed(window.localStorage.getItem(CHANGES));
    } catch (error) {
      report(new StorageUnavailable("read", error));
      return {};
    }
  }
  let seen = read();
  return {
    reportChanges(fields) {
      if (fields.length === 0) return;
      const stamp = window.crypto.randomUUID();
      const own = Object.fromEntries(fields.map((field) => [field, stamp]));
      seen = { ...seen, ...own };
      try {
        window.localStorage.setItem(CHANGES, JSON.stringify({ ...read(), ...own }));
      } catch (error) {
        report(new StorageUnavailable("write", error));
      }
    },
    onChanges(listener) {
      const compare = () => {
        const present = read();
        const changed = Object.keys(present).filter((field) => present[field] !== seen[field]);
        seen = present;
        if (changed.length > 0) listener(changed);
      };
      const onStorage = ({ key }: StorageEvent) => {
        if (key === CHANGES) compare();
      };
      const onContinue = () => {
        if (document.visibilityState === "visible") compare();
      };
      window.addEventListener("storage", onStorage);
      window.addEventListener("pageshow", onContinue);
      document.addEventListener("visibilitychange", onContinue);
      return () => {
        window.removeEventListener("storage", onStorage);
        window.removeEventListener("pageshow", onContinue);
        document.removeEventListener("visibilitychange", onContinue);
      };
    },
  };
}
