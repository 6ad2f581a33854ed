/** Exports the widgets for a password to sign in with and for a new password. */
import type { WidgetProps } from "@rjsf/utils";
import { useState } from "react";
import { RevealButton } from "./RevealButton.js";
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
      rightElement={<RevealButton label={field.label} shown={shown} controls={field.id} onToggle={() => setShown(!shown)} />}
    />
  );
}

/** The present password, to sign in with. */
export const PasswordWidget = (props: WidgetProps) => <Password field={props} autoComplete="current-password" />;

/** A new password. */
export const NewPasswordWidget = (props: WidgetProps) => <Password field={props} autoComplete="new-password" />;
