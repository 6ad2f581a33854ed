/** The theme's form with the shipped words: of its own it has none. */
import type { FormProps } from "@rjsf/core";
import { Form as ThemedForm, ThemeWords } from "../../src/theme/index.js";
import { say } from "../support/app-words.js";

export function Form(props: FormProps) {
  return (
    <ThemeWords value={say}>
      <ThemedForm {...props} />
    </ThemeWords>
  );
}
