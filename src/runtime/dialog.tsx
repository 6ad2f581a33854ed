/** A modal dialog: the browser's own, which keeps the focus within and gives it back. */
import { type ReactElement, type ReactNode, useId, useLayoutEffect, useRef } from "react";

interface DialogProps {
  readonly title: string;
  /** Escape, or a click beside the dialog. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, onClose, children }: DialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const pressed = useRef(false);
  // Closed while it still stands in the page: only then does the browser give the focus back to what had it.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the browser's own
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
        // The key that opened the dialog is let go within it: Blueprint's buttons would take that for a press of theirs.
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
