/** Exports the error messages of a form: the field's own message from the flow, else a default one by JSON Schema keyword. */
import type { ErrorSchema, RJSFSchema, RJSFValidationError, ValidatorType } from "@rjsf/utils";
import type { FormBlock } from "../language/blocks.js";
import type { Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { ScreenHandle } from "./block.js";
import { ITEMS } from "./form-data.js";

type Fields = FormBlock["fields"];

/** The path in the data of rjsf's property: `people.0.name` of `.people.0.name`. */
export function pathOf(property: string | undefined): string {
  return (property ?? "")
    .split(/[.[\]]+/)
    .map((part) => part.replace(/^['"]|['"]$/g, ""))
    .filter((part) => part !== "")
    .join(".");
}

/** The field of a path in the data: `people[].name` of `people.0.name`; of an item that is no field the list. */
export function fieldOf(path: string, fields: Fields): string {
  const field = path
    .split(".")
    .map((name) => (/^\d+$/.test(name) ? ITEMS : `.${name}`))
    .join("")
    .slice(1);
  return fields.items[field] === undefined && field.endsWith(ITEMS) ? field.slice(0, -ITEMS.length) : field;
}

/** The paths in the data that the schema rejects, a missing value under its own name. */
export function invalidPaths(block: FormBlock, data: Json, validator: ValidatorType): readonly string[] {
  const { errors = [] } = validator.rawValidation<RawError>(block.schema as RJSFSchema, data);
  return errors.map(({ instancePath, params }) => {
    const missing = params?.missingProperty;
    return [...instancePath.split("/").slice(1), ...(missing === undefined ? [] : [missing])].join(".");
  });
}

interface RawError {
  readonly instancePath: string;
  readonly params?: { readonly missingProperty?: string };
}

/** The keys under which a field may have a message for an error: the format's own first, `required` last where nothing is given. */
function errorKeysOf({ name = "", params }: RJSFValidationError): readonly string[] {
  const format: unknown = params?.format;
  const own = name === "format" && typeof format === "string" ? [format, name] : [name];
  const bound = name === "minLength" || name === "minItems" ? params?.limit : 1;
  return EMPTY.has(name) && bound === 1 ? [...own, "required"] : own;
}

/** Keywords that an empty text or list, a box that is not ticked and an option that is not chosen fail. */
const EMPTY = new Set(["minLength", "minItems", "const", "enum", "oneOf"]);

function limitOf(params: RJSFValidationError["params"]): string | number | null {
  const limit: unknown = params?.limit;
  return typeof limit === "number" || typeof limit === "string" ? limit : null;
}

/** The limit as a message shows it. */
function formattedLimit({ name, params }: RJSFValidationError, screen: ScreenHandle): string | number | null {
  const limit = limitOf(params);
  return limit !== null && name?.endsWith("-amount") ? String(screen.value({ money: [limit] })) : limit;
}

/** The default message of a JSON Schema keyword; `limit` is the keyword's value. */
function defaultMessage(label: string, keyword: string, limit: string | number | null, translate: ScreenHandle["translate"]): string {
  const item: { readonly [name: string]: Json } = limit === null ? { label } : { label, limit };
  switch (keyword) {
    case "required":
    case "minItems":
      return translate("errorMissing", item);
    case "minLength":
      return limit === 1 || limit === null ? translate("errorMissing", item) : translate("errorTooShort", item);
    case "maxLength":
      return translate("errorTooLong", item);
    case "minimum":
    case "formatMinimum":
    case "x-minimum-amount":
      return translate("errorTooSmall", item);
    case "maximum":
    case "formatMaximum":
    case "x-maximum-amount":
      return translate("errorTooLarge", item);
    case "enum":
    case "oneOf":
    case "anyOf":
      return translate("errorNoOption", item);
    case "const":
      return translate("errorNotTicked", item);
    default:
      return translate("errorOtherForm", item);
  }
}

function messageOf(error: RJSFValidationError, path: string, fields: Fields, screen: ScreenHandle): string {
  const field = fields.items[fieldOf(path, fields)];
  const own: Text | undefined = errorKeysOf(error)
    .map((key) => field?.errors[key])
    .find((text) => text !== undefined);
  // A field that the flow does not render has no label: use its name.
  const label = field === undefined ? (path.split(".").at(-1) ?? path).replaceAll("_", " ") : screen.text(field.label);
  const limit = formattedLimit(error, screen);
  return own === undefined
    ? defaultMessage(label, error.name ?? "", limit, screen.translate)
    : screen.text(own, limit === null ? { label } : { label, limit });
}

/** The validation errors with messages, in the order of the fields, and only the first of each field. */
export function withMessages(errors: readonly RJSFValidationError[], fields: Fields, screen: ScreenHandle): RJSFValidationError[] {
  const seen = new Set<string>();
  const inOrder = [...errors].sort((one, other) => compare(positionOf(one, fields), positionOf(other, fields)));
  return inOrder.flatMap((error) => {
    // "must match then": the errors of the branch are reported as well.
    if (error.name === "if") return [];
    const property = error.property ?? "";
    if (seen.has(property)) return [];
    seen.add(property);
    const message = messageOf(error, pathOf(property), fields, screen);
    return [{ ...error, message, stack: message }];
  });
}

/** Where an error's field is on the page: by the order of the list, then by item, then by the order of the field. */
function positionOf({ property }: RJSFValidationError, fields: Fields): readonly number[] {
  const names = pathOf(property).split(".");
  const ends = names.flatMap((name, index) => (/^\d+$/.test(name) ? [index] : []));
  const rank = (path: string): number => {
    const index = fields.order.indexOf(fieldOf(path, fields));
    return index < 0 ? fields.order.length : index;
  };
  return [...ends.flatMap((end) => [rank(names.slice(0, end).join(".")), Number(names[end])]), rank(names.join("."))];
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** An error of the server, with the serialized value that it is about: the error disappears when the value changes. */
export interface ServerError {
  readonly path: string;
  readonly message: string;
  readonly value: string;
}

/** The server's errors as rjsf's `extraErrors`; an error that belongs to no field of this form is reported for the form. */
export function toErrorSchema(errors: readonly ServerError[], fields: Fields): ErrorSchema | undefined {
  if (errors.length === 0) return undefined;
  const root: ErrorSchema = {};
  for (const { path, message } of errors) {
    let node: ErrorSchema = root;
    if (fields.items[fieldOf(path, fields)] !== undefined) {
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

/** Serializes a value, to compare two by value. */
export const serialized = (value: Json | undefined): string => JSON.stringify(value ?? null);
