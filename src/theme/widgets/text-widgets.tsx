/** Exports the text widgets: each is a `TextInput` with its mask, keyboard and autocomplete token. */
import type { WidgetProps } from "@rjsf/utils";
import type { HTMLAttributes } from "react";
import type { InputMask } from "../input-masks.js";
import { digits, email, patternMask, removing } from "../input-masks.js";
import { useLocaleMasks } from "../locale-masks.js";
import { useTranslate } from "../texts.js";
import { TextInput } from "./TextInput.js";

/** Plain text, without what its format does not send; with the mask and the keyboard that the form gives it. */
export function TextWidget(props: WidgetProps) {
  const { mask, maskPrefix, inputMode } = props.options;
  if (typeof mask !== "string")
    return <TextInput field={props} mask={removing(removedFrom(props.schema))} inputMode={keyboardOf(inputMode)} />;
  return (
    <TextInput
      field={props}
      mask={patternMask(mask, typeof maskPrefix === "string" ? maskPrefix : "")}
      type={inputMode === "tel" ? "tel" : "text"}
      inputMode={keyboardOf(inputMode)}
      inputClassName="pb-figures"
    />
  );
}

/** The separators that the declared format of a schema does not send (`flows/fields.json`). */
function removedFrom(schema: WidgetProps["schema"]): string {
  const format: unknown = schema["x-format"];
  return typeof format === "object" && format !== null && "remove" in format ? String(format.remove) : "";
}

/** The compiler has checked the value. */
const keyboardOf = (inputMode: unknown): HTMLAttributes<HTMLInputElement>["inputMode"] =>
  inputMode as HTMLAttributes<HTMLInputElement>["inputMode"];

export const EmailWidget = (props: WidgetProps) => (
  <TextInput field={props} type="email" mask={email} autoComplete="email" autoCapitalize="none" autoCorrect="off" spellCheck={false} />
);

export const UrlWidget = (props: WidgetProps) => <TextInput field={props} type="url" autoComplete="url" />;

/** A one-time code: the numeric keyboard, and the browser offers the code from the text message. */
export const CodeWidget = (props: WidgetProps) => (
  <TextInput field={props} type="text" mask={digits} inputMode="numeric" autoComplete="one-time-code" inputClassName="pb-code" />
);

/** A date, shown as the locale writes it; the form's value is YYYY-MM-DD. */
function DateInput({ field, mask }: { readonly field: WidgetProps; readonly mask: InputMask }) {
  const translate = useTranslate();
  return (
    <TextInput
      field={field.placeholder ? field : { ...field, placeholder: translate("datePlaceholder") }}
      type="text"
      mask={mask}
      inputMode="numeric"
      inputClassName="pb-figures"
    />
  );
}

/** A date. */
export const DateWidget = (props: WidgetProps) => <DateInput field={props} mask={useLocaleMasks().date} />;

/** A date in the past, such as a birth date: `4/5/85` is in 1985, and `4/5/10` in 2010. */
export const PastDateWidget = (props: WidgetProps) => <DateInput field={props} mask={useLocaleMasks().pastDate} />;

function Amount({ field, name }: { readonly field: WidgetProps; readonly name: "money" | "cents" }) {
  const { symbol, [name]: mask } = useLocaleMasks();
  const affix = (
    <span className="pb-affix" aria-hidden="true">
      {symbol.text}
    </span>
  );
  return (
    <TextInput
      field={field}
      type="text"
      mask={mask}
      inputMode="decimal"
      autoComplete="off"
      {...(symbol.isBefore ? { leftElement: affix } : { rightElement: affix })}
      inputClassName="pb-figures pb-money"
    />
  );
}

/** An amount under one unit of the currency, as of a microdeposit: `.07`, `7` and `0.07` are seven cents. */
export const CentsWidget = (props: WidgetProps) => <Amount field={props} name="cents" />;

/** An amount; the form's value is a decimal string. A schema with `format: cents` gets the cents mask. */
export const MoneyWidget = (props: WidgetProps) => <Amount field={props} name={props.schema.format === "cents" ? "cents" : "money"} />;

/** A number of digits that is not an amount: a routing number, or the end of a longer number. */
export const DigitsWidget = (props: WidgetProps) => (
  <TextInput field={props} type="text" mask={digits} inputMode="numeric" autoComplete="off" inputClassName="pb-figures" />
);
