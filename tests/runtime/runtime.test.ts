/** Locations in, screens and commands out: the runtime without React. */
import { describe, expect, it } from "vitest";
import type { BundleCore } from "../../src/engine/bundle.js";
import type { DepositorState } from "../../src/engine/events.js";
import type { Address } from "../../src/runtime/port.js";
import { createRuntime, type Runtime } from "../../src/runtime/runtime.js";
import type { ScreenView } from "../../src/runtime/view.js";
import { bundleOf, type FakePorts, failed, fakePorts, INITIAL, ok, SIGNED_IN, settled, when } from "./fakes.js";

interface Stand {
  readonly runtime: Runtime;
  readonly ports: FakePorts;
  open(path: string, state?: Address["state"]): Promise<void>;
  screen(): ScreenView;
}

/** A runtime whose history leads back into it, as the router's does. */
function stand(screens: Parameters<typeof bundleOf>[0], state: DepositorState = INITIAL, app: Partial<BundleCore> = {}): Stand {
  const bundle = bundleOf(screens, app);
  let keys = 0;
  const ports = fakePorts(bundle, state, (address) => {
    keys += 1;
    runtime.locate({ ...address, key: `k${keys}` });
  });
  const runtime = createRuntime(bundle.core, ports);
  runtime.start();
  return {
    runtime,
    ports,
    async open(path, routeState = null) {
      const [pathname = "", search] = path.split("?");
      keys += 1;
      runtime.locate({ pathname, search: search === undefined ? "" : `?${search}`, state: routeState, key: `k${keys}` });
      await settled();
    },
    screen() {
      const view = runtime.view.get();
      if (view.kind !== "screen") throw new Error(`The view is ${view.kind}`);
      return view;
    },
  };
}

const loggedIn = when({ "!!": [{ var: "auth.bearerToken" }] });
const complete = when({ "===": [{ var: "progress.registration_last_step" }, "completed"] });
const progressLoad = {
  progress: { query: "Progress", when: when({ and: [{ "!!": [{ var: "auth.bearerToken" }] }, { "!": [{ var: "progress" }] }] }) },
};

describe("a location", () => {
  it("ends at the screen that the guards lead to, the history entry replaced", async () => {
    const { open, screen, ports } = stand({ home: { guard: loggedIn }, logout: {} });
    await open("/home");
    expect(screen().resolution.screen).toBe("logout");
    expect(ports.visited).toEqual([{ how: "replace", address: { pathname: "/logout", search: "", state: null } }]);
  });

  it("loses the query keys that the screen lifts", async () => {
    const { open, screen, ports } = stand({ reset: { lift: ["token"] } });
    await open("/reset?token=secret&x=1");
    expect(ports.visited).toEqual([{ how: "replace", address: { pathname: "/reset", search: "?x=1", state: { token: "secret" } } }]);
    expect(screen().resolution.route.state).toEqual({ token: "secret" });
  });

  it("of the same key twice running is one navigation", async () => {
    const { runtime, screen } = stand({ home: {} });
    const address = { pathname: "/home", search: "", state: null, key: "same" };
    runtime.locate(address);
    await settled();
    const { entry } = screen();
    runtime.locate({ ...address });
    await settled();
    expect(screen().entry).toBe(entry);
  });

  it("that nothing knows is the catch-all, its address unchanged", async () => {
    const { open, screen, ports } = stand({});
    await open("/nowhere");
    expect(screen().resolution).toMatchObject({ screen: "not-found", path: "/nowhere" });
    expect(ports.visited).toEqual([]);
  });
});

describe("while progress is on its way (D37)", () => {
  const screens = { home: { guard: complete }, "not-found-page": { path: "/not-found" }, open: {} };

  it("a page that reads it waits, and is entered when it is there", async () => {
    const { open, runtime, ports, screen } = stand(screens, SIGNED_IN, { loads: progressLoad });
    await open("/home");
    expect(runtime.view.get().kind).toBe("waiting");
    await ports.call_("Progress").answer(ok({ progress: { registration_last_step: "completed" } }));
    await settled();
    expect(screen().resolution.screen).toBe("home");
  });

  it("resolves with what there is when its call has failed", async () => {
    const { open, ports, screen } = stand(screens, SIGNED_IN, { loads: progressLoad });
    await open("/home");
    await ports.call_("Progress").answer(failed(500, "Later."));
    await settled();
    expect(screen().resolution.screen).toBe("not-found-page");
    expect(ports.store.get().notification).toMatchObject({ message: "Later.", severity: "error" });
  });

  it("a page open to everyone does not wait", async () => {
    const { open, screen } = stand(screens, SIGNED_IN, { loads: progressLoad });
    await open("/open");
    expect(screen().resolution.screen).toBe("open");
  });

  it("is asked once in a session, once more when it failed and one goes on", async () => {
    const { open, ports } = stand(screens, SIGNED_IN, { loads: progressLoad });
    await open("/open");
    await ports.call_("Progress").answer(failed(500));
    expect(ports.sent).toHaveLength(0);
    await open("/open");
    await ports.call_("Progress").answer(ok({ progress: { registration_last_step: null } }));
    await open("/open");
    expect(ports.sent).toHaveLength(0);
  });
});

