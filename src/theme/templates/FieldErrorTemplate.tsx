/** Exports `FieldErrorTemplate` for rjsf, and `FieldErrors` for the field: the error messages of a field. */
import { ErrorIcon } from "@blueprintjs/icons";
import type { FieldErrorProps } from "@rjsf/utils";
import { errorId } from "@rjsf/utils";
import type { ReactNode } from "react";

export const FieldErrorTemplate = ({ errors = [], fieldPathId }: FieldErrorProps) => (
  <FieldErrors id={errorId(fieldPathId)} errors={errors} />
);

/** The messages of a field, in the element with this id. */
export function FieldErrors({ id, errors }: { readonly id: string; readonly errors: readonly ReactNode[] }) {
  const shown = [...new Set(errors.filter((error) => Boolean(error)).map((error) => error))];
  if (shown.length === 0) return null;
  return (
    <div id={id} className="pb-error">
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
