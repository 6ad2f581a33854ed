/** Exports rjsf's range widget: a number on a slider. */
import type { WidgetProps } from "@rjsf/utils";
import { useErrorAttributes } from "../described-by.js";

export function RangeWidget(props: WidgetProps) {
  const { id, htmlName, value, schema, disabled, readonly, autofocus, options, onChange, onBlur, onFocus } = props;
  const errorAttributes = useErrorAttributes(props);
  const minimum = schema.minimum ?? 0;
  return (
    <div className="pb-range">
      <input
        id={id}
        name={htmlName || id}
        type="range"
        min={minimum}
        max={schema.maximum}
        step={schema.multipleOf ?? (schema.type === "integer" ? 1 : "any")}
        value={value ?? minimum}
        disabled={disabled || readonly}
        autoFocus={autofocus}
        aria-describedby={errorAttributes["aria-describedby"]}
        onChange={({ target }) => onChange(target.value === "" ? options.emptyValue : Number(target.value))}
        onBlur={() => onBlur(id, value)}
        onFocus={() => onFocus(id, value)}
      />
      <output htmlFor={id} className="pb-figures">
        {value}
      </output>
    </div>
  );
}
