/** A form's errors in words: each field's own where the flow has them, else a plain sentence. */
import type { ErrorSchema, RJSFValidationError } from "@rjsf/utils";
import type { Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { ScreenHandle } from "./block.js";
import type { FormShape } from "./shapes.js";

type Fields = FormShape["fields"];

/** `custom_fields.member_number` of rjsf's `.custom_fields.member_number`; places in lists are dropped. */
export function pathOf(property: string | undefined): string {
  return (property ?? "")
    .split(/[.[\]]+/)
    .map((part) => part.replace(/^['"]|['"]$/g, ""))
    .filter((part) => part !== "" && !/^\d+$/.test(part))
    .join(".");
}

/** The names under which a field may have words for an error: the format's own first. */
function keysOf({ name = "", params }: RJSFValidationError): readonly string[] {
  const format: unknown = params?.format;
  return name === "format" && typeof format === "string" ? [format, name] : [name];
}

function limitOf(params: RJSFValidationError["params"]): string | null {
  const limit: unknown = params?.limit;
  return typeof limit === "number" || typeof limit === "string" ? String(limit) : null;
}

/** An error as a plain sentence, by keyword of JSON Schema; `limit` is the keyword's value where it has one. */
function plainSentence(label: string, keyword: string, limit: string | null, say: ScreenHandle["word"]): string {
  const about: { readonly [name: string]: Json } = limit === null ? { label } : { label, limit };
  switch (keyword) {
    case "required":
    case "minItems":
      return say("errorMissing", about);
    case "minLength":
      return limit === "1" || limit === null ? say("errorMissing", about) : say("errorTooShort", about);
    case "maxLength":
      return say("errorTooLong", about);
    case "minimum":
    case "formatMinimum":
    case "x-minimum-amount":
      return say("errorTooSmall", about);
    case "maximum":
    case "formatMaximum":
    case "x-maximum-amount":
      return say("errorTooLarge", about);
    case "enum":
    case "oneOf":
    case "anyOf":
      return say("errorNoOption", about);
    case "const":
      return say("errorNotTicked", about);
    default:
      return say("errorOtherForm", about);
  }
}

function sentence(error: RJSFValidationError, path: string, fields: Fields, screen: ScreenHandle): string {
  const field = fields.items[path];
  const own: Text | undefined = keysOf(error)
    .map((key) => field?.errors[key])
    .find((words) => words !== undefined);
  if (own !== undefined) return screen.text(own);
  // A field that the flow does not ask for has no label: its name is the best there is to go by.
  const label = field === undefined ? (path.split(".").at(-1) ?? path).replaceAll("_", " ") : screen.text(field.label);
  return plainSentence(label, error.name ?? "", limitOf(error.params), screen.word);
}

/** What validation found, in words and in the order of the fields; one error a field, the first that there is. */
export function inWords(errors: readonly RJSFValidationError[], fields: Fields, screen: ScreenHandle): RJSFValidationError[] {
  const seen = new Set<string>();
  const place = ({ property }: RJSFValidationError): number => {
    const index = fields.order.indexOf(pathOf(property));
    return index < 0 ? fields.order.length : index;
  };
  const inOrder = [...errors].sort((one, other) => place(one) - place(other));
  return inOrder.flatMap((error) => {
    // "must match then": the branch's own errors say what is wrong.
    if (error.name === "if") return [];
    const property = error.property ?? "";
    if (seen.has(property)) return [];
    seen.add(property);
    const message = sentence(error, pathOf(property), fields, screen);
    return [{ ...error, message, stack: message }];
  });
}

/** An error that the server gave, and the value it was given for (an error goes when its field changes). */
export interface AnsweredError {
  readonly path: string;
  readonly message: string;
  readonly value: string;
}

/** The server's errors as rjsf takes them; those of no field of this form stand for the form. */
export function toErrorSchema(errors: readonly AnsweredError[], fields: Fields): ErrorSchema | undefined {
  if (errors.length === 0) return undefined;
  const root: ErrorSchema = {};
  for (const { path, message } of errors) {
    let node: ErrorSchema = root;
    if (fields.items[path] !== undefined) {
      for (const name of path.split(".")) {
        const next: ErrorSchema = (node[name] as ErrorSchema | undefined) ?? {};
        node[name] = next;
        node = next;
      }
    }
    node.__errors = [...(node.__errors ?? []), message];
  }
  return root;
}

/** A value in a form in which two can be compared. */
export const fingerprint = (value: Json | undefined): string => JSON.stringify(value ?? null);
