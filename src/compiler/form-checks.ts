/** Exports the compiler's rules for `checks` of a form and what they become in the bundle. */
import type { CompiledCheck, CompiledOrdered, Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { UnknownOperator } from "../language/failures.js";
import { checkElsewhere, checkUnasked } from "../language/form-problems.js";
import { ITEMS, listAround, overlaps, pathsRead } from "../language/logic-reads.js";
import * as problems from "../language/problems.js";
import { childOf, entriesOf, keysOf, type SourceNode, textOf } from "../language/source.js";
import { evaluateThreeValued } from "../language/three-valued.js";
import { type Context, reportUnlessWaived, withWaivers } from "./compile-context.js";
import { formReads } from "./form-reads.js";
import { inline } from "./logic.js";
import { propertyAt, propertyPaths } from "./schema-paths.js";

/** The checks of a form as the meta-schema compiles them. */
export type WrittenChecks = CompiledOrdered<{
  readonly when?: Json;
  readonly require: Json;
  readonly field: string;
  readonly error: Text;
} | null>;

/** Each check is shown at a field of the form, and reads a field of the form. */
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
    const reads = formReads(inline(require, "predicate", context.linker.names), listAround(path));
    if (!reads.some((read) => asked.some((one) => overlaps(one, read)))) reportUnlessWaived(context, require.at, checkElsewhere());
  }
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
