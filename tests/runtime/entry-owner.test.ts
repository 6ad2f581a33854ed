/** Tests to whom a page belongs: nothing that one depositor has opened is shown to another one who logs in in the same browser. */
import { describe, expect, it } from "vitest";
import type { BundleCore, CompiledAction, ScreenContent } from "../../src/language/bundle.js";
import { createRouterHistory } from "../../src/runtime/router-history.js";
import { ok, SIGNED_IN, settled, when } from "./fakes.js";
import { loggedIn, progressLoad, runtimeFixture } from "./runtime-fixture.js";

const staleScreen = {
  then: [
    { when: when({ "!!": [{ var: "item.replaced" }] }), notify: { message: "Another account.", severity: "warning" } },
    { when: when({ "!": [{ var: "item.typed" }] }), go: "/home" },
  ],
} as unknown as CompiledAction;
const body = [{ block: "form", key: "form", schemaId: "forms/deposit.json", submit: "save" }] as unknown as ScreenContent["body"];
const REVIEW = { step: "review", amount: "55.00" };

const depositor = (id: string, session: string) => ({
  auth: { bearerToken: "marker", session_id: session },
  progress: { depositor_id: id, registration_last_step: "completed" },
});

async function atReview(app: Partial<BundleCore> = { actions: { staleScreen } }) {
  const fixture = runtimeFixture(
    { home: { guard: loggedIn }, deposit: { guard: loggedIn, body }, faq: {} },
    { ...SIGNED_IN, ...depositor("dep-1", "s1") },
    { loads: progressLoad, ...app },
  );
  await fixture.open("/home");
  await fixture.open("/deposit", REVIEW);
  const route = () => fixture.screen().resolution.route;
  const replaced = async (state: Parameters<typeof fixture.ports.store.replace>[0]) => {
    fixture.ports.store.replace(state);
    fixture.runtime.stateReplaced("session");
    await settled();
  };
  return { ...fixture, route, replaced };
}

describe("another depositor who logs in in another tab", () => {
  it("is shown the app's next page in place of the former one's, with the reason", async () => {
    const { replaced, route, ports } = await atReview();
    await replaced(depositor("dep-2", "s2"));
    expect(route()).toMatchObject({ path: "/home", state: null });
    expect(ports.store.get().notification).toMatchObject({ message: "Another account.", isOpen: true });
    expect(ports.visited).toEqual([{ how: "replace", address: { pathname: "/home", search: "", state: null } }]);
    expect(ports.faults).toEqual([]);
  });

  it("is known by the progress, which may come after the session, also while a form has input", async () => {
    const { replaced, route, ports, runtime, screen } = await atReview();
    runtime.saveDraft(screen(), "forms/deposit.json", { amount: "55.00" });
    await replaced({ ...depositor("dep-2", "s2"), progress: null });
    await ports.latestCall("Progress").answer(ok({ progress: depositor("dep-2", "s2").progress }));
    await settled();
    expect(route()).toMatchObject({ path: "/home", state: null });
    expect(ports.visited).toHaveLength(1);
  });

  it("is shown the page without its route state where the app has no page for it", async () => {
    const { replaced, route } = await atReview({});
    await replaced(depositor("dep-2", "s2"));
    expect(route()).toMatchObject({ path: "/deposit", state: null });
  });
});

describe("another persona in the development tools", () => {
  it("is shown the same page", async () => {
    const { runtime, route, ports } = await atReview();
    ports.store.replace(depositor("dep-2", "s2"));
    runtime.stateReplaced("persona");
    await settled();
    expect(route()).toMatchObject({ path: "/deposit", state: REVIEW });
    expect(ports.visited).toEqual([]);
  });
});

describe("the same depositor who logs in again in another tab", () => {
  it("keeps the page", async () => {
    const { replaced, route, ports } = await atReview();
    await replaced(depositor("dep-1", "s2"));
    expect(route()).toMatchObject({ path: "/deposit", state: REVIEW });
    expect(ports.visited).toEqual([]);
  });
});

describe("an entry of the history", () => {
  it("that was shown to another depositor opens without its route state, and keeps none", async () => {
    const { open, route, ports } = await atReview();
    await open("/faq");
    // The logout and the next sign-in of this tab.
    ports.store.replace(depositor("dep-2", "s2"));
    await open("/home");
    ports.entries.at -= 1;
    await ports.browserMoves(-1);
    expect(route()).toMatchObject({ path: "/deposit", state: null });
    expect(ports.entries.list[ports.entries.at]).toMatchObject({ state: null, depositor: "dep-2" });
  });

  it("keeps its depositor in the browser, beside what the router has written", () => {
    const history = createRouterHistory();
    const written = { usr: REVIEW, key: "k1", idx: 3 };
    window.history.replaceState(written, "");
    history.claim("left", "dep-2");
    expect(window.history.state).toEqual(written);
    history.claim("k1", "dep-1");
    expect(window.history.state).toEqual({ ...written, depositor: "dep-1" });
    expect(history.arrived(window.history.state, false)).toEqual({ position: 3, depositor: "dep-1" });
  });

  it("of the same depositor keeps its route state", async () => {
    const { open, route, ports } = await atReview();
    await open("/home");
    ports.store.replace(depositor("dep-1", "s2"));
    await ports.browserMoves(-1);
    expect(route()).toMatchObject({ path: "/deposit", state: REVIEW });
  });
});
