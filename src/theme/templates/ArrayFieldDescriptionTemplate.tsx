/** Exports `ArrayFieldDescriptionTemplate`: the description of a list of fields. */
import type { ArrayFieldDescriptionProps } from "@rjsf/utils";
import { descriptionId, getTemplate, getUiOptions } from "@rjsf/utils";

export function ArrayFieldDescriptionTemplate(props: ArrayFieldDescriptionProps) {
  const { fieldPathId, description, registry, schema, uiSchema } = props;
  const options = getUiOptions(uiSchema, registry.globalUiOptions);
  if (!description || options.label === false) return null;
  const Description = getTemplate("DescriptionFieldTemplate", registry, options);
  return <Description id={descriptionId(fieldPathId)} description={description} schema={schema} uiSchema={uiSchema} registry={registry} />;
}
