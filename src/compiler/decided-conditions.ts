/**
 * Exports `decidedPart` and `constantIn`: whether a condition over the fields of a form is constant, for the rule
 * `condition-constant`.
 */
import type { Json } from "../language/definition.js";
import { isObject, type JsonObject, listed } from "../language/json.js";
import { ITEMS, literalsIn, pathsRead } from "../language/logic-reads.js";
import { conditionsIn, operationOf, plainPath } from "../language/operation.js";
import { CONDITION_OPERATORS } from "../language/operators.js";
import { typeOfJson } from "../language/static-types.js";
import { evaluateThreeValued } from "../language/three-valued.js";
import type { Truth } from "../language/truth-values.js";
import { type Data, isRequired } from "./form-data.js";
import { parts } from "./schema-paths.js";

/** A condition with an unknown value: no scope has the name. */
const UNKNOWN: Json = { var: "unknown" };

const EQUALITY = new Set(["===", "!=="]);
const LOOSE_EQUALITY = new Set(["==", "!="]);
const ORDER = new Set(["<", "<=", ">", ">="]);

/**
 * The condition with every atom replaced that samples of the fields' classes (`value-classes.ts`) do not decide: an order of
 * texts, a part of a text, a comparison of two free fields, a computed value, everything outside of the form.
 */
export function decidedPart(logic: Json, schema: JsonObject): Json {
  const operation = operationOf(logic);
  if (operation === null) return typeof logic === "boolean" ? logic : UNKNOWN;
  const { operator, operands } = operation;
  if (!CONDITION_OPERATORS.has(operator)) return UNKNOWN;
  const conditions = new Set(conditionsIn(logic));
  if (conditions.size > 0 && operands.every((operand) => conditions.has(operand)))
    return { [operator]: operands.map((operand) => decidedPart(operand, schema)) };
  return isDecided(operator, operands, logic, schema) ? logic : UNKNOWN;
}

/** Whether all data make a condition true, or all make it false; null if neither, and without data. */
export function constantIn(logic: Json, all: readonly Data[]): Truth {
  const [first = null, ...others] = new Set(all.map((form) => evaluateThreeValued(logic, { form })));
  return others.length > 0 ? null : first;
}

/** Conditions that let the classes of fields distinguish 0, which is falsy, from other numbers. */
export function zeroesOf(logic: Json, schema: JsonObject): readonly Json[] {
  return pathsRead(logic).flatMap((path) => (isFigure(fieldAt(schema, path)) ? [{ "===": [{ var: path }, 0] }] : []));
}

function isDecided(operator: string, operands: readonly Json[], atom: Json, schema: JsonObject): boolean {
  if (operator === "var") return isKnown(fieldAt(schema, plainPath(atom)));
  const literals = operands.filter((operand) => operationOf(operand) === null);
  const fields = operands.filter((operand) => operationOf(operand) !== null).map((operand) => fieldAt(schema, plainPath(operand)));
  if (!fields.every(isKnown)) return false;
  if (fields.every(isEnumerated)) return true;
  const [field = null, ...others] = fields;
  if (others.length > 0) return false;
  const types = literals.flatMap(literalsIn).map(typeOfJson);
  const isOwnType = types.every((type) => type === "null" || type === (isFigure(field) ? "number" : "string"));
  if (operator === "in") return operationOf(operands[1] ?? null) === null && Array.isArray(operands[1]);
  if (EQUALITY.has(operator) || (LOOSE_EQUALITY.has(operator) && isOwnType)) return true;
  return ORDER.has(operator) && isFigure(field) && types.every((type) => type === "number");
}

/** The schema of a field that one part of the schema alone describes; null for any other path. */
function fieldAt(schema: JsonObject, path: string | null): JsonObject | null {
  if (path?.startsWith("form.") !== true || path.includes(ITEMS)) return null;
  const written = path.slice("form.".length);
  let current: JsonObject = schema;
  for (const name of written.split(".")) {
    const [own, ...others] = parts(current)
      .flatMap((part) => (isObject(part.properties) ? [part.properties[name]] : []))
      .filter(isObject);
    if (own === undefined || others.length > 0) return null;
    current = own;
  }
  // A depositor may empty a text that begins with its default; a choice with a default has no empty option.
  return current.default === undefined || isRequired(schema, written) || isEnumerated(current) ? current : null;
}

const isFigure = (field: JsonObject | null): boolean => field?.type === "number" || field?.type === "integer";
const isEnumerated = (field: JsonObject | null): boolean =>
  field?.type === "boolean" || field?.const !== undefined || listed(field?.enum).length > 0;
const isKnown = (field: JsonObject | null): boolean => isEnumerated(field) || isFigure(field) || field?.type === "string";
