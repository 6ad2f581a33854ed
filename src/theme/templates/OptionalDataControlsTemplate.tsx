/** Exports `OptionalDataControlsTemplate`: the buttons that add and remove an optional object. */
import { Button } from "@blueprintjs/core";
import { AddIcon, CrossIcon } from "@blueprintjs/icons";
import type { OptionalDataControlsTemplateProps } from "@rjsf/utils";

export function OptionalDataControlsTemplate({ id, label, onAddClick, onRemoveClick }: OptionalDataControlsTemplateProps) {
  if (onAddClick) {
    return <Button id={id} className="rjsf-add-optional-data" variant="minimal" icon={<AddIcon />} text={label} onClick={onAddClick} />;
  }
  if (onRemoveClick) {
    return (
      <Button id={id} className="rjsf-remove-optional-data" variant="minimal" icon={<CrossIcon />} text={label} onClick={onRemoveClick} />
    );
  }
  return <em id={id}>{label}</em>;
}
