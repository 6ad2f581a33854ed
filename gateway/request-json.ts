/**
 * Exports the limits on the JSON of a request, for the GraphQL route: parsers accept more than the code behind them can
 * use.
 */
import { BadRequest } from "./upstream/errors.js";

/** The deepest nesting of a request. The app's own requests stay below ten. */
export const MAX_DEPTH = 64;

/** Throws `BadRequest` for a text that is nested too deeply: code that visits its value recursively would exhaust the stack. */
export function refuseDeepJson(text: string): void {
  let depth = 0;
  let isInText = false;
  // No regular expression: a text with many quotes and no end would cost it quadratic time.
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInText) {
      if (character === "\\") at += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth > MAX_DEPTH) throw new BadRequest({ code: "malformed" });
  }
}

/**
 * Whether a JSON value has a text with half of a UTF-16 surrogate pair. It is no Unicode text: it cannot be sent as UTF-8, and
 * `encodeURIComponent` throws for it. The value must not be nested deeply.
 */
export function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === "string") return /\p{Surrogate}/u.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, each]) => hasLoneSurrogate(key) || hasLoneSurrogate(each));
}