describe("an action", () => {
  const save = { call: "Save", with: { form: { var: "form" } }, on: { ok: [{ set: { progress: { step: "next" } } }, { go: "/next" }] } };
  const screens = { form: { actions: { save } }, next: {}, elsewhere: {}, logout: {} };

  it("sends its call with the variables, writes the answer and goes on", async () => {
    const { open, runtime, ports, screen } = stand(screens);
    await open("/form");
    const done = runtime.raise("form", "save", { form: { name: "Ada" } });
    await settled();
    expect(ports.call_("Save").variables).toEqual({ form: { name: "Ada" } });
    expect(runtime.pending.get()).toEqual(new Set(["form/save"]));
    await ports.call_("Save").answer(ok({ save: { alerts: [{ uuid: "a" }] } }));
    await done;
    expect(ports.store.get()).toMatchObject({ alerts: [{ uuid: "a" }], progress: { step: "next" } });
    expect(screen().resolution.screen).toBe("next");
    expect(runtime.pending.get()).toEqual(new Set());
  });

  it("raised again while it is under way is the same wish", async () => {
    const { open, runtime, ports } = stand(screens);
    await open("/form");
    void runtime.raise("form", "save");
    void runtime.raise("form", "save");
    await settled();
    expect(ports.sent).toHaveLength(1);
  });

  it("answered after its screen was left is written, but leads nowhere", async () => {
    const { open, runtime, ports, screen } = stand(screens);
    await open("/form");
    void runtime.raise("form", "save");
    await settled();
    await open("/elsewhere");
    await ports.call_("Save").answer(ok({ save: {} }));
    expect(ports.store.get().progress).toEqual({ step: "next" });
    expect(screen().resolution.screen).toBe("elsewhere");
  });

  it("answered 401 logs out wherever one is", async () => {
    const { open, runtime, ports, screen } = stand(screens);
    await open("/form");
    void runtime.raise("form", "save");
    await settled();
    await open("/elsewhere");
    await ports.call_("Save").answer(failed(401));
    expect(screen().resolution.screen).toBe("logout");
  });

  it("shows the fields' errors of its last outcome until it is raised again", async () => {
    const { open, runtime, ports, screen } = stand(screens);
    await open("/form");
    void runtime.raise("form", "save");
    await settled();
    await ports.call_("Save").answer(failed(422, "", [{ path: "name", message: "Too long." }]));
    expect(screen().fieldErrors).toEqual([{ path: "name", message: "Too long." }]);
    void runtime.raise("form", "save");
    await settled();
    expect(screen().fieldErrors).toEqual([]);
  });

  it("that names nothing the flows have is reported, and nothing is stuck", async () => {
    const { open, runtime, ports } = stand(screens);
    await open("/form");
    await runtime.raise("form", "misspelt");
    expect(ports.faults.map(({ message }) => message)).toEqual(['The flows have no action "form.misspelt".']);
    expect(runtime.pending.get()).toEqual(new Set());
  });

  it("with a question is done when it is answered yes, and not when no", async () => {
    const confirm = { title: "Sure?", text: "It cannot be undone.", yes: "Yes", no: "No" };
    const { open, runtime, ports } = stand({ form: { actions: { save: { ...save, confirm } } }, next: {} });
    await open("/form");
    void runtime.raise("form", "save");
    await settled();
    expect(ports.sent).toHaveLength(0);
    expect(runtime.question.get()).toMatchObject({ title: "Sure?", yes: "Yes" });
    runtime.question.get()?.answer(false);
    await settled();
    expect(ports.sent).toHaveLength(0);
    void runtime.raise("form", "save");
    await settled();
    runtime.question.get()?.answer(true);
    await settled();
    expect(ports.sent).toHaveLength(1);
    expect(runtime.question.get()).toBeNull();
  });
});

