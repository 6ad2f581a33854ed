/** Exports `ObjectFieldTemplate`: the fields of an object: a group with a legend when it has a title, else without a group. */
import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import { buttonId, canExpand, descriptionId, getTemplate, getUiOptions, titleId } from "@rjsf/utils";
import { startTransition, useEffect, useState } from "react";

/** More fields than a screen shows: a longer group renders these first, and the others when the browser has painted them. */
const FIRST_FIELDS = 16;
/** Time for the first paint and for what follows it at once, such as moving the focus. */
export const FIRST_PAINT_MS = 100;

/** Whether all fields are rendered. The first paint does not wait for those below the window; soon after it, every field is in the page. */
function useAllFields(count: number): boolean {
  const [areAll, setAll] = useState(count <= FIRST_FIELDS);
  useEffect(() => {
    if (areAll) return;
    const timer = setTimeout(() => startTransition(() => setAll(true)), FIRST_PAINT_MS);
    return () => clearTimeout(timer);
  }, [areAll]);
  return areAll;
}

export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { title, description, properties, required, disabled, readonly, schema, uiSchema, formData, fieldPathId, registry } = props;
  const { optionalDataControl, onAddProperty, className } = props;
  const options = getUiOptions(uiSchema);
  const shown = useAllFields(properties.length) ? properties : properties.slice(0, FIRST_FIELDS);
  // An object that is only a union has no fields of its own: rjsf's union field renders the selector and the chosen schema.
  if ((schema.oneOf || schema.anyOf) && !schema.properties && properties.length === 0) return null;

  const Title = getTemplate("TitleFieldTemplate", registry, options);
  const Description = getTemplate("DescriptionFieldTemplate", registry, options);
  const { AddButton } = registry.templates.ButtonTemplates;
  const editable = !readonly && !disabled;
  const inside = (
    <>
      {description && (
        <Description id={descriptionId(fieldPathId)} description={description} schema={schema} uiSchema={uiSchema} registry={registry} />
      )}
      {!editable && optionalDataControl}
      <div className="pb-fields">{shown.map((property) => property.content)}</div>
      {canExpand(schema, uiSchema, formData) && (
        <AddButton
          id={buttonId(fieldPathId, "add")}
          className="rjsf-object-property-expand"
          onClick={onAddProperty}
          disabled={disabled || readonly}
          uiSchema={uiSchema}
          registry={registry}
        />
      )}
    </>
  );
  if (!title) {
    return (
      <div id={fieldPathId.$id} className={["pb-object", className].filter(Boolean).join(" ")}>
        {inside}
      </div>
    );
  }
  return (
    <fieldset id={fieldPathId.$id} className={["pb-object pb-object--titled", className].filter(Boolean).join(" ")}>
      <Title
        id={titleId(fieldPathId)}
        title={title}
        required={required}
        schema={schema}
        uiSchema={uiSchema}
        registry={registry}
        optionalDataControl={editable ? optionalDataControl : undefined}
      />
      {inside}
    </fieldset>
  );
}
