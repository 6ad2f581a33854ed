/** The notification banner (S1): bottom centre, by severity, dismissed by hand or by itself after its time. */
import { Cross, Error as ErrorIcon, InfoSign, Tick, WarningSign } from "@blueprintjs/icons";
import { type ReactElement, useEffect, useState } from "react";
import type { Json, Severity } from "../engine/definition.js";
import { useChrome, useRuntime } from "../runtime/binding.js";
import { useCell } from "../runtime/cell.js";
import { duration } from "../runtime/durations.js";
import type { ClockPort } from "../runtime/port.js";
import { useNotification } from "../state/store.js";

/** S1: error severity shows the warning icon. */
const ICONS: Readonly<Record<Severity, ReactElement>> = {
  success: <Tick />,
  info: <InfoSign />,
  warning: <ErrorIcon />,
  error: <WarningSign />,
};

interface Shown {
  readonly message: string;
  readonly severity: Severity;
}

function shownOf(notification: Json): Shown | null {
  if (typeof notification !== "object" || notification === null || Array.isArray(notification)) return null;
  const { message, isOpen, severity } = notification as { readonly [key: string]: Json };
  if (isOpen !== true || typeof message !== "string") return null;
  return { message, severity: typeof severity === "string" && severity in ICONS ? (severity as Severity) : "success" };
}

export function Notification({ clock }: { readonly clock: ClockPort }): ReactElement {
  const runtime = useRuntime();
  const core = useCell(runtime.core);
  const chrome = useChrome();
  const notification = useNotification();
  const [held, setHeld] = useState({ hovered: false, focused: false });
  const shown = shownOf(notification);
  const paused = held.hovered || held.focused;
  const dismiss = () => void runtime.raise(null, "dismissNotification");

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new notification, also of the same words, has its whole time
  useEffect(() => {
    if (shown === null || paused) return;
    return clock.after(duration(core, "notification"), () => void runtime.raise(null, "dismissNotification"));
  }, [notification, paused, core, clock, runtime]);
  useEffect(() => {
    // What has gone can be neither hovered nor focused.
    if (shown === null) setHeld({ hovered: false, focused: false });
  }, [shown === null]);

  return (
    // The live region stands before there is anything to say: only then is what comes into it announced.
    <div className="pb-notifications" role="alert" aria-live="assertive">
      {shown === null ? null : (
        // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focus hold the time, nothing is done by them
        <div
          className={`pb-notification pb-notification-${shown.severity}`}
          data-severity={shown.severity}
          onMouseEnter={() => setHeld((before) => ({ ...before, hovered: true }))}
          onMouseLeave={() => setHeld((before) => ({ ...before, hovered: false }))}
          onFocus={() => setHeld((before) => ({ ...before, focused: true }))}
          onBlur={() => setHeld((before) => ({ ...before, focused: false }))}
        >
          <span className="pb-notification-icon" aria-hidden="true">
            {ICONS[shown.severity]}
          </span>
          <p className="pb-notification-message">{shown.message}</p>
          <button type="button" className="pb-notification-dismiss" aria-label={chrome("dismiss")} onClick={dismiss}>
            <Cross />
          </button>
        </div>
      )}
    </div>
  );
}
