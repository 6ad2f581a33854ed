/** Exports the select widget. */
import { HTMLSelect } from "@blueprintjs/core";
import type { WidgetProps } from "@rjsf/utils";
import { enumOptionSelectedValue, enumOptionValueDecoder, enumOptionValueEncoder } from "@rjsf/utils";
import type { ChangeEvent } from "react";
import { nameOf, useErrorAttributes } from "../described-by.js";
import { useTranslate } from "../texts.js";

/** The arrow is decoration: the list's role says the same. */
const DECORATION = { title: "", "aria-hidden": true } as const;

const chosen = (select: HTMLSelectElement, multiple: boolean): string | string[] =>
  multiple ? [...select.selectedOptions].map(({ value }) => value) : select.value;

export function SelectWidget(props: WidgetProps) {
  const { id, htmlName, options, value, required, disabled, readonly, multiple = false, autofocus, placeholder, schema } = props;
  const { onChange, onBlur, onFocus } = props;
  const translate = useTranslate();
  const { enumOptions = [], enumDisabled, emptyValue } = options;
  // Real values, not indices: autofill matches the values of the options.
  const format = options.optionValueFormat ?? "realValue";
  const decode = (select: HTMLSelectElement) => enumOptionValueDecoder(chosen(select, multiple), enumOptions, format, emptyValue);
  const entries = enumOptions.map((option, index) => (
    <option
      key={String(option.value)}
      value={enumOptionValueEncoder(option.value, index, format)}
      disabled={Array.isArray(enumDisabled) && enumDisabled.includes(option.value)}
    >
      {option.label}
    </option>
  ));
  const shared = {
    ...nameOf(props),
    id,
    name: htmlName || id,
    value: enumOptionSelectedValue(value, enumOptions, multiple, format, multiple ? [] : ""),
    disabled: disabled || readonly,
    autoFocus: autofocus,
    autoComplete: options.autocomplete,
    "aria-required": required || undefined,
    ...useErrorAttributes(props),
    onChange: (event: ChangeEvent<HTMLSelectElement>) => onChange(decode(event.target)),
    onBlur: (event: ChangeEvent<HTMLSelectElement>) => onBlur(id, decode(event.target)),
    onFocus: (event: ChangeEvent<HTMLSelectElement>) => onFocus(id, decode(event.target)),
  };
  if (multiple) {
    return (
      <select {...shared} value={[shared.value].flat().map(String)} className="pb-multi-select" multiple>
        {entries}
      </select>
    );
  }
  return (
    <HTMLSelect {...shared} value={String(shared.value)} fill large className="pb-select" iconProps={DECORATION}>
      {schema.default === undefined && <option value="">{placeholder || translate("choose")}</option>}
      {entries}
    </HTMLSelect>
  );
}
