/** Tests the stale-screen check: when the app redirects from a screen whose guard no longer holds, and when it does not. */
import { describe, expect, it } from "vitest";
import type { BundleCore, CompiledAction, ScreenContent } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { failed, ok, SIGNED_IN, settled, when } from "./fakes.js";
import { loggedIn, progressLoad, runtimeFixture } from "./runtime-fixture.js";

const at = (step: string) => ({ progress: { registration_last_step: step } });
const atBasic = when({ "===": [{ var: "progress.registration_last_step" }, "basic"] });
const STARTED = { ...SIGNED_IN, ...at("basic") };

const body = [{ block: "form", key: "form", schemaId: "forms/basic.json", submit: "save" }] as unknown as ScreenContent["body"];
const staleScreen = {
  then: [
    { when: when({ "!!": [{ var: "item.typed" }] }), notify: { message: "It has moved on.", severity: "warning" } },
    { when: when({ "!": [{ var: "item.typed" }] }), go: "/home" },
  ],
} as unknown as CompiledAction;
const app: Partial<BundleCore> = {
  actions: { staleScreen },
  // As S2.2 has it: an open screen's own rows would lead to Not found.
  fallback: [{ key: "else", go: "/nowhere", at: { file: "", line: 0, column: 0, layer: "base" } }],
};

function basic(own: Partial<ScreenContent> = {}, more: Partial<BundleCore> = {}) {
  const fixture = runtimeFixture(
    {
      basic: {
        guard: atBasic,
        body,
        actions: { save: { call: "Save", on: { ok: [] } }, again: { then: [{ refetch: ["progress"] }] } },
        ...own,
      },
      home: { guard: loggedIn },
      address: {},
    },
    STARTED,
    { loads: progressLoad, ...app, ...more },
  );
  const where = () => fixture.screen().resolution.screen;
  const news = async (step: string) => {
    fixture.ports.store.replace(at(step));
    fixture.runtime.stateReplaced("values");
    await settled();
  };
  const type = (typed: Json) => fixture.runtime.saveDraft(fixture.screen(), "forms/basic.json", typed);
  return { ...fixture, where, news, type };
}

describe("a screen that an external change makes stale", () => {
  it("redirects by the app's action, and leaves no history entry", async () => {
    const { open, news, where, ports } = basic();
    await open("/basic");
    await news("address");
    expect(where()).toBe("home");
    expect(ports.visited).toEqual([{ how: "replace", address: { pathname: "/home", search: "", state: null } }]);
    expect(ports.faults).toEqual([]);
  });

  it("redirects after a refetched query", async () => {
    const { open, runtime, where, ports } = basic();
    await open("/basic");
    await runtime.raise("basic", "again");
    expect(where()).toBe("basic");
    await ports.latestCall("Progress").answer(ok(at("address")));
    expect(where()).toBe("home");
  });

  it("redirects after a poll that does not navigate itself", async () => {
    const { open, where, ports } = basic({
      actions: { check: { call: "Progress", on: { ok: [] } } },
      timers: { poll: { every: "request", action: "check", until: when(false) } },
    });
    await open("/basic");
    await ports.clock.pass(1000);
    await ports.latestCall("Progress").answer(ok(at("address")));
    expect(where()).toBe("home");
  });

  it("lets a poll that navigates itself navigate once", async () => {
    const { open, where, ports } = basic({
      actions: { check: { call: "Progress", on: { ok: [{ go: "/address" }] } } },
      timers: { poll: { every: "request", action: "check", until: when(false) } },
    });
    await open("/basic");
    await ports.clock.pass(1000);
    await ports.latestCall("Progress").answer(ok(at("address")));
    expect(where()).toBe("address");
    expect(ports.visited.map(({ how, address }) => `${how} ${address.pathname}`)).toEqual(["replace /address"]);
  });

  it("stays when the app has no action for it", async () => {
    const { open, news, where } = basic({}, { actions: {} });
    await open("/basic");
    await news("address");
    expect(where()).toBe("basic");
  });

  it("stays while the data of its guard is fetched again", async () => {
    const { open, runtime, news, where, ports } = basic();
    await open("/basic");
    await runtime.raise("basic", "again");
    await news("address");
    expect(where()).toBe("basic");
    await ports.latestCall("Progress").answer(ok(at("basic")));
    expect(where()).toBe("basic");
    expect(ports.visited).toEqual([]);
  });
});

