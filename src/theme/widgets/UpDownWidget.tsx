/** Exports rjsf's up-down widget: a number with the browser's own arrows. */
import type { WidgetProps } from "@rjsf/utils";
import { TextInput } from "./TextInput.js";

export const UpDownWidget = (props: WidgetProps) => <TextInput field={props} type="number" inputClassName="pb-figures" />;
