/** Tests actions: calls, outcomes, optimistic updates and their rollback, decisions, sessions. */
import { describe, expect, it } from "vitest";
import { failed, INITIAL, ok, SIGNED_IN, settled } from "./fakes.js";
import { complete, loggedIn, progressLoad, runtimeFixture } from "./runtime-fixture.js";

describe("an action", () => {
  const save = { call: "Save", with: { form: { var: "form" } }, on: { ok: [{ set: { progress: { step: "next" } } }, { go: "/next" }] } };
  const screens = { form: { actions: { save } }, next: {}, elsewhere: {}, logout: {} };

  it("sends its call with the variables, writes the answer and navigates", async () => {
    const { open, runtime, ports, screen } = runtimeFixture(screens);
    await open("/form");
    const done = runtime.raise("form", "save", { form: { name: "Ada" } });
    await settled();
    expect(ports.latestCall("Save").variables).toEqual({ form: { name: "Ada" } });
    expect(runtime.pending.get()).toEqual(new Set(["form/save"]));
    await ports.latestCall("Save").answer(ok({ save: { alerts: [{ uuid: "a" }] } }));
    await done;
    expect(ports.store.get()).toMatchObject({ alerts: [{ uuid: "a" }], progress: { step: "next" } });
    expect(screen().resolution.screen).toBe("next");
    expect(runtime.pending.get()).toEqual(new Set());
  });

  it("is sent once when it is raised again while it runs", async () => {
    const { open, runtime, ports } = runtimeFixture(screens);
    await open("/form");
    void runtime.raise("form", "save");
    void runtime.raise("form", "save");
    await settled();
    expect(ports.sent).toHaveLength(1);
  });

  it("is not sent while another one sends the same mutation about the same item", async () => {
    const both = { save, fill: { ...save, with: {} }, list: { then: [] } };
    const { open, runtime, ports } = runtimeFixture({ ...screens, form: { actions: both } });
    await open("/form");
    const item = { uuid: "a" };
    const sentAfter = async (action: string, payload?: { readonly item: { readonly uuid: string } }) => {
      void runtime.raise("form", action, payload);
      await settled();
      return ports.sent.filter(({ operation }) => operation === "Save").length;
    };
    expect(await sentAfter("fill")).toBe(1);
    expect(await sentAfter("save")).toBe(1);
    expect(await sentAfter("save", { item })).toBe(2);
    expect(await sentAfter("fill", { item })).toBe(2);
    expect(await sentAfter("fill", { item: { uuid: "b" } })).toBe(3);
    await ports.sent.find(({ operation }) => operation === "Save")?.answer(failed(500));
    // Without the answered call.
    expect(await sentAfter("save")).toBe(3);
  });

  it("writes an answer that arrives after its screen was left, but does not navigate", async () => {
    const { open, runtime, ports, screen } = runtimeFixture(screens);
    await open("/form");
    void runtime.raise("form", "save");
    await settled();
    await open("/elsewhere");
    await ports.latestCall("Save").answer(ok({ save: {} }));
    expect(ports.store.get().progress).toEqual({ step: "next" });
    expect(screen().resolution.screen).toBe("elsewhere");
  });

  it("that moves money shows its success on another entry of its screen, and on no other screen", async () => {
    const pay = { call: "Pay", with: {}, on: { ok: [{ go: { path: "/next", state: { amount: { var: "route.state.amount" } } } }] } };
    for (const [back, shown] of [
      ["/form", "next"],
      ["/elsewhere", "elsewhere"],
    ] as const) {
      const { open, runtime, ports, screen } = runtimeFixture({ ...screens, form: { actions: { pay } } });
      await open("/form", { amount: "80.00" });
      void runtime.raise("form", "pay");
      await settled();
      await open(back);
      await ports.latestCall("Pay").answer(ok({ pay: {} }));
      expect(screen().resolution.screen).toBe(shown);
      if (shown === "next") expect(screen().resolution.route.state).toEqual({ amount: "80.00" });
    }
  });

  it("logs out on a 401, on whichever screen the depositor is", async () => {
    const { open, runtime, ports, screen } = runtimeFixture(screens);
    await open("/form");
    void runtime.raise("form", "save");
    await settled();
    await open("/elsewhere");
    await ports.latestCall("Save").answer(failed(401));
    expect(screen().resolution.screen).toBe("logout");
  });

  it("shows the field errors of its last outcome until it is raised again", async () => {
    const { open, runtime, ports, screen } = runtimeFixture(screens);
    await open("/form");
    void runtime.raise("form", "save");
    await settled();
    await ports.latestCall("Save").answer(failed(422, "", [{ path: "name", message: "Too long." }]));
    expect(screen().fieldErrors).toEqual([{ path: "name", message: "Too long." }]);
    void runtime.raise("form", "save", { form: {} });
    await settled();
    expect(screen().fieldErrors).toEqual([]);
  });

  it("keeps field errors for the form of another screen until that is entered, or the session ends", async () => {
    const errors = [{ path: "name", message: "Too long." }];
    const save = (at: string) => ({
      call: "Save",
      on: { "422": [{ fieldErrors: { var: "error.errors" }, fieldErrorsAt: at, go: "/elsewhere" }] },
    });
    const { open, runtime, ports, screen } = runtimeFixture({
      ...screens,
      form: { actions: { save: save("elsewhere"), here: save("form") } },
      elsewhere: { onEnter: ["look"], actions: { look: { then: [{ set: { "progress.step": "seen" } }] } } },
    });
    await open("/form");
    void runtime.raise("form", "save", { form: {} });
    await settled();
    await ports.latestCall("Save").answer(failed(422, "", errors));
    expect([screen().resolution.screen, screen().fieldErrors]).toEqual(["elsewhere", errors]);
    // They were taken: the next visit begins without them.
    await open("/form");
    await open("/elsewhere");
    expect(screen().fieldErrors).toEqual([]);
  });

  it("reports an unknown action, and leaves no action pending", async () => {
    const { open, runtime, ports } = runtimeFixture(screens);
    await open("/form");
    await runtime.raise("form", "misspelt");
    expect(ports.faults.map(({ message }) => message)).toEqual(['The flows have no action "form.misspelt".']);
    expect(runtime.pending.get()).toEqual(new Set());
  });

  it("with a confirmation runs when the depositor answers yes, and not on no", async () => {
    const confirm = { title: "Sure?", text: "It cannot be undone.", confirm: "Yes", cancel: "No" };
    const { open, runtime, ports } = runtimeFixture({ form: { actions: { save: { ...save, confirm } } }, next: {} });
    await open("/form");
    void runtime.raise("form", "save");
    await settled();
    expect(ports.sent).toHaveLength(0);
    expect(runtime.confirmation.get()).toMatchObject({ title: "Sure?", confirm: "Yes" });
    runtime.confirmation.get()?.answer(false);
    await settled();
    expect(ports.sent).toHaveLength(0);
    void runtime.raise("form", "save");
    await settled();
    runtime.confirmation.get()?.answer(true);
    await settled();
    expect(ports.sent).toHaveLength(1);
    expect(runtime.confirmation.get()).toBeNull();
  });
});

