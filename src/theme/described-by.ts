/** Exports the accessible name, `aria-invalid` and `aria-describedby` of a control, for the widgets of the theme. */
import type { WidgetProps } from "@rjsf/utils";
import { descriptionId, errorId, helpId } from "@rjsf/utils";
import { useHasErrors } from "./live-form.js";
import { NoDescription } from "./templates/NoDescription.js";

type Described = Pick<WidgetProps, "id" | "rawErrors" | "hideError" | "hideLabel" | "schema" | "registry"> & {
  readonly options: WidgetProps["options"];
};

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

/**
 * The attributes of a control that change with the errors of its field: `aria-describedby` has the ids of the elements that are
 * rendered, the error first. Another text of an error does not render the control again.
 */
export function useErrorAttributes(field: Described): { readonly "aria-invalid"?: true; readonly "aria-describedby"?: string } {
  const hasErrors = useHasErrors(field.id, field.rawErrors);
  const isInvalid = hasErrors && !field.hideError;
  const ids = [
    isInvalid ? errorId(field.id) : null,
    (warningsOf(field.options)?.length ?? 0) > 0 ? warningId(field.id) : null,
    field.options.help ? helpId(field.id) : null,
    isDescribed(field) ? descriptionId(field.id) : null,
  ].filter((id) => id !== null);
  return { ...(isInvalid ? { "aria-invalid": true } : {}), ...(ids.length > 0 ? { "aria-describedby": ids.join(" ") } : {}) };
}

type Named = Pick<WidgetProps, "id" | "label" | "hideLabel">;

/** The accessible name of a control whose label is hidden; a visible label names it without. */
export const nameOf = ({ label, hideLabel }: Named): { readonly "aria-label"?: string } =>
  hideLabel && label ? { "aria-label": label } : {};

/** The accessible name of a group of controls: its visible label, or the hidden one as text. */
export const groupNameOf = (field: Named): { readonly "aria-label"?: string; readonly "aria-labelledby"?: string } =>
  field.hideLabel || !field.label ? nameOf(field) : { "aria-labelledby": `${field.id}__label` };
