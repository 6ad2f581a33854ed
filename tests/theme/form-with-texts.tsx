/** Exports the theme's form with the product's texts, for the theme tests. */
import type { FormProps } from "@rjsf/core";
import { Form as ThemedForm, ThemeTexts } from "../../src/theme/index.js";
import { translate } from "../support/app-texts.js";

export function Form(props: FormProps) {
  return (
    <ThemeTexts value={translate}>
      <ThemedForm {...props} />
    </ThemeTexts>
  );
}
