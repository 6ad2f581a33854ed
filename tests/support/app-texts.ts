/** Exports the shipped texts and durations of `app.flow.json`, as the runtime provides them, for tests. */
import { IntlMessageFormat } from "intl-messageformat";
import app from "../../flows/app.flow.json" with { type: "json" };
import { durationOf } from "../../src/language/durations.js";

type Name = keyof typeof app.durations;

/** Milliseconds by name. */
export const DURATIONS = Object.fromEntries(
  Object.entries(app.durations).map(([name, text]) => [name, durationOf(text) ?? Number.NaN]),
) as Readonly<Record<Name, number>>;

const TEXTS: Readonly<Record<string, string | { readonly text: string }>> = app.texts;

/** The formatted text of a name; throws for an unknown name. */
export function translate(name: string, item: Readonly<Record<string, string | number>> = {}): string {
  const text = TEXTS[name];
  if (text === undefined) throw new Error(`app.flow.json has no text "${name}".`);
  return String(new IntlMessageFormat(typeof text === "string" ? text : text.text, "en-US", undefined, { ignoreTag: true }).format(item));
}
