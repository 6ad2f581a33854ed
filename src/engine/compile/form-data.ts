/** All the data that a form's conditions can tell apart, and what a schema's conditions say of it. */
import type { Json } from "../definition.js";
import { all, any, literalsIn, pathsIn, type Truth } from "./kleene.js";
import { isObject, type JsonObject, propertyAt } from "./schemas.js";
import { typeOfJson } from "./shape.js";

/** What is typed, as far as a condition reads it. */
export type Data = { readonly [name: string]: Json };
/** A predicate that reads the form. */
export type Question = Json;

/** A part of a schema that holds under conditions. */
export interface Branch {
  /** `then`, `else`, ...: null for a part that always holds. */
  readonly word: string | null;
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly why: string;
  /** All of these must hold, or not hold. */
  readonly guards: readonly { readonly schema: JsonObject; readonly truth: boolean }[];
}

const listed = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/** Every conditional part of an object's schema, with what leads to it. */
export function branchesOf(schema: JsonObject, pointer = "", guards: Branch["guards"] = []): readonly Branch[] {
  const found: Branch[] = [];
  const add = (word: string, part: Json | undefined, at: string, more: Branch["guards"], why: string): void => {
    if (!isObject(part)) return;
    const all = [...guards, ...more];
    found.push({ word, pointer: at, schema: part, guards: all, why }, ...branchesOf(part, at, all));
  };
  const { if: condition } = schema;
  if (isObject(condition)) {
    add("then", schema.then, `${pointer}/then`, [{ schema: condition, truth: true }], "its condition holds for nothing that can be typed");
    add("else", schema.else, `${pointer}/else`, [{ schema: condition, truth: false }], "its condition holds for all that can be typed");
  }
  for (const word of ["oneOf", "anyOf"] as const) {
    for (const [index, part] of listed(schema[word]).entries()) {
      if (isObject(part) && isObject(part.properties))
        add(word, part, `${pointer}/${word}/${index}`, [{ schema: told(part), truth: true }], "its values are none of the field's");
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

/** What tells a branch of a choice from the others: the constants of its properties. */
function told(part: JsonObject): JsonObject {
  const constants = Object.entries(isObject(part.properties) ? part.properties : {}).filter(
    ([, property]) => isObject(property) && ("const" in property || "enum" in property),
  );
  return { properties: Object.fromEntries(constants) };
}

/** Whether a branch holds for data: null where a condition asks for what is not cut into classes here. */
export function guarded({ guards }: Branch, data: Data): Truth {
  return all(
    guards.map(({ schema, truth }) => {
      const holds = judge(data, schema);
      return holds === null ? null : holds === truth;
    }),
  );
}

/** All data that the conditions tell apart, and those of it that leave nothing required out. */
export interface AllData {
  readonly all: readonly Data[];
  readonly whole: readonly Data[];
}

const SAYING_NOTHING = new Set(["title", "description", "default", "examples", "$id", "$comment"]);

/** Three-valued JSON Schema: what is not known here says so. */
function judge(value: Json | undefined, schema: Json): Truth {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema)) return null;
  return all(Object.entries(schema).map(([keyword, wanted]) => judgeBy(keyword, wanted, value)));
}

function judgeBy(keyword: string, wanted: Json, value: Json | undefined): Truth {
  if (SAYING_NOTHING.has(keyword) || keyword.startsWith("x-")) return true;
  switch (keyword) {
    case "const":
      return JSON.stringify(value) === JSON.stringify(wanted);
    case "enum":
      return listed(wanted).some((one) => JSON.stringify(one) === JSON.stringify(value));
    case "type":
      return [wanted]
        .flat()
        .some((one) => one === (value === undefined ? "" : typeOfJson(value)) || (one === "integer" && Number.isInteger(value)));
    case "required":
      return !isObject(value) || listed(wanted).every((name) => value[String(name)] !== undefined);
    case "properties":
      return !isObject(value) || !isObject(wanted)
        ? true
        : all(Object.entries(wanted).map(([name, inner]) => judgeProperty(value[name], inner)));
    case "not": {
      const truth = judge(value, wanted);
      return truth === null ? null : !truth;
    }
    case "allOf":
      return all(listed(wanted).map((one) => judge(value, one)));
    case "anyOf":
      return any(listed(wanted).map((one) => judge(value, one)));
    case "minimum":
      return typeof value !== "number" || value >= Number(wanted);
    case "maximum":
      return typeof value !== "number" || value <= Number(wanted);
    default:
      return null;
  }
}

/** Of what stands in an object within, the classes tell nothing: a condition on it may hold or not. */
function judgeProperty(value: Json | undefined, schema: Json): Truth {
  if (value === undefined) return true;
  return isObject(value) && isObject(schema) && Object.keys(schema).some((keyword) => keyword !== "type") ? null : judge(value, schema);
}

/** Combinations beyond this many are not gone through; no form of people comes near. */
export const MOST = 20_000;

/** One datum for each combination of what the conditions read; null beyond `MOST` of them. */
export function dataOf(schema: JsonObject, branches: readonly Branch[], questions: readonly Question[]): AllData | null {
  const conditions = branches.flatMap(({ guards }) => guards.map(({ schema: one }) => one));
  const names = new Set([
    ...conditions.flatMap(namesIn),
    ...questions.flatMap((logic) => pathsIn(logic).flatMap((path) => (path.startsWith("form.") ? [path.split(".")[1] ?? ""] : []))),
  ]);
  let data: Data[] = [{}];
  for (const name of names) {
    const values = valuesOf(name, schema, conditions, questions);
    data = data.flatMap((one) => values.map((value) => (value === undefined ? one : { ...one, [name]: value })));
    if (data.length > MOST) return null;
  }
  const required = listed(schema.required)
    .map(String)
    .filter((name) => names.has(name));
  return { all: data, whole: data.filter((one) => required.every((name) => name in one)) };
}

function namesIn(condition: JsonObject): readonly string[] {
  const inner = ["allOf", "anyOf"].flatMap((word) => listed(condition[word]).filter(isObject));
  const negated = isObject(condition.not) ? [condition.not] : [];
  return [
    ...Object.keys(isObject(condition.properties) ? condition.properties : {}),
    ...listed(condition.required).map(String),
    ...[...inner, ...negated].flatMap(namesIn),
  ];
}

/** What can stand in a field: all of its values, or those it is held against and one more; and nothing, where it may be left out. */
function valuesOf(
  name: string,
  schema: JsonObject,
  conditions: readonly JsonObject[],
  questions: readonly Question[],
): readonly (Json | undefined)[] {
  const property = propertyAt(schema, name) ?? {};
  const missing = property.default === undefined ? [undefined] : [];
  if (property.const !== undefined && property.type !== "boolean") return [...missing, property.const];
  if (Array.isArray(property.enum)) return [...missing, ...listed(property.enum)];
  if (property.type === "boolean") return [...missing, true, false];
  const own = conditions.flatMap((condition) => constantsOf(condition, name));
  const asked = questions.filter((logic) => pathsIn(logic).some((path) => path === `form.${name}`)).flatMap(literalsIn);
  const type = property.type === "integer" ? "number" : property.type;
  const told = [...own, ...asked].filter((value) => type === undefined || typeOfJson(value) === type);
  const figures = told.flatMap((value) => (typeof value === "number" ? [value - 1, value + 1] : []));
  const other: Json = type === "number" ? (figures.at(-1) ?? 1) : type === "array" ? ["x"] : type === "object" ? {} : "other than these";
  const distinct = new Map([...told, ...figures, other].map((value) => [JSON.stringify(value), value]));
  return [...missing, ...distinct.values()];
}

function constantsOf(condition: JsonObject, name: string): readonly Json[] {
  const property = isObject(condition.properties) ? condition.properties[name] : undefined;
  const inner = ["allOf", "anyOf"].flatMap((word) => listed(condition[word]).filter(isObject));
  const negated = isObject(condition.not) ? [condition.not] : [];
  const here = isObject(property) ? [...listed(property.enum), ...(property.const === undefined ? [] : [property.const])] : [];
  return [...here, ...[...inner, ...negated].flatMap((one) => constantsOf(one, name))];
}
