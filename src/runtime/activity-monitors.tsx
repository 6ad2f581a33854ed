/** Exports `ActivityMonitors` for the app: runs the monitors of `app.flow.json` while it is mounted. */
import { useEffect, useRef } from "react";
import { useRenderedState } from "../state/store.js";
import { useRuntime } from "./binding.js";
import { type MonitorDependencies, type Monitors, type PresencePort, startMonitors } from "./monitors.js";
import { useObservable } from "./observable-value.js";
import type { ClockPort } from "./port.js";
import { closeMonitorQuestion } from "./questions.js";

interface ActivityMonitorsProps {
  readonly clock: ClockPort;
  readonly presence: PresencePort;
  readonly answeredAt: MonitorDependencies["answeredAt"];
}

export function ActivityMonitors({ clock, presence, answeredAt }: ActivityMonitorsProps): null {
  const runtime = useRuntime();
  const core = useObservable(runtime.core);
  const state = useRenderedState();
  const confirmation = useObservable(runtime.confirmation);
  const monitors = useRef<Monitors | null>(null);
  const closedHere = useRef(true);
  useEffect(() => {
    const started = startMonitors(core, {
      clock,
      presence,
      scope: () => runtime.scope(),
      isQuestionOpen: () => runtime.confirmation.get() !== null,
      closeOwnQuestion() {
        if (closeMonitorQuestion(runtime.confirmation)) closedHere.current = false;
      },
      raise: (action, item) => runtime.raise(null, action, item === undefined ? undefined : { item }),
      answeredAt,
    });
    monitors.current = started;
    return () => started.stop();
  }, [runtime, core, clock, presence, answeredAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the monitors' predicates are evaluated after each change of the state
  useEffect(() => monitors.current?.stateChanged(), [state]);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The other tab has already shared its activity: this tab must not share it again later.
    if (wasOpen.current && confirmation === null && closedHere.current) monitors.current?.depositorActed();
    if (confirmation === null) closedHere.current = true;
    wasOpen.current = confirmation !== null;
  }, [confirmation]);
  return null;
}
