/**
 * Exports the translation context of the theme. The theme has no texts of its own: its controls translate a key, and the
 * user of the theme provides the texts.
 */
import { createContext, useContext } from "react";

/** Returns the text of a key, formatted with `item`. Throws for an unknown key. */
export type Translate = (key: string, item?: Readonly<Record<string, string | number>>) => string;

const TextsContext = createContext<Translate | null>(null);

/** Wraps every form of this theme. */
export const ThemeTexts = TextsContext.Provider;

/** The function that gives the theme's texts. Throws outside of `ThemeTexts`. */
export function useTranslate(): Translate {
  const translate = useContext(TextsContext);
  if (translate === null) throw new Error("The theme has no texts: wrap it in ThemeTexts.");
  return translate;
}
