/** Exports the type inference of mappings, for the check of declared calls. */
import type { Json } from "../../language/definition.js";
import type { Mapping, ObjectMapping, Root, Step } from "../../language/mapping.js";
import { MAPPING_METHODS, type MappingMethod } from "../../language/mapping-methods.js";
import { orNearest } from "../../language/problems.js";
import {
  ANY,
  BOOLEAN,
  constantType,
  type JsonType,
  NUMBER,
  orNull as nullable,
  type StaticType,
  staticType,
  TEXT,
  union,
} from "../../language/static-types.js";

/** What an expression may read; a root that is missing here may not be read. */
export type Roots = Readonly<Partial<Record<Root, StaticType>>>;
/** Reports an error at an offset of the expression. */
export type Report = (message: string, at: number) => void;

/** Objects that a mapping builds: they have exactly the properties that it names. */
export const built = new WeakSet<StaticType>();

const NULL = staticType({ types: ["null"] });

/** Whether the value may be null. */
export const mayBeNull = (shape: StaticType): boolean => !shape.any && shape.types.has("null");
export const orNull = (shape: StaticType): StaticType => kept(shape, nullable(shape));
export function notNull(shape: StaticType): StaticType {
  if (!mayBeNull(shape)) return shape;
  const types = [...shape.types].filter((type) => type !== "null");
  return kept(shape, { ...shape, types: new Set(types), values: shape.values?.filter((value) => value !== null) ?? null });
}
/** A variant of a built object is built as well. */
function kept(from: StaticType, to: StaticType): StaticType {
  if (built.has(from)) built.add(to);
  return to;
}

/** The type of an expression's value. */
export function mappingShape(mapping: Mapping, roots: Roots, report: Report): StaticType {
  switch (mapping.kind) {
    case "literal":
      return constantType(mapping.value);
    case "text": {
      const parts = mapping.parts.flatMap((part) => (typeof part === "string" ? [] : [mappingShape(part, roots, report)]));
      return parts.some(mayBeNull) ? orNull(TEXT) : TEXT;
    }
    case "list":
      return staticType({
        types: ["array"],
        items: mapping.items.length === 0 ? null : union(mapping.items.map((item) => mappingShape(item, roots, report))),
      });
    case "object":
      return objectShape(mapping, roots, report);
    case "either": {
      const options = mapping.options.map((option) => mappingShape(option, roots, report));
      const [last = ANY] = options.slice(-1);
      return union([...options.slice(0, -1).map(notNull), last]);
    }
    case "read":
      return readShape(mapping, roots, report);
  }
}

function objectShape({ fields }: ObjectMapping, roots: Roots, report: Report): StaticType {
  const shape = staticType({
    types: ["object"],
    properties: new Map(fields.map(({ name, value }) => [name, mappingShape(value, roots, report)])),
  });
  built.add(shape);
  return shape;
}

function readShape({ root, steps, select, at }: Extract<Mapping, { kind: "read" }>, roots: Roots, report: Report): StaticType {
  const start = roots[root];
  if (start === undefined) {
    report(`${root} cannot be read here; there are ${Object.keys(roots).join(", ")}`, at);
    return ANY;
  }
  let shape = start;
  for (const step of steps) shape = step.kind === "key" ? keyShape(shape, step, report) : methodShape(shape, step, roots, report);
  return select === null ? shape : selectShape(shape, select, roots, report);
}

function selectShape(shape: StaticType, select: ObjectMapping, roots: Roots, report: Report): StaticType {
  if (shape.items !== null) {
    const items = staticType({ types: ["array"], items: selectShape(shape.items, select, roots, report) });
    return mayBeNull(shape) ? orNull(items) : items;
  }
  const value = notNull(shape);
  const selected = objectShape(select, { ...roots, $: value, "@": value, ...(roots.$ === undefined ? {} : { $parent: roots.$ }) }, report);
  return mayBeNull(shape) ? orNull(selected) : selected;
}

function keyShape(shape: StaticType, step: Extract<Step, { kind: "key" }>, report: Report): StaticType {
  if (shape.any) return ANY;
  const passed = (found: StaticType): StaticType => (mayBeNull(shape) ? orNull(found) : found);
  if (shape.items !== null) return passed(staticType({ types: ["array"], items: keyShape(shape.items, step, report) }));
  const found = shape.properties.get(step.name) ?? shape.rest;
  if (found) return passed(found);
  if ([...shape.types].every((type) => type === "null")) return NULL;
  report(
    shape.types.has("object")
      ? `There is no property "${step.name}"${orNearest(step.name, shape.properties.keys())}`
      : `"${step.name}" is read of ${typesOf(shape)}, not of an object`,
    step.at,
  );
  return ANY;
}

