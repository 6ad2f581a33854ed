/** Runs the monitors while the app stands. */
import { useEffect, useRef } from "react";
import { useRenderedState } from "../state/store.js";
import { useRuntime } from "./binding.js";
import { useCell } from "./cell.js";
import { type MonitorHands, type Monitors, type PresencePort, startMonitors } from "./monitors.js";
import type { ClockPort } from "./port.js";

interface WatchingProps {
  readonly clock: ClockPort;
  readonly presence: PresencePort;
  readonly answeredAt: MonitorHands["answeredAt"];
}

export function Watching({ clock, presence, answeredAt }: WatchingProps): null {
  const runtime = useRuntime();
  const core = useCell(runtime.core);
  const state = useRenderedState();
  const question = useCell(runtime.question);
  const monitors = useRef<Monitors | null>(null);
  useEffect(() => {
    const started = startMonitors(core, {
      clock,
      presence,
      scope: () => runtime.scope(),
      asking: () => runtime.question.get() !== null,
      raise: (action) => runtime.raise(null, action),
      answeredAt,
    });
    monitors.current = started;
    return () => started.stop();
  }, [runtime, core, clock, presence, answeredAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again on each change of the state
  useEffect(() => monitors.current?.changed(), [state]);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current && question === null) monitors.current?.touched();
    asked.current = question !== null;
  }, [question]);
  return null;
}
