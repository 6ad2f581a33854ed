/** Tests the time between a navigation of the runtime and the entry that the browser then shows. */
import { describe, expect, it } from "vitest";
import { failed, ok, settled, when } from "./fakes.js";
import { loggedIn, runtimeFixture } from "./runtime-fixture.js";

describe("until the browser shows the entry to which the runtime has navigated", () => {
  /** As the router does, the history shows an entry only when the test lets it. */
  function fixtureOf(screens: Parameters<typeof runtimeFixture>[0]) {
    const fixture = runtimeFixture(screens);
    const { history } = fixture.ports;
    const waiting: (() => void)[] = [];
    for (const how of ["push", "replace"] as const) {
      const visit = history[how];
      history[how] = (address) => void waiting.push(() => visit(address));
    }
    const arrive = async () => {
      for (const show of waiting.splice(0)) show();
      await settled();
    };
    return { ...fixture, arrive };
  }

  it("the actions on entry that follow do not run", async () => {
    const leave = { then: [{ set: { "progress.step": { var: "route.state.reason" } } }] };
    const end = { call: "Save", on: { "500": [{ go: { path: "/out", state: { reason: "failed" }, replace: true } }] } };
    const { open, ports, screen, arrive } = fixtureOf({
      out: { onEnter: ["end", "leave"], actions: { end: { ...end, when: when({ "!": [{ var: "route.state.reason" }] }) }, leave } },
    });
    await open("/out");
    await ports.latestCall("Save").answer(failed(500));
    expect(ports.store.get().progress).toBeNull();
    await arrive();
    expect(screen().resolution.route.state).toEqual({ reason: "failed" });
    expect(ports.store.get().progress).toEqual({ step: "failed" });
  });

  it("a click on the screen that was left does nothing, and so does the answer to an earlier one", async () => {
    const save = { call: "Save", on: { ok: [{ go: "/late" }] } };
    const { open, runtime, ports, screen, arrive } = fixtureOf({ form: { actions: { save, other: save } }, next: {}, late: {} });
    await open("/form");
    void runtime.raise("form", "save");
    await settled();
    runtime.go("/next");
    await runtime.raise("form", "other");
    expect(ports.sent).toHaveLength(1);
    await ports.latestCall("Save").answer(ok({ save: {} }));
    await arrive();
    expect(screen().resolution.screen).toBe("next");
  });

  it("a change of the state does not navigate again", async () => {
    const { open, runtime, ports, screen, arrive } = fixtureOf({ home: { guard: loggedIn }, logout: {} });
    await open("/home");
    ports.store.replace({ progress: { step: "changed" } });
    runtime.stateReplaced("values");
    runtime.stateReplaced("session");
    await arrive();
    expect(screen().resolution.screen).toBe("logout");
    expect(ports.visited).toHaveLength(1);
  });
});