describe("an optimistic action", () => {
  const read = { call: "MarkRead", optimistic: [{ set: { alerts: ["read"] } }], on: {} };
  const before = { ...SIGNED_IN, alerts: ["unread"] };
  const screens = { alerts: { actions: { read } }, logout: {} };

  it("is written at once and taken back when the call fails", async () => {
    const { open, runtime, ports } = stand(screens, before);
    await open("/alerts");
    void runtime.raise("alerts", "read");
    await settled();
    expect(ports.store.get().alerts).toEqual(["read"]);
    await ports.call_("MarkRead").answer(failed(500, "Not now."));
    expect(ports.store.get().alerts).toEqual(["unread"]);
  });

  it("is replaced by the server's answer", async () => {
    const { open, runtime, ports } = stand(screens, before);
    await open("/alerts");
    void runtime.raise("alerts", "read");
    await settled();
    await ports.call_("MarkRead").answer(ok({ markRead: { alerts: ["read by server"] } }));
    expect(ports.store.get().alerts).toEqual(["read by server"]);
  });
});

describe("the end of a session", () => {
  const screens = {
    home: {
      guard: loggedIn,
      actions: { leave: { then: [{ reset: "all" as const }, { go: "/login" }] }, save: { call: "Save", on: { ok: [] } } },
    },
    login: {},
    logout: {},
  };

  it("clears what is kept, and answers to the former one are nobody's", async () => {
    const { open, runtime, ports, screen } = stand(screens, SIGNED_IN, { loads: progressLoad });
    await open("/home");
    void runtime.raise("home", "save");
    await settled();
    await runtime.raise("home", "leave");
    expect(screen().resolution.screen).toBe("login");
    expect(ports.forgotten).toBe(1);
    await ports.call_("Progress").answer(ok({ progress: { registration_last_step: "basic" } }));
    await ports.call_("Save").answer(ok({ save: { alerts: ["of another"] } }));
    expect(ports.store.get()).toMatchObject({ progress: null, alerts: [] });
  });

  it("that leaves what is typed still forgets what was loaded: the next session asks again", async () => {
    const ended = { then: [{ reset: ["auth", "progress"] }] };
    const { open, runtime, ports } = stand({ home: { actions: { ended } } }, SIGNED_IN, { loads: progressLoad });
    await open("/home");
    await ports.call_("Progress").answer(ok({ progress: { registration_last_step: null } }));
    await runtime.raise("home", "ended");
    ports.store.replace({ auth: { bearerToken: "next" } });
    runtime.stateReplaced("news");
    expect(ports.call_("Progress")).toBeDefined();
    expect(ports.forgotten).toBe(0);
  });

  it("in another tab leads this one on as well", async () => {
    const { open, runtime, ports, screen } = stand(screens, SIGNED_IN);
    await open("/home");
    ports.store.replace(INITIAL);
    runtime.stateReplaced("session");
    await settled();
    expect(screen().resolution.screen).toBe("logout");
  });
});

describe("a decision", () => {
  const at = { file: "f", line: 1, column: 1, layer: "base" as const };
  const decisions = {
    logoLink: { name: "logoLink", rows: [{ key: "all", go: "/login", at }] },
    afterLogin: {
      name: "afterLogin",
      rows: [
        { key: "done", when: complete, go: "/home", at },
        { key: "else", go: "/landing", at },
      ],
    },
  };
  const login = { call: "Save", on: { ok: [{ decide: "afterLogin" }] } };

  it("waits for the load that its own answer made due", async () => {
    const { open, runtime, ports, screen } = stand({ login: { actions: { login } }, home: {}, landing: {} }, INITIAL, {
      decisions,
      loads: progressLoad,
    });
    await open("/login");
    void runtime.raise("login", "login");
    await settled();
    await ports.call_("Save").answer(ok({ save: { auth: { bearerToken: "marker" } } }));
    expect(screen().resolution.screen).toBe("login");
    await ports.call_("Progress").answer(ok({ progress: { registration_last_step: "completed" } }));
    await settled();
    expect(screen().resolution.screen).toBe("home");
  });
});

