/** Tests how the notification closes by itself. */
import { describe, expect, it } from "vitest";
import { closeNotificationLater } from "../../src/runtime/notification-time.js";
import { isNotificationOpen } from "../../src/runtime/open-notification.js";
import { failed, ok, SIGNED_IN, settled } from "./fakes.js";
import { runtimeFixture } from "./runtime-fixture.js";

const OPEN = { message: "Saved.", isOpen: true, severity: "success" };

it("closes after the duration of the flows, and stays where it is held", async () => {
  const { runtime, ports, open } = runtimeFixture({ home: {} }, { ...SIGNED_IN, notification: OPEN });
  await open("/home");
  const isOpen = () => isNotificationOpen(ports.store.get().notification ?? null);
  const hold = closeNotificationLater(runtime, ports.clock);
  hold();
  await ports.clock.pass(10_000);
  expect(isOpen()).toBe(true);
  closeNotificationLater(runtime, ports.clock);
  await ports.clock.pass(9_999);
  expect(isOpen()).toBe(true);
  await ports.clock.pass(1);
  expect(isOpen()).toBe(false);
});

describe("a notification that is open when a form is sent", () => {
  const save = { call: "Save", on: { ok: [], "409": [] } };
  const praise = { call: "Save", on: { ok: [{ notify: { message: "Well done.", severity: "success" as const } }] } };

  async function sent(severity: string, action = "save") {
    const notification = { message: "Your entries are still here.", isOpen: true, severity };
    const { runtime, ports, open } = runtimeFixture({ form: { actions: { save, praise } } }, { ...SIGNED_IN, notification });
    await open("/form");
    void runtime.raise("form", action, { form: { name: "Ann" }, source: "form" });
    await settled();
    return { ports, notification: () => ports.store.get().notification };
  }

  it.each(["warning", "error"])("is closed when the form is accepted, if it is a %s", async (severity) => {
    const { ports, notification } = await sent(severity);
    expect(notification()).toMatchObject({ isOpen: true });
    await ports.latestCall("Save").answer(ok({ save: {} }));
    expect(notification()).toMatchObject({ isOpen: false });
  });

  it("stays when it is news, and when the form is refused", async () => {
    const news = await sent("info");
    await news.ports.latestCall("Save").answer(ok({ save: {} }));
    expect(news.notification()).toMatchObject({ isOpen: true, severity: "info" });
    const refused = await sent("warning");
    await refused.ports.latestCall("Save").answer(failed(409));
    expect(refused.notification()).toMatchObject({ isOpen: true, severity: "warning" });
  });

  it("is replaced by that of the answer, and does not close one that came meanwhile", async () => {
    const { ports, notification } = await sent("warning", "praise");
    await ports.latestCall("Save").answer(ok({ save: {} }));
    expect(notification()).toMatchObject({ isOpen: true, message: "Well done." });
    const later = await sent("warning");
    later.ports.store.replace({ ...later.ports.store.get(), notification: { ...OPEN, severity: "warning" } });
    await later.ports.latestCall("Save").answer(ok({ save: {} }));
    expect(later.notification()).toMatchObject({ isOpen: true, message: "Saved." });
  });
});
