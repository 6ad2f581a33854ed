import type { MultiSchemaFieldTemplateProps } from "@rjsf/utils";
import { cloneElement, isValidElement } from "react";

/** A field of one of several kinds: the choice of the kind, then its fields. */
export function MultiSchemaFieldTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  // Nothing draws the choice's label: the choice says it itself.
  const named = isValidElement<{ readonly hideLabel?: boolean }>(selector) ? cloneElement(selector, { hideLabel: true }) : selector;
  return (
    <div className="pb-union">
      <div className="pb-union-selector">{named}</div>
      {optionSchemaField}
    </div>
  );
}
