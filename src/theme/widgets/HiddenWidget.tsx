/** Exports rjsf's hidden widget: a value that is sent and not shown. */
import type { WidgetProps } from "@rjsf/utils";

export const HiddenWidget = ({ id, htmlName, value }: WidgetProps) => (
  <input type="hidden" id={id} name={htmlName || id} value={value === undefined || value === null ? "" : String(value)} />
);
