/** Exports the error messages of a form: the field's own message from the flow, else a default one by JSON Schema keyword. */
import type { RJSFSchema, ValidatorType } from "@rjsf/utils";
import type { FormBlock } from "../language/blocks.js";
import type { Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { ScreenHandle } from "./block.js";
import { ITEMS } from "./form-data.js";

type Fields = FormBlock["fields"];

/** The parts of its screen that the validation of a form needs. */
export type FormScreen = Pick<ScreenHandle, "text" | "translate" | "value" | "failedChecks">;

/** The parts of the form's validator that it needs. */
export type FormValidator = Pick<ValidatorType, "rawValidation">;

/** The field of a path in the data: `people[].name` of `people.0.name`; the list for an item that is not a field. */
export function fieldOf(path: string, fields: Fields): string {
  const field = path
    .split(".")
    .map((name) => (/^\d+$/.test(name) ? ITEMS : `.${name}`))
    .join("")
    .slice(1);
  return fields.items[field] === undefined && field.endsWith(ITEMS) ? field.slice(0, -ITEMS.length) : field;
}

/** A value that the schema rejects. */
interface InvalidValue {
  /** Its path in the data; a missing value under its own name. */
  readonly path: string;
  readonly keyword: string;
  readonly params: { readonly [name: string]: unknown };
}

interface RawError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params?: { readonly [name: string]: unknown };
}

function rawErrors(block: FormBlock, data: Json, validator: FormValidator): readonly RawError[] {
  return validator.rawValidation<RawError>(block.schema as RJSFSchema, data).errors ?? [];
}

function invalidValue({ instancePath, keyword, params = {} }: RawError): InvalidValue {
  const missing = params.missingProperty;
  return { path: [...instancePath.split("/").slice(1), ...(typeof missing === "string" ? [missing] : [])].join("."), keyword, params };
}

/** The paths in the data that the schema rejects, a missing value under its own name. */
export function invalidPaths(block: FormBlock, data: Json, validator: FormValidator): readonly string[] {
  return rawErrors(block, data, validator).map((error) => invalidValue(error).path);
}

/** The keys under which a field may have a message for an error: the format's own first, `required` last where nothing is given. */
function errorKeysOf({ keyword, params }: InvalidValue): readonly string[] {
  const { format } = params;
  const own = keyword === "format" && typeof format === "string" ? [format, keyword] : [keyword];
  const bound = keyword === "minLength" || keyword === "minItems" ? params.limit : 1;
  return EMPTY.has(keyword) && bound === 1 ? [...own, "required"] : own;
}

/** Keywords that an empty text or list, a box that is not ticked and an option that is not chosen fail. */
const EMPTY = new Set(["minLength", "minItems", "const", "enum", "oneOf"]);

/** The limit as a message shows it. */
function formattedLimit({ keyword, params: { limit } }: InvalidValue, screen: FormScreen): string | number | null {
  if (typeof limit !== "number" && typeof limit !== "string") return null;
  return keyword.endsWith("-amount") ? String(screen.value({ money: [limit] })) : limit;
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

function messageOf(error: InvalidValue, fields: Fields, screen: FormScreen): string {
  const { path, keyword } = error;
  const field = fields.items[fieldOf(path, fields)];
  const own: Text | undefined = errorKeysOf(error)
    .map((key) => field?.errors[key])
    .find((text) => text !== undefined);
  // A field that the flow does not render has no label: use its name.
  const label = field === undefined ? (path.split(".").at(-1) ?? path).replaceAll("_", " ") : screen.text(field.label);
  const limit = formattedLimit(error, screen);
  return own === undefined
    ? defaultMessage(label, keyword, limit, screen.translate)
    : screen.text(own, limit === null ? { label } : { label, limit });
}

/** An error of the form's data. */
export interface DataError {
  readonly path: string;
  readonly message: string;
}

/** Validates a form's data. */
export type Validate = (data: Json) => readonly DataError[];

/** Whether two validations have found the same values invalid, for the same reasons. */
function isSameResult(one: readonly RawError[], other: readonly RawError[]): boolean {
  return (
    one.length === other.length &&
    one.every((error, index) => {
      const { instancePath, keyword, params = {} } = error;
      const second = other[index];
      if (second === undefined || instancePath !== second.instancePath || keyword !== second.keyword) return false;
      const { missingProperty, limit, format } = second.params ?? {};
      return params.missingProperty === missingProperty && params.limit === limit && params.format === format;
    })
  );
}

/** An error with the place of its field on the page. */
interface PlacedError extends DataError {
  readonly position: readonly number[];
}

/**
 * Returns the validation of a form, in the order of the fields: the first error of each field, and of the form's checks, which JSON
 * Schema cannot express. Most errors stay the same while the depositor types, so they are kept, and the list of them is the
 * same object while none has changed.
 */
export function validationOf(block: FormBlock, validator: FormValidator, screen: FormScreen): Validate {
  const { fields } = block;
  const ranks = new Map(fields.order.map((field, index) => [field, index]));
  const known = new Map<string, PlacedError>();
  const placed = (error: InvalidValue): PlacedError => {
    const { path } = error;
    const key = `${path} ${error.keyword} ${String(error.params.limit)} ${String(error.params.format)}`;
    const found = known.get(key) ?? { path, message: messageOf(error, fields, screen), position: positionOf(path, fields, ranks) };
    known.set(key, found);
    return found;
  };
  let last: { readonly raw: readonly RawError[]; readonly invalid: readonly string[]; readonly errors: readonly PlacedError[] } | undefined;
  return (data) => {
    const raw = rawErrors(block, data, validator);
    if (last === undefined || !isSameResult(raw, last.raw)) {
      const invalid = raw.map(invalidValue);
      const seen = new Set<string>();
      const errors = invalid
        // "must match then": the errors of the branch are reported as well.
        .filter(({ keyword }) => keyword !== "if")
        .map(placed)
        .sort((one, other) => compare(one.position, other.position))
        .filter(({ path }) => !seen.has(path) && seen.add(path));
      last = { raw, invalid: invalid.map(({ path }) => path), errors };
    }
    const { errors, invalid } = last;
    const failed = block.checks === undefined ? [] : screen.failedChecks(block, data, invalid);
    if (failed.length === 0) return errors;
    const placedChecks = failed.map((error) => ({ ...error, position: positionOf(error.path, fields, ranks) }));
    return [...errors, ...placedChecks].sort((one, other) => compare(one.position, other.position));
  };
}

/** Where an error's field is on the page: by the order of the list, then by item, then by the order of the field. */
function positionOf(path: string, fields: Fields, ranks: ReadonlyMap<string, number>): readonly number[] {
  const names = path.split(".");
  const ends = names.flatMap((name, index) => (/^\d+$/.test(name) ? [index] : []));
  const rank = (inner: string): number => ranks.get(fieldOf(inner, fields)) ?? fields.order.length;
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
export interface ServerError extends DataError {
  readonly value: string;
}

/** Serializes a value, to compare two by value. */
export const serialized = (value: Json | undefined): string => JSON.stringify(value ?? null);
