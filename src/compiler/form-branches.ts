/** The branches of a form: what its schema asks under conditions, and what the form's own conditions show, over all that can be typed. */
import type { Json } from "../language/definition.js";
import {
  branchesUnjudged,
  branchUnreachable,
  conditionConstant,
  fieldUnreachable,
  requiredWhileHidden,
} from "../language/form-problems.js";
import { childOf, type Entry, entriesOf, nodeAt, type SourceNode } from "../language/source.js";
import { evaluateThreeValued } from "../language/three-valued.js";
import { type AllData, type Branch, branchesOf, type Data, dataOf, guarded, isRequired, MOST, type Question } from "./form-data.js";
import { inline } from "./logic.js";
import { accepting, type Place, suspect } from "./place.js";
import { isObject, type JsonObject, propertyAt, propertyPaths } from "./schema-paths.js";

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
  readonly logic: Json;
}

export function checkBranches(form: FormAt, place: Place): void {
  const { schema } = form;
  if (!isObject(schema)) return;
  const branches = branchesOf(schema);
  const asked = entriesOf(childOf(form.block, "fields", "items")).map(([path, entry]): Asked => {
    const when = childOf(entry.node, "when");
    return { path, entry, when, logic: when === null ? true : inline(when, "predicate", place.linker.names) };
  });
  const conditional = asked.filter(({ when }) => when !== null);
  checkUnknownTriggers(form, schema, place);
  for (const [pointer, inner] of objectsWithin(schema)) checkWithin(inner, pointer, form, place);
  if (branches.length === 0 && conditional.length === 0) return;
  const questions: Question[] = conditional.map(({ logic }) => logic);
  const data = dataOf(schema, branches, questions);
  if (data === null) return unjudged(form, place);
  for (const branch of branches) checkBranch(branch, data.whole, form, place);
  for (const field of conditional) checkField(field, schema, branches, data, form, accepting(place, field.entry.node));
}

/** The objects in an object, each with where it stands. */
function objectsWithin(schema: JsonObject, pointer = ""): readonly (readonly [string, JsonObject])[] {
  return Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(([name, property]) => {
    if (!isObject(property) || !isObject(property.properties)) return [];
    const at = `${pointer}/properties/${name}`;
    return [[at, property] as const, ...objectsWithin(property, at)];
  });
}

/** The branches of an object within: they read what stands beside them alone. */
function checkWithin(schema: JsonObject, pointer: string, form: FormAt, place: Place): void {
  const branches = branchesOf(schema, pointer);
  const data = dataOf(schema, branches, []);
  if (data === null) return unjudged(form, place);
  for (const branch of branches) checkBranch(branch, data.whole, form, place);
}

function unjudged({ block }: FormAt, place: Place): void {
  suspect(place, (childOf(block, "schema") ?? block).at, branchesUnjudged(MOST));
}

/** A branch that no data takes. */
function checkBranch(branch: Branch, all: readonly Data[], { root }: FormAt, place: Place): void {
  if (branch.word === null || all.some((data) => guarded(branch, data) !== false)) return;
  suspect(place, nodeAt(root, branch.pointer).at, branchUnreachable(branch.word, branch.why));
}

/** `dependencies` of a property that is not there. */
function checkUnknownTriggers({ root }: FormAt, schema: JsonObject, place: Place): void {
  const names = propertyPaths(schema).map((path) => path.split(".")[0]);
  for (const [name, { key }] of entriesOf(childOf(root, "dependencies")))
    if (!names.includes(name)) suspect(place, key, branchUnreachable(name, `the schema has no property "${name}" that it could depend on`));
}

function checkField(
  { path, when, logic }: Asked,
  schema: JsonObject,
  branches: readonly Branch[],
  { all, whole }: AllData,
  { schemaId }: FormAt,
  place: Place,
): void {
  if (when === null) return;
  const shown = all.map((data) => evaluateThreeValued(logic, { form: data }));
  if (shown.every((one) => one !== null && one === shown[0])) return suspect(place, when.at, conditionConstant(shown[0] === true));
  const name = path.split(".")[0] ?? path;
  const giving = branches.filter(({ schema: part }) => isObject(part.properties) && name in part.properties);
  const everywhere = isObject(schema.properties) && name in schema.properties;
  if (!everywhere && giving.length > 0) {
    const meets = all.some((data, index) => shown[index] !== false && giving.some((branch) => guarded(branch, data) !== false));
    if (!meets) return suspect(place, when.at, fieldUnreachable(path, schemaId));
  }
  if (propertyAt(schema, path)?.default !== undefined) return;
  const requiring = branches.filter(({ schema: part }) => isRequired(part, path));
  const stuck = whole.find(
    (data) =>
      evaluateThreeValued(logic, { form: data }) === false &&
      (isRequired(schema, path) || requiring.some((branch) => guarded(branch, data) === true)),
  );
  if (stuck !== undefined) suspect(place, when.at, requiredWhileHidden(path, stuck));
}
