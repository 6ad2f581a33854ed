/** Tests that an action reports its changes to the other tabs, and that a tab queries again what another one has changed. */
import { describe, expect, it } from "vitest";
import type { BundleCore } from "../../src/language/bundle.js";
import { bundleOf, failed, INITIAL, ok, SIGNED_IN, settled } from "./fakes.js";
import { loggedIn, runtimeFixture } from "./runtime-fixture.js";

const loads = { alerts: { query: "Alerts", when: loggedIn } };
const screens = {
  home: {
    data: { mine: { query: "Profile" } },
    actions: {
      read: { call: "MarkRead", on: { ok: [] } },
      save: { call: "Save", on: { ok: [{ refetch: ["mine", "alerts"] }], "500": [{ refetch: ["alerts"] }] } },
      end: { call: "Save", on: { ok: [{ set: { "auth.bearerToken": null } }] } },
      look: { then: [{ refetch: ["alerts"] }] },
      check: { call: "Check", on: { ok: [] } },
    },
  },
  elsewhere: {},
  logout: {},
};

async function home(app: Partial<BundleCore> = {}) {
  const fixture = runtimeFixture(screens, SIGNED_IN, { loads, ...app });
  await fixture.open("/home");
  await fixture.ports.latestCall("Alerts").answer(ok({ alerts: [{ uuid: "a" }] }));
  await fixture.ports.latestCall("Profile").answer(ok({ profile: {} }));
  const act = async (action: string) => {
    void fixture.runtime.raise("home", action);
    await settled();
  };
  return { ...fixture, act };
}

describe("an action", () => {
  it("reports the queried slices that its answer has written", async () => {
    const { ports, act } = await home();
    await act("read");
    await ports
      .latestCall("MarkRead")
      .answer(ok({ markRead: { alerts: [], progress: { step: "next" }, notification: { message: "Done" } } }));
    expect(ports.reportedChanges).toEqual([["alerts"]]);
  });

  it("reports what its outcome requests again, also after a failure", async () => {
    const { ports, act } = await home();
    await act("save");
    await ports.latestCall("Save").answer(ok({ save: {} }));
    expect(ports.reportedChanges).toEqual([["profile", "alerts"]]);
    await act("save");
    await ports.latestCall("Save").answer(failed(500));
    expect(ports.reportedChanges).toEqual([["profile", "alerts"], ["alerts"]]);
  });

  it("that only queries reports nothing", async () => {
    const { ports, act } = await home();
    await act("check");
    await ports.latestCall("Check").answer(ok({ alerts: [] }));
    await act("look");
    await ports.latestCall("Alerts").answer(ok({ alerts: [{ uuid: "b" }] }));
    expect(ports.reportedChanges).toEqual([]);
  });

  it("that ends the session reports nothing: the other tabs have nothing to query", async () => {
    const { ports, act } = await home();
    await act("end");
    await ports.latestCall("Save").answer(ok({ save: { alerts: [] } }));
    expect(ports.store.get().auth).toMatchObject({ bearerToken: null });
    expect(ports.reportedChanges).toEqual([]);
  });
});

describe("a change in another tab", () => {
  it("sends a query again that answers the field under an alias", async () => {
    const { Profile, ...others } = bundleOf(screens).core.operations;
    const aliased = { ...others, Profile: { ...Profile, fields: ["profile"], aliased: ["depositors"] } };
    const { ports } = await home({ operations: aliased as BundleCore["operations"] });
    await ports.changedElsewhere(["depositors"]);
    expect(ports.sent.map(({ operation }) => operation)).toEqual(["Profile"]);
  });

  it("sends the loads and the queries of the screen that answer the field again, and reports nothing itself", async () => {
    const { ports, screen } = await home();
    await ports.changedElsewhere(["alerts", "profile", "beneficiaries"]);
    expect(ports.sent.map(({ operation }) => operation).sort()).toEqual(["Alerts", "Profile"]);
    await ports.latestCall("Alerts").answer(ok({ alerts: [] }));
    await ports.latestCall("Profile").answer(ok({ profile: { first_name: "Ada" } }));
    expect(ports.store.get().alerts).toEqual([]);
    expect(screen().data.mine).toEqual({ first_name: "Ada" });
    expect(ports.reportedChanges).toEqual([]);
  });

  it("sends nothing that this tab has not sent", async () => {
    const fixture = runtimeFixture(screens, INITIAL, { loads });
    await fixture.open("/elsewhere");
    await fixture.ports.changedElsewhere(["alerts", "profile"]);
    expect(fixture.ports.sent).toEqual([]);
  });
});
