import type { WidgetProps } from "@rjsf/utils";
import { useState } from "react";
import type { Writing } from "../writing.js";
import { digits, ssn } from "../writing.js";
import { Reveal } from "./Reveal.js";
import { TextInput } from "./TextInput.js";

interface SecretDigitsProps {
  readonly field: WidgetProps;
  readonly writing: Writing;
  /** Concealed under the typist's hands as well. */
  readonly whileTyping: boolean;
}

/** All but the last four digits covered; a text that is too short to keep a secret is covered whole. */
const covered = (text: string): string => {
  const count = text.replace(/\D/g, "").length;
  let seen = 0;
  return text.replace(/\d/g, (digit) => {
    seen += 1;
    return count > 4 && seen > count - 4 ? digit : "•";
  });
};

const asIs = (text: string): string => text;

/** A number that is nobody else's business: its last four digits show once the field is left. */
function SecretDigits({ field, writing, whileTyping }: SecretDigitsProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      field={field}
      type="text"
      writing={writing}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      atRest={shown ? asIs : covered}
      inputClassName={`pb-figures${whileTyping && !shown ? " pb-masked" : ""}`}
      rightElement={<Reveal label={field.label} shown={shown} controls={field.id} onToggle={() => setShown(!shown)} />}
    />
  );
}

/** A social security number; the form's value is nine digits. */
export const SsnWidget = (props: WidgetProps) => <SecretDigits field={props} writing={ssn} whileTyping />;

/** An account number: read while it is typed, covered afterwards. */
export const AccountNumberWidget = (props: WidgetProps) => <SecretDigits field={props} writing={digits} whileTyping={false} />;
