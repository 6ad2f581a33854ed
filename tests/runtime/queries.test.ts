/** Tests the query layer: order of answers, repeated and shared queries, and aborted ones. */
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/engine/events.js";
import { failed, ok, SIGNED_IN, settled } from "./fakes.js";
import { loggedIn, runtimeFixture } from "./runtime-fixture.js";

const loads = { alerts: { query: "Alerts", when: loggedIn } };
const read = { call: "MarkRead", on: {} };
const look = { then: [{ refetch: ["alerts"] }] };
const save = { call: "Save", on: { ok: [{ refetch: ["alerts"] }] } };
const screens = { home: { actions: { read, look, save } }, elsewhere: { actions: { look }, onEnter: ["look"] }, logout: {} };
const alerts = (...uuids: string[]): Outcome => ok({ alerts: uuids.map((uuid) => ({ uuid })) });
const MARKED = ok({ markRead: { alerts: [{ uuid: "from the action" }] } });

async function home(own: Parameters<typeof runtimeFixture>[0] = screens) {
  const fixture = runtimeFixture(own, SIGNED_IN, { loads });
  await fixture.open("/home");
  return fixture;
}

describe("the answer of a query", () => {
  it("that was sent before an action has written the same slice is requested again, not applied", async () => {
    const { runtime, ports } = await home();
    const old = ports.latestCall("Alerts");
    void runtime.raise("home", "read");
    await settled();
    await ports.latestCall("MarkRead").answer(MARKED);
    await old.answer(alerts("old"));
    expect(ports.store.get().alerts).toEqual([{ uuid: "from the action" }]);
    await ports.latestCall("Alerts").answer(alerts("new"));
    expect(ports.store.get().alerts).toEqual([{ uuid: "new" }]);
    expect(ports.sent).toEqual([]);
  });

  it("is applied when only other slices were written", async () => {
    const { ports } = await home();
    ports.store.replace({ ...ports.store.get(), progress: { step: "next" } });
    await ports.latestCall("Alerts").answer(alerts("a"));
    expect(ports.store.get().alerts).toEqual([{ uuid: "a" }]);
    expect(ports.sent).toEqual([]);
  });
});

describe("a refetch", () => {
  it("during the load is the load where no action was answered since it was sent", async () => {
    const { runtime, ports } = await home();
    void runtime.raise("home", "look");
    let isDone = false;
    void runtime.refetch(["alerts"]).then(() => {
      isDone = true;
    });
    await settled();
    expect(ports.sent).toHaveLength(1);
    expect(isDone).toBe(false);
    await ports.latestCall("Alerts").answer(alerts("a"));
    expect(ports.store.get().alerts).toEqual([{ uuid: "a" }]);
    expect(isDone).toBe(true);
    expect(ports.sent).toEqual([]);
  });

  it("by an answered action and by the next screen is one request", async () => {
    const { open, runtime, ports } = await home();
    await ports.latestCall("Alerts").answer(alerts("before"));
    void runtime.raise("home", "save");
    await settled();
    await ports.latestCall("Save").answer(ok({ save: null }));
    await open("/elsewhere");
    expect(ports.sent).toHaveLength(1);
    await ports.latestCall("Alerts").answer(alerts("after"));
    expect(ports.store.get().alerts).toEqual([{ uuid: "after" }]);
    expect(ports.sent).toEqual([]);
  });

  it("after another tab's change shares no request that was sent before", async () => {
    const { ports } = await home();
    await ports.changedElsewhere(["alerts"]);
    await ports.latestCall("Alerts").answer(alerts("before"));
    expect(ports.sent).toHaveLength(1);
  });

  it("after the answer of an action runs after the load that was sent before, once for several", async () => {
    const { runtime, ports } = await home();
    void runtime.raise("home", "save");
    await settled();
    await ports.latestCall("Save").answer(ok({ save: null }));
    void runtime.raise("home", "look");
    void runtime.refetch(["alerts"]);
    await settled();
    expect(ports.sent).toHaveLength(1);
    await ports.latestCall("Alerts").answer(alerts("before"));
    expect(ports.sent).toHaveLength(1);
    await ports.latestCall("Alerts").answer(alerts("after"));
    expect(ports.store.get().alerts).toEqual([{ uuid: "after" }]);
    expect(ports.sent).toEqual([]);
  });

  it("resolves when its own answer was applied", async () => {
    const { runtime, ports } = await home();
    let isDone = false;
    void runtime.raise("home", "save");
    await settled();
    await ports.latestCall("Save").answer(failed(500));
    void runtime.refetch(["alerts"]).then(() => {
      isDone = true;
    });
    await ports.latestCall("Alerts").answer(alerts("before"));
    expect(isDone).toBe(false);
    await ports.latestCall("Alerts").answer(failed(500));
    expect(isDone).toBe(true);
  });
});

