import { ErrorIcon, InfoSignIcon, TickCircleIcon, WarningSignIcon } from "@blueprintjs/icons";
import type { BlockProps } from "./block.js";
import { ControlRow } from "./Controls.js";
import type { NoticeShape } from "./shapes.js";

const SIGNS = { success: TickCircleIcon, info: InfoSignIcon, warning: WarningSignIcon, error: ErrorIcon } as const;

/** Something to know before going on. It is part of the page: what has just happened is the banner's to announce. */
export function Notice({ block, screen }: BlockProps<NoticeShape>) {
  const { severity, heading, controls } = block;
  const Sign = SIGNS[severity];
  return (
    <div className={`pb-notice pb-notice--${severity}`} role="note">
      <Sign size={20} className="pb-notice-icon" />
      <div className="pb-notice-body">
        {heading !== undefined && <h2 className="pb-notice-heading">{screen.text(heading)}</h2>}
        {screen.prose(block.markdown)}
        {controls !== undefined && <ControlRow controls={controls} screen={screen} />}
      </div>
    </div>
  );
}
