/** Exports rjsf's range widget: a number on a slider. */
import type { WidgetProps } from "@rjsf/utils";
import { describedBy } from "../described-by.js";
import { useFieldWithErrors } from "../live-form.js";

export function RangeWidget(given: WidgetProps) {
  const props = useFieldWithErrors(given);
  const { id, htmlName, value, schema, disabled, readonly, autofocus, options, onChange, onBlur, onFocus } = props;
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
        aria-describedby={describedBy(props)}
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
