import { TextArea } from "@blueprintjs/core";
import type { WidgetProps } from "@rjsf/utils";
import { describedBy, inError } from "../described-by.js";
import { useHeldText } from "../held-text.js";
import { plain } from "../writing.js";

/** Text of several lines. */
export function TextareaWidget(props: WidgetProps) {
  const { id, htmlName, value, placeholder, required, disabled, readonly, autofocus, options, onChange, onBlur, onFocus } = props;
  const held = useHeldText(value === undefined || value === null ? "" : String(value), plain, (text) =>
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
      value={held.text}
      placeholder={placeholder}
      autoComplete={options.autocomplete}
      disabled={disabled}
      readOnly={readonly}
      autoFocus={autofocus}
      aria-required={required || undefined}
      aria-invalid={inError(props) || undefined}
      aria-describedby={describedBy(props)}
      onChange={(event) => held.type(event.target.value)}
      onFocus={() => onFocus(id, value)}
      onBlur={() => {
        held.leave();
        onBlur(id, value);
      }}
    />
  );
}
