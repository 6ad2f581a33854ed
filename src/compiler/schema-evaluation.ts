/** Exports the three-valued evaluation of a JSON Schema for a sample value: unknown where the sample does not decide. */
import type { Json } from "../language/definition.js";
import { BOUND_KEYWORDS, BUILT_IN_FORMATS, DECLARED, type DeclaredFormat, fieldFormat, withinBound } from "../language/field-formats.js";
import { isObject, type JsonObject, listed } from "../language/json.js";
import { typeOfJson } from "../language/static-types.js";
import { allOf, anyOf, type Truth } from "../language/truth-values.js";

/** Keywords that do not constrain a value, or that are evaluated with another keyword. */
const NO_CONSTRAINTS = new Set(["title", "description", "default", "examples", "$id", "$comment", "then", "else"]);
const FREE = "…anything else";

/** A text of this length that differs from every constant: only its length is known. */
export const freeText = (length: number): string => FREE.repeat(Math.ceil(length / FREE.length)).slice(0, length);
const isFree = (text: string): boolean => text.startsWith("…");

/** Lengths of texts are counted in characters, as JSON Schema has it. */
const lengthOf = (text: string): number => [...text].length;

export function validityOf(value: Json | undefined, schema: Json): Truth {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema)) return null;
  return allOf(Object.entries(schema).map(([keyword, wanted]) => evaluateKeyword(keyword, wanted, value, schema)));
}

const same = (one: Json | undefined, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);

function evaluateKeyword(keyword: string, wanted: Json, value: Json | undefined, beside: JsonObject): Truth {
  if (NO_CONSTRAINTS.has(keyword)) return true;
  if (keyword in BOUND_KEYWORDS) return typeof value === "string" ? ofBound(keyword, wanted, value) : true;
  if (keyword === DECLARED)
    return typeof value !== "string" || (isFree(value) ? null : fieldFormat(wanted as unknown as DeclaredFormat).validate(value));
  if (keyword.startsWith("x-")) return true;
  const truth = ofAny(keyword, wanted, value, beside);
  return truth === undefined ? ofKind(keyword, wanted, value) : truth;
}

/** Keywords of values of whatever type; undefined for any other keyword. */
function ofAny(keyword: string, wanted: Json, value: Json | undefined, beside: JsonObject): Truth | undefined {
  switch (keyword) {
    case "const":
      return same(value, wanted);
    case "enum":
      return listed(wanted).some((one) => same(value, one));
    case "type":
      return [wanted]
        .flat()
        .some((one) => one === (value === undefined ? "" : typeOfJson(value)) || (one === "integer" && Number.isInteger(value)));
    case "not":
      return negated(validityOf(value, wanted));
    case "allOf":
      return allOf(listed(wanted).map((one) => validityOf(value, one)));
    case "anyOf":
      return anyOf(listed(wanted).map((one) => validityOf(value, one)));
    case "oneOf":
      return exactlyOne(listed(wanted).map((one) => validityOf(value, one)));
    case "if":
      return either(validityOf(value, wanted), validityOf(value, beside.then ?? true), validityOf(value, beside.else ?? true));
    default:
      return undefined;
  }
}

/** Keywords that constrain one type only; values of other types are valid. */
function ofKind(keyword: string, wanted: Json, value: Json | undefined): Truth {
  if (typeof value === "number") return ofFigure(keyword, wanted, value);
  if (typeof value === "string") return ofText(keyword, wanted, value);
  if (Array.isArray(value)) return ofList(keyword, wanted, value.length);
  return isObject(value) ? ofObject(keyword, wanted, value) : true;
}

function ofFigure(keyword: string, wanted: Json, value: number): Truth {
  switch (keyword) {
    case "minimum":
      return value >= Number(wanted);
    case "maximum":
      return value <= Number(wanted);
    case "exclusiveMinimum":
      return value > Number(wanted);
    case "exclusiveMaximum":
      return value < Number(wanted);
    default:
      return keyword === "multipleOf" ? null : true;
  }
}

function ofText(keyword: string, wanted: Json, value: string): Truth {
  switch (keyword) {
    case "minLength":
      return lengthOf(value) >= Number(wanted);
    case "maxLength":
      return lengthOf(value) <= Number(wanted);
    case "pattern":
      return isFree(value) ? null : new RegExp(String(wanted), "u").test(value);
    case "format":
      // A declared format is evaluated with its declaration.
      return isFree(value) ? null : (BUILT_IN_FORMATS[String(wanted)]?.validate(value) ?? true);
    default:
      return true;
  }
}

/** An age depends on the day on which it is computed; an amount does not. */
function ofBound(keyword: string, wanted: Json, value: string): Truth {
  return isFree(value) || keyword.endsWith("-age") ? null : withinBound(keyword, wanted, value, "");
}

/** Only the length of a list is known. */
function ofList(keyword: string, wanted: Json, length: number): Truth {
  switch (keyword) {
    case "minItems":
      return length >= Number(wanted);
    case "maxItems":
      return length <= Number(wanted);
    default:
      return ["items", "additionalItems", "contains", "uniqueItems"].includes(keyword) ? null : true;
  }
}

/** Only the properties of an object that a condition reads are known. */
function ofObject(keyword: string, wanted: Json, value: JsonObject): Truth {
  switch (keyword) {
    case "required":
      return listed(wanted).every((name) => value[String(name)] !== undefined);
    case "properties":
      return allOf(
        Object.entries(isObject(wanted) ? wanted : {}).map(([name, inner]) =>
          value[name] === undefined ? true : validityOf(value[name], inner),
        ),
      );
    default:
      return ["additionalProperties", "propertyNames", "minProperties", "maxProperties", "dependencies"].includes(keyword) ? null : true;
  }
}

const negated = (truth: Truth): Truth => (truth === null ? null : !truth);

function exactlyOne(truths: readonly Truth[]): Truth {
  const holding = truths.filter((truth) => truth === true).length;
  if (holding > 1) return false;
  return truths.includes(null) ? null : holding === 1;
}

function either(condition: Truth, then: Truth, other: Truth): Truth {
  if (condition === null) return then === other ? then : null;
  return condition ? then : other;
}
