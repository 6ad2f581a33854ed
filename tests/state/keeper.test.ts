/** What is kept in the browser, and what becomes of it. */
import { describe, expect, it, vi } from "vitest";
import type { DepositorState } from "../../src/engine/events.js";
import { createKeeper } from "../../src/state/keeper.js";
import { NOTHING_KEPT, type PersistenceRules, ROOT_KEY, read, rehydrated, written } from "../../src/state/persisted.js";
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
const rules: PersistenceRules = { slices: ["auth", "progress", "branding", "dismissed", "drafts"], initial, ages: { branding: 3 * HOUR } };
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

function keeperOver(storage: ReturnType<typeof memory>, now = () => 0) {
  const kept = read(storage.text, rules, now());
  const keeper = createKeeper(storage, rules, kept, storage.text, now);
  return { keeper, state: rehydrated(initial, kept) };
}

describe("what is kept", () => {
  it("is the slices of the schema, under the one root key", () => {
    const storage = memory();
    keeperOver(storage).keeper.changed({ ...signedIn, accounts: [{ uuid: "a" }] });
    expect(JSON.parse(storage.text ?? "")).toMatchObject({
      version: 1,
      slices: { auth: { bearerToken: "marker" }, progress: { depositor_id: "d1" } },
    });
    expect(storage.text).not.toContain("accounts");
  });

  it("comes back", () => {
    const storage = memory();
    keeperOver(storage).keeper.changed(signedIn);
    expect(keeperOver(storage).state).toMatchObject({ auth: { bearerToken: "marker" }, progress: { depositor_id: "d1" }, accounts: [] });
  });

  it("is not written again when nothing of it has changed", () => {
    const storage = memory();
    const { keeper } = keeperOver(storage);
    keeper.changed(signedIn);
    keeper.changed({ ...signedIn, accounts: [1] });
    expect(storage.writes).toBe(1);
  });

  it.each([
    ["broken JSON", '{"version":1,'],
    ["another version", '{"version":2,"slices":{"auth":{"bearerToken":"x"}}}'],
    ["no object", "[]"],
    ["a slice of another kind", '{"version":1,"slices":{"auth":"marker","progress":[1],"drafts":[]}}'],
  ])("%s counts as nothing", (_what, text) => {
    expect(rehydrated(initial, read(text, rules, 0))).toEqual(initial);
  });

  it("has the parts that it lacks filled in", () => {
    const text = '{"version":1,"slices":{"auth":{"bearerToken":"x"}}}';
    expect(rehydrated(initial, read(text, rules, 0)).auth).toEqual({ bearerToken: "x", session_id: null, mfaRequired: false });
  });

  it("forgets branding after three hours, by the time at which it was fetched", () => {
    let now = 0;
    const storage = memory();
    const { keeper, state } = keeperOver(storage, () => now);
    keeper.changed(state);
    keeper.changed({ ...state, branding: { name: "Harbor" } });
    now = 2 * HOUR;
    keeper.changed({ ...state, branding: { name: "Harbor" }, drafts: { form: {} } });
    const again = (at: number) => read(storage.text, rules, at).slices.branding;
    expect(again(3 * HOUR - 1)).toEqual({ name: "Harbor" });
    expect(again(5 * HOUR)).toBeUndefined();
  });
});

describe("logging out", () => {
  it("takes the root key away", () => {
    const storage = memory();
    const { keeper } = keeperOver(storage);
    keeper.changed(signedIn);
    keeper.clear();
    expect(storage.text).toBeNull();
  });

  it("keeps what each depositor has dismissed, for that depositor alone", () => {
    const storage = memory();
    const { keeper } = keeperOver(storage);
    keeper.changed(signedIn);
    keeper.changed({ ...signedIn, dismissed: { banners: ["b1"] } });
    keeper.clear();
    expect(storage.text).not.toContain("marker");
    const loggedOut = keeper.changed({ ...initial, dismissed: { banners: ["b1"] } });
    expect(loggedOut.dismissed).toEqual({ banners: [] });
    const other = keeper.changed({ ...loggedOut, progress: { depositor_id: "d2" } });
    expect(other.dismissed).toEqual({ banners: [] });
    const back = keeper.changed({ ...other, progress: { depositor_id: "d1" } });
    expect(back.dismissed).toEqual({ banners: ["b1"] });
  });
});

