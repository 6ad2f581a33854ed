/** Exports what acts in a scenario's session after a time by itself: the monitors of the app, and its message, which closes. */
import type { DepositorState } from "../engine/events.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { type Monitors, startMonitors } from "../runtime/monitors.js";
import { closeNotificationLater } from "../runtime/notification-time.js";
import { isNotificationOpen } from "../runtime/open-notification.js";
import { closeMonitorQuestion } from "../runtime/questions.js";
import type { Runtime } from "../runtime/runtime.js";
import type { ScenarioClock } from "./clock.js";
import type { ScenarioPresence } from "./presence.js";

interface SessionMonitorsOptions {
  readonly clock: ScenarioClock;
  readonly presence: ScenarioPresence;
  readonly runtime: Runtime;
  readonly state: () => DepositorState;
}

export function startSessionMonitors(core: BundleCore, { clock, presence, runtime, state }: SessionMonitorsOptions): Monitors {
  const monitors = startMonitors(core, {
    clock,
    presence,
    scope: () => runtime.scope(),
    isQuestionOpen: () => runtime.confirmation.get() !== null,
    closeOwnQuestion: () => void closeMonitorQuestion(runtime.confirmation),
    raise: (action, item) => runtime.raise(null, action, item === undefined ? undefined : { item }),
    answeredAt: () => null,
  });
  let shown: Json = null;
  let stopClosing = (): void => {};

  /** As the banner of the app (`src/app/notification.tsx`), where neither the pointer nor the focus is on it. */
  function closeMessageLater(): void {
    const { notification = null } = state();
    if (notification === shown) return;
    stopClosing();
    shown = notification;
    stopClosing = isNotificationOpen(notification) ? closeNotificationLater(runtime, clock) : () => {};
  }

  return {
    ...monitors,
    stateChanged() {
      monitors.stateChanged();
      closeMessageLater();
    },
    stop() {
      monitors.stop();
      stopClosing();
    },
  };
}
