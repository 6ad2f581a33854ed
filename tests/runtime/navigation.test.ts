/** Tests navigation: which screen a location shows, and its queries, timers and onEnter actions. */
import { describe, expect, it } from "vitest";
import type { ScreenContent } from "../../src/language/bundle.js";
import { failed, INITIAL, ok, SIGNED_IN, settled, when } from "./fakes.js";
import { complete, loggedIn, progressLoad, runtimeFixture } from "./runtime-fixture.js";

describe("a location", () => {
  it("shows the screen to which the guards redirect, and replaces the history entry", async () => {
    const { open, screen, ports } = runtimeFixture({ home: { guard: loggedIn }, logout: {} });
    await open("/home");
    expect(screen().resolution.screen).toBe("logout");
    expect(ports.visited).toEqual([{ how: "replace", address: { pathname: "/logout", search: "", state: null } }]);
  });

  it("removes the query keys that the screen moves to route state", async () => {
    const { open, screen, ports } = runtimeFixture({ reset: { queryToState: ["token"] } });
    await open("/reset?token=secret&x=1");
    expect(ports.visited).toEqual([{ how: "replace", address: { pathname: "/reset", search: "?x=1", state: { token: "secret" } } }]);
    expect(screen().resolution.route.state).toEqual({ token: "secret" });
  });

  it("with the same key twice in a row is one navigation", async () => {
    const { runtime, screen } = runtimeFixture({ home: {} });
    const address = { pathname: "/home", search: "", state: null, key: "same" };
    runtime.setLocation(address);
    await settled();
    const { entry } = screen();
    runtime.setLocation({ ...address });
    await settled();
    expect(screen().entry).toBe(entry);
  });

  it("that is unknown shows the catch-all screen without changing the address", async () => {
    const { open, screen, ports } = runtimeFixture({});
    await open("/nowhere");
    expect(screen().resolution).toMatchObject({ screen: "not-found", path: "/nowhere" });
    expect(ports.visited).toEqual([]);
  });
});

describe("while progress is loading (D37)", () => {
  const screens = { home: { guard: complete }, "not-found-page": { path: "/not-found" }, open: {} };

  it("a screen whose guard reads it is entered when it has loaded", async () => {
    const { open, runtime, ports, screen } = runtimeFixture(screens, SIGNED_IN, { loads: progressLoad });
    await open("/home");
    expect(runtime.view.get().kind).toBe("loading");
    await ports.latestCall("Progress").answer(ok({ progress: { registration_last_step: "completed" } }));
    await settled();
    expect(screen().resolution.screen).toBe("home");
  });

  it("a failed load lets the location resolve with the present state", async () => {
    const { open, ports, screen } = runtimeFixture(screens, SIGNED_IN, { loads: progressLoad });
    await open("/home");
    await ports.latestCall("Progress").answer(failed(500, "Later."));
    await settled();
    expect(screen().resolution.screen).toBe("not-found-page");
    expect(ports.store.get().notification).toMatchObject({ message: "Later.", severity: "error" });
  });

  it("a screen open to everyone does not wait", async () => {
    const { open, screen } = runtimeFixture(screens, SIGNED_IN, { loads: progressLoad });
    await open("/open");
    expect(screen().resolution.screen).toBe("open");
  });

  it("is loaded once in a session, and again at the next navigation after a failure, but not on a page without data", async () => {
    const framed = { ...screens, open: { shell: [{ use: "dashboard" }] }, bare: {} };
    const { open, ports } = runtimeFixture(framed, SIGNED_IN, { loads: progressLoad });
    await open("/open");
    await ports.latestCall("Progress").answer(failed(500));
    expect(ports.sent).toHaveLength(0);
    await open("/bare");
    expect(ports.sent).toHaveLength(0);
    await open("/open");
    await ports.latestCall("Progress").answer(ok({ progress: { registration_last_step: null } }));
    await open("/open");
    expect(ports.sent).toHaveLength(0);
  });
});

