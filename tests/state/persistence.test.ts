/** Tests the persisted state: what the browser persists slice by slice, when it is cleared, and what other tabs adopt. */
import { describe, expect, it, vi } from "vitest";
import type { DepositorState } from "../../src/engine/events.js";
import type { Json } from "../../src/language/definition.js";
import {
  NOTHING_PERSISTED,
  type PersistenceRules,
  parse,
  ROOT_KEY,
  rehydrate,
  type StoredEntries,
  serialize,
} from "../../src/state/persisted-state.js";
import { createPersistence } from "../../src/state/persistence.js";
import { localStoragePort, RehydrateTimeout, readInTime, type StoragePort, StorageUnavailable } from "../../src/state/storage.js";
import { FakeClock } from "../runtime/fakes.js";

const initial: DepositorState = {
  auth: { bearerToken: null, session_id: null, mfaRequired: false },
  progress: null,
  requests: {},
  accounts: [],
  branding: null,
  dismissed: { banners: [] },
  drafts: {},
};
const HOUR = 3_600_000;
const rules: PersistenceRules = {
  persisted: { auth: "session", progress: "session", requests: "session", branding: "session", dismissed: "depositor", drafts: "draft" },
  versions: { requests: 2 },
  keptOnReset: ["dismissed"],
  initial,
  ages: { branding: 3 * HOUR },
  draftAge: 24 * HOUR,
};
const signedIn = { ...initial, auth: { bearerToken: "marker", session_id: "s1", mfaRequired: false }, progress: { depositor_id: "d1" } };
const ADDRESS = "forms/address.json";

function memory(start: StoredEntries = new Map()) {
  const entries = new Map(start);
  const port = {
    entries,
    written: [] as string[],
    read: () => Promise.resolve(entries),
    write(name: string, text: string | null) {
      port.written.push(name);
      if (text === null) entries.delete(name);
      else entries.set(name, text);
    },
    onForeignWrite: () => () => {},
    onLeaving: () => () => {},
  };
  return port;
}

function persistenceOver(storage: ReturnType<typeof memory>, clock = new FakeClock()) {
  const persisted = parse(storage.entries, rules, clock.now());
  const persistence = createPersistence({ storage, rules, now: clock.now, after: clock.after }, new Map(storage.entries), persisted);
  return { persistence, state: rehydrate(rules, persisted), clock };
}

const entries = (values: Readonly<Record<string, Json>>): StoredEntries =>
  new Map(Object.entries(values).map(([slice, value]) => [slice, serialize(rules, slice, value)]));
const everything = ({ entries: all }: ReturnType<typeof memory>) => JSON.stringify([...all]);

