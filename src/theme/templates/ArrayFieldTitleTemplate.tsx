/** Exports `ArrayFieldTitleTemplate`: the legend of a list of fields. */
import type { ArrayFieldTitleProps } from "@rjsf/utils";
import { getTemplate, getUiOptions, titleId } from "@rjsf/utils";

export function ArrayFieldTitleTemplate(props: ArrayFieldTitleProps) {
  const { fieldPathId, title, schema, uiSchema, required, registry, optionalDataControl } = props;
  const options = getUiOptions(uiSchema, registry.globalUiOptions);
  if (!title || options.label === false) return null;
  const Title = getTemplate("TitleFieldTemplate", registry, options);
  return (
    <Title
      id={titleId(fieldPathId)}
      title={title}
      required={required}
      schema={schema}
      uiSchema={uiSchema}
      registry={registry}
      optionalDataControl={optionalDataControl}
    />
  );
}
