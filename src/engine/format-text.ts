/** Exports the formatting of texts (ICU messages, parsed at compile time) in a scope. */
import { IntlMessageFormat } from "intl-messageformat";
import type { Prose, ProseNode, Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { WrongValue } from "../language/failures.js";
import type { Formats } from "../language/formats.js";
import type { Scope } from "../language/predicate.js";
import { evaluate } from "../language/predicate.js";

const messageFormats = new WeakMap<object, Map<string, IntlMessageFormat>>();

function messageFormat(icu: readonly unknown[], locale: string): IntlMessageFormat {
  const byLocale = messageFormats.get(icu) ?? new Map<string, IntlMessageFormat>();
  messageFormats.set(icu, byLocale);
  const known = byLocale.get(locale);
  if (known !== undefined) return known;
  // The constructor takes the parsed message as well as its source; a bundle carries it as plain JSON.
  const made = new IntlMessageFormat(icu as ConstructorParameters<typeof IntlMessageFormat>[0], locale, undefined, { ignoreTag: true });
  byLocale.set(locale, made);
  return made;
}

function argument(name: string, value: Json): string | number {
  if (typeof value === "string" || typeof value === "number") return value;
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return String(value);
  throw new WrongValue(`The value "${name}" of a text`, "a text, a number, a boolean or null");
}

/** The values of the arguments of a text. */
export function argumentsOf(text: Text, scope: Scope, formats: Formats): Readonly<Record<string, string | number>> {
  const values: Record<string, string | number> = {};
  if (typeof text === "string") return values;
  for (const [name, value] of Object.entries(text.values)) values[name] = argument(name, evaluate(value, scope, formats));
  return values;
}

/** The text as the depositor reads it. */
export function formatText(text: Text, scope: Scope, formats: Formats): string {
  if (typeof text === "string") return text;
  return formatMessage(text.icu, argumentsOf(text, scope, formats), formats.locale);
}

/** A parsed message, or a part of one, with the values of its arguments. */
export function formatMessage(icu: readonly unknown[], values: Readonly<Record<string, string | number>>, locale: string): string {
  return String(messageFormat(icu, locale).format(values));
}

/** Prose whose texts are formatted: every `text` of it is a string. */
export function formatProse(prose: Prose, scope: Scope, formats: Formats): Prose {
  return prose.map((node): ProseNode => {
    if (node.type === "text") return { type: "text", text: formatText(node.text, scope, formats) };
    if (node.type === "break") return node;
    return { ...node, children: formatProse(node.children, scope, formats) };
  });
}
