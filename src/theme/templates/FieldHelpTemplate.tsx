/** Exports `FieldHelpTemplate`: the help text of a field, below its control. */
import { RichHelp } from "@rjsf/core";
import type { FieldHelpProps } from "@rjsf/utils";
import { helpId } from "@rjsf/utils";

export function FieldHelpTemplate({ fieldPathId, help, uiSchema, registry }: FieldHelpProps) {
  if (!help) return null;
  return (
    <div id={helpId(fieldPathId)} className="pb-field-help">
      <RichHelp help={help} registry={registry} uiSchema={uiSchema} />
    </div>
  );
}
