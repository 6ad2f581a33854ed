import type { WidgetProps } from "@rjsf/utils";
import { descriptionId, errorId, helpId } from "@rjsf/utils";
import { NoDescription } from "./templates/NoDescription.js";

type Described = Pick<WidgetProps, "id" | "rawErrors" | "hideError" | "hideLabel" | "schema" | "registry"> & {
  readonly options: WidgetProps["options"];
};

/** Whether the field shows an error. */
export function inError({ rawErrors, hideError }: Pick<Described, "rawErrors" | "hideError">): boolean {
  return !hideError && (rawErrors?.length ?? 0) > 0;
}

const isDescribed = ({ options, schema, registry, hideLabel }: Described): boolean =>
  // A field without a label is drawn without its description, too.
  !hideLabel && registry.templates.DescriptionFieldTemplate !== NoDescription && Boolean(options.description ?? schema.description);

/** The element in which a field's cautions are said. */
export const cautionId = (id: string): string => `${id}__caution`;

/** A field's cautions that are said now; null where it has none at all. */
export function cautionsOf(options: object): readonly string[] | null {
  const cautions: unknown = "cautions" in options ? options.cautions : null;
  return Array.isArray(cautions) ? cautions.map(String) : null;
}

/** `aria-describedby` of a control: only what stands on the page, the error first. */
export function describedBy(field: Described): string | undefined {
  const ids = [
    inError(field) ? errorId(field.id) : null,
    (cautionsOf(field.options)?.length ?? 0) > 0 ? cautionId(field.id) : null,
    field.options.help ? helpId(field.id) : null,
    isDescribed(field) ? descriptionId(field.id) : null,
  ].filter((id) => id !== null);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

type Named = Pick<WidgetProps, "id" | "label" | "hideLabel">;

/** The name of a control whose label is not drawn; a label that is drawn names it by itself. */
export const nameOf = ({ label, hideLabel }: Named): { readonly "aria-label"?: string } =>
  hideLabel && label ? { "aria-label": label } : {};

/** The name of a group of controls: by its label where one is drawn. */
export const groupNameOf = (field: Named): { readonly "aria-label"?: string; readonly "aria-labelledby"?: string } =>
  field.hideLabel || !field.label ? nameOf(field) : { "aria-labelledby": `${field.id}__label` };
