/** Exports the theme's form with the product's texts and formats, for the theme tests. */
import type { FormProps } from "@rjsf/core";
import { parseAmount } from "../../src/language/amount-text.js";
import { Form as ThemedForm, ThemeFormats, ThemeTexts } from "../../src/theme/index.js";
import { translate } from "../support/app-texts.js";

const FORMATS = { locale: "en-US", currency: "USD", parseAmount };

export function Form(props: FormProps) {
  return (
    <ThemeTexts value={translate}>
      <ThemeFormats value={FORMATS}>
        <ThemedForm {...props} />
      </ThemeFormats>
    </ThemeTexts>
  );
}
