/** Exports `TitleField`: the legend of a group of fields. */
import type { TitleFieldProps } from "@rjsf/utils";

export function TitleField({ id, title, optionalDataControl }: TitleFieldProps) {
  return (
    <legend id={id} className="pb-legend">
      {title}
      {optionalDataControl && <span className="pb-legend-control">{optionalDataControl}</span>}
    </legend>
  );
}
