/** Exports the part of a form below or beside its fields: its blocks and its buttons, and the context through which they read the screen. */
import { createContext, type ReactElement, useContext, useMemo, useSyncExternalStore } from "react";
import type { FormBlock } from "../language/blocks.js";
import type { CompiledBlock } from "../language/bundle.js";
import { ActionFailure } from "./ActionFailure.js";
import type { ScreenHandle } from "./block.js";
import { BusyButton, ControlRow } from "./Controls.js";
import type { FormTyping } from "./form-typing.js";

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

/** The blocks of the form's body, with what is typed now. */
export function FormBody({ blocks, typing }: { readonly blocks: readonly CompiledBlock[]; readonly typing: FormTyping }): ReactElement {
  const screen = useScreenOfForm();
  const data = useSyncExternalStore(typing.subscribe, typing.present, typing.present);
  const inner = useMemo(() => screen.withForm(data), [screen, data]);
  return <div className="pb-form-body">{inner.body(blocks)}</div>;
}

function useScreenOfForm(): ScreenHandle {
  const screen = useContext(ScreenOfForm);
  if (screen === null) throw new Error("A part of a form is rendered outside of it.");
  return screen;
}

export function FormControls({ block, source }: FormControlsProps): ReactElement {
  const screen = useScreenOfForm();
  return (
    <div className="pb-form-controls">
      <ActionFailure source={source} screen={screen} />
      <BusyButton
        type="submit"
        style={block.submitStyle ?? "primary"}
        label={screen.text(block.submitLabel)}
        busy={screen.isPending(block.submit)}
        blocked={screen.isBlocked(block.submit)}
      />
      {block.controls !== undefined && <ControlRow className="pb-form-other-controls" controls={block.controls} screen={screen} />}
    </div>
  );
}
