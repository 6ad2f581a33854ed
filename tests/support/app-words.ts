/** The shipped words and durations of `app.flow.json`, as the runtime would give them. */
import { IntlMessageFormat } from "intl-messageformat";
import app from "../../flows/app.flow.json" with { type: "json" };

export const DURATIONS = app.durations;

const WORDS: Readonly<Record<string, string | { readonly text: string }>> = app.words;

/** The words of a name, formatted; a name that the app has not is a fault. */
export function say(name: string, item: Readonly<Record<string, string | number>> = {}): string {
  const words = WORDS[name];
  if (words === undefined) throw new Error(`app.flow.json has no words "${name}".`);
  return String(
    new IntlMessageFormat(typeof words === "string" ? words : words.text, "en-US", undefined, { ignoreTag: true }).format(item),
  );
}