describe("a screen", () => {
  it("sends its queries on entry, and its body waits for them", async () => {
    const { open, ports, screen } = runtimeFixture({ details: { data: { profile: { query: "Profile" } } } });
    await open("/details");
    expect(screen().loading).toBe(true);
    await ports.latestCall("Profile").answer(ok({ profile: { first_name: "Ada" } }));
    expect(screen()).toMatchObject({ loading: false, data: { profile: { first_name: "Ada" } } });
  });

  it("counts a failed query as failed until it succeeds", async () => {
    const askAgain = { then: [{ refetch: ["profile"] }] };
    const { open, ports, runtime, screen } = runtimeFixture(
      { details: { data: { profile: { query: "Profile" } }, actions: { askAgain } } },
      INITIAL,
      { failures: { "*": [] } },
    );
    await open("/details");
    await ports.latestCall("Profile").answer(failed(500));
    expect(screen()).toMatchObject({ loading: false, data: { profile: null }, failed: { profile: true } });
    expect(runtime.scope()).toMatchObject({ failed: { profile: true } });
    await runtime.raise("details", "askAgain");
    await ports.latestCall("Profile").answer(ok({ profile: { first_name: "Ada" } }));
    expect(screen()).toMatchObject({ data: { profile: { first_name: "Ada" } }, failed: {} });
    expect(screen().failed).toEqual({});
  });

  it("does not wait for queries that are not due, and sends them when they become due", async () => {
    const { open, ports, runtime, screen } = runtimeFixture({ details: { data: { profile: { query: "Profile", when: loggedIn } } } });
    await open("/details");
    expect(screen().loading).toBe(false);
    expect(ports.sent).toEqual([]);
    ports.store.replace(SIGNED_IN);
    runtime.stateReplaced("values");
    await settled();
    expect(screen().loading).toBe(true);
    await ports.latestCall("Profile").answer(ok({ profile: { first_name: "Ada" } }));
    expect(screen()).toMatchObject({ loading: false, data: { profile: { first_name: "Ada" } } });
    expect(ports.sent).toEqual([]);
  });

  it("repeats a poll at growing intervals until its predicate holds", async () => {
    const check = { call: "Check", on: { ok: [] } };
    const { open, ports, runtime } = runtimeFixture({
      review: { actions: { check }, timers: { poll: { every: "request", action: "check", until: complete } } },
      other: {},
    });
    await open("/review");
    const asked: number[] = [];
    const start = ports.clock.now();
    for (let second = 0; second < 20; second += 1) {
      await ports.clock.pass(1000);
      if (ports.sent.length > 0) {
        asked.push((ports.clock.now() - start) / 1000);
        await ports.latestCall("Check").answer(ok({ check: {} }));
      }
    }
    expect(asked).toEqual([1, 3, 7, 15]);
    ports.store.replace({ progress: { registration_last_step: "completed" } });
    await ports.clock.pass(60_000);
    expect(ports.sent).toHaveLength(0);
    expect(runtime.pending.get().size).toBe(0);
  });

  it("starts a poll when its predicate becomes false, and counts the limit from then", async () => {
    const { open, ports, runtime } = runtimeFixture({
      review: {
        actions: { check: { call: "Check", on: { ok: [] } }, giveUp: { then: [{ go: "/other" }] } },
        timers: { poll: { every: "request", action: "check", until: complete, limit: "giveUp" } },
      },
      other: {},
    });
    const setStep = (registration_last_step: string) => {
      ports.store.replace({ progress: { registration_last_step } });
      runtime.stateReplaced("values");
    };
    setStep("completed");
    await open("/review");
    await ports.clock.pass(400_000);
    expect(ports.clock.waiting).toBe(0);
    for (const _ of ["once", "and again"]) {
      setStep("basic");
      await ports.clock.pass(1000);
      await ports.latestCall("Check").answer(ok({ check: {} }));
      setStep("completed");
      await ports.clock.pass(60_000);
      expect(ports.sent).toEqual([]);
    }
    setStep("basic");
    for (let passed = 0; passed < 310_000; passed += 1000) {
      await ports.clock.pass(1000);
      if (ports.sent.length > 0) await ports.latestCall("Check").answer(ok({ check: {} }));
    }
    expect(ports.visited.map(({ address }) => address.pathname)).toEqual(["/other"]);
  });

  it("stops its timers when it is left", async () => {
    const { open, ports } = runtimeFixture({
      review: { actions: { late: { then: [{ go: "/never" }] } }, timers: { t: { after: "check", action: "late" } } },
      other: {},
      never: {},
    });
    await open("/review");
    expect(ports.clock.waiting).toBe(1);
    await open("/other");
    expect(ports.clock.waiting).toBe(0);
  });

  it("runs its onEnter actions on each entry, and stops after one that navigates", async () => {
    const { open, screen, ports } = runtimeFixture({
      gate: { actions: { on: { then: [{ go: "/next" }] }, never: { then: [{ go: "/wrong" }] } }, onEnter: ["on", "never"] },
      next: {},
      wrong: {},
    });
    await open("/gate");
    await settled();
    expect(screen().resolution.screen).toBe("next");
    expect(ports.visited.map(({ address }) => address.pathname)).toEqual(["/next"]);
  });
});

