/** Draws the question of an action (`confirm`). */
import { Button } from "@blueprintjs/core";
import type { ReactElement } from "react";
import { useRuntime } from "./binding.js";
import { useCell } from "./cell.js";
import { Dialog } from "./dialog.js";

export function Asking(): ReactElement | null {
  const question = useCell(useRuntime().question);
  if (question === null) return null;
  return (
    <Dialog title={question.title} onClose={() => question.answer(false)}>
      <p>{question.text}</p>
      <div className="pb-dialog-actions">
        <Button onClick={() => question.answer(false)}>{question.no}</Button>
        <Button intent="primary" onClick={() => question.answer(true)}>
          {question.yes}
        </Button>
      </div>
    </Dialog>
  );
}
