import type { WidgetProps } from "@rjsf/utils";
import { descriptionId, errorId, helpId } from "@rjsf/utils";

type Described = Pick<WidgetProps, "id" | "rawErrors" | "hideError" | "schema"> & {
  readonly options: WidgetProps["options"];
};

/** Whether the field shows an error. */
export function inError({ rawErrors, hideError }: Pick<Described, "rawErrors" | "hideError">): boolean {
  return !hideError && (rawErrors?.length ?? 0) > 0;
}

/** `aria-describedby` of a control: only what stands on the page, the error first. */
export function describedBy(field: Described): string | undefined {
  const ids = [
    inError(field) ? errorId(field.id) : null,
    field.options.help ? helpId(field.id) : null,
    (field.options.description ?? field.schema.description) ? descriptionId(field.id) : null,
  ].filter((id) => id !== null);
  return ids.length > 0 ? ids.join(" ") : undefined;
}
