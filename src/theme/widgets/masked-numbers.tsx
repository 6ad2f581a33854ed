/** Exports the widgets for secret numbers: social security number and account number. */
import type { WidgetProps } from "@rjsf/utils";
import { useState } from "react";
import type { InputMask } from "../input-masks.js";
import { digits, ssn } from "../input-masks.js";
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

/** A social security number, masked while typing; the form's value is nine digits. */
export const SsnWidget = (props: WidgetProps) => <MaskedNumber field={props} mask={ssn} maskWhileTyping />;

/** An account number: visible while typing, masked afterwards. */
export const AccountNumberWidget = (props: WidgetProps) => <MaskedNumber field={props} mask={digits} maskWhileTyping={false} />;
