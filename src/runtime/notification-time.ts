/** Exports how the notification closes by itself, for its banner in the app and for scenarios. */
import { duration } from "./durations.js";
import type { ClockPort } from "./port.js";
import type { Runtime } from "./runtime.js";

type Closing = Pick<Runtime, "core" | "raise">;

/** Closes the notification at once: the depositor dismisses it. */
export const closeNotification = (runtime: Closing): void => void runtime.raise(null, "dismissNotification");

/** Closes the notification after its time. Returns a function that keeps it open. */
export const closeNotificationLater = (runtime: Closing, clock: Pick<ClockPort, "after">): (() => void) =>
  clock.after(duration(runtime.core.get(), "notification"), () => closeNotification(runtime));
