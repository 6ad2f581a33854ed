/** Exports the type of a bundle with everything that a browser loads of it, for scenarios. */
import type { Bundle, ValidatorFunctions } from "../language/bundle.js";
import type { Language } from "../language/meta-schema.js";
import type { RenamedTexts } from "./renamed-texts.js";

export interface LoadedBundle {
  readonly bundle: Bundle;
  readonly language: Language;
  /** The compiled validators of every form, by schema id. */
  readonly validators: Readonly<Record<string, ValidatorFunctions>>;
  /** The texts that the brand shows in place of the base's. */
  readonly renamed: RenamedTexts;
}
