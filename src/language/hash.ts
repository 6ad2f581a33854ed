/** Exports hashes of JSON that do not depend on the order of keys. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** Whether a property is left out of the text. */
type Omits = (key: string, value: unknown, owner: { readonly [key: string]: unknown }) => boolean;

/** JSON text with sorted keys. `known`: the texts of some parts. */
export function canonical(value: unknown, omits?: Omits, known?: WeakMap<object, string>): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const text = known?.get(value);
  if (text !== undefined) return text;
  if (Array.isArray(value)) return `[${value.map((part) => canonical(part, omits, known)).join(",")}]`;
  const object = value as { readonly [key: string]: unknown };
  let entries = "";
  for (const key of Object.keys(object).sort()) {
    const part = object[key];
    if (part === undefined || omits?.(key, part, object) === true) continue;
    entries += `${entries === "" ? "" : ","}${JSON.stringify(key)}:${canonical(part, omits, known)}`;
  }
  return `{${entries}}`;
}

/** SHA-256 of a text, hex. */
export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** SHA-256 in hex of the JSON with sorted keys. Properties that are undefined do not count. */
export function hashJson(value: unknown): string {
  return hashText(canonical(value));
}
