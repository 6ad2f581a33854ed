/** Tests how the notification closes by itself. */
import { expect, it } from "vitest";
import { closeNotificationLater, isNotificationOpen } from "../../src/runtime/notification-time.js";
import { SIGNED_IN } from "./fakes.js";
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
