/** Exports `FallbackFieldTemplate`: a field whose schema has no type: a type selector, then the control. */
import type { FallbackFieldTemplateProps } from "@rjsf/utils";
import { getTemplate } from "@rjsf/utils";

export function FallbackFieldTemplate({ schema, registry, typeSelector, schemaField }: FallbackFieldTemplateProps) {
  const MultiSchema = getTemplate("MultiSchemaFieldTemplate", registry);
  return <MultiSchema selector={typeSelector} optionSchemaField={schemaField} schema={schema} registry={registry} />;
}
