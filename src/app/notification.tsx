/**
 * Exports the notification banner for the app (S1): success and news from elsewhere, at the bottom center, dismissed by the
 * depositor or after a time, and announced at once. The failure of what a control has raised is shown at the control
 * (`ActionFailure`).
 */
import { Cross, Error as ErrorIcon, InfoSign, Tick, WarningSign } from "@blueprintjs/icons";
import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { MessageLink } from "../blocks/MessageLink.js";
import type { PathNavigation } from "../blocks/PathLink.js";
import type { MessageLink as Link } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import type { Severity } from "../language/keywords.js";
import { useChrome, useRuntime } from "../runtime/binding.js";
import { closeNotification, closeNotificationLater } from "../runtime/notification-time.js";
import { isNotificationOpen } from "../runtime/open-notification.js";
import type { ClockPort } from "../runtime/port.js";
import { useSlice } from "../state/store.js";
import { useKnownPointer, usePlace } from "./notification-place.js";
import { useReturnedFocus } from "./returned-focus.js";

/** S1: error severity shows the warning icon. */
const ICONS: Readonly<Record<Severity, ReactElement>> = {
  success: <Tick />,
  info: <InfoSign />,
  warning: <ErrorIcon />,
  error: <WarningSign />,
};

interface OpenNotification {
  readonly message: string;
  readonly severity: Severity;
  readonly link: Link | null;
}

function parseLink(link: Json): Link | null {
  if (!isObject(link) || typeof link.label !== "string" || typeof link.href !== "string") return null;
  return { label: link.label, href: link.href };
}

function parseNotification(notification: Json): OpenNotification | null {
  if (!isObject(notification) || !isNotificationOpen(notification)) return null;
  const { message, severity } = notification;
  if (typeof message !== "string") return null;
  return {
    message,
    severity: typeof severity === "string" && severity in ICONS ? (severity as Severity) : "success",
    link: parseLink(notification.link ?? null),
  };
}

export function Notification({ clock }: { readonly clock: ClockPort }): ReactElement {
  const notification = useSlice("notification");
  useKnownPointer();
  const open = useMemo(() => parseNotification(notification), [notification]);
  return (
    // The live region is always rendered: a screen reader announces only what is added to an existing one.
    <div className="pb-notifications" role="alert" aria-live="assertive">
      {open === null ? null : <Banner shown={open} clock={clock} />}
    </div>
  );
}

/** `shown` is a new object for each notification, so that an equal one gets its full time again. */
function Banner({ shown, clock }: { readonly shown: OpenNotification; readonly clock: ClockPort }): ReactElement {
  const runtime = useRuntime();
  const chrome = useChrome();
  const dismiss = useCallback(() => closeNotification(runtime), [runtime]);
  const navigation: PathNavigation = {
    href: (path) => path,
    go: (path) => {
      dismiss();
      runtime.go(path);
    },
  };
  const frame = useRef<HTMLDivElement>(null);
  usePlace(frame, shown);
  useReturnedFocus(frame);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal notification must restart the time as well
  useEffect(() => {
    if (hovered || focused) return;
    return closeNotificationLater(runtime, clock);
  }, [shown, hovered, focused, clock, runtime]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only pause the timer
    <div
      ref={frame}
      className={`pb-notification pb-notification-${shown.severity}`}
      data-severity={shown.severity}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <span className="pb-notification-icon" aria-hidden="true">
        {ICONS[shown.severity]}
      </span>
      <div className="pb-notification-message">
        <p>{shown.message}</p>
        {shown.link === null ? null : <MessageLink link={shown.link} navigation={navigation} />}
      </div>
      <button type="button" className="pb-notification-dismiss" aria-label={chrome("dismiss")} onClick={dismiss}>
        <Cross />
      </button>
    </div>
  );
}
