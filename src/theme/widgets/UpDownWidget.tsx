import type { WidgetProps } from "@rjsf/utils";
import { TextInput } from "./TextInput.js";

/** A number with the browser's own arrows. */
export const UpDownWidget = (props: WidgetProps) => <TextInput field={props} type="number" inputClassName="pb-figures" />;