describe("an optimistic action", () => {
  const read = { call: "MarkRead", optimistic: [{ set: { alerts: ["read"] } }], on: {} };
  const before = { ...SIGNED_IN, alerts: ["unread"] };
  const screens = { alerts: { actions: { read } }, logout: {} };

  it("is written at once and rolled back when the call fails", async () => {
    const { open, runtime, ports } = runtimeFixture(screens, before);
    await open("/alerts");
    void runtime.raise("alerts", "read");
    await settled();
    expect(ports.store.get().alerts).toEqual(["read"]);
    await ports.latestCall("MarkRead").answer(failed(500, "Not now."));
    expect(ports.store.get().alerts).toEqual(["unread"]);
  });

  it("is replaced by the server's answer", async () => {
    const { open, runtime, ports } = runtimeFixture(screens, before);
    await open("/alerts");
    void runtime.raise("alerts", "read");
    await settled();
    await ports.latestCall("MarkRead").answer(ok({ markRead: { alerts: ["read by server"] } }));
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

  it("clears the persisted state and drops answers to the former session", async () => {
    const { open, runtime, ports, screen } = runtimeFixture(screens, SIGNED_IN, { loads: progressLoad });
    await open("/home");
    void runtime.raise("home", "save");
    await settled();
    await runtime.raise("home", "leave");
    expect(screen().resolution.screen).toBe("login");
    expect(ports.persistedCleared).toBe(1);
    await ports.latestCall("Progress").answer(ok({ progress: { registration_last_step: "basic" } }));
    await ports.latestCall("Save").answer(ok({ save: { alerts: ["of another"] } }));
    expect(ports.store.get()).toMatchObject({ progress: null, alerts: [] });
  });

  it("that keeps the drafts still sends the loads again in the next session", async () => {
    const ended = { then: [{ reset: ["auth", "progress"] }] };
    const { open, runtime, ports } = runtimeFixture({ home: { actions: { ended } } }, SIGNED_IN, { loads: progressLoad });
    await open("/home");
    await ports.latestCall("Progress").answer(ok({ progress: { registration_last_step: null } }));
    await runtime.raise("home", "ended");
    ports.store.replace({ auth: { bearerToken: "next" } });
    runtime.stateReplaced("values");
    expect(ports.latestCall("Progress")).toBeDefined();
    expect(ports.persistedCleared).toBe(0);
  });

  it("in another tab logs out this tab as well", async () => {
    const { open, runtime, ports, screen } = runtimeFixture(screens, SIGNED_IN);
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
    const { open, runtime, ports, screen } = runtimeFixture({ login: { actions: { login } }, home: {}, landing: {} }, INITIAL, {
      decisions,
      loads: progressLoad,
    });
    await open("/login");
    void runtime.raise("login", "login");
    await settled();
    await ports.latestCall("Save").answer(ok({ save: { auth: { bearerToken: "marker" } } }));
    expect(screen().resolution.screen).toBe("login");
    await ports.latestCall("Progress").answer(ok({ progress: { registration_last_step: "completed" } }));
    await settled();
    expect(screen().resolution.screen).toBe("home");
  });
});
