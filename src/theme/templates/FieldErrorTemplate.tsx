/** Exports `FieldErrorTemplate`: the error message of a field. */
import { ErrorIcon } from "@blueprintjs/icons";
import type { FieldErrorProps } from "@rjsf/utils";
import { errorId } from "@rjsf/utils";

export function FieldErrorTemplate({ errors = [], fieldPathId }: FieldErrorProps) {
  const shown = [...new Set(errors.filter((error) => Boolean(error)).map((error) => error))];
  if (shown.length === 0) return null;
  return (
    <div id={errorId(fieldPathId)} className="pb-error">
      <ErrorIcon size={16} className="pb-error-icon" />
      {shown.length === 1 ? (
        <span>{shown[0]}</span>
      ) : (
        <ul>
          {shown.map((error) => (
            <li key={String(error)}>{error}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
