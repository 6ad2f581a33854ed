/** Exports `ConfirmDialog` for the app: the open confirmation of an action (`confirm`). */
import { Button } from "@blueprintjs/core";
import type { ReactElement } from "react";
import { clockText } from "../blocks/clock-text.js";
import { useCountdown } from "../blocks/countdown.js";
import { useRuntime } from "./binding.js";
import { Dialog } from "./dialog.js";
import { useObservable } from "./observable-value.js";
import type { Confirmation } from "./view.js";

export function ConfirmDialog(): ReactElement | null {
  const confirmation = useObservable(useRuntime().confirmation);
  return confirmation === null ? null : <Question confirmation={confirmation} />;
}

function Question({ confirmation }: { readonly confirmation: Confirmation }): ReactElement {
  const left = useCountdown(confirmation.deadline);
  return (
    <Dialog title={confirmation.title} onClose={() => confirmation.answer(null)}>
      <p>{confirmation.text(clockText(left))}</p>
      <div className="pb-dialog-actions">
        <Button
          intent={confirmation.isDangerous ? "danger" : "primary"}
          data-focus={confirmation.cancelActs}
          onClick={() => confirmation.answer(true)}
        >
          {confirmation.confirm}
        </Button>
        <Button data-focus={!confirmation.cancelActs} onClick={() => confirmation.answer(false)}>
          {confirmation.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
