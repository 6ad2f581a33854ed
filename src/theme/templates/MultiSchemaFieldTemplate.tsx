import type { MultiSchemaFieldTemplateProps } from "@rjsf/utils";

/** A field of one of several kinds: the choice of the kind, then its fields. */
export function MultiSchemaFieldTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className="pb-union">
      <div className="pb-union-selector">{selector}</div>
      {optionSchemaField}
    </div>
  );
}
