/** Exports `ArrayFieldTemplate`: a list of fields with an Add button. */
import type { ArrayFieldTemplateProps } from "@rjsf/utils";
import { buttonId, getTemplate, getUiOptions } from "@rjsf/utils";

export function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { canAdd, className, disabled, fieldPathId, uiSchema, items, optionalDataControl, onAddClick, readonly, registry } = props;
  const { required, schema, title } = props;
  const options = getUiOptions(uiSchema);
  const Description = getTemplate("ArrayFieldDescriptionTemplate", registry, options);
  const Title = getTemplate("ArrayFieldTitleTemplate", registry, options);
  const { AddButton } = registry.templates.ButtonTemplates;
  const editable = !readonly && !disabled;
  return (
    <fieldset id={fieldPathId.$id} className={["pb-array", className].filter(Boolean).join(" ")}>
      <Title
        fieldPathId={fieldPathId}
        title={options.title || title}
        required={required}
        schema={schema}
        uiSchema={uiSchema}
        registry={registry}
        optionalDataControl={editable ? optionalDataControl : undefined}
      />
      <Description
        fieldPathId={fieldPathId}
        description={options.description || schema.description}
        schema={schema}
        uiSchema={uiSchema}
        registry={registry}
      />
      {!editable && optionalDataControl}
      <div className="pb-array-items">{items}</div>
      {canAdd && (
        <AddButton
          id={buttonId(fieldPathId, "add")}
          className="rjsf-array-item-add"
          onClick={onAddClick}
          disabled={disabled || readonly}
          uiSchema={uiSchema}
          registry={registry}
        />
      )}
    </fieldset>
  );
}
