/** Exports rjsf's textarea widget: text of several lines. */
import { TextArea } from "@blueprintjs/core";
import type { WidgetProps } from "@rjsf/utils";
import { useDebouncedInput } from "../debounced-input.js";
import { describedBy, hasError } from "../described-by.js";
import { plain } from "../input-masks.js";
import { useFieldWithErrors } from "../live-form.js";

export function TextareaWidget(given: WidgetProps) {
  const props = useFieldWithErrors(given);
  const { id, htmlName, value, placeholder, required, disabled, readonly, autofocus, options, onChange, onBlur, onFocus } = props;
  const text = value === undefined || value === null ? "" : String(value);
  const debounced = useDebouncedInput<HTMLTextAreaElement>(id, text, { mask: plain }, (next) =>
    onChange(next === "" ? options.emptyValue : next),
  );
  return (
    <TextArea
      id={id}
      name={htmlName || id}
      className="pb-textarea"
      fill
      autoResize
      rows={options.rows ?? 4}
      inputRef={debounced}
      defaultValue={debounced.defaultValue}
      placeholder={placeholder}
      autoComplete={options.autocomplete}
      disabled={disabled}
      readOnly={readonly}
      autoFocus={autofocus}
      aria-required={required || undefined}
      aria-invalid={hasError(props) || undefined}
      aria-describedby={describedBy(props)}
      onChange={() => void debounced.typed()}
      onFocus={() => {
        debounced.focused();
        onFocus(id, value);
      }}
      onBlur={() => {
        debounced.blurred();
        onBlur(id, value);
      }}
    />
  );
}
