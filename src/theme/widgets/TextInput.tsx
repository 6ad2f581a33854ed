import type { InputGroupProps } from "@blueprintjs/core";
import { InputGroup } from "@blueprintjs/core";
import type { BaseInputTemplateProps, WidgetProps } from "@rjsf/utils";
import { examplesId, getInputProps } from "@rjsf/utils";
import type { ChangeEvent, ReactNode } from "react";
import { useLayoutEffect, useRef, useState } from "react";
import { describedBy, inError, nameOf } from "../described-by.js";
import { useHeldText } from "../held-text.js";
import type { Writing } from "../writing.js";
import { plain } from "../writing.js";

type NativeProps = Pick<
  InputGroupProps,
  "inputMode" | "maxLength" | "autoCapitalize" | "autoCorrect" | "spellCheck" | "leftElement" | "rightElement" | "inputClassName" | "list"
>;

export interface TextInputProps extends NativeProps {
  readonly field: BaseInputTemplateProps | WidgetProps;
  readonly writing?: Writing;
  readonly type?: string;
  readonly autoComplete?: string;
  /** What is shown instead of the text while the field is not being edited. */
  readonly atRest?: (text: string) => string;
  readonly after?: ReactNode;
  /** Told of every change, before anything is committed. */
  readonly onTyped?: (text: string) => void;
}

/** Whether the caret stands at the end: only then is a text put in shape under the typist's hands. */
const atEnd = (input: HTMLInputElement): boolean => input.selectionStart === null || input.selectionStart === input.value.length;

/** The one text input of the theme: holds what is typed, commits it when it is worth it, says what is wrong with it. */
export function TextInput(props: TextInputProps) {
  const { field, writing = plain, type, autoComplete, atRest, after, onTyped, ...native } = props;
  const { id, htmlName, value, required, disabled, readonly, autofocus, placeholder, options, schema, onBlur, onFocus } = field;
  const [editing, setEditing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const caretToEnd = useRef(false);
  const entered = useRef(false);
  const held = useHeldText(value === undefined || value === null ? "" : String(value), writing, (next) => {
    field.onChange(next === "" ? options.emptyValue : next);
  });
  const inputProps = getInputProps(schema, type, options);

  useLayoutEffect(() => {
    // Putting a text in shape may lengthen it: the caret stays behind what was typed.
    if (caretToEnd.current && input.current) input.current.setSelectionRange(input.current.value.length, input.current.value.length);
    caretToEnd.current = false;
    // Uncovering a text takes the selection away that a browser makes on entering a field: what is typed replaces it all.
    if (entered.current) input.current?.select();
    entered.current = false;
  });

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = event.target.value;
    const grows = typed.length > held.text.length;
    const shaped = writing.shape && grows && atEnd(event.target) ? writing.shape(typed) : typed;
    caretToEnd.current = shaped !== typed;
    held.type(shaped);
    onTyped?.(shaped);
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
        value={atRest && !editing ? atRest(held.text) : held.text}
        placeholder={placeholder}
        autoComplete={inputProps.autoComplete ?? autoComplete}
        autoFocus={autofocus}
        disabled={disabled}
        readOnly={readonly}
        aria-required={required || undefined}
        aria-invalid={inError(field) || undefined}
        aria-describedby={describedBy(field)}
        list={schema.examples ? examplesId(id) : native.list}
        onChange={change}
        onFocus={() => {
          setEditing(true);
          entered.current = atRest !== undefined && atRest(held.text) !== held.text;
          onFocus(id, value);
        }}
        onBlur={() => {
          setEditing(false);
          held.leave();
          onBlur(id, value);
        }}
      />
      {after}
    </>
  );
}
