/** Exports `WrapIfAdditionalTemplate`: the frame of a field. An additional property gets a field for its name and a Remove button. */
import { InputGroup } from "@blueprintjs/core";
import type { WrapIfAdditionalTemplateProps } from "@rjsf/utils";
import { ADDITIONAL_PROPERTY_FLAG, buttonId, getUiOptions, TranslatableString } from "@rjsf/utils";

export function WrapIfAdditionalTemplate(props: WrapIfAdditionalTemplateProps) {
  const { id, classNames, style, disabled, label, onKeyRenameBlur, onRemoveProperty, readonly, required, schema } = props;
  const { children, uiSchema, registry } = props;
  const { RemoveButton } = registry.templates.ButtonTemplates;
  const { width } = getUiOptions(uiSchema);
  const frame = ["pb-field", width === "half" || width === "third" ? `pb-field--${width}` : "", classNames ?? ""]
    .filter((name) => name !== "")
    .join(" ");
  if (!(ADDITIONAL_PROPERTY_FLAG in schema)) {
    return (
      <div className={frame} style={style}>
        {children}
      </div>
    );
  }
  const keyId = `${id}-key`;
  return (
    <div className={`${frame} pb-additional`} style={style}>
      <div className="pb-additional-key">
        <label className="pb-label" htmlFor={keyId}>
          {registry.translateString(TranslatableString.KeyLabel, [label])}
        </label>
        <InputGroup
          key={label}
          id={keyId}
          name={keyId}
          className="pb-input"
          size="large"
          defaultValue={label}
          disabled={disabled || readonly}
          aria-required={required || undefined}
          onBlur={onKeyRenameBlur}
        />
      </div>
      <div className="pb-additional-value">{children}</div>
      <RemoveButton
        id={buttonId(id, "remove")}
        className="rjsf-object-property-remove"
        disabled={disabled || readonly}
        onClick={onRemoveProperty}
        uiSchema={uiSchema}
        registry={registry}
      />
    </div>
  );
}
