import type { FormEventHandler, FormHTMLAttributes } from "react";
import { forwardRef, useEffect } from "react";
import { flushSync } from "react-dom";
import { HoldsTexts } from "./held-text.js";

interface FormElementProps extends FormHTMLAttributes<HTMLFormElement> {
  readonly as?: "form";
}

interface FlushingProps extends FormElementProps {
  readonly flush: () => void;
}

const Flushing = forwardRef<HTMLFormElement, FlushingProps>(({ flush, as: _tag, onSubmit, ...rest }, ref) => {
  useEffect(() => {
    // At once, and before whoever keeps what has been committed: there is no next rendering.
    const leave = () => flushSync(flush);
    window.addEventListener("pagehide", leave, { capture: true });
    return () => window.removeEventListener("pagehide", leave, { capture: true });
  }, [flush]);
  const submit: FormEventHandler<HTMLFormElement> = (event) => {
    // rjsf queues changes: what is committed here is part of what this submit validates.
    flush();
    onSubmit?.(event);
  };
  return <form {...rest} ref={ref} onSubmit={submit} />;
});
Flushing.displayName = "Flushing";

/** The `<form>` of the theme: commits what its inputs still hold before the form is validated. */
export const FormElement = forwardRef<HTMLFormElement, FormElementProps>((props, ref) => (
  <HoldsTexts>{(flush) => <Flushing {...props} flush={flush} ref={ref} />}</HoldsTexts>
));
FormElement.displayName = "FormElement";