function methodShape(shape: StaticType, step: Extract<Step, { kind: "method" }>, roots: Roots, report: Report): StaticType {
  const method: MappingMethod | undefined = Object.hasOwn(MAPPING_METHODS, step.name)
    ? MAPPING_METHODS[step.name as keyof typeof MAPPING_METHODS]
    : undefined;
  if (method === undefined) {
    report(`There is no method "${step.name}"${orNearest(step.name, Object.keys(MAPPING_METHODS))}`, step.at);
    return ANY;
  }
  if (step.args.length < method.least || step.args.length > method.most)
    report(`"${step.name}" takes ${method.least === method.most ? method.least : `${method.least} or more`} arguments`, step.at);
  if (method.takes !== null && !shape.any && [...notNull(shape).types].some((type) => type !== method.takes))
    report(`"${step.name}" needs ${method.takes === "array" ? "a list" : "a text"}, not ${typesOf(shape)}`, step.at);
  if (step.name === "match") return matchShape(shape, step, roots, report);
  const item = method.takes === "array" ? (shape.items ?? ANY) : shape;
  for (const argument of step.args) mappingShape(argument, { ...roots, "@": item }, report);
  if (method.gives === "boolean") return BOOLEAN;
  const given = method.gives === "string" ? textShape(step.name, shape) : method.gives === "number" ? NUMBER : shape;
  return mayBeNull(shape) ? orNull(given) : given;
}

/** Methods of which the result is known where the text is. */
const OF_TEXTS: Readonly<Record<string, (text: string) => string>> = {
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
};

function textShape(method: string, { values, extensible }: StaticType): StaticType {
  const change = OF_TEXTS[method];
  if (values === null || change === undefined) return TEXT;
  return { ...TEXT, values: values.filter((value) => typeof value === "string").map(change), extensible };
}

/** The pairs must cover every value that the upstream may send. */
function matchShape(shape: StaticType, step: Extract<Step, { kind: "method" }>, roots: Roots, report: Report): StaticType {
  const inner: Roots = { ...roots, "@": shape };
  const covered: Json[] = [];
  let open = true;
  const results = step.args.map((pair) => {
    const [candidate, result] = pair.kind === "list" ? pair.items : [];
    if (pair.kind !== "list" || pair.items.length !== 2 || candidate === undefined || result === undefined) {
      report("A pair of match is [value, result]", pair.at);
      return ANY;
    }
    const isAny = candidate.kind === "read" && candidate.root === "@" && candidate.steps.length === 0;
    if (isAny) open = false;
    if (candidate.kind === "literal") {
      covered.push(candidate.value);
      if (shape.values !== null && !shape.values.includes(candidate.value))
        report(
          `The upstream never sends ${JSON.stringify(candidate.value)} here: ${shape.values.map((each) => JSON.stringify(each)).join(", ")}`,
          candidate.at,
        );
    } else if (!isAny) report("The value of a pair is a literal, or @ for any other", candidate.at);
    const here = isAny ? inner : { ...inner, "@": candidate.kind === "literal" ? constantType(candidate.value) : shape };
    return mappingShape(result, here, report);
  });
  if (open) {
    const missing = shape.extensible ? null : (shape.values?.filter((value) => !covered.includes(value)) ?? null);
    if (missing === null ? !coversTypes(shape, covered) : missing.length > 0)
      report(`"match" has no pair for ${missing?.map((each) => JSON.stringify(each)).join(", ") ?? "other values"}: add [@, ...]`, step.at);
  }
  return union(results);
}

const coversTypes = (shape: StaticType, covered: readonly Json[]): boolean =>
  !shape.any &&
  [...shape.types].every((type) =>
    type === "boolean" ? covered.includes(true) && covered.includes(false) : type === "null" && covered.includes(null),
  );

const ARTICLES: Readonly<Record<JsonType, string>> = {
  null: "null",
  boolean: "true or false",
  number: "a number",
  string: "a text",
  array: "a list",
  object: "an object",
};
export const typesOf = (shape: StaticType): string =>
  shape.any ? "anything" : [...shape.types].map((type) => ARTICLES[type]).join(" or ");
