/** Exports the messages of failed actions, for the group of controls that raised them. */
import { ErrorIcon, WarningSignIcon } from "@blueprintjs/icons";
import { type ReactElement, useEffect, useRef } from "react";
import type { Failure, ScreenHandle } from "./block.js";
import { MessageLink } from "./MessageLink.js";

interface ActionFailureProps {
  /** As given to `ScreenHandle.raise`. */
  readonly source: string;
  readonly screen: ScreenHandle;
}

/** Shows nothing while there is no failure. A group shows it above its buttons. */
export function ActionFailure({ source, screen }: ActionFailureProps): ReactElement {
  return <FailureMessages failures={screen.failures(source)} source={source} screen={screen} />;
}

interface FailureMessagesProps {
  readonly failures: readonly Failure[];
  /** Absent where the messages are not at their control. */
  readonly source?: string;
  readonly screen: ScreenHandle;
}

/** Each message once: two actions that ran at the same time may have failed for the same reason. */
export function FailureMessages({ failures, source, screen }: FailureMessagesProps): ReactElement {
  const distinct = new Map(failures.map((failure) => [failure.message, failure]));
  return (
    <>
      {[...distinct].map(([message, failure]) => (
        <FailureMessage key={message} failure={failure} source={source} screen={screen} />
      ))}
    </>
  );
}

interface FailureMessageProps {
  readonly failure: Failure;
  readonly source: string | undefined;
  readonly screen: ScreenHandle;
}

/** Scrolls to itself and to the buttons below, which it has moved. */
function FailureMessage({ failure, source, screen }: FailureMessageProps): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure is another message
  useEffect(() => {
    const { current } = frame;
    (current?.nextElementSibling ?? current)?.scrollIntoView({ block: "nearest" });
    current?.scrollIntoView({ block: "nearest" });
  }, [failure]);
  const tone = failure.severity === "error" ? "error" : "warning";
  const SeverityIcon = tone === "error" ? ErrorIcon : WarningSignIcon;
  return (
    <div ref={frame} className={`pb-notice pb-notice--${tone} pb-failure`} role="alert" data-failure={source}>
      <SeverityIcon size={20} className="pb-notice-icon" />
      <div className="pb-notice-body">
        <p>{failure.message}</p>
        {failure.link === undefined ? null : <MessageLink link={failure.link} navigation={screen} />}
      </div>
    </div>
  );
}
