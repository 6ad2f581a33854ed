/**
 * Exports the replacement of a brand's name and addresses in texts by their paths (`{branding.name}`), so that brands have
 * scenarios in common.
 */
import { isObject } from "../language/json.js";

/** The texts of the brand by path, the longest first: a name may contain another one. */
function names(branding: unknown): readonly (readonly [text: string, written: string])[] {
  const { name, short_name, emails } = isObject(branding) ? branding : {};
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