describe("a screen's own", () => {
  it("queries are asked on entering; the body waits for them", async () => {
    const { open, ports, screen } = stand({ details: { data: { profile: { query: "Profile" } } } });
    await open("/details");
    expect(screen().asking).toBe(true);
    await ports.call_("Profile").answer(ok({ profile: { first_name: "Ada" } }));
    expect(screen()).toMatchObject({ asking: false, data: { profile: { first_name: "Ada" } } });
  });

  it("queries that are not due keep nobody waiting, and are asked when they are", async () => {
    const { open, ports, runtime, screen } = stand({ details: { data: { profile: { query: "Profile", when: loggedIn } } } });
    await open("/details");
    expect(screen().asking).toBe(false);
    expect(ports.sent).toEqual([]);
    ports.store.replace(SIGNED_IN);
    runtime.stateReplaced("news");
    await settled();
    expect(screen().asking).toBe(true);
    await ports.call_("Profile").answer(ok({ profile: { first_name: "Ada" } }));
    expect(screen()).toMatchObject({ asking: false, data: { profile: { first_name: "Ada" } } });
    expect(ports.sent).toEqual([]);
  });

  it("poll goes on, slower each time, until its predicate holds", async () => {
    const check = { call: "Check", on: { ok: [] } };
    const { open, ports, runtime } = stand({
      review: { actions: { check }, timers: { poll: { every: "request", do: "check", until: complete } } },
      other: {},
    });
    await open("/review");
    const asked: number[] = [];
    const start = ports.clock.now();
    for (let second = 0; second < 20; second += 1) {
      await ports.clock.pass(1000);
      if (ports.sent.length > 0) {
        asked.push((ports.clock.now() - start) / 1000);
        await ports.call_("Check").answer(ok({ check: {} }));
      }
    }
    expect(asked).toEqual([1, 3, 7, 15]);
    ports.store.replace({ progress: { registration_last_step: "completed" } });
    await ports.clock.pass(60_000);
    expect(ports.sent).toHaveLength(0);
    expect(runtime.pending.get().size).toBe(0);
  });

  it("timers end when it is left", async () => {
    const { open, ports } = stand({
      review: { actions: { late: { then: [{ go: "/never" }] } }, timers: { t: { after: "check", do: "late" } } },
      other: {},
      never: {},
    });
    await open("/review");
    expect(ports.clock.waiting).toBe(1);
    await open("/other");
    expect(ports.clock.waiting).toBe(0);
  });

  it("onEnter actions are done on each entry, and stop where one leads away", async () => {
    const { open, screen, ports } = stand({
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

describe("a chunk that cannot be loaded", () => {
  it("loads the page again once within ten seconds, then says so", async () => {
    const screens = { home: { journey: "other" }, start: {} };
    const first = stand(screens);
    first.ports.broken.add("other");
    await first.open("/home");
    expect(first.ports.reloads).toBe(1);
    const second = stand(screens);
    second.ports.broken.add("other");
    second.ports.lastReload = second.ports.clock.now() - 9999;
    await second.open("/home");
    expect(second.ports.reloads).toBe(0);
    expect(second.runtime.view.get().kind).toBe("broken");
    await second.open("/start");
    expect(second.screen().resolution.screen).toBe("start");
  });
});

describe("a newer bundle", () => {
  it("is taken at the next navigation, not before", async () => {
    const { open, runtime, ports, screen } = stand({ one: {}, two: {} });
    await open("/one");
    ports.served = { ...ports.served, hash: "hash-2" };
    ports.newer("at next navigation");
    await settled();
    expect(runtime.core.get().hash).toBe("hash-1");
    await open("/two");
    expect(runtime.core.get().hash).toBe("hash-2");
    expect(screen().resolution.screen).toBe("two");
  });

  it("of a configurator's edit is drawn in place", async () => {
    const { open, runtime, ports, screen } = stand({ one: {} });
    await open("/one");
    ports.served = { ...ports.served, hash: "hash-2" };
    ports.newer("at once");
    await settled();
    expect(runtime.core.get().hash).toBe("hash-2");
    expect(screen().resolution.screen).toBe("one");
  });

  it("that cannot be had leaves the present one in use", async () => {
    const { open, runtime, ports, screen } = stand({ one: {}, two: {} });
    await open("/one");
    ports.bundle.core = () => Promise.reject(new Error("offline"));
    ports.newer("at next navigation");
    await open("/two");
    expect(runtime.core.get().hash).toBe("hash-1");
    expect(screen().resolution.screen).toBe("two");
    expect(ports.faults.map(({ message }) => message)).toEqual(["offline"]);
  });
});
