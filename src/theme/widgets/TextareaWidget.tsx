/** Exports rjsf's textarea widget: text of several lines. */
import { TextArea } from "@blueprintjs/core";
import type { WidgetProps } from "@rjsf/utils";
import { useDebouncedInput } from "../debounced-input.js";
import { describedBy, hasError } from "../described-by.js";
import { plain } from "../input-masks.js";
import { useFieldWithErrors } from "../live-form.js";

export function TextareaWidget(given: WidgetProps) {
  const props = useFieldWithErrors(given);
  const { id, htmlName, placeholder, required, disabled, readonly, autofocus, options } = props;
  const { props: textProps, typed } = useDebouncedInput<HTMLTextAreaElement>(props, { mask: plain });
  return (
    <TextArea
      id={id}
      name={htmlName || id}
      className="pb-textarea"
      fill
      autoResize
      rows={options.rows ?? 4}
      {...textProps}
      placeholder={placeholder}
      autoComplete={options.autocomplete}
      disabled={disabled}
      readOnly={readonly}
      autoFocus={autofocus}
      aria-required={required || undefined}
      aria-invalid={hasError(props) || undefined}
      aria-describedby={describedBy(props)}
      onChange={() => void typed()}
    />
  );
}
