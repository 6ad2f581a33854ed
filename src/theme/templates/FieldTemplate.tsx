import type { FieldTemplateProps } from "@rjsf/utils";
import { getTemplate, getUiOptions } from "@rjsf/utils";
import { useSay } from "../words.js";
import { FieldCautions } from "./FieldCautions.js";

/** Widgets whose label stands beside or inside the control, or that are a group with a legend of their own. */
const OWN_LABEL = new Set(["checkbox", "CheckboxWidget"]);
const GROUPS = new Set(["radio", "checkboxes", "RadioWidget", "CheckboxesWidget"]);

/** A field: its label above, what it means, the control, what is wrong with it, help. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, children, errors, help, description, hidden, required, displayLabel, registry, uiSchema, schema } = props;
  const say = useSay();
  const options = getUiOptions(uiSchema);
  const Wrap = getTemplate("WrapIfAdditionalTemplate", registry, options);
  if (hidden) return <div className="pb-hidden">{children}</div>;
  const widget = typeof options.widget === "string" ? options.widget : "";
  const ownLabel = OWN_LABEL.has(widget) || schema.type === "boolean";
  const group = GROUPS.has(widget) || (schema.type === "boolean" && GROUPS.has(widget));
  const shown = displayLabel && label && (!ownLabel || group);
  const optional = !required && schema.type !== "boolean" && schema.const === undefined;
  const text = (
    <>
      {label}
      {optional && " "}
      {optional && <span className="pb-optional">({say("optional")})</span>}
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
      {displayLabel && !ownLabel && description}
      {children}
      {errors}
      <FieldCautions id={id} options={options} />
      {help}
    </Wrap>
  );
}