describe("a visible body", () => {
  const body = [{ block: "form", key: "form", initial: { var: "progress" } }] as unknown as ScreenContent["body"];
  const refresh = { then: [{ refetch: ["progress"] }] };

  it("waits for its first data, and stays visible while the data is fetched again", async () => {
    const { open, screen, ports, runtime } = runtimeFixture({ form: { body, actions: { refresh } } }, SIGNED_IN, { loads: progressLoad });
    await open("/form");
    expect(screen().loading).toBe(true);
    await ports.latestCall("Progress").answer(ok({ progress: { registration_last_step: null } }));
    expect(screen().loading).toBe(false);
    await runtime.raise("form", "refresh");
    ports.store.replace({ alerts: [] });
    runtime.stateReplaced("values");
    expect(screen().loading).toBe(false);
    await ports.latestCall("Progress").answer(ok({ progress: { registration_last_step: "basic" } }));
    expect(screen().loading).toBe(false);
  });
});

describe("an onEnter action", () => {
  const money = when({ "!!": [{ var: "alerts" }] });
  const screens = {
    home: { actions: { look: { when: money, then: [{ go: "/next" }] } }, onEnter: ["look"] },
    next: {},
    other: {},
  };
  const loads = { alerts: { query: "Alerts" } };

  it("waits for the slices that it reads, and is pending meanwhile", async () => {
    const { open, screen, ports, runtime } = runtimeFixture(screens, SIGNED_IN, { loads });
    await open("/home");
    expect(screen().resolution.screen).toBe("home");
    expect(runtime.pending.get()).toEqual(new Set(["home/look"]));
    await ports.latestCall("Alerts").answer(ok({ alerts: [{ uuid: "a" }] }));
    expect(screen().resolution.screen).toBe("next");
  });

  it("is pending in the scope from the first view until its effects are done, and not when a control raises it", async () => {
    const actions = { look: { then: [] }, verify: { call: "MarkRead", on: {} } };
    const { open, ports, runtime } = runtimeFixture({ home: { actions, onEnter: ["look", "verify"] } }, SIGNED_IN);
    const seen: unknown[] = [];
    runtime.view.subscribe(() => seen.push(runtime.scope().pending));
    await open("/home");
    expect(seen.find((pending) => JSON.stringify(pending) !== "{}")).toEqual({ look: true, verify: true });
    expect(runtime.scope().pending).toEqual({ verify: true });
    await ports.latestCall("MarkRead").answer(failed(500));
    expect(runtime.scope().pending).toEqual({});
    void runtime.raise("home", "verify", { source: "again" });
    await settled();
    expect(runtime.pending.get()).toEqual(new Set(["home/verify"]));
    expect(runtime.scope().pending).toEqual({});
  });

  it("does not run when its screen was left meanwhile", async () => {
    const { open, screen, ports } = runtimeFixture(screens, SIGNED_IN, { loads });
    await open("/home");
    await open("/other");
    await ports.latestCall("Alerts").answer(ok({ alerts: [{ uuid: "a" }] }));
    expect(screen().resolution.screen).toBe("other");
  });
});

