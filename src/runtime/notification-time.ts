/** Exports how the notification closes by itself, for its banner in the app, for scenarios, and for the actions. */
import type { DepositorState } from "../engine/events.js";
import { resetSlices } from "../engine/state-writes.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import { duration } from "./durations.js";
import type { ClockPort } from "./port.js";
import type { Runtime } from "./runtime.js";

type Closing = Pick<Runtime, "core" | "raise">;

/** Whether the value of the `notification` slice is a message that is shown; false for a dismissed one and for null. */
export const isNotificationOpen = (notification: Json): boolean => isObject(notification) && notification.isOpen === true;

/** Closes the notification at once: the depositor dismisses it. */
export const closeNotification = (runtime: Closing): void => void runtime.raise(null, "dismissNotification");

/** Closes the notification after its time. Returns a function that keeps it open. */
export const closeNotificationLater = (runtime: Closing, clock: Pick<ClockPort, "after">): (() => void) =>
  clock.after(duration(runtime.core.get(), "notification"), () => closeNotification(runtime));

/** The state once a form is accepted: without the warning or error that was open when the form was sent, as it is about what was before. */
export function withoutEarlierWarning(core: BundleCore, state: DepositorState, whenSent: Json | undefined): DepositorState {
  const isWarning =
    isObject(whenSent) && isNotificationOpen(whenSent) && (whenSent.severity === "warning" || whenSent.severity === "error");
  return isWarning && state.notification === whenSent ? resetSlices(core, state, ["notification"]) : state;
}
