/** Exports the values that a form's own rules reject and accept, for the `try` step of scenarios. */
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import { withKnown } from "../language/suggest.js";
import { changedByMask } from "./changed-by-mask.js";
import type { Tried } from "./scenario.js";
import type { Session } from "./session.js";

/** The form that has the field of a path; a sentence where none has it. */
export function formOf(forms: readonly FormBlock[], path: string): FormBlock | string {
  const [root = ""] = path.split(".");
  const form = forms.find(({ fields }) => fields.order.some((field) => field.split(/[.[]/)[0] === root));
  if (form !== undefined) return form;
  const known = forms.flatMap(({ fields }) => fields.order);
  return known.length === 0
    ? `No form has a field "${path}". The screen has no form.`
    : withKnown(`No form has a field "${path}"`, path, known);
}

/** The schema of the value at a path of the data (`people.0.age`); null where there is none. */
export function schemaAt(schema: Json, path: string): Json {
  let part: Json = schema;
  for (const name of path.split(".")) {
    if (!isObject(part)) return null;
    part = /^\d+$/.test(name) ? (part.items ?? null) : isObject(part.properties) ? (part.properties[name] ?? null) : null;
  }
  return part;
}

/** The JSON type of the value at a path; text where the schema names none. */
export function typeAt(schema: Json, path: string): Json {
  const part = schemaAt(schema, path);
  return isObject(part) ? (part.type ?? "string") : "string";
}

/** A character and how often it is typed: `x{129}`. */
const REPEATED = /^(.)\{(\d+)\}$/s;

/** The value that a depositor enters by typing this text. */
export function entered(type: Json, text: string): Json | undefined {
  if (text === "") return undefined;
  const [, character = "", times = "0"] = REPEATED.exec(text) ?? [];
  if (character !== "") return character.repeat(Number(times));
  if (type === "boolean") return text === "true";
  return type === "integer" || type === "number" ? Number(text) : text;
}

/** Tries each value in each field, with the other fields as they are filled. `refused`: why a field takes none. */
export function tryValues(session: Session, expected: Tried): { readonly tried: Tried; readonly refused: readonly string[] } {
  const refused: string[] = [];
  const content = session.content();
  const tried = Object.entries(expected).map(([path, values]): [string, Tried[string]] => {
    const form = formOf(content?.forms ?? [], path);
    if (typeof form === "string") {
      refused.push(form);
      return [path, values];
    }
    const isSent = session.isBusy({ action: form.submit });
    if (isSent || content?.fields.has(path) !== true) {
      refused.push(
        `The field "${path}" ${isSent ? "shows no error while its form is being sent" : "is not shown with what is filled in"}.`,
      );
      return [path, values];
    }
    const type = typeAt(form.schema as Json, path);
    // A page can't show the error of a text that its mask doesn't let be typed, but a text without one must be typed as it is.
    refused.push(...Object.entries(values).flatMap(([text, error]) => (error === null ? changedByMask(form, path, text) : [])));
    return [path, Object.fromEntries(Object.keys(values).map((text) => [text, session.errorWith(form, path, entered(type, text))]))];
  });
  return { tried: Object.fromEntries(tried), refused };
}

/** What is not as expected, in one sentence for each value. */
export function wrongTries(expected: Tried, tried: Tried): readonly string[] {
  return Object.entries(expected).flatMap(([path, values]) =>
    Object.entries(values).flatMap(([text, error]) => {
      const found = tried[path]?.[text] ?? null;
      const shown = (message: string | null): string => (message === null ? "no error" : JSON.stringify(message));
      return found === error ? [] : [`${path} with ${JSON.stringify(text)}: expected ${shown(error)}, found ${shown(found)}.`];
    }),
  );
}
