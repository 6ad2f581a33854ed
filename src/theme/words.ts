/**
 * What the theme itself says, in the words of whoever uses it: the theme has none. A control asks for a word by its name,
 * with what the word is about.
 */
import { createContext, useContext } from "react";

/** Gives the words of a name, formatted with `item`. Fails for a name that it does not know. */
export type Say = (word: string, item?: Readonly<Record<string, string | number>>) => string;

const WordsContext = createContext<Say | null>(null);

/** Stands around every form of this theme. */
export const ThemeWords = WordsContext.Provider;

export function useSay(): Say {
  const say = useContext(WordsContext);
  if (say === null) throw new Error("The theme has no words: ThemeWords must stand around it.");
  return say;
}
