/**
 * Exports `Dialog`: a modal `<dialog>`; the browser traps the focus and restores it. The control with
 * `data-focus="true"` has the initial focus.
 */
import { type ReactElement, type ReactNode, useId, useLayoutEffect, useRef } from "react";

interface DialogProps {
  readonly title: string;
  /** Called on Escape and on a click outside the dialog. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, onClose, children }: DialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const pressed = useRef(false);
  // Close before the element is removed: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    // The browser focuses the first control, unless another one is marked.
    element.showModal();
    element.querySelector<HTMLElement>("[data-focus=true]")?.focus();
    return () => element.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      className="pb-dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDownCapture={() => {
        pressed.current = true;
      }}
      onKeyUpCapture={(event) => {
        // The key that opened the dialog is released inside it: Blueprint's buttons would take the release for a press.
        if (!pressed.current) event.stopPropagation();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="pb-dialog-body">
        <h2 id={heading} className="pb-dialog-title">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
