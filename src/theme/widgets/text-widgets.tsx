import type { WidgetProps } from "@rjsf/utils";
import { useSay } from "../words.js";
import type { Writing } from "../writing.js";
import { cents, date, digits, email, money, phone, trimmed, zip } from "../writing.js";
import { TextInput } from "./TextInput.js";

/** Plain text, without the blanks around it. */
export const TextWidget = (props: WidgetProps) => <TextInput field={props} writing={trimmed} />;

export const EmailWidget = (props: WidgetProps) => (
  <TextInput field={props} type="email" writing={email} autoComplete="email" autoCapitalize="none" autoCorrect="off" spellCheck={false} />
);

export const UrlWidget = (props: WidgetProps) => <TextInput field={props} type="url" autoComplete="url" />;

/** A one-time code: the numeric keyboard, and offered from the message that brought it. */
export const CodeWidget = (props: WidgetProps) => (
  <TextInput field={props} type="text" writing={digits} inputMode="numeric" autoComplete="one-time-code" inputClassName="pb-code" />
);

/** A US phone number, shown as (xxx) xxx-xxxx (S5). */
export const PhoneWidget = (props: WidgetProps) => (
  <TextInput field={props} type="tel" writing={phone} inputMode="tel" autoComplete="tel-national" />
);

/** A date, typed as MM/DD/YYYY; the form's value is YYYY-MM-DD. */
export function DateWidget(props: WidgetProps) {
  const say = useSay();
  return (
    <TextInput
      field={props.placeholder ? props : { ...props, placeholder: say("datePlaceholder") }}
      type="text"
      writing={date}
      inputMode="numeric"
      inputClassName="pb-figures"
    />
  );
}

const dollarSign = (
  <span className="pb-affix" aria-hidden="true">
    $
  </span>
);

const Amount = ({ field, writing }: { readonly field: WidgetProps; readonly writing: Writing }) => (
  <TextInput
    field={field}
    type="text"
    writing={writing}
    inputMode="decimal"
    autoComplete="off"
    leftElement={dollarSign}
    inputClassName="pb-figures pb-money"
  />
);

/** An amount under a dollar, as microdeposits are: `.07`, `7` and `0.07` are seven cents. */
export const CentsWidget = (props: WidgetProps) => <Amount field={props} writing={cents} />;

/** US dollars; the form's value is a decimal string. A field whose schema is in cents is never read as dollars. */
export const MoneyWidget = (props: WidgetProps) => <Amount field={props} writing={props.schema.format === "cents" ? cents : money} />;

export const RoutingNumberWidget = (props: WidgetProps) => (
  <TextInput field={props} type="text" writing={digits} inputMode="numeric" autoComplete="off" inputClassName="pb-figures" />
);

export const ZipWidget = (props: WidgetProps) => (
  <TextInput field={props} type="text" writing={zip} inputMode="numeric" autoComplete="postal-code" inputClassName="pb-figures" />
);
