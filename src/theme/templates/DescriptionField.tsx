/** Exports `DescriptionField`: the description of a field or a group, above its control. */
import { RichDescription } from "@rjsf/core";
import type { DescriptionFieldProps } from "@rjsf/utils";

export function DescriptionField({ id, description, registry, uiSchema }: DescriptionFieldProps) {
  if (!description) return null;
  return (
    <div id={id} className="pb-description">
      <RichDescription description={description} registry={registry} uiSchema={uiSchema} />
    </div>
  );
}
