/** Exports `FieldTemplate`: a field: label, description, control, error, warnings and help. */
import type { FieldTemplateProps } from "@rjsf/utils";
import { getTemplate, getUiOptions } from "@rjsf/utils";
import { useTranslate } from "../texts.js";
import { FieldWarnings } from "./FieldWarnings.js";

/** Widgets that render their own label: beside the control, or as the legend of a group. */
const OWN_LABEL = new Set(["checkbox", "CheckboxWidget"]);
const GROUPS = new Set(["radio", "checkboxes", "RadioWidget", "CheckboxesWidget"]);

export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, children, errors, help, description, hidden, required, displayLabel, registry, uiSchema, schema } = props;
  const translate = useTranslate();
  const options = getUiOptions(uiSchema);
  const Wrap = getTemplate("WrapIfAdditionalTemplate", registry, options);
  if (hidden) return <div className="pb-hidden">{children}</div>;
  const widget = typeof options.widget === "string" ? options.widget : "";
  const ownLabel = OWN_LABEL.has(widget) || schema.type === "boolean";
  const group = GROUPS.has(widget);
  const shown = displayLabel && label && (!ownLabel || group);
  const optional = !required && options.required !== true && schema.type !== "boolean" && schema.const === undefined;
  const text = (
    <>
      {label}
      {optional && " "}
      {optional && <span className="pb-optional">({translate("optional")})</span>}
    </>
  );
  return (
    <Wrap {...props}>
      {shown && !group && (
        <label className="pb-label" htmlFor={id}>
          {text}
        </label>
      )}
      {shown && group && (
        <span className="pb-label" id={`${id}__label`}>
          {text}
        </span>
      )}
      {displayLabel && !ownLabel && props.rawDescription !== "" && description}
      {children}
      {errors}
      <FieldWarnings id={id} options={options} />
      {options.help !== undefined && help}
    </Wrap>
  );
}
