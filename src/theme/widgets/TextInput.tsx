/** Exports the text input that all text widgets of the theme use: debounced, masked, with its error state. */
import type { InputGroupProps } from "@blueprintjs/core";
import { Classes, InputGroup } from "@blueprintjs/core";
import type { BaseInputTemplateProps, WidgetProps } from "@rjsf/utils";
import { examplesId, getInputProps } from "@rjsf/utils";
import type { InputHTMLAttributes, ReactNode, RefCallback } from "react";
import { useDebouncedInput } from "../debounced-input.js";
import { nameOf, useErrorAttributes } from "../described-by.js";
import type { InputMask } from "../input-masks.js";
import { plain } from "../input-masks.js";

type NativeProps = Pick<
  InputGroupProps,
  | "inputMode"
  | "maxLength"
  | "autoCapitalize"
  | "autoCorrect"
  | "spellCheck"
  | "leftElement"
  | "rightElement"
  | "inputClassName"
  | "list"
  | "role"
  | "aria-autocomplete"
  | "aria-expanded"
  | "aria-controls"
  | "aria-activedescendant"
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

/** The input of a field: it keeps the typed text, and gives rjsf the parsed value at a pause, on blur or at a submit. */
export function TextInput({ field, mask = plain, type, autoComplete, formatWhenBlurred, after, onType, ...native }: TextInputProps) {
  const { id, htmlName, required, disabled, readonly, autofocus, placeholder, options, schema } = field;
  const props = useDebouncedInput<HTMLInputElement>(field, { mask, formatWhenBlurred, onType });
  const inputProps = getInputProps(schema, type, options);
  return (
    <>
      <InputFrame
        {...inputProps}
        {...native}
        {...nameOf(field)}
        {...props}
        field={field}
        id={id}
        name={htmlName || id}
        // rjsf passes "" for none: Chromium would compute the style of an empty placeholder again at each key.
        placeholder={placeholder || undefined}
        autoComplete={inputProps.autoComplete ?? autoComplete}
        autoFocus={autofocus}
        disabled={disabled}
        readOnly={readonly}
        aria-required={required || undefined}
        list={schema.examples ? examplesId(id) : native.list}
      />
      {after}
    </>
  );
}

interface InputFrameProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "size" | "value" | "defaultValue"> {
  readonly field: BaseInputTemplateProps | WidgetProps;
  readonly leftElement?: InputGroupProps["leftElement"];
  readonly rightElement?: InputGroupProps["rightElement"];
  readonly inputClassName?: string | undefined;
  readonly inputRef: RefCallback<HTMLInputElement>;
  readonly defaultValue: string;
}

/** The input, marked as invalid while its field has an error: a change of this renders it alone. */
function InputFrame({ field, leftElement, rightElement, inputClassName, inputRef, type = "text", ...input }: InputFrameProps) {
  const errorAttributes = useErrorAttributes(field);
  if (leftElement || rightElement) {
    return (
      <InputGroup
        {...input}
        {...errorAttributes}
        type={type}
        leftElement={leftElement}
        rightElement={rightElement}
        inputClassName={inputClassName}
        inputRef={inputRef}
        className="pb-input"
        fill
        size="large"
      />
    );
  }
  // The elements of Blueprint's `InputGroup` without elements beside the input. Blueprint's renders a second time after it is mounted.
  const { disabled, readOnly } = input;
  const frame = [Classes.INPUT_GROUP, disabled && Classes.DISABLED, readOnly && Classes.READ_ONLY, Classes.FILL, Classes.LARGE, "pb-input"];
  return (
    <div className={frame.filter(Boolean).join(" ")}>
      <input
        {...input}
        {...errorAttributes}
        ref={inputRef}
        type={type}
        aria-disabled={disabled}
        className={inputClassName === undefined ? Classes.INPUT : `${Classes.INPUT} ${inputClassName}`}
      />
    </div>
  );
}
