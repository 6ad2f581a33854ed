/** Exports `BaseInputTemplate`: the input that rjsf's own text widgets render. */
import type { BaseInputTemplateProps } from "@rjsf/utils";
import { examplesId } from "@rjsf/utils";
import { TextInput } from "../widgets/TextInput.js";

/** Input types whose control commits each change itself (a picker, a slider): they need no debouncing. */
const PICKED = new Set(["color", "range", "file"]);

export function BaseInputTemplate(props: BaseInputTemplateProps) {
  const { id, htmlName, schema, type, options, value, required, disabled, readonly, onBlur, onFocus, onChange, onChangeOverride } = props;
  if (type !== undefined && PICKED.has(type)) {
    return (
      <input
        id={id}
        name={htmlName || id}
        className={`pb-picked pb-picked--${type}`}
        type={type}
        value={value ?? ""}
        min={schema.minimum}
        max={schema.maximum}
        step={schema.multipleOf}
        accept={typeof options.accept === "string" ? options.accept : undefined}
        multiple={type === "file" && props.multiple}
        required={required}
        disabled={disabled || readonly}
        onChange={onChangeOverride ?? ((event) => onChange(event.target.value === "" ? options.emptyValue : event.target.value))}
        onBlur={(event) => onBlur(id, event.target.value)}
        onFocus={(event) => onFocus(id, event.target.value)}
      />
    );
  }
  const examples = Array.isArray(schema.examples) ? schema.examples.map(String) : [];
  const suggested =
    schema.default !== undefined && !examples.includes(String(schema.default)) ? [...examples, String(schema.default)] : examples;
  return (
    <TextInput
      field={props}
      type={type}
      after={
        examples.length > 0 && (
          <datalist id={examplesId(id)}>
            {suggested.map((example) => (
              <option key={example} value={example} />
            ))}
          </datalist>
        )
      }
    />
  );
}
