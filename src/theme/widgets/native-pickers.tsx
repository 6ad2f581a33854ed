/** Exports the widgets that use the browser's own pickers: date and time, time, color. */
import type { WidgetProps } from "@rjsf/utils";
import { getTemplate, localToUTC, utcToLocal } from "@rjsf/utils";
import { TextInput } from "./TextInput.js";

/** A date and time; the form's value is in UTC. */
export const DateTimeWidget = (props: WidgetProps) => (
  <TextInput
    field={{ ...props, value: utcToLocal(props.value), onChange: (value: string) => props.onChange(localToUTC(value)) }}
    type="datetime-local"
  />
);

/** A time of day, with seconds. */
export const TimeWidget = (props: WidgetProps) => (
  <TextInput
    field={{
      ...props,
      onChange: (value: string | undefined) => props.onChange(value && /^\d{2}:\d{2}$/.test(value) ? `${value}:00` : value || undefined),
    }}
    type="time"
  />
);

export function ColorWidget(props: WidgetProps) {
  const BaseInput = getTemplate("BaseInputTemplate", props.registry, props.options);
  return <BaseInput {...props} type="color" />;
}
