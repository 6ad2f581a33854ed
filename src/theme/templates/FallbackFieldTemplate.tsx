import type { FallbackFieldTemplateProps } from "@rjsf/utils";
import { getTemplate } from "@rjsf/utils";

/** A field whose schema says no type: the choice of one, then its control. */
export function FallbackFieldTemplate({ schema, registry, typeSelector, schemaField }: FallbackFieldTemplateProps) {
  const MultiSchema = getTemplate("MultiSchemaFieldTemplate", registry);
  return <MultiSchema selector={typeSelector} optionSchemaField={schemaField} schema={schema} registry={registry} />;
}