describe("another tab", () => {
  it("that logged out takes this one along", () => {
    const one = memory();
    const { keeper } = keeperOver(one);
    keeper.changed(signedIn);
    const adopted = keeper.adopt(null, { ...signedIn, accounts: [{ uuid: "a" }] });
    expect(adopted).toMatchObject({ as: "session", state: { auth: { bearerToken: null }, progress: null, accounts: [] } });
  });

  it("of the same session brings its news, and leaves what is typed here", () => {
    const storage = memory();
    const { keeper } = keeperOver(storage);
    const here = { ...signedIn, drafts: { form: { name: "here" } } };
    keeper.changed(here);
    const text = written(
      {
        slices: { ...signedIn, progress: { depositor_id: "d1", step: "next" }, drafts: { form: { name: "there" } } },
        at: {},
        dismissals: {},
        writer: null,
      },
      rules,
    );
    expect(keeper.adopt(text, here)).toMatchObject({
      as: "news",
      state: { progress: { step: "next" }, drafts: { form: { name: "here" } } },
    });
  });

  it("that wrote what is here already is no news", () => {
    const storage = memory();
    const { keeper } = keeperOver(storage);
    keeper.changed(signedIn);
    expect(keeper.adopt(storage.text, signedIn)).toBeNull();
  });
});

describe("storage", () => {
  it("that is blocked is reported, and the app goes on", async () => {
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

  it("that does not answer is not waited for longer than the limit", async () => {
    const reported: Error[] = [];
    const timers: [number, () => void][] = [];
    const silent: StoragePort = {
      read: () => new Promise(() => {}),
      write: () => {},
      onForeignWrite: () => () => {},
      onLeaving: () => () => {},
    };
    const reading = readInTime(
      silent,
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

  it("tells what another tab wrote under the root key, and when all of it was cleared", () => {
    const told: (string | null)[] = [];
    const stop = localStoragePort(window, () => {}).onForeignWrite((text) => told.push(text));
    window.dispatchEvent(new StorageEvent("storage", { key: ROOT_KEY, newValue: "text" }));
    window.dispatchEvent(new StorageEvent("storage", { key: "other", newValue: "x" }));
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
    stop();
    window.dispatchEvent(new StorageEvent("storage", { key: ROOT_KEY, newValue: "late" }));
    expect(told).toEqual(["text", null]);
  });

  it("tells when the page is about to go", () => {
    const told = vi.fn();
    const stop = localStoragePort(window, () => {}).onLeaving(told);
    window.dispatchEvent(new Event("pagehide"));
    stop();
    window.dispatchEvent(new Event("pagehide"));
    expect(told).toHaveBeenCalledTimes(1);
  });

  it("that holds nothing gives nothing", () => {
    expect(read(null, rules, 0)).toBe(NOTHING_KEPT);
    expect(written({ slices: initial, at: {}, dismissals: {}, writer: null }, rules)).toBeNull();
  });
});

describe("drafts", () => {
  const drafts = { "forms/address.json": { street: "1 Main Street" } };
  const typed = { ...signedIn, drafts };
  const ended = { ...initial, drafts };

  it("outlive a session that ended, for the depositor who typed them", () => {
    const storage = memory();
    const first = keeperOver(storage).keeper;
    first.changed(typed);
    first.changed(ended);
    const later = keeperOver(storage);
    expect(later.keeper.changed({ ...later.state, progress: { depositor_id: "d1" } }).drafts).toEqual(drafts);
  });

  it("are not for the next depositor who signs in on this device", () => {
    const storage = memory();
    const first = keeperOver(storage).keeper;
    first.changed(typed);
    first.changed(ended);
    const later = keeperOver(storage);
    expect(later.keeper.changed({ ...later.state, progress: { depositor_id: "d2" } }).drafts).toEqual({});
    expect(storage.text).not.toContain("Main Street");
  });

  it("of somebody not known yet become those of whoever signs in next", () => {
    const storage = memory();
    const { keeper } = keeperOver(storage);
    keeper.changed(ended);
    expect(keeper.changed({ ...ended, progress: { depositor_id: "d1" } }).drafts).toEqual(drafts);
  });
});
