/** Exports `ConfirmDialog` for the app: the open question of an action (`confirm`). */
import { Button } from "@blueprintjs/core";
import type { ReactElement } from "react";
import { useRuntime } from "./binding.js";
import { Dialog } from "./dialog.js";
import { useObservable } from "./observable-value.js";

export function ConfirmDialog(): ReactElement | null {
  const confirmation = useObservable(useRuntime().confirmation);
  if (confirmation === null) return null;
  return (
    <Dialog title={confirmation.title} onClose={() => confirmation.answer(false)}>
      <p>{confirmation.text}</p>
      <div className="pb-dialog-actions">
        <Button onClick={() => confirmation.answer(false)}>{confirmation.cancel}</Button>
        <Button intent="primary" onClick={() => confirmation.answer(true)}>
          {confirmation.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
