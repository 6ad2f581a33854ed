/** Exports the checks of a form's branches: the fields that its schema requires against those that its conditions show, over all possible data. */
import type { Json } from "../language/definition.js";
import {
  branchesNotChecked,
  branchUnreachable,
  conditionConstant,
  fieldUnchecked,
  fieldUnreachable,
  requiredWhileHidden,
} from "../language/form-problems.js";
import { isObject, type JsonObject } from "../language/json.js";
import { ITEMS, listAround } from "../language/logic-reads.js";
import { childOf, type Entry, entriesOf, nodeAt, type SourceNode } from "../language/source.js";
import { evaluateThreeValued } from "../language/three-valued.js";
import { type Context, reportUnlessWaived, withWaivers } from "./compile-context.js";
import { constantIn, decidedPart, zeroesOf } from "./decided-conditions.js";
import { checkConditional, conditionalsOf } from "./form-conditions.js";
import { type AllData, type Branch, branchesOf, type Data, dataOf, guarded, isRequired, MOST, type Question } from "./form-data.js";
import { inline } from "./logic.js";
import { propertyAt, propertyPaths } from "./schema-paths.js";

export interface FormAt {
  readonly block: SourceNode;
  /** The schema's own node, for places. */
  readonly root: SourceNode;
  readonly schemaId: string;
  readonly schema: Json;
}

interface Asked {
  readonly path: string;
  readonly entry: Entry;
  readonly when: SourceNode | null;
  /** The condition over the sibling fields, which `form` denotes. */
  readonly logic: Json;
}

/** Sibling fields: those outside of lists, or those of a list's items. */
interface Group {
  readonly schema: JsonObject;
  /** The prefix of each of their paths: `people[].`. */
  readonly prefix: string;
  readonly asked: readonly Asked[];
}

export function checkBranches(form: FormAt, context: Context): void {
  const { schema } = form;
  if (!isObject(schema)) return;
  checkUnknownTriggers(form, schema, context);
  for (const [pointer, inner] of objectsWithin(schema)) checkWithin(inner, pointer, form, context);
  for (const group of groupsOf(form, schema, context)) checkGroup(group, form, context);
  for (const conditional of conditionalsOf(form.block)) {
    const list = listAround(conditional.path);
    const own = list === null ? schema : propertyAt(schema, `${list}${ITEMS}`);
    const ofForm = (logic: Json): Json => (list === null ? logic : ofItem(logic));
    if (own !== null && !checkConditional(conditional, { schema: own, branches: branchesOf(own), ofForm }, context))
      reportNotChecked(form, context);
  }
}

function checkGroup({ schema, prefix, asked }: Group, form: FormAt, context: Context): void {
  // The branches of items are checked with the objects within.
  const branches = branchesOf(schema);
  const conditional = asked.filter(({ when }) => when !== null);
  if (conditional.length === 0 && (branches.length === 0 || prefix !== "")) return;
  const questions: Question[] = conditional.flatMap(({ logic }) => [logic, ...zeroesOf(logic, schema)]);
  const data = dataOf(schema, branches, questions);
  if (data === null) return reportNotChecked(form, context);
  if (prefix === "") for (const branch of branches) checkBranch(branch, data.whole, form, context);
  for (const field of conditional) checkField(field, { schema, prefix, branches }, data, form, withWaivers(context, field.entry.node));
}

function groupsOf({ block }: FormAt, schema: JsonObject, context: Context): readonly Group[] {
  const groups = new Map<string | null, Asked[]>([[null, []]]);
  for (const [path, entry] of entriesOf(childOf(block, "fields", "items"))) {
    const when = childOf(entry.node, "when");
    const logic = when === null ? true : inline(when, "predicate", context.linker.names);
    const list = listAround(path);
    groups.set(list, [...(groups.get(list) ?? []), { path, entry, when, logic: list === null ? logic : ofItem(logic) }]);
  }
  return [...groups].flatMap(([list, asked]) => {
    const own = list === null ? schema : propertyAt(schema, `${list}${ITEMS}`);
    return own === null ? [] : [{ schema: own, prefix: list === null ? "" : `${list}${ITEMS}.`, asked }];
  });
}