describe("a draft", () => {
  it("keeps the depositor on the screen: the app notifies once, and redirects after the form was sent", async () => {
    const { open, news, type, where, runtime, ports, screen } = basic();
    await open("/basic");
    const { entry } = screen();
    type({ first_name: "Ada" });
    await news("address");
    expect(ports.store.get().notification).toMatchObject({ message: "It has moved on.", isOpen: true });
    ports.store.replace({ notification: { message: "", isOpen: false, severity: "success" } });
    await news("employer");
    expect(ports.store.get().notification).toMatchObject({ isOpen: false });
    expect(screen().entry).toBe(entry);
    const sending = runtime.raise("basic", "save", { form: { first_name: "Ada" } });
    await settled();
    await ports.latestCall("Save").answer(failed(500));
    await sending;
    expect(where()).toBe("basic");
    expect(ports.store.get().drafts).toEqual({ "forms/basic.json": { first_name: "Ada" } });
    const again = runtime.raise("basic", "save", { form: { first_name: "Ada" } });
    await settled();
    await ports.latestCall("Save").answer(ok({ save: {} }));
    await again;
    expect(where()).toBe("home");
  });

  it("in a hidden form does not prevent the redirect", async () => {
    const hidden = [{ ...body[0], when: atBasic }] as unknown as ScreenContent["body"];
    const { open, news, type, where, ports } = basic({ body: hidden });
    await open("/basic");
    type({ first_name: "Ada" });
    await news("address");
    expect(where()).toBe("home");
    expect(ports.store.get().drafts).toEqual({ "forms/basic.json": { first_name: "Ada" } });
  });
});

describe("a running action", () => {
  it("delays the redirect, and its own navigation takes precedence", async () => {
    const { open, news, runtime, where, ports } = basic({ actions: { save: { call: "Save", on: { ok: [{ go: "/address" }] } } } });
    await open("/basic");
    const sending = runtime.raise("basic", "save");
    await news("address");
    expect(where()).toBe("basic");
    await ports.latestCall("Save").answer(ok({ save: {} }));
    await sending;
    expect(where()).toBe("address");
    expect(ports.visited).toHaveLength(1);
  });

  it("of the screen itself may consume the guard without a redirect (F26)", async () => {
    const own = { actions: { done: { then: [{ set: { "progress.registration_last_step": "address" } }] } }, onEnter: ["done"] };
    const { open, news, where, ports } = basic(own);
    await open("/basic");
    await settled();
    expect(ports.store.get().progress).toEqual({ registration_last_step: "address" });
    await news("employer");
    expect(where()).toBe("basic");
    expect(ports.visited).toEqual([]);
  });
});

describe("a session that ended", () => {
  it("redirects at once, also with a draft", async () => {
    const logout = { fallback: [{ key: "else", go: "/logout", at: { file: "", line: 0, column: 0, layer: "base" as const } }] };
    const fixture = runtimeFixture({ basic: { guard: loggedIn, body }, logout: {} }, STARTED, { ...app, ...logout });
    await fixture.open("/basic");
    fixture.runtime.saveDraft(fixture.screen(), "forms/basic.json", { first_name: "Ada" });
    fixture.ports.store.replace({ auth: { bearerToken: null, session_id: null } });
    fixture.runtime.stateReplaced("session");
    await settled();
    expect(fixture.screen().resolution.screen).toBe("logout");
    expect(fixture.ports.store.get().drafts).toEqual({ "forms/basic.json": { first_name: "Ada" } });
  });

  it("drops what its form had not saved: the draft would belong to whoever signs in next", async () => {
    const fixture = runtimeFixture({ basic: { guard: loggedIn, body }, logout: {} }, STARTED, app);
    await fixture.open("/basic");
    const left = fixture.screen();
    fixture.ports.store.replace({ auth: { bearerToken: null, session_id: null } });
    fixture.runtime.stateReplaced("session");
    fixture.runtime.saveDraft(left, "forms/basic.json", { first_name: "Ada" });
    expect(fixture.ports.store.get().drafts).toEqual({});
  });
});
