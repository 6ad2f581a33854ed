/** Exports `FieldErrorTemplate`: the error messages of a field. */
import { ErrorIcon } from "@blueprintjs/icons";
import type { FieldErrorProps } from "@rjsf/utils";
import { errorId } from "@rjsf/utils";
import { useFieldErrors } from "../live-form.js";

const ICON = <ErrorIcon size={16} className="pb-error-icon" />;

/** The present messages. They alone are rendered again when they change, and the attributes of the control. */
export function FieldErrorTemplate({ errors = [], fieldPathId }: FieldErrorProps) {
  const messages = useFieldErrors(fieldPathId.$id, errors.map(String));
  const shown = [...new Set(messages)].filter((message) => message !== "");
  if (shown.length === 0) return null;
  return (
    <div id={errorId(fieldPathId)} className="pb-error">
      {ICON}
      {shown.length === 1 ? (
        <span>{shown[0]}</span>
      ) : (
        <ul>
          {shown.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
