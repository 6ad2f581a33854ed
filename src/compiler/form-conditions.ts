/** Exports the checks of a form's `checks` and `warnings` whose conditions its schema already decides, for the rule `condition-constant`. */
import type { Json } from "../language/definition.js";
import { checkConstant, conditionConstant } from "../language/form-problems.js";
import type { JsonObject } from "../language/json.js";
import { pathsRead } from "../language/logic-reads.js";
import { childOf, entriesOf, type SourceNode, textOf } from "../language/source.js";
import { evaluateThreeValued } from "../language/three-valued.js";
import { type Context, reportUnlessWaived, withWaivers } from "./compile-context.js";
import { constantIn, decidedPart, zeroesOf } from "./decided-conditions.js";
import { type Branch, type Data, dataOf, guarded, holderOf, isRequired, nameOf } from "./form-data.js";
import { inline } from "./logic.js";
import { validityOf } from "./schema-evaluation.js";
import { propertyAt } from "./schema-paths.js";

/** A check or a warning of a form, and the path of its field. */
export interface Conditional {
  readonly path: string;
  readonly node: SourceNode;
}

/** Every check and every warning of a form. */
export function conditionalsOf(block: SourceNode): readonly Conditional[] {
  const checks = entriesOf(childOf(block, "checks", "items")).flatMap(([, { node }]) => {
    const path = textOf(childOf(node, "field"));
    return path === null ? [] : [{ path, node }];
  });
  const warnings = entriesOf(childOf(block, "fields", "items")).flatMap(([path, { node: field }]) =>
    entriesOf(childOf(field, "warnings", "items")).map(([, { node }]) => ({ path, node })),
  );
  return [...checks, ...warnings];
}

/** The object whose properties the conditions read as `form`, its branches, and how to name its fields in a condition. */
interface Holder {
  readonly schema: JsonObject;
  readonly branches: readonly Branch[];
  ofForm(logic: Json): Json;
}

/** Reports the constant condition of a check or a warning; false where the conditions have too many combinations. */
export function checkConditional({ node }: Conditional, { schema, branches, ofForm }: Holder, outer: Context): boolean {
  const context = withWaivers(outer, node);
  const [when, require] = ["when", "require"].map((keyword) => childOf(node, keyword));
  const decided = (condition: SourceNode | null | undefined): Json =>
    condition ? decidedPart(ofForm(inline(condition, "predicate", context.linker.names)), schema) : true;
  const [applies, holds] = [decided(when), decided(require)];
  const questions = [applies, holds];
  const all = dataOf(schema, branches, [...questions, ...questions.flatMap((logic) => zeroesOf(logic, schema))]);
  if (all === null) return false;
  const reads = pathsRead(questions)
    .filter((path) => path.startsWith("form."))
    .map((path) => path.slice("form.".length));
  // The runtime evaluates a check for valid fields only, a warning for valid fields with a value.
  const data = all.all.filter(
    (one) => isAccepted(one, reads, schema, branches) && (require || reads.every((path) => valueIn(one, path) !== undefined)),
  );
  const constant = when ? constantIn(applies, data) : null;
  if (when && constant !== null) reportUnlessWaived(context, when.at, conditionConstant(constant));
  if (!require || constant !== null || pathsRead(holds).length === 0) return true;
  const always = constantIn(
    holds,
    data.filter((form) => evaluateThreeValued(applies, { form }) !== false),
  );
  if (always !== null) reportUnlessWaived(context, require.at, checkConstant(always));
  return true;
}

/** Whether the schema accepts the values of some paths: a path that the data lack must not be required. */
function isAccepted(data: Data, paths: readonly string[], schema: JsonObject, branches: readonly Branch[]): boolean {
  const requiring = [schema, ...branches.filter((branch) => guarded(branch, data) === true).map((branch) => branch.schema)];
  return paths.every((path) => {
    const value = valueIn(data, path);
    if (value !== undefined) return validityOf(value, propertyAt(schema, path) ?? true) !== false;
    return holderOf(data, path) === null || !requiring.some((one) => isRequired(one, path));
  });
}

const valueIn = (data: Data, path: string): Json | undefined => holderOf(data, path)?.[nameOf(path)];
