/**
 * Exports the replacement of a brand's name and addresses in texts by their paths (`{branding.name}`), so that brands have
 * scenarios in common.
 */
import { isObject } from "../language/json.js";

type Names = readonly (readonly [text: string, written: string])[];

const known = new WeakMap<object, Names>();

/** The texts of the brand by path: every text of a screen is compared with them. */
function names(branding: unknown): Names {
  if (!isObject(branding)) return [];
  const found = known.get(branding) ?? namesIn(branding);
  known.set(branding, found);
  return found;
}

/** The longest first: a name may contain another one. */
function namesIn({ name, short_name, emails }: { readonly [field: string]: unknown }): Names {
  const support = isObject(emails) ? emails.support : null;
  const found: readonly (readonly [unknown, string])[] = [
    [support, "{branding.emails.support}"],
    [name, "{branding.name}"],
    [short_name, "{branding.short_name}"],
  ];
  return found
    .filter((entry): entry is readonly [string, string] => typeof entry[0] === "string" && entry[0] !== "")
    .sort(([one], [other]) => other.length - one.length);
}

/** The value with a path in place of each text of the brand, in all its texts. */
export function withoutBrandNames<Value>(value: Value, branding: unknown): Value {
  const all = names(branding);
  const replaced = (part: unknown): unknown => {
    if (typeof part === "string") return all.reduce((text, [name, written]) => text.replaceAll(name, written), part);
    if (Array.isArray(part)) return part.map(replaced);
    return isObject(part) ? Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, replaced(inner)])) : part;
  };
  return replaced(value) as Value;
}

/** The text with the texts of the brand in place of their paths. */
export function withBrandNames(text: string, branding: unknown): string {
  return names(branding).reduce((written, [name, path]) => written.replaceAll(path, name), text);
}
