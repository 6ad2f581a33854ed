import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import { buttonId, canExpand, descriptionId, getTemplate, getUiOptions, titleId } from "@rjsf/utils";

/** The fields of an object: a group with a legend where it has a title, else set among its neighbours. */
export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { title, description, properties, required, disabled, readonly, schema, uiSchema, formData, fieldPathId, registry } = props;
  const { optionalDataControl, onAddProperty, className } = props;
  const options = getUiOptions(uiSchema);
  // A pure union has nothing of its own: its selector and the chosen part are drawn by the union's field.
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
      <div className="pb-fields">{properties.map((property) => property.content)}</div>
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
