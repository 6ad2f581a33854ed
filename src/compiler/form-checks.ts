/** Exports the compiler's rules for `checks` of a form and what they become in the bundle. */
import type { CompiledCheck, CompiledOrdered, Text } from "../language/bundle.js";
import { wrongOperand } from "../language/condition-problems.js";
import type { Json } from "../language/definition.js";
import { UnknownOperator } from "../language/failures.js";
import { DECLARED } from "../language/field-formats.js";
import { checkElsewhere, checkUnasked, fieldNotRead } from "../language/form-problems.js";
import { isObject, type JsonObject } from "../language/json.js";
import { ITEMS, listAround, overlaps, pathsRead } from "../language/logic-reads.js";
import * as problems from "../language/problems.js";
import { childOf, entriesOf, keysOf, type SourceNode, textOf } from "../language/source.js";
import { evaluateThreeValued } from "../language/three-valued.js";
import { type Context, reportUnlessWaived, withWaivers } from "./compile-context.js";
import { formReads } from "./form-reads.js";
import { inline } from "./logic.js";
import { validityOf } from "./schema-evaluation.js";
import { propertyAt, propertyPaths } from "./schema-paths.js";

/** The checks of a form as the meta-schema compiles them. */
export type WrittenChecks = CompiledOrdered<{
  readonly when?: Json;
  readonly require: Json;
  readonly field: string;
  readonly error: Text;
} | null>;

/** Each check is shown at a field of the form, reads it, and calculates with figures. */
export function checkChecks(block: SourceNode, schemaId: string, schema: Json, outer: Context): void {
  const items = childOf(block, "fields", "items");
  const asked = items === null || items.partial ? null : keysOf(items);
  for (const [, { node }] of entriesOf(childOf(block, "checks", "items"))) {
    const context = withWaivers(outer, node);
    const field = childOf(node, "field");
    const path = textOf(field);
    if (field === null || path === null) continue;
    if (propertyAt(schema, path) === null) context.linker.report(field.at, problems.unknownField(path, schemaId, propertyPaths(schema)));
    else if (asked?.includes(path) === false) reportUnlessWaived(context, field.at, checkUnasked(path, asked));
    const require = childOf(node, "require");
    if (require === null || asked === null) continue;
    const conditions = [childOf(node, "when"), require].flatMap((one) =>
      one === null ? [] : [inline(one, "predicate", context.linker.names)],
    );
    const list = listAround(path);
    const reads = conditions.flatMap((one) => formReads(one, list));
    if (!formReads(conditions.at(-1) ?? null, list).some((read) => asked.some((one) => overlaps(one, read))))
      reportUnlessWaived(context, require.at, checkElsewhere());
    else if (asked.includes(path) && !reads.some((read) => overlaps(path, read)))
      reportUnlessWaived(context, field.at, fieldNotRead("check", path));
    for (const { operator, path: text } of conditions.flatMap((one) => calculatedWith(one, list)))
      if (mayBeWords(propertyAt(schema, text) ?? {}))
        context.linker.report(require.at, wrongOperand(operator, "figures", `"form.${text}" (any text)`));
  }
}

const ARITHMETIC: ReadonlySet<string> = new Set(["+", "-", "*", "min", "max"]);

/** The fields that logic calculates with: the operands that are a field, and a field of a list's items in a sum. */
function calculatedWith(logic: Json, list: string | null): readonly { readonly operator: string; readonly path: string }[] {
  if (Array.isArray(logic)) return logic.flatMap((one: Json) => calculatedWith(one, list));
  if (!isObject(logic)) return [];
  return Object.entries(logic).flatMap(([operator, operands]) => {
    const fields = operator === "sum" ? [operands] : ARITHMETIC.has(operator) ? [operands].flat().filter(isRead) : [];
    const own = fields.filter((one) => isRead(one) || isReadOfItems(one)).flatMap((one) => formReads(one, list));
    return [...own.map((path) => ({ operator, path })), ...calculatedWith(operands, list)];
  });
}

const isRead = (logic: Json): boolean => isObject(logic) && typeof [logic.var].flat()[0] === "string";

function isReadOfItems(logic: Json): boolean {
  const [list, item] = [isObject(logic) ? (logic.map ?? null) : null].flat();
  return list !== undefined && item !== undefined && isRead(list) && isRead(item);
}

const WORDS = ["Ann", "Ann Lee"];

/** Whether the schema of a field accepts a text without a figure. */
function mayBeWords({ type, pattern, format, enum: values, [DECLARED]: declared }: JsonObject): boolean {
  const limits = { pattern, format, enum: values, [DECLARED]: declared };
  const schema = Object.fromEntries(Object.entries(limits).flatMap(([keyword, limit]) => (limit === undefined ? [] : [[keyword, limit]])));
  return type === "string" && WORDS.some((text) => validityOf(text, schema) !== false);
}

export function checksOf({ order, items }: WrittenChecks): readonly CompiledCheck[] {
  return order.flatMap((key) => {
    const check = items[key];
    if (check === undefined || check === null) return [];
    const logic = [check.when ?? true, check.require];
    const texts = typeof check.error === "string" ? [] : Object.values(check.error.values);
    const local = [...logic, ...texts].flatMap(pathsRead).every((path) => LOCAL.has(rootOf(path)));
    const { when, require, field, error } = check;
    const own = `form.${field}`;
    // A repeated value can be compared even if the first one is invalid: both errors are shown at once.
    const reads = isSameAs(require, own) ? [own] : logic.flatMap(pathsRead).filter((path) => ["form", "item"].includes(rootOf(path)));
    return [{ key, ...(when === undefined ? {} : { when }), require, field, error, reads: [...new Set(reads)], local }];
  });
}

/** The fields that a check requires to have a value, whatever the others have. */
export function requiredByChecks(checks: readonly CompiledCheck[]): ReadonlySet<string> {
  const isRequired = ({ when = true, require, field }: CompiledCheck): boolean => {
    const list = listAround(field);
    const own = list === null ? `form.${field}` : `item.${field.slice(list.length + ITEMS.length + 1)}`;
    const truth = (logic: Json): boolean | null => withoutValue(logic, own);
    return truth(when) !== false && truth(require) === false;
  };
  return new Set(checks.filter(isRequired).map(({ field }) => field));
}

/** Whether a condition holds where the value at a path is missing and nothing else is known; null where that depends on more. */
function withoutValue(logic: Json, missing: string): boolean | null {
  try {
    return evaluateThreeValued(logic, {}, (path) => path === missing);
  } catch (error) {
    // A check may calculate, which conditions cannot.
    if (error instanceof UnknownOperator) return null;
    throw error;
  }
}

/** Whether a condition, as the meta-schema compiles it, compares a field with another one for equality, and nothing else. */
function isSameAs(require: Json, field: string): boolean {
  const paths = pathsRead(require);
  const equality = { "!!": [{ "===": paths.map((path) => ({ var: path })) }] };
  return paths.length === 2 && paths.includes(field) && JSON.stringify(require) === JSON.stringify(equality);
}

const rootOf = (path: string): string => path.split(/[.[]/)[0] ?? "";

/** The data that the gateway has too: the sent data. */
const LOCAL = new Set(["form", "item", "position"]);
