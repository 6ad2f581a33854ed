/** Exports the widgets for secret numbers: hidden while they are typed, or afterwards. */
import type { WidgetProps } from "@rjsf/utils";
import { useMemo, useState } from "react";
import type { InputMask } from "../input-masks.js";
import { digits, digitsMask } from "../input-masks.js";
import { RevealButton } from "./RevealButton.js";
import { TextInput } from "./TextInput.js";

interface MaskedNumberProps {
  readonly field: WidgetProps;
  readonly mask: InputMask;
  /** Masks the digits also while the depositor types. */
  readonly maskWhileTyping: boolean;
}

/** Masks all but the last four digits, or all digits of a short text. */
const maskedText = (text: string): string => {
  const count = text.replace(/\D/g, "").length;
  let seen = 0;
  return text.replace(/\d/g, (digit) => {
    seen += 1;
    return count > 4 && seen > count - 4 ? digit : "•";
  });
};

const unmasked = (text: string): string => text;

/** A secret number: after blur only its last four digits are visible. */
function MaskedNumber({ field, mask, maskWhileTyping }: MaskedNumberProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      field={field}
      type="text"
      mask={mask}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      formatWhenBlurred={shown ? unmasked : maskedText}
      inputClassName={`pb-figures${maskWhileTyping && !shown ? " pb-masked" : ""}`}
      rightElement={<RevealButton label={field.label} shown={shown} controls={field.id} onToggle={() => setShown(!shown)} />}
    />
  );
}

/** A secret number, hidden also while it is typed; the form's value is its digits. */
export function SecretNumberWidget(props: WidgetProps) {
  const { mask: pattern } = props.options;
  const mask = useMemo(() => (typeof pattern === "string" ? digitsMask(pattern) : digits), [pattern]);
  return <MaskedNumber field={props} mask={mask} maskWhileTyping />;
}

/** An account number: visible while typing, masked afterwards. */
export const AccountNumberWidget = (props: WidgetProps) => <MaskedNumber field={props} mask={digits} maskWhileTyping={false} />;
