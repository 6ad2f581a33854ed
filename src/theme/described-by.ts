import type { WidgetProps } from "@rjsf/utils";
import { descriptionId, errorId, helpId } from "@rjsf/utils";
import { NoDescription } from "./templates/NoDescription.js";

type Described = Pick<WidgetProps, "id" | "rawErrors" | "hideError" | "schema" | "registry"> & {
  readonly options: WidgetProps["options"];
};

/** Whether the field shows an error. */
export function inError({ rawErrors, hideError }: Pick<Described, "rawErrors" | "hideError">): boolean {
  return !hideError && (rawErrors?.length ?? 0) > 0;
}

const isDescribed = ({ options, schema, registry }: Described): boolean =>
  registry.templates.DescriptionFieldTemplate !== NoDescription && Boolean(options.description ?? schema.description);

/** `aria-describedby` of a control: only what stands on the page, the error first. */
export function describedBy(field: Described): string | undefined {
  const ids = [
    inError(field) ? errorId(field.id) : null,
    field.options.help ? helpId(field.id) : null,
    isDescribed(field) ? descriptionId(field.id) : null,
  ].filter((id) => id !== null);
  return ids.length > 0 ? ids.join(" ") : undefined;
}
