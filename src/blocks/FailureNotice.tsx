/** Exports the standard state for data that could not be loaded, with a control that requests it again. The runtime shows it in place of blocks, or below one. */
import { ErrorIcon } from "@blueprintjs/icons";
import { type ReactElement, useState } from "react";
import type { ScreenHandle, Unavailable } from "./block.js";
import { BusyButton } from "./Controls.js";

interface FailureNoticeProps extends Unavailable {
  readonly screen: Pick<ScreenHandle, "text" | "translate" | "refetch">;
}

/** One state for all of the queries. Below a block that is shown, a line of small text. */
export function FailureNotice({ queries, isShown, isExplained, screen }: FailureNoticeProps): ReactElement {
  const [busy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setBusy(true);
    await screen.refetch(queries.map(({ key }) => key));
    setBusy(false);
  };
  const own = queries.flatMap(({ onFailure }) => (onFailure === null ? [] : [onFailure]));
  const isStandard = own.length < queries.length && (isShown || isExplained);
  const standard = isStandard ? [isShown ? screen.translate("partFailed") : screen.translate("loadFailedText")] : [];
  const texts = [...new Set([...own.map(({ text }) => screen.text(text)), ...standard])];
  if (isShown) {
    return (
      <div className="pb-minor-failure" role="status">
        <ErrorIcon size={16} className="pb-notice-icon" />
        <div className="pb-minor-failure-body">
          <p>{texts.join(" ")}</p>
          <BusyButton label={screen.translate("tryAgain")} style="link" busy={busy} onClick={() => void retry()} />
        </div>
      </div>
    );
  }
  const [alone] = queries.length === 1 ? own : [];
  // A text of its own reports by itself what could not be loaded.
  const heading = alone === undefined ? screen.translate("loadFailed") : alone.heading && screen.text(alone.heading);
  return (
    <div className="pb-notice pb-notice--error" role="alert">
      <ErrorIcon size={20} className="pb-notice-icon" />
      <div className="pb-notice-body">
        {heading === undefined ? null : <h2 className="pb-notice-heading">{heading}</h2>}
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <div className="pb-controls">
          <BusyButton label={screen.translate("tryAgain")} style="secondary" busy={busy} onClick={() => void retry()} />
        </div>
      </div>
    </div>
  );
}
