/** Tests the persisted state: what the browser persists, when it is cleared, and what other tabs adopt. */
import { describe, expect, it, vi } from "vitest";
import type { DepositorState } from "../../src/engine/events.js";
import { NOTHING_PERSISTED, type PersistenceRules, parse, ROOT_KEY, rehydrate, serialize } from "../../src/state/persisted-state.js";
import { createPersistence } from "../../src/state/persistence.js";
import { localStoragePort, RehydrateTimeout, readInTime, type StoragePort, StorageUnavailable } from "../../src/state/storage.js";

const initial: DepositorState = {
  auth: { bearerToken: null, session_id: null, mfaRequired: false },
  progress: null,
  accounts: [],
  branding: null,
  dismissed: { banners: [] },
  drafts: {},
};
const HOUR = 3_600_000;
const rules: PersistenceRules = {
  persisted: { auth: "session", progress: "session", branding: "session", dismissed: "depositor", drafts: "draft" },
  keptOnReset: ["dismissed"],
  initial,
  ages: { branding: 3 * HOUR },
};
const signedIn = { ...initial, auth: { bearerToken: "marker", session_id: "s1", mfaRequired: false }, progress: { depositor_id: "d1" } };

function memory(start: string | null = null) {
  const listeners = new Set<(text: string | null) => void>();
  const port = {
    text: start,
    writes: 0,
    read: () => Promise.resolve(port.text),
    write(text: string | null) {
      port.text = text;
      port.writes += 1;
    },
    onForeignWrite(listener: (text: string | null) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onLeaving: () => () => {},
  };
  return port;
}

function persistenceOver(storage: ReturnType<typeof memory>, now = () => 0) {
  const persisted = parse(storage.text, rules, now());
  const persistence = createPersistence(storage, rules, persisted, storage.text, now);
  return { persistence, state: rehydrate(rules, persisted) };
}

describe("the persisted state", () => {
  it("has the slices that the rules name, under one root key", () => {
    const storage = memory();
    persistenceOver(storage).persistence.changed({ ...signedIn, accounts: [{ uuid: "a" }] });
    expect(JSON.parse(storage.text ?? "")).toMatchObject({
      version: 2,
      slices: { auth: { bearerToken: "marker" }, progress: { depositor_id: "d1" } },
    });
    expect(storage.text).not.toContain("accounts");
  });

  it("is restored on the next page load", () => {
    const storage = memory();
    persistenceOver(storage).persistence.changed(signedIn);
    expect(persistenceOver(storage).state).toMatchObject({
      auth: { bearerToken: "marker" },
      progress: { depositor_id: "d1" },
      accounts: [],
    });
  });

  it("is not written when only other slices change", () => {
    const storage = memory();
    const { persistence } = persistenceOver(storage);
    persistence.changed(signedIn);
    persistence.changed({ ...signedIn, accounts: [1] });
    expect(storage.writes).toBe(1);
  });

  it.each([
    ["broken JSON", '{"version":2,'],
    ["another version", '{"version":1,"slices":{"auth":{"bearerToken":"x"}}}'],
    ["a list", "[]"],
    ["a slice of another kind", '{"version":2,"slices":{"auth":"marker","progress":[1],"drafts":[]}}'],
  ])("%s counts as empty", (_what, text) => {
    expect(rehydrate(rules, parse(text, rules, 0))).toEqual(initial);
  });

  it("gets its missing fields from the initial values", () => {
    const text = '{"version":2,"slices":{"auth":{"bearerToken":"x"}}}';
    expect(rehydrate(rules, parse(text, rules, 0)).auth).toEqual({ bearerToken: "x", session_id: null, mfaRequired: false });
  });

  it("drops branding three hours after it was fetched", () => {
    let now = 0;
    const storage = memory();
    const { persistence, state } = persistenceOver(storage, () => now);
    persistence.changed(state);
    persistence.changed({ ...state, branding: { name: "Harbor" } });
    now = 2 * HOUR;
    persistence.changed({ ...state, branding: { name: "Harbor" }, drafts: { form: {} } });
    const again = (at: number) => parse(storage.text, rules, at).slices.branding;
    expect(again(3 * HOUR - 1)).toEqual({ name: "Harbor" });
    expect(again(5 * HOUR)).toBeUndefined();
  });
});

describe("logging out", () => {
  it("removes the root key", () => {
    const storage = memory();
    const { persistence } = persistenceOver(storage);
    persistence.changed(signedIn);
    persistence.clear();
    expect(storage.text).toBeNull();
  });

  it("keeps each depositor's dismissals for that depositor only", () => {
    const storage = memory();
    const { persistence } = persistenceOver(storage);
    persistence.changed(signedIn);
    persistence.changed({ ...signedIn, dismissed: { banners: ["b1"] } });
    persistence.clear();
    expect(storage.text).not.toContain("marker");
    const loggedOut = persistence.changed({ ...initial, dismissed: { banners: ["b1"] } });
    expect(loggedOut.dismissed).toEqual({ banners: [] });
    const other = persistence.changed({ ...loggedOut, progress: { depositor_id: "d2" } });
    expect(other.dismissed).toEqual({ banners: [] });
    const back = persistence.changed({ ...other, progress: { depositor_id: "d1" } });
    expect(back.dismissed).toEqual({ banners: ["b1"] });
  });
});

describe("another tab", () => {
  it("that logs out ends this tab's session", () => {
    const one = memory();
    const { persistence } = persistenceOver(one);
    persistence.changed(signedIn);
    const adopted = persistence.adopt(null, { ...signedIn, accounts: [{ uuid: "a" }] });
    expect(adopted).toMatchObject({ as: "session", state: { auth: { bearerToken: null }, progress: null, accounts: [] } });
  });

  it("of the same session updates the values and leaves this tab's drafts", () => {
    const storage = memory();
    const { persistence } = persistenceOver(storage);
    const here = { ...signedIn, drafts: { form: { name: "here" } } };
    persistence.changed(here);
    const there = { ...signedIn, progress: { depositor_id: "d1", step: "next" }, drafts: { form: { name: "there" } } };
    const text = serialize({ ...NOTHING_PERSISTED, slices: there }, rules);
    expect(persistence.adopt(text, here)).toMatchObject({
      as: "values",
      state: { progress: { step: "next" }, drafts: { form: { name: "here" } } },
    });
  });

  it("that writes the same text changes nothing", () => {
    const storage = memory();
    const { persistence } = persistenceOver(storage);
    persistence.changed(signedIn);
    expect(persistence.adopt(storage.text, signedIn)).toBeNull();
  });
});

describe("storage", () => {
  it("that is blocked is reported and does not throw", async () => {
    const reported: Error[] = [];
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const storage = localStoragePort(window, (failure) => reported.push(failure));
    expect(await storage.read()).toBeNull();
    storage.write("x");
    expect(reported.map((failure) => failure instanceof StorageUnavailable && failure.during)).toEqual(["read", "write"]);
  });

  it("that does not answer is abandoned after the limit", async () => {
    const reported: Error[] = [];
    const timers: [number, () => void][] = [];
    const unresponsive: StoragePort = {
      read: () => new Promise(() => {}),
      write: () => {},
      onForeignWrite: () => () => {},
      onLeaving: () => () => {},
    };
    const reading = readInTime(
      unresponsive,
      5000,
      (milliseconds, done) => {
        timers.push([milliseconds, done]);
        return () => {};
      },
      (failure) => reported.push(failure),
    );
    const [[milliseconds, done] = [0, () => {}]] = timers;
    expect(milliseconds).toBe(5000);
    done();
    expect(await reading).toBeNull();
    expect(reported).toEqual([new RehydrateTimeout(5000)]);
  });

  it("reports another tab's writes to the root key, and a cleared storage", () => {
    const reported: (string | null)[] = [];
    const stop = localStoragePort(window, () => {}).onForeignWrite((text) => reported.push(text));
    window.dispatchEvent(new StorageEvent("storage", { key: ROOT_KEY, newValue: "text" }));
    window.dispatchEvent(new StorageEvent("storage", { key: "other", newValue: "x" }));
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
    stop();
    window.dispatchEvent(new StorageEvent("storage", { key: ROOT_KEY, newValue: "late" }));
    expect(reported).toEqual(["text", null]);
  });

  it("reports that the page unloads", () => {
    const listener = vi.fn();
    const stop = localStoragePort(window, () => {}).onLeaving(listener);
    window.dispatchEvent(new Event("pagehide"));
    stop();
    window.dispatchEvent(new Event("pagehide"));
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it("that is empty gives an empty persisted state, and the other way round", () => {
    expect(parse(null, rules, 0)).toBe(NOTHING_PERSISTED);
    expect(serialize({ ...NOTHING_PERSISTED, slices: initial }, rules)).toBeNull();
  });
});

describe("drafts", () => {
  const drafts = { "forms/address.json": { street: "1 Main Street" } };
  const typed = { ...signedIn, drafts };
  const ended = { ...initial, drafts };

  it("survive an expired session for the depositor who typed them", () => {
    const storage = memory();
    const first = persistenceOver(storage).persistence;
    first.changed(typed);
    first.changed(ended);
    const later = persistenceOver(storage);
    expect(later.persistence.changed({ ...later.state, progress: { depositor_id: "d1" } }).drafts).toEqual(drafts);
  });

  it("are discarded when a different depositor signs in on this device", () => {
    const storage = memory();
    const first = persistenceOver(storage).persistence;
    first.changed(typed);
    first.changed(ended);
    const later = persistenceOver(storage);
    expect(later.persistence.changed({ ...later.state, progress: { depositor_id: "d2" } }).drafts).toEqual({});
    expect(storage.text).not.toContain("Main Street");
  });

  it("typed before sign-in belong to the depositor who signs in next", () => {
    const storage = memory();
    const { persistence } = persistenceOver(storage);
    persistence.changed(ended);
    expect(persistence.changed({ ...ended, progress: { depositor_id: "d1" } }).drafts).toEqual(drafts);
  });
});
