/** Exports the text input that all text widgets of the theme use: debounced, masked, with its error state. */
import type { InputGroupProps } from "@blueprintjs/core";
import { InputGroup } from "@blueprintjs/core";
import type { BaseInputTemplateProps, WidgetProps } from "@rjsf/utils";
import { examplesId, getInputProps } from "@rjsf/utils";
import type { ChangeEvent, ReactNode } from "react";
import { useLayoutEffect, useRef, useState } from "react";
import { useDebouncedInput } from "../debounced-input.js";
import { describedBy, hasError, nameOf } from "../described-by.js";
import type { InputMask } from "../input-masks.js";
import { plain } from "../input-masks.js";

type NativeProps = Pick<
  InputGroupProps,
  "inputMode" | "maxLength" | "autoCapitalize" | "autoCorrect" | "spellCheck" | "leftElement" | "rightElement" | "inputClassName" | "list"
>;

export interface TextInputProps extends NativeProps {
  readonly field: BaseInputTemplateProps | WidgetProps;
  readonly mask?: InputMask;
  readonly type?: string;
  readonly autoComplete?: string;
  /** Formats the text while the field does not have the focus. */
  readonly formatWhenBlurred?: (text: string) => string;
  readonly after?: ReactNode;
  /** Called on every change, before the text is committed. */
  readonly onType?: (text: string) => void;
}

/** Whether the caret is at the end of the text: only then may the mask format it. */
const atEnd = (input: HTMLInputElement): boolean => input.selectionStart === null || input.selectionStart === input.value.length;

export function TextInput(props: TextInputProps) {
  const { field, mask = plain, type, autoComplete, formatWhenBlurred, after, onType, ...native } = props;
  const { id, htmlName, value, required, disabled, readonly, autofocus, placeholder, options, schema, onBlur, onFocus } = field;
  const [editing, setEditing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const caretToEnd = useRef(false);
  const selectAll = useRef(false);
  const debounced = useDebouncedInput(value === undefined || value === null ? "" : String(value), mask, (next) => {
    field.onChange(next === "" ? options.emptyValue : next);
  });
  const inputProps = getInputProps(schema, type, options);

  useLayoutEffect(() => {
    // The mask may have lengthened the text: move the caret behind it.
    if (caretToEnd.current && input.current) input.current.setSelectionRange(input.current.value.length, input.current.value.length);
    caretToEnd.current = false;
    // Unmasking the text removes the browser's selection on focus: select the text again, so that typing replaces it.
    if (selectAll.current) input.current?.select();
    selectAll.current = false;
  });

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = event.target.value;
    const isLonger = typed.length > debounced.text.length;
    const formatted = mask.formatWhileTyping && isLonger && atEnd(event.target) ? mask.formatWhileTyping(typed) : typed;
    caretToEnd.current = formatted !== typed;
    debounced.type(formatted);
    onType?.(formatted);
  };

  return (
    <>
      <InputGroup
        {...inputProps}
        {...native}
        {...nameOf(field)}
        id={id}
        name={htmlName || id}
        inputRef={input}
        className="pb-input"
        fill
        size="large"
        value={formatWhenBlurred && !editing ? formatWhenBlurred(debounced.text) : debounced.text}
        placeholder={placeholder}
        autoComplete={inputProps.autoComplete ?? autoComplete}
        autoFocus={autofocus}
        disabled={disabled}
        readOnly={readonly}
        aria-required={required || undefined}
        aria-invalid={hasError(field) || undefined}
        aria-describedby={describedBy(field)}
        list={schema.examples ? examplesId(id) : native.list}
        onChange={change}
        onFocus={() => {
          setEditing(true);
          selectAll.current = formatWhenBlurred !== undefined && formatWhenBlurred(debounced.text) !== debounced.text;
          onFocus(id, value);
        }}
        onBlur={() => {
          setEditing(false);
          debounced.blur();
          onBlur(id, value);
        }}
      />
      {after}
    </>
  );
}
