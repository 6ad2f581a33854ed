/** Exports the accessible name and `aria-describedby` of a control, for the widgets of the theme. */
import type { WidgetProps } from "@rjsf/utils";
import { descriptionId, errorId, helpId } from "@rjsf/utils";
import { NoDescription } from "./templates/NoDescription.js";

type Described = Pick<WidgetProps, "id" | "rawErrors" | "hideError" | "hideLabel" | "schema" | "registry"> & {
  readonly options: WidgetProps["options"];
};

/** Whether the field shows an error. */
export function hasError({ rawErrors, hideError }: Pick<Described, "rawErrors" | "hideError">): boolean {
  return !hideError && (rawErrors?.length ?? 0) > 0;
}

const isDescribed = ({ options, schema, registry, hideLabel }: Described): boolean =>
  // rjsf renders a field without a label without its description.
  !hideLabel && registry.templates.DescriptionFieldTemplate !== NoDescription && Boolean(options.description ?? schema.description);

/** The id of the element with a field's warnings. */
export const warningId = (id: string): string => `${id}__warning`;

/** The field's active warnings; null when it has no warnings at all. */
export function warningsOf(options: object): readonly string[] | null {
  const warnings: unknown = "warnings" in options ? options.warnings : null;
  return Array.isArray(warnings) ? warnings.map(String) : null;
}

/** The `aria-describedby` of a control: the ids of the elements that are rendered, the error first. */
export function describedBy(field: Described): string | undefined {
  const ids = [
    hasError(field) ? errorId(field.id) : null,
    (warningsOf(field.options)?.length ?? 0) > 0 ? warningId(field.id) : null,
    field.options.help ? helpId(field.id) : null,
    isDescribed(field) ? descriptionId(field.id) : null,
  ].filter((id) => id !== null);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

type Named = Pick<WidgetProps, "id" | "label" | "hideLabel">;

/** The accessible name of a control whose label is hidden; a visible label names it without. */
export const nameOf = ({ label, hideLabel }: Named): { readonly "aria-label"?: string } =>
  hideLabel && label ? { "aria-label": label } : {};

/** The accessible name of a group of controls: its visible label, or the hidden one as text. */
export const groupNameOf = (field: Named): { readonly "aria-label"?: string; readonly "aria-labelledby"?: string } =>
  field.hideLabel || !field.label ? nameOf(field) : { "aria-labelledby": `${field.id}__label` };
