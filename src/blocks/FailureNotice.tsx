/** Exports the standard state for data that could not be loaded, with a control that requests it again. The runtime shows it in place of blocks. */
import { ErrorIcon } from "@blueprintjs/icons";
import { type ReactElement, useState } from "react";
import type { Text } from "../language/bundle.js";
import type { ScreenHandle } from "./block.js";
import { BusyButton } from "./Controls.js";

interface FailureNoticeProps {
  /** The app's texts without them. */
  readonly heading?: Text;
  readonly text?: Text;
  /** Keys of the queries that failed. */
  readonly queries: readonly string[];
  readonly screen: Pick<ScreenHandle, "text" | "translate" | "refetch">;
}

export function FailureNotice({ heading, text, queries, screen }: FailureNoticeProps): ReactElement {
  const [busy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setBusy(true);
    await screen.refetch(queries);
    setBusy(false);
  };
  return (
    <div className="pb-notice pb-notice--error" role="alert">
      <ErrorIcon size={20} className="pb-notice-icon" />
      <div className="pb-notice-body">
        <h2 className="pb-notice-heading">{heading === undefined ? screen.translate("loadFailed") : screen.text(heading)}</h2>
        <p>{text === undefined ? screen.translate("loadFailedText") : screen.text(text)}</p>
        <div className="pb-controls">
          <BusyButton label={screen.translate("tryAgain")} style="secondary" busy={busy} onClick={() => void retry()} />
        </div>
      </div>
    </div>
  );
}
