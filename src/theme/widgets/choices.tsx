/** Exports the checkbox, radio and checkboxes widgets. */
import { Checkbox, Radio } from "@blueprintjs/core";
import type { WidgetProps } from "@rjsf/utils";
import {
  descriptionId,
  enumOptionsDeselectValue,
  enumOptionsIsSelected,
  enumOptionsSelectValue,
  enumOptionValueDecoder,
  enumOptionValueEncoder,
  getTemplate,
  optionId,
} from "@rjsf/utils";
import { groupNameOf, useErrorAttributes } from "../described-by.js";

/** One checkbox with its label beside it. */
export function CheckboxWidget(props: WidgetProps) {
  const { id, htmlName, value, label, hideLabel, required, disabled, readonly, autofocus, options, schema, uiSchema, registry } = props;
  const { onChange, onBlur, onFocus } = props;
  const errorAttributes = useErrorAttributes(props);
  const Description = getTemplate("DescriptionFieldTemplate", registry, options);
  const description = options.description ?? schema.description;
  return (
    <div className="pb-checkbox">
      <Checkbox
        id={id}
        name={htmlName || id}
        size="large"
        checked={value === true}
        labelElement={hideLabel ? undefined : <span className="pb-option-label">{label}</span>}
        disabled={disabled || readonly}
        autoFocus={autofocus}
        aria-required={required || undefined}
        {...errorAttributes}
        onChange={(event) => onChange(event.target.checked)}
        onBlur={(event) => onBlur(id, event.target.checked)}
        onFocus={(event) => onFocus(id, event.target.checked)}
      />
      {!hideLabel && description && (
        <Description id={descriptionId(id)} description={description} schema={schema} uiSchema={uiSchema} registry={registry} />
      )}
    </div>
  );
}

const isDisabled = ({ disabled, readonly, options }: WidgetProps, value: unknown): boolean =>
  Boolean(disabled || readonly || (Array.isArray(options.enumDisabled) && options.enumDisabled.some((each) => each === value)));

/** One of several options, as radio buttons. */
export function RadioWidget(props: WidgetProps) {
  const { id, htmlName, value, required, autofocus, options, onChange, onBlur, onFocus } = props;
  const { enumOptions = [], emptyValue, inline } = options;
  const errorAttributes = useErrorAttributes(props);
  const format = options.optionValueFormat ?? "realValue";
  const decode = (text: string) => enumOptionValueDecoder(text, enumOptions, format, emptyValue);
  return (
    <div
      id={id}
      className={`pb-radios${inline ? " pb-radios--inline" : ""}`}
      role="radiogroup"
      {...groupNameOf(props)}
      aria-required={required || undefined}
      {...errorAttributes}
    >
      {enumOptions.map((option, index) => (
        <Radio
          key={String(option.value)}
          id={optionId(id, index)}
          name={htmlName || id}
          size="large"
          className="pb-radio"
          value={enumOptionValueEncoder(option.value, index, format)}
          checked={enumOptionsIsSelected(option.value, value)}
          labelElement={<span className="pb-option-label">{option.label}</span>}
          disabled={isDisabled(props, option.value)}
          autoFocus={autofocus && index === 0}
          onChange={() => onChange(option.value)}
          onBlur={(event) => onBlur(id, decode(event.target.value))}
          onFocus={(event) => onFocus(id, decode(event.target.value))}
        />
      ))}
    </div>
  );
}

/** Any of several options, as checkboxes. */
export function CheckboxesWidget(props: WidgetProps) {
  const { id, htmlName, value, autofocus, options, onChange, onBlur, onFocus } = props;
  const { enumOptions = [], emptyValue, inline } = options;
  const errorAttributes = useErrorAttributes(props);
  const format = options.optionValueFormat ?? "realValue";
  const ticked = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const decode = (text: string) => enumOptionValueDecoder(text, enumOptions, format, emptyValue);
  const toggle = (index: number, on: boolean) =>
    onChange(on ? enumOptionsSelectValue(index, ticked, enumOptions) : enumOptionsDeselectValue(index, ticked, enumOptions));
  return (
    <fieldset
      id={id}
      className={`pb-checkboxes${inline ? " pb-radios--inline" : ""}`}
      {...groupNameOf(props)}
      aria-describedby={errorAttributes["aria-describedby"]}
    >
      {enumOptions.map((option, index) => (
        <Checkbox
          key={String(option.value)}
          id={optionId(id, index)}
          name={htmlName || id}
          size="large"
          value={enumOptionValueEncoder(option.value, index, format)}
          checked={enumOptionsIsSelected(option.value, ticked)}
          labelElement={<span className="pb-option-label">{option.label}</span>}
          disabled={isDisabled(props, option.value)}
          autoFocus={autofocus && index === 0}
          aria-invalid={errorAttributes["aria-invalid"]}
          onChange={(event) => toggle(index, event.target.checked)}
          onBlur={(event) => onBlur(id, decode(event.target.value))}
          onFocus={(event) => onFocus(id, decode(event.target.value))}
        />
      ))}
    </fieldset>
  );
}
