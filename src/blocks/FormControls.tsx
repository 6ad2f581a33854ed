/** Exports the buttons below a form, and the context through which they read the screen. */
import { createContext, type ReactElement, useContext } from "react";
import type { FormBlock } from "../language/blocks.js";
import { ActionFailure } from "./ActionFailure.js";
import type { ScreenHandle } from "./block.js";
import { BusyButton, ControlRow } from "./Controls.js";

/**
 * The screen of the form. rjsf renders its children only when their props have changed, and takes two functions for equal: a
 * screen in the props would stay the first one.
 */
export const ScreenOfForm = createContext<ScreenHandle | null>(null);

interface FormControlsProps {
  readonly block: FormBlock;
  /** The source of the form's own action. */
  readonly source: string;
}

export function FormControls({ block, source }: FormControlsProps): ReactElement {
  const screen = useContext(ScreenOfForm);
  if (screen === null) throw new Error("The controls of a form are rendered outside of it.");
  return (
    <div className="pb-form-controls">
      <ActionFailure source={source} screen={screen} />
      <BusyButton type="submit" style="primary" label={screen.text(block.submitLabel)} busy={screen.isPending(block.submit)} />
      {block.controls !== undefined && <ControlRow className="pb-form-other-controls" controls={block.controls} screen={screen} />}
    </div>
  );
}
