/** Exports whether the notification is open, and how a form that is accepted closes it, for the actions and the banner of the app. */
import type { DepositorState } from "../engine/events.js";
import { resetSlices } from "../engine/state-writes.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";

/** Whether the value of the `notification` slice is a message that is shown; false for a dismissed one and for null. */
export const isNotificationOpen = (notification: Json): boolean => isObject(notification) && notification.isOpen === true;

/**
 * The state once a form is accepted: without the warning or error that was open when the form was sent, because it is
 * about an earlier attempt.
 */
export function withoutEarlierWarning(core: BundleCore, state: DepositorState, whenSent: Json | undefined): DepositorState {
  const isWarning =
    isObject(whenSent) && isNotificationOpen(whenSent) && (whenSent.severity === "warning" || whenSent.severity === "error");
  return isWarning && state.notification === whenSent ? resetSlices(core, state, ["notification"]) : state;
}