describe("a screen whose journey is loading", () => {
  it("is entered once, also when the state changes meanwhile", async () => {
    const { runtime, screen } = runtimeFixture({ home: { journey: "other" } });
    runtime.setLocation({ pathname: "/home", search: "", state: null, key: "first" });
    runtime.stateReplaced("values");
    await settled();
    // A second entry would render the form again, and remove the focus from it.
    expect(screen().entry).toBe(1);
  });
});

describe("a journey that a screen prefetches", () => {
  it("is loaded when the screen has had time to load", async () => {
    const { open, ports } = runtimeFixture({ home: { prefetch: ["other"] }, next: { journey: "other" } });
    await open("/home");
    await ports.clock.pass(1_999);
    expect(ports.loaded).not.toContain("other");
    await ports.clock.pass(1);
    expect(ports.loaded).toContain("other");
  });
});

describe("a chunk that cannot be loaded", () => {
  it("reloads the page once within ten seconds, then shows the failure", async () => {
    const screens = { home: { journey: "other" }, start: {} };
    const first = runtimeFixture(screens);
    first.ports.broken.add("other");
    await first.open("/home");
    expect(first.ports.reloads).toBe(1);
    const second = runtimeFixture(screens);
    second.ports.broken.add("other");
    second.ports.lastReload = second.ports.clock.now() - 9999;
    await second.open("/home");
    expect(second.ports.reloads).toBe(0);
    expect(second.runtime.view.get().kind).toBe("failed");
    await second.open("/start");
    expect(second.screen().resolution.screen).toBe("start");
  });

  it("is loaded again at growing intervals while the failure is shown", async () => {
    const { open, ports, runtime, screen } = runtimeFixture({ home: { journey: "other" } });
    ports.broken.add("other");
    ports.lastReload = ports.clock.now();
    await open("/home");
    await ports.clock.pass(5_999);
    expect(runtime.view.get().kind).toBe("failed");
    ports.broken.delete("other");
    await ports.clock.pass(1);
    expect(screen().resolution.screen).toBe("home");
    expect(ports.clock.waiting).toBe(0);
  });

  it("does not reload a page without a network", async () => {
    const { open, ports, runtime } = runtimeFixture({ home: { journey: "other" } });
    ports.broken.add("other");
    ports.unreachable = true;
    await open("/home");
    expect(ports.reloads).toBe(0);
    expect(runtime.view.get().kind).toBe("failed");
  });
});

describe("a newer bundle", () => {
  it("is used from the next navigation on", async () => {
    const { open, runtime, ports, screen } = runtimeFixture({ one: {}, two: {} });
    await open("/one");
    ports.served = { ...ports.served, hash: "hash-2" };
    ports.newer("at next navigation");
    await settled();
    expect(runtime.core.get().hash).toBe("hash-1");
    await open("/two");
    expect(runtime.core.get().hash).toBe("hash-2");
    expect(screen().resolution.screen).toBe("two");
  });

  it("from a configurator's edit updates the screen in place", async () => {
    const { open, runtime, ports, screen } = runtimeFixture({ one: {} });
    await open("/one");
    ports.served = { ...ports.served, hash: "hash-2" };
    ports.newer("at once");
    await settled();
    expect(runtime.core.get().hash).toBe("hash-2");
    expect(screen().resolution.screen).toBe("one");
  });

  it("may be replaced by the former one again", async () => {
    const { open, runtime, ports } = runtimeFixture({ one: { actions: { go: { then: [{ go: "/two" }] } } }, two: {} });
    await open("/one");
    const former = ports.served;
    for (const served of [{ ...former, hash: "hash-2" }, former]) {
      ports.served = served;
      ports.newer("at once");
      await settled();
    }
    await runtime.raise("one", "go");
    expect(ports.faults).toEqual([]);
    expect(ports.visited.map(({ address }) => address.pathname)).toEqual(["/two"]);
  });

  it("that fails to load leaves the present one in use", async () => {
    const { open, runtime, ports, screen } = runtimeFixture({ one: {}, two: {} });
    await open("/one");
    ports.bundle.core = () => Promise.reject(new Error("offline"));
    ports.newer("at next navigation");
    await open("/two");
    expect(runtime.core.get().hash).toBe("hash-1");
    expect(screen().resolution.screen).toBe("two");
    expect(ports.faults.map(({ message }) => message)).toEqual(["offline"]);
  });
});
