/** Exports `ObjectFieldTemplate`: the fields of an object: a group with a legend when it has a title, else without a group. */
import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import { buttonId, canExpand, descriptionId, getTemplate, getUiOptions, titleId } from "@rjsf/utils";
import { startTransition, useEffect, useState } from "react";

/** The height of a field without a description, error or help, and of the gap below it, in pixels. */
const ROW_PX = 100;
/** The parts of a row that fields take beside others; in a narrow window each takes a row. */
const PARTS: Readonly<Record<string, number>> = { half: 1 / 2, third: 1 / 3 };

/** Time for the first paint and for what follows it at once, such as moving the focus. */
export const FIRST_PAINT_MS = 100;

type Properties = ObjectFieldTemplateProps["properties"];

/** How many of the fields fill the window; all of them on a server, which has none. */
function fillingWindow(properties: Properties, uiSchema: ObjectFieldTemplateProps["uiSchema"]): number {
  let rows = 0;
  const below = properties.findIndex(({ name, hidden }) => {
    if (rows >= globalThis.innerHeight / ROW_PX) return true;
    if (!hidden) rows += PARTS[String(getUiOptions(uiSchema?.[name]).width)] ?? 1;
    return false;
  });
  return below < 0 ? properties.length : below;
}

/** The fields to render. The first paint does not wait for those below the window; soon after it, every field is in the page. */
function useFieldsToRender(properties: Properties, uiSchema: ObjectFieldTemplateProps["uiSchema"]): Properties {
  const [first] = useState(() => fillingWindow(properties, uiSchema));
  const [areAll, setAll] = useState(first === properties.length);
  useEffect(() => {
    if (areAll) return;
    const timer = setTimeout(() => startTransition(() => setAll(true)), FIRST_PAINT_MS);
    return () => clearTimeout(timer);
  }, [areAll]);
  return areAll ? properties : properties.slice(0, first);
}

export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { title, description, properties, required, disabled, readonly, schema, uiSchema, formData, fieldPathId, registry } = props;
  const { optionalDataControl, onAddProperty, className } = props;
  const options = getUiOptions(uiSchema);
  const shown = useFieldsToRender(properties, uiSchema);
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