describe("identical queries in flight", () => {
  const own = { home: { data: { mine: { query: "Alerts" } } }, logout: {} };

  it("of the app and of a screen are one request", async () => {
    const { ports, screen } = await home(own);
    expect(ports.sent).toHaveLength(1);
    await ports.latestCall("Alerts").answer(alerts("a"));
    expect(ports.store.get().alerts).toEqual([{ uuid: "a" }]);
    expect(screen().data.mine).toEqual([{ uuid: "a" }]);
  });

  it("are two when an action was answered in between and the second one is a refetch", async () => {
    const { runtime, ports } = await home({
      home: { actions: { save, look: { then: [{ refetch: ["mine"] }] } }, data: own.home.data },
      logout: {},
    });
    void runtime.raise("home", "save");
    await settled();
    await ports.latestCall("Save").answer(failed(500));
    void runtime.raise("home", "look");
    await ports.latestCall("Alerts").answer(alerts("a"));
    expect(ports.sent).toHaveLength(1);
  });
});

describe("the queries of a screen", () => {
  it("that an action sends again as it leaves for the same screen are those of the next entry", async () => {
    const renew = { call: "Save", on: { ok: [{ refetch: ["mine"] }, { go: { path: "/home", replace: true } }] } };
    const { screen, runtime, ports } = await home({ home: { data: { mine: { query: "Profile" } }, actions: { renew } }, logout: {} });
    await ports.latestCall("Alerts").answer(alerts());
    await ports.latestCall("Profile").answer(ok({ profile: { name: "before" } }));
    const { entry } = screen();
    void runtime.raise("home", "renew");
    await settled();
    await ports.latestCall("Save").answer(ok({ save: null }));
    expect(screen().entry).toBe(entry + 1);
    expect(ports.sent).toHaveLength(1);
    await ports.latestCall("Profile").answer(ok({ profile: { name: "after" } }));
    expect(screen().data.mine).toEqual({ name: "after" });
    expect(ports.sent).toEqual([]);
  });

  const own = { home: { data: { mine: { query: "Profile" } } }, elsewhere: {}, logout: {} };

  it("are aborted when it is left, and the app's are not", async () => {
    const { open, ports } = await home(own);
    const [profile, app] = [ports.latestCall("Profile"), ports.latestCall("Alerts")];
    await open("/elsewhere");
    expect([profile.aborted(), app.aborted()]).toEqual([true, false]);
  });

  it("stay in flight for an app's load that shares them", async () => {
    const { open, ports } = await home({ home: { data: { mine: { query: "Alerts" } } }, elsewhere: {}, logout: {} });
    const shared = ports.latestCall("Alerts");
    await open("/elsewhere");
    expect(shared.aborted()).toBe(false);
    await shared.answer(alerts("a"));
    expect(ports.store.get().alerts).toEqual([{ uuid: "a" }]);
  });

  it("are aborted with the app's when the session ends", async () => {
    const { runtime, ports } = await home(own);
    const all = [ports.latestCall("Profile"), ports.latestCall("Alerts")];
    ports.store.replace({ ...ports.store.get(), auth: { bearerToken: null, session_id: null } });
    runtime.stateReplaced("session");
    await settled();
    expect(all.map((call) => call.aborted())).toEqual([true, true]);
  });
});
