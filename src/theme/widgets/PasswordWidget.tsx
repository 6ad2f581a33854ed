import type { WidgetProps } from "@rjsf/utils";
import { useState } from "react";
import { Reveal } from "./Reveal.js";
import { TextInput } from "./TextInput.js";

function Password({ field, autoComplete }: { readonly field: WidgetProps; readonly autoComplete: string }) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      field={field}
      type={shown ? "text" : "password"}
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      rightElement={<Reveal label={field.label} shown={shown} controls={field.id} onToggle={() => setShown(!shown)} />}
    />
  );
}

/** The password that one has. */
export const PasswordWidget = (props: WidgetProps) => <Password field={props} autoComplete="current-password" />;

/** A password that is being chosen. */
export const NewPasswordWidget = (props: WidgetProps) => <Password field={props} autoComplete="new-password" />;
