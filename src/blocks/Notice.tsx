/** Exports the `notice` block: a message in the page, with a severity. */
import { ErrorIcon, InfoSignIcon, TickCircleIcon, WarningSignIcon } from "@blueprintjs/icons";
import type { NoticeBlock } from "../language/blocks.js";
import type { BlockProps } from "./block.js";
import { ControlRow } from "./Controls.js";

const ICONS = { success: TickCircleIcon, info: InfoSignIcon, warning: WarningSignIcon, error: ErrorIcon } as const;

/** Not a live region: the notification banner announces what has just happened. */
export function Notice({ block, screen }: BlockProps<NoticeBlock>) {
  const { severity, heading, controls } = block;
  const SeverityIcon = ICONS[severity];
  return (
    <div className={`pb-notice pb-notice--${severity}`} role="note">
      <SeverityIcon size={20} className="pb-notice-icon" />
      <div className="pb-notice-body">
        {heading !== undefined && <h2 className="pb-notice-heading">{screen.text(heading)}</h2>}
        {screen.prose(block.markdown)}
        {controls !== undefined && <ControlRow controls={controls} screen={screen} />}
      </div>
    </div>
  );
}
