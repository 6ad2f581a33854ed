/** Exports sample data of a form: one for each combination that its conditions distinguish. */
import type { Json } from "../language/definition.js";
import { isObject, type JsonObject, listed } from "../language/json.js";
import { ITEMS, literalsIn, pathsRead } from "../language/logic-reads.js";
import { allOf, type Truth } from "../language/truth-values.js";
import { validityOf } from "./schema-evaluation.js";
import { propertyAt } from "./schema-paths.js";
import { classesOf } from "./value-classes.js";

/** The part of the input that conditions read. */
export type Data = { readonly [name: string]: Json };
/** A predicate that reads the form. */
export type Question = Json;

/** A part of a schema that applies under conditions. */
export interface Branch {
  /** `then`, `else`, ...: null for a part that always applies. */
  readonly keyword: string | null;
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly why: string;
  /** All of these must be true, or all false. */
  readonly guards: readonly { readonly schema: JsonObject; readonly truth: boolean }[];
}

/** Every conditional part of an object's schema, with its conditions. */
export function branchesOf(schema: JsonObject, pointer = "", guards: Branch["guards"] = []): readonly Branch[] {
  const found: Branch[] = [];
  const add = (keyword: string, part: Json | undefined, at: string, more: Branch["guards"], why: string): void => {
    if (!isObject(part)) return;
    const all = [...guards, ...more];
    found.push({ keyword, pointer: at, schema: part, guards: all, why }, ...branchesOf(part, at, all));
  };
  const { if: condition } = schema;
  if (isObject(condition)) {
    add("then", schema.then, `${pointer}/then`, [{ schema: condition, truth: true }], "its condition holds for nothing that can be typed");
    add("else", schema.else, `${pointer}/else`, [{ schema: condition, truth: false }], "its condition holds for all that can be typed");
  }
  for (const keyword of ["oneOf", "anyOf"] as const) {
    for (const [index, part] of listed(schema[keyword]).entries()) {
      if (isObject(part) && isObject(part.properties))
        add(
          keyword,
          part,
          `${pointer}/${keyword}/${index}`,
          [{ schema: constantsOf(part), truth: true }],
          "its values are none of the field's",
        );
    }
  }
  for (const [index, part] of listed(schema.allOf).entries())
    if (isObject(part)) found.push(...branchesOf(part, `${pointer}/allOf/${index}`, guards));
  for (const [name, part] of Object.entries(isObject(schema.dependencies) ? schema.dependencies : {}))
    add(
      `dependencies.${name}`,
      part,
      `${pointer}/dependencies/${name}`,
      [{ schema: { required: [name] }, truth: true }],
      `nobody can give "${name}"`,
    );
  return found;
}

/** The constants of its properties, which distinguish a branch of a choice from the others. */
function constantsOf(part: JsonObject): JsonObject {
  const constants = Object.entries(isObject(part.properties) ? part.properties : {}).filter(
    ([, property]) => isObject(property) && ("const" in property || "enum" in property),
  );
  return { properties: Object.fromEntries(constants) };
}

/** Whether a branch applies to data; null where no sample decides a condition (`schema-evaluation.ts`). */
export function guarded({ guards }: Branch, data: Data): Truth {
  return allOf(
    guards.map(({ schema, truth }) => {
      const holds = validityOf(data, schema);
      return holds === null ? null : holds === truth;
    }),
  );
}

/** All data that the conditions distinguish, and the part of it that has every required field. */
export interface AllData {
  readonly all: readonly Data[];
  readonly whole: readonly Data[];
}

/** The maximum number of combinations, far above that of a real form. */
export const MOST = 20_000;

