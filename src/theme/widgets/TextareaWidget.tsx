/** Exports rjsf's textarea widget: text of several lines. */
import { TextArea } from "@blueprintjs/core";
import type { WidgetProps } from "@rjsf/utils";
import { useDebouncedInput } from "../debounced-input.js";
import { describedBy, hasError } from "../described-by.js";
import { plain } from "../input-masks.js";

export function TextareaWidget(props: WidgetProps) {
  const { id, htmlName, value, placeholder, required, disabled, readonly, autofocus, options, onChange, onBlur, onFocus } = props;
  const debounced = useDebouncedInput(value === undefined || value === null ? "" : String(value), plain, (text) =>
    onChange(text === "" ? options.emptyValue : text),
  );
  return (
    <TextArea
      id={id}
      name={htmlName || id}
      className="pb-textarea"
      fill
      autoResize
      rows={options.rows ?? 4}
      value={debounced.text}
      placeholder={placeholder}
      autoComplete={options.autocomplete}
      disabled={disabled}
      readOnly={readonly}
      autoFocus={autofocus}
      aria-required={required || undefined}
      aria-invalid={hasError(props) || undefined}
      aria-describedby={describedBy(props)}
      onChange={(event) => debounced.type(event.target.value)}
      onFocus={() => onFocus(id, value)}
      onBlur={() => {
        debounced.blur();
        onBlur(id, value);
      }}
    />
  );
}
