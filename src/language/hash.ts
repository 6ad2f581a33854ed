/** Exports hashes of JSON that do not depend on the order of keys. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** JSON text with sorted keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const object = value as { readonly [key: string]: unknown };
  let entries = "";
  for (const key of Object.keys(object).sort()) {
    const part = object[key];
    if (part !== undefined) entries += `${entries === "" ? "" : ","}${JSON.stringify(key)}:${canonical(part)}`;
  }
  return `{${entries}}`;
}

/** SHA-256 of a text, hex. */
export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

export function hashJson(value: unknown): string {
  return hashText(canonical(value));
}