describe("the persisted state", () => {
  it("has one entry for each changed slice that the rules name", () => {
    const storage = memory();
    persistenceOver(storage).persistence.changed({ ...signedIn, accounts: [{ uuid: "a" }] });
    expect([...storage.entries.keys()].sort()).toEqual(["auth", "progress"]);
    expect(JSON.parse(storage.entries.get("auth") ?? "")).toEqual({ version: 1, value: signedIn.auth });
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

  it("is written only where it changes", () => {
    const storage = memory();
    const { persistence } = persistenceOver(storage);
    persistence.changed(signedIn);
    storage.written = [];
    persistence.changed({ ...signedIn, accounts: [1] });
    expect(storage.written).toEqual([]);
    persistence.changed({ ...signedIn, requests: { funding: "r" } });
    expect(storage.written).toEqual(["requests"]);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ["broken JSON", { auth: '{"version":1,' }],
    ["another version", { requests: '{"version":1,"value":{"funding":"r"}}', auth: '{"version":2,"value":{"bearerToken":"x"}}' }],
    ["a list", { auth: "[]" }],
    ["a value of another kind", { auth: '{"version":1,"value":"marker"}', progress: '{"version":1,"value":[1]}' }],
    ["an unknown slice", { former: '{"version":1,"value":{}}' }],
    ["a draft without a time", { [`drafts/${ADDRESS}`]: '{"version":1,"value":{"street":"1 Main Street"}}' }],
  ])("that is %s counts as missing and is removed", (_what, texts) => {
    const storage = memory(new Map(Object.entries(texts)));
    expect(persistenceOver(storage).state).toEqual(initial);
    expect(storage.entries.size).toBe(0);
  });

  it("gets its missing fields from the initial values", () => {
    const { auth } = rehydrate(rules, parse(entries({ auth: { bearerToken: "x" } }), rules, 0));
    expect(auth).toEqual({ bearerToken: "x", session_id: null, mfaRequired: false });
  });

  it("drops branding three hours after it was fetched", async () => {
    const storage = memory();
    const { persistence, state, clock } = persistenceOver(storage);
    const start = clock.now();
    persistence.changed(state);
    persistence.changed({ ...state, branding: { name: "Harbor" } });
    await clock.pass(2 * HOUR);
    persistence.changed({ ...state, branding: { name: "Harbor" }, drafts: { form: {} } });
    const again = (at: number) => parse(storage.entries, rules, start + at).slices.branding;
    expect(again(3 * HOUR - 1)).toEqual({ name: "Harbor" });
    expect(again(5 * HOUR)).toEqual(undefined);
  });
});

describe("logging out", () => {
  it("removes every entry", () => {
    const storage = memory();
    const { persistence } = persistenceOver(storage);
    persistence.changed({ ...signedIn, drafts: { [ADDRESS]: { street: "1 Main Street" } } });
    persistence.clear();
    expect(storage.entries.size).toBe(0);
  });

  it("keeps each depositor's dismissals for that depositor only", () => {
    const storage = memory();
    const { persistence } = persistenceOver(storage);
    persistence.changed(signedIn);
    persistence.changed({ ...signedIn, dismissed: { banners: ["b1"] } });
    persistence.clear();
    expect(everything(storage)).not.toContain("marker");
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
    const { persistence } = persistenceOver(memory());
    persistence.changed(signedIn);
    const adopted = persistence.adopt(new Map(), { ...signedIn, accounts: [{ uuid: "a" }] });
    expect(adopted).toMatchObject({ as: "session", state: { auth: { bearerToken: null }, progress: null, accounts: [] } });
  });

  it("of the same session updates the slices that it has written, and leaves this tab's drafts", () => {
    const storage = memory();
    const { persistence } = persistenceOver(storage);
    const here = { ...signedIn, drafts: { [ADDRESS]: { street: "here" } } };
    persistence.changed(here);
    const there = new Map(storage.entries);
    there.set("progress", serialize(rules, "progress", { depositor_id: "d1", step: "next" }));
    there.set(`drafts/${ADDRESS}`, serialize(rules, "drafts", { street: "there" }, { at: 1 }));
    expect(persistence.adopt(there, here)).toMatchObject({
      as: "values",
      state: { progress: { step: "next" }, drafts: { [ADDRESS]: { street: "here" } } },
    });
  });

  it("keeps what this tab has written in other slices: the last writer wins by slice", () => {
    const storage = memory();
    const one = persistenceOver(storage).persistence;
    const other = persistenceOver(storage).persistence;
    one.changed(signedIn);
    const state = other.adopt(storage.entries, initial)?.state ?? initial;
    other.changed({ ...state, requests: { funding: "r" } });
    one.changed({ ...signedIn, progress: { depositor_id: "d1", step: "next" } });
    expect(persistenceOver(storage).state).toMatchObject({ requests: { funding: "r" }, progress: { step: "next" } });
  });

  it("that writes the present value changes nothing", () => {
    const storage = memory();
    const { persistence } = persistenceOver(storage);
    persistence.changed(signedIn);
    expect(persistence.adopt(new Map(storage.entries), signedIn)).toBeNull();
  });
});

describe("storage", () => {
  it("that is blocked is reported and does not throw", async () => {
    const reported: Error[] = [];
    localStorage.setItem(`${ROOT_KEY}/auth`, "x");
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const storage = localStoragePort(window, (failure) => reported.push(failure));
    expect((await storage.read()).size).toBe(0);
    storage.write("auth", "x");
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
    expect((await reading).size).toBe(0);
    expect(reported).toEqual([new RehydrateTimeout(5000)]);
  });

  it("reports another tab's writes together, a cleared storage, and a page from the back/forward cache", () => {
    vi.useFakeTimers();
    const reported: StoredEntries[] = [];
    const stop = localStoragePort(window, () => {}).onForeignWrite((all) => reported.push(all));
    for (const name of ["auth", "progress"]) {
      localStorage.setItem(`${ROOT_KEY}/${name}`, name);
      window.dispatchEvent(new StorageEvent("storage", { key: `${ROOT_KEY}/${name}` }));
    }
    window.dispatchEvent(new StorageEvent("storage", { key: "other", newValue: "x" }));
    vi.runAllTimers();
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
    vi.runAllTimers();
    const shown = (persisted: boolean) => Object.assign(new Event("pageshow"), { persisted });
    window.dispatchEvent(shown(false));
    window.dispatchEvent(shown(true));
    stop();
    window.dispatchEvent(shown(true));
    vi.useRealTimers();
    const both = { auth: "auth", progress: "progress" };
    expect(reported.map((all) => Object.fromEntries(all))).toEqual([both, {}, {}]);
  });

  it("reports that the page unloads", () => {
    const listener = vi.fn();
    const stop = localStoragePort(window, () => {}).onLeaving(listener);
    window.dispatchEvent(new Event("pagehide"));
    stop();
    window.dispatchEvent(new Event("pagehide"));
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it("that is empty gives an empty persisted state", () => {
    expect(parse(new Map(), rules, 0)).toEqual(NOTHING_PERSISTED);
  });
});

describe("drafts", () => {
  const drafts = { [ADDRESS]: { street: "1 Main Street" } };
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
    expect(everything(storage)).not.toContain("Main Street");
  });

  it("typed before sign-in belong to the depositor who signs in next", () => {
    const storage = memory();
    const { persistence } = persistenceOver(storage);
    persistence.changed(ended);
    expect(persistence.changed({ ...ended, progress: { depositor_id: "d1" } }).drafts).toEqual(drafts);
  });

  it("expire", () => {
    const storage = memory();
    const { persistence, clock } = persistenceOver(storage);
    persistence.changed(typed);
    const draftsIn = (milliseconds: number) => parse(storage.entries, rules, clock.now() + milliseconds).slices.drafts;
    expect(draftsIn(24 * HOUR - 1)).toEqual(drafts);
    expect(draftsIn(24 * HOUR)).toBeUndefined();
  });

  it("are written alone, at once and then at most twice a second while the depositor types", async () => {
    const storage = memory();
    const { persistence, clock } = persistenceOver(storage);
    persistence.changed(typed);
    storage.written = [];
    for (const key of "abcdefghij") {
      persistence.changed({ ...typed, drafts: { ...drafts, form: { text: key } } });
      await clock.pass(100);
    }
    await clock.pass(1000);
    expect(storage.written).toEqual(["drafts/form", "drafts/form", "drafts/form"]);
    expect(storage.entries.get("drafts/form")).toContain('"j"');
  });

  it("are written before the page unloads", () => {
    const storage = memory();
    const { persistence } = persistenceOver(storage);
    for (const street of ["1", "1 Main Street"]) persistence.changed({ ...signedIn, drafts: { [ADDRESS]: { street } } });
    persistence.flush();
    expect(everything(storage)).toContain("1 Main Street");
  });

  it("of other forms stay when another tab types in one", () => {
    const storage = memory();
    const one = persistenceOver(storage).persistence;
    const other = persistenceOver(storage).persistence;
    one.changed(typed);
    other.changed({ ...signedIn, drafts: { "forms/employer.json": { employer: "Acme" } } });
    expect(persistenceOver(storage).state.drafts).toEqual({ ...drafts, "forms/employer.json": { employer: "Acme" } });
  });
});
