/** Tests where the failure of an action is shown: at the control that raised it, or in the notification. */
import { describe, expect, it } from "vitest";
import { failed, ok, SIGNED_IN, settled } from "./fakes.js";
import { runtimeFixture } from "./runtime-fixture.js";

const save = {
  call: "Save",
  on: { ok: [], "409": [{ notify: { message: "Already done.", severity: "warning" as const } }, { go: "/elsewhere" }] },
};
const refuse = { then: [{ notify: { message: "Not yet.", severity: "warning" as const } }] };
const praise = { then: [{ notify: { message: "Well done.", severity: "success" as const } }] };
const screens = { form: { actions: { save, refuse, praise } }, elsewhere: {} };

async function raised(source?: string) {
  const fixture = runtimeFixture(screens, SIGNED_IN);
  await fixture.open("/form");
  const payload = source === undefined ? {} : { source };
  void fixture.runtime.raise("form", "save", payload);
  await settled();
  const notification = () => fixture.ports.store.get().notification;
  return { ...fixture, payload, notification };
}

describe("a failure", () => {
  it("that an entry causes, and that the app leads to the page that is shown, does not enter it again", async () => {
    const blocked = { onEnter: ["look"], actions: { look: { call: "MarkRead", on: {} } } };
    const failures = { "451": [{ go: "/blocked" }], "*": [] };
    const { ports, open, screen } = runtimeFixture({ blocked, form: blocked }, SIGNED_IN, { failures });
    await open("/form");
    await ports.latestCall("MarkRead").answer(failed(451));
    expect(screen().resolution.screen).toBe("blocked");
    const { entry } = screen();
    await ports.latestCall("MarkRead").answer(failed(451));
    expect(screen().entry).toBe(entry);
  });

  it("of a control's action is shown at the control, and not in the notification", async () => {
    const { ports, screen, notification } = await raised("row");
    await ports.latestCall("Save").answer(failed(500, "Later."));
    expect(screen().failures).toEqual({ row: [{ message: "Later.", severity: "error", status: 500 }] });
    expect(notification()).toMatchObject({ isOpen: false });
  });

  it("is over when a control raises the next action, regardless of timers in the meantime", async () => {
    const { ports, screen, runtime } = await raised("row");
    await ports.latestCall("Save").answer(failed(500, "Later."));
    await runtime.raise("form", "praise");
    expect(Object.keys(screen().failures)).toEqual(["row"]);
    void runtime.raise("form", "save", { source: "other row" });
    await settled();
    expect(screen().failures).toEqual({});
    await ports.latestCall("Save").answer(ok({ save: {} }));
    expect(screen().failures).toEqual({});
  });

  it("is shown beside that of an action that the same group of controls has raised meanwhile", async () => {
    const { ports, screen, runtime } = await raised("row");
    const first = ports.latestCall("Save");
    void runtime.raise("form", "save", { source: "row", item: 1 });
    await settled();
    await first?.answer(failed(500, "Later."));
    await ports.latestCall("Save").answer(failed(500, "Not now."));
    expect(screen().failures.row?.map(({ message }) => message)).toEqual(["Later.", "Not now."]);
  });

  it("of an action that no control raised is in the notification", async () => {
    const { ports, screen, notification } = await raised();
    await ports.latestCall("Save").answer(failed(500, "Later."));
    expect(screen().failures).toEqual({});
    expect(notification()).toMatchObject({ message: "Later.", isOpen: true, severity: "error" });
  });

  it("that leaves the screen is in the notification, which the next screen shows", async () => {
    const { ports, screen, notification } = await raised("row");
    await ports.latestCall("Save").answer(failed(409));
    expect(screen().resolution.screen).toBe("elsewhere");
    expect(notification()).toMatchObject({ message: "Already done.", isOpen: true });
  });

  it("at the fields of a form whose screen was left is in the notification, and at the fields when the screen is opened again", async () => {
    const errors = [{ path: "name", message: "Too long." }];
    const { ports, open, screen, notification } = await raised("row");
    await open("/elsewhere");
    await ports.latestCall("Save").answer(failed(422, "Check your entries.", errors));
    expect(screen().fieldErrors).toEqual([]);
    expect(notification()).toMatchObject({ message: "Check your entries.", isOpen: true, severity: "error" });
    await open("/form");
    expect(screen().fieldErrors).toEqual(errors);
  });

  it("of an action whose screen was left is in the notification", async () => {
    const { ports, open, screen, notification } = await raised("row");
    await open("/elsewhere");
    await ports.latestCall("Save").answer(failed(500, "Later."));
    expect(screen().failures).toEqual({});
    expect(notification()).toMatchObject({ message: "Later.", isOpen: true });
  });

  it("without a call is shown at the control as well, and a success is not", async () => {
    const { runtime, ports, screen, notification } = await raised("row");
    await ports.latestCall("Save").answer(ok({ save: {} }));
    await runtime.raise("form", "refuse", { source: "row" });
    expect(screen().failures).toEqual({ row: [{ message: "Not yet.", severity: "warning", status: null }] });
    await runtime.raise("form", "praise", { source: "row" });
    expect(screen().failures).toEqual({});
    expect(notification()).toMatchObject({ message: "Well done.", severity: "success" });
  });
});
