/** Exports `MultiSchemaFieldTemplate`: a field with `oneOf` or `anyOf`: the selector, then the fields of the chosen schema. */
import type { MultiSchemaFieldTemplateProps } from "@rjsf/utils";
import { cloneElement, isValidElement } from "react";

export function MultiSchemaFieldTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  // rjsf renders no label for the selector: it must name itself.
  const named = isValidElement<{ readonly hideLabel?: boolean }>(selector) ? cloneElement(selector, { hideLabel: true }) : selector;
  return (
    <div className="pb-union">
      <div className="pb-union-selector">{named}</div>
      {optionSchemaField}
    </div>
  );
}
