import type { TitleFieldProps } from "@rjsf/utils";

/** The legend of a group of fields. */
export function TitleField({ id, title, optionalDataControl }: TitleFieldProps) {
  return (
    <legend id={id} className="pb-legend">
      {title}
      {optionalDataControl && <span className="pb-legend-control">{optionalDataControl}</span>}
    </legend>
  );
}
