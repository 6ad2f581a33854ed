/** Exports rjsf's textarea widget: text of several lines. */
import { TextArea } from "@blueprintjs/core";
import type { WidgetProps } from "@rjsf/utils";
import { useDebouncedInput } from "../debounced-input.js";
import { useErrorAttributes } from "../described-by.js";
import { plain } from "../input-masks.js";

export function TextareaWidget(props: WidgetProps) {
  const { id, htmlName, placeholder, required, disabled, readonly, autofocus, options } = props;
  const textProps = useDebouncedInput<HTMLTextAreaElement>(props, { mask: plain });
  const errorAttributes = useErrorAttributes(props);
  return (
    <TextArea
      id={id}
      name={htmlName || id}
      className="pb-textarea"
      fill
      autoResize
      rows={options.rows ?? 4}
      {...textProps}
      placeholder={placeholder || undefined}
      autoComplete={options.autocomplete}
      disabled={disabled}
      readOnly={readonly}
      autoFocus={autofocus}
      aria-required={required || undefined}
      {...errorAttributes}
    />
  );
}
