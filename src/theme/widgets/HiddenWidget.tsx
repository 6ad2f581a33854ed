import type { WidgetProps } from "@rjsf/utils";

/** A value that is sent and not shown. */
export const HiddenWidget = ({ id, htmlName, value }: WidgetProps) => (
  <input type="hidden" id={id} name={htmlName || id} value={value === undefined || value === null ? "" : String(value)} />
);