/** The condition of an item's field with the item substituted for the form, so that it is evaluated over the item's schema. */
function ofItem(logic: Json): Json {
  if (typeof logic !== "object" || logic === null) return logic;
  if (Array.isArray(logic)) return (logic as readonly Json[]).map(ofItem);
  return Object.fromEntries(
    Object.entries(logic).map(([operator, operand]) => {
      if (operator !== "var" || typeof operand !== "string") return [operator, ofItem(operand)];
      return [operator, operand.replace(/^(form|item)(?=\.|$)/, (root) => (root === "item" ? "form" : "wholeForm"))];
    }),
  );
}

/** The objects and the lists' items in an object, each with its pointer. */
function objectsWithin(schema: JsonObject, pointer = ""): readonly (readonly [string, JsonObject])[] {
  return Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const at = `${pointer}/properties/${name}`;
    const inner = [
      [at, property],
      [`${at}/items`, property.items],
    ] as const;
    return inner.flatMap(([where, one]) =>
      isObject(one) && isObject(one.properties) ? [[where, one] as const, ...objectsWithin(one, where)] : [],
    );
  });
}

/** The branches of a nested object: they read only their siblings. */
function checkWithin(schema: JsonObject, pointer: string, form: FormAt, context: Context): void {
  const branches = branchesOf(schema, pointer);
  const data = dataOf(schema, branches, []);
  if (data === null) return reportNotChecked(form, context);
  for (const branch of branches) checkBranch(branch, data.whole, form, context);
}

function reportNotChecked({ block }: FormAt, context: Context): void {
  reportUnlessWaived(context, (childOf(block, "schema") ?? block).at, branchesNotChecked(MOST));
}

/** A branch that no data takes. */
function checkBranch(branch: Branch, all: readonly Data[], { root }: FormAt, context: Context): void {
  if (branch.keyword === null || all.some((data) => guarded(branch, data) !== false)) return;
  reportUnlessWaived(context, nodeAt(root, branch.pointer).at, branchUnreachable(branch.keyword, branch.why));
}

/** `dependencies` of a property that does not exist. */
function checkUnknownTriggers({ root }: FormAt, schema: JsonObject, context: Context): void {
  const names = propertyPaths(schema).map((path) => path.split(".")[0]);
  for (const [name, { key }] of entriesOf(childOf(root, "dependencies")))
    if (!names.includes(name))
      reportUnlessWaived(context, key, branchUnreachable(name, `the schema has no property "${name}" that it could depend on`));
}

function checkField(
  { path: written, when, logic }: Asked,
  { schema, prefix, branches }: Pick<Group, "schema" | "prefix"> & { readonly branches: readonly Branch[] },
  { all, whole }: AllData,
  { schemaId }: FormAt,
  context: Context,
): void {
  if (when === null) return;
  const shown = all.map((data) => evaluateThreeValued(logic, { form: data }));
  const constant = constantIn(decidedPart(logic, schema), all);
  if (constant !== null) return reportUnlessWaived(context, when.at, conditionConstant(constant));
  const path = written.slice(prefix.length);
  const name = path.split(".")[0] ?? path;
  const giving = branches.filter(({ schema: part }) => isObject(part.properties) && name in part.properties);
  const everywhere = isObject(schema.properties) && name in schema.properties;
  if (!everywhere && giving.length > 0) {
    const isGiven = (data: Data): boolean => giving.some((branch) => guarded(branch, data) !== false);
    if (!all.some((data, index) => shown[index] !== false && isGiven(data)))
      return reportUnlessWaived(context, when.at, fieldUnreachable(written, schemaId));
    const unchecked = whole.find((data) => evaluateThreeValued(logic, { form: data }) === true && !isGiven(data));
    if (unchecked !== undefined) return reportUnlessWaived(context, when.at, fieldUnchecked(written, schemaId, unchecked));
  }
  if (propertyAt(schema, path)?.default !== undefined) return;
  const requiring = branches.filter(({ schema: part }) => isRequired(part, path));
  const stuck = whole.find(
    (data) =>
      evaluateThreeValued(logic, { form: data }) === false &&
      (isRequired(schema, path) || requiring.some((branch) => guarded(branch, data) === true)),
  );
  if (stuck !== undefined) reportUnlessWaived(context, when.at, requiredWhileHidden(written, stuck));
}