/** One datum for each combination of the values that the conditions read; null for more than `MOST` combinations. */
export function dataOf(schema: JsonObject, branches: readonly Branch[], questions: readonly Question[]): AllData | null {
  const conditions = branches.flatMap(({ guards }) => guards.map(({ schema: one }) => one));
  const asked = questions.flatMap((logic) =>
    pathsRead(logic).flatMap((path) => (path.startsWith("form.") && !path.includes(ITEMS) ? withParents(path.slice(5)) : [])),
  );
  // An object comes before the values in it.
  const paths = [...new Set([...conditions.flatMap((one) => readsIn(one)), ...asked])].sort((a, b) => depthOf(a) - depthOf(b));
  let data: Data[] = [{}];
  for (const path of paths) {
    const literals = questions.filter((logic) => pathsRead(logic).includes(`form.${path}`)).flatMap(literalsIn);
    const values = classesOf(
      propertyAt(schema, path) ?? {},
      conditions.flatMap((one) => partsAt(one, path)),
      literals,
    );
    data = data.flatMap((one) => (holderOf(one, path) === null ? [one] : values.map((value) => withValue(one, path.split("."), value))));
    if (data.length > MOST) return null;
  }
  const required = paths.filter((path) => isRequired(schema, path));
  return {
    all: data,
    whole: data.filter((one) =>
      required.every((path) => holderOf(one, path)?.[nameOf(path)] !== undefined || holderOf(one, path) === null),
    ),
  };
}

const depthOf = (path: string): number => path.split(".").length;
export const nameOf = (path: string): string => path.slice(path.lastIndexOf(".") + 1);
const parentOf = (path: string): string => (path.includes(".") ? path.slice(0, path.lastIndexOf(".")) : "");
const withParents = (path: string): readonly string[] => path.split(".").map((_, index, names) => names.slice(0, index + 1).join("."));

/** The object that contains a path's value; null where there is no such object. */
export function holderOf(data: Data, path: string): Data | null {
  let holder: Json | undefined = data;
  for (const name of path.split(".").slice(0, -1)) holder = isObject(holder) ? holder[name] : undefined;
  return isObject(holder) ? holder : null;
}

function withValue(data: Data, [name = "", ...inner]: readonly string[], value: Json | undefined): Data {
  if (inner.length > 0) return { ...data, [name]: withValue(isObject(data[name]) ? data[name] : {}, inner, value) };
  return value === undefined ? data : { ...data, [name]: value };
}

/** Whether an object's own schema requires the value unconditionally. */
export function isRequired(schema: JsonObject, path: string): boolean {
  const holder = parentOf(path) === "" ? schema : propertyAt(schema, parentOf(path));
  return listed(holder?.required).includes(nameOf(path));
}

/** Keywords whose schemas apply to the same value. */
function besides(condition: JsonObject): readonly JsonObject[] {
  const lists = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => listed(condition[keyword]));
  return [...lists, condition.not, condition.if, condition.then, condition.else].filter((one): one is JsonObject => isObject(one));
}

/** Paths that a condition reads, those of objects before those in them. */
function readsIn(condition: JsonObject, prefix = ""): readonly string[] {
  const properties = Object.entries(isObject(condition.properties) ? condition.properties : {});
  return [
    ...properties.flatMap(([name, inner]) => [`${prefix}${name}`, ...(isObject(inner) ? readsIn(inner, `${prefix}${name}.`) : [])]),
    ...listed(condition.required).map((name) => `${prefix}${String(name)}`),
    ...besides(condition).flatMap((one) => readsIn(one, prefix)),
  ];
}

/** The condition on the value at a path. */
function partsAt(condition: JsonObject, path: string): readonly JsonObject[] {
  const [name = "", ...inner] = path.split(".");
  const property = isObject(condition.properties) ? condition.properties[name] : undefined;
  const own = !isObject(property) ? [] : inner.length > 0 ? partsAt(property, inner.join(".")) : partsOf(property);
  return [...own, ...besides(condition).flatMap((one) => partsAt(one, path))];
}

const partsOf = (schema: JsonObject): readonly JsonObject[] => [schema, ...besides(schema).flatMap(partsOf)];
