/** Exports `FormElement`, the `<form>` of the theme: commits the text of its debounced inputs and validates before rjsf submits. */
import type { FormEventHandler, FormHTMLAttributes } from "react";
import { forwardRef, useEffect } from "react";
import { flushSync } from "react-dom";
import { DebouncedInputsProvider } from "./debounced-input.js";
import { useLiveForm } from "./live-form.js";
import { LiveErrorSummary } from "./templates/ErrorList.js";

interface FormElementProps extends FormHTMLAttributes<HTMLFormElement> {
  readonly as?: "form";
}

interface CommittingFormProps extends FormElementProps {
  readonly commitAll: () => void;
}

const CommittingForm = forwardRef<HTMLFormElement, CommittingFormProps>(({ commitAll, as: _tag, onSubmit, children, ...rest }, ref) => {
  const live = useLiveForm();
  useEffect(() => {
    // Synchronously, before the persistence writes the state: the page no longer renders.
    const leave = () => flushSync(commitAll);
    // A phone may discard a page in the background without another event.
    const hide = () => {
      if (document.visibilityState === "hidden") leave();
    };
    window.addEventListener("pagehide", leave, { capture: true });
    document.addEventListener("visibilitychange", hide, { capture: true });
    return () => {
      window.removeEventListener("pagehide", leave, { capture: true });
      document.removeEventListener("visibilitychange", hide, { capture: true });
    };
  }, [commitAll]);
  const submit: FormEventHandler<HTMLFormElement> = (event) => {
    // Synchronously: the text that is committed here is part of the data that this submit validates.
    flushSync(commitAll);
    // rjsf renders the whole form for a submit, also for one that sends nothing.
    if (event.target === event.currentTarget && live?.accepts() === false) event.preventDefault();
    else flushSync(() => onSubmit?.(event));
  };
  return (
    <form {...rest} ref={ref} onSubmit={submit}>
      <LiveErrorSummary />
      {children}
    </form>
  );
});
CommittingForm.displayName = "CommittingForm";

export const FormElement = forwardRef<HTMLFormElement, FormElementProps>((props, ref) => (
  <DebouncedInputsProvider>{(commitAll) => <CommittingForm {...props} commitAll={commitAll} ref={ref} />}</DebouncedInputsProvider>
));
FormElement.displayName = "FormElement";
