/** Exports the comparison of GraphQL types with the values that the upstream sends and accepts, for the check of declared calls. */
import {
  type GraphQLInputType,
  type GraphQLOutputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from "graphql";
import type { DeclaredCalls } from "../../language/declared-calls.js";
import { orNearest } from "../../language/problems.js";
import { ANY, type StaticType, staticType } from "../../language/static-types.js";
import { scalarType } from "../operation-results.js";
import { built, mappingShape, mayBeNull, notNull, orNull, type Report, typesOf } from "./mapping-shape.js";

/** The value of an argument. */
export function inputShape(type: GraphQLInputType): StaticType {
  if (!isNonNullType(type)) return orNull(bare(type));
  return bare(type.ofType);
}

function bare(type: GraphQLInputType): StaticType {
  if (isNonNullType(type)) return bare(type.ofType);
  if (isListType(type)) return staticType({ types: ["array"], items: inputShape(type.ofType) });
  if (isEnumType(type)) return staticType({ types: ["string"], values: type.getValues().map(({ name }) => name) });
  if (isScalarType(type)) return scalarType(type.name);
  if (!isInputObjectType(type)) return ANY;
  return staticType({
    types: ["object"],
    properties: new Map(Object.values(type.getFields()).map((field) => [field.name, inputShape(field.type)])),
  });
}

/** Reports in a mapping of the type: by `Type.field`. */
export type ReportIn = (field: string) => Report;

/** Reports a value of this shape that is not a value of the type. `path` names the value. */
export function checkOutput(
  type: GraphQLOutputType,
  shape: StaticType,
  path: string,
  context: {
    readonly declared: DeclaredCalls;
    readonly parent: StaticType;
    readonly reportIn: ReportIn;
    readonly complain: (message: string) => void;
    /** Called with each field of a type (`Type.field`) that is a text. */
    readonly answers: (name: string, shape: StaticType) => void;
  },
): void {
  if (isNonNullType(type)) {
    if (mayBeNull(shape)) context.complain(`${path} may be null, and its type says that it is not`);
    checkOutput(type.ofType, notNull(shape), path, context);
    return;
  }
  const value = notNull(shape);
  if (value.any || value.types.size === 0) return;
  if (isListType(type)) {
    if (!isOnly(value, "array")) context.complain(`${path} is ${typesOf(value)}, not a list`);
    else if (value.items !== null) checkOutput(type.ofType, value.items, `${path}[]`, context);
  } else if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name);
    if (!isOnly(value, "string") || value.values?.some((each) => !names.includes(String(each))))
      context.complain(`${path} is not always one of ${names.join(", ")}`);
  } else if (isScalarType(type)) {
    const wanted = scalarType(type.name);
    if (!wanted.any && [...value.types].some((each) => !wanted.types.has(each)))
      context.complain(`${path} is ${typesOf(value)}, not ${typesOf(wanted)}`);
  } else if (isObjectType(type)) {
    if (!isOnly(value, "object")) {
      context.complain(`${path} is ${typesOf(value)}, not an object`);
      return;
    }
    for (const field of Object.values(type.getFields())) {
      const name = `${type.name}.${field.name}`;
      const declaration = context.declared.fields.get(name);
      const inner = { ...context, parent: value };
      if (declaration?.map) {
        const roots = { $: value, "@": value, $parent: context.parent, $message: orNull(scalarType("String")) };
        const mapped = mappingShape(declaration.map.mapping, roots, context.reportIn(name));
        answered(field.type, mapped, name, context.answers);
        checkOutput(field.type, mapped, `${path}.${field.name}`, inner);
        continue;
      }
      const found = value.properties.get(field.name) ?? value.rest;
      if (found) {
        answered(field.type, found, name, context.answers);
        checkOutput(declaration?.query ? nullableOf(field.type) : field.type, found, `${path}.${field.name}`, inner);
      } else if (!declaration?.query && (!built.has(value) || isNonNullType(field.type)))
        context.complain(`${path} has no property "${field.name}"${orNearest(field.name, value.properties.keys())}`);
    }
  }
}

function answered(type: GraphQLOutputType, shape: StaticType, name: string, answers: (name: string, shape: StaticType) => void): void {
  const named = isNonNullType(type) ? type.ofType : type;
  if (isScalarType(named) && scalarType(named.name).types.has("string")) answers(name, notNull(shape));
}

const nullableOf = (type: GraphQLOutputType): GraphQLOutputType => (isNonNullType(type) ? type.ofType : type);
const isOnly = (shape: StaticType, type: "array" | "object" | "string"): boolean => [...shape.types].every((each) => each === type);

/** Reports a sent value that does not fit the upstream's schema. Null values are not sent. */
export function checkSent(sent: StaticType, wanted: StaticType, path: string, complain: (message: string) => void): void {
  const value = notNull(sent);
  if (value.any || wanted.any) return;
  if ([...value.types].some((type) => !wanted.types.has(type))) {
    complain(`${path || "The body"} is ${typesOf(value)}; the upstream takes ${typesOf(notNull(wanted))}`);
    return;
  }
  const [given, allowed] = [value.values, wanted.values];
  if (given !== null && allowed !== null) {
    const wrong = given.filter((each) => !allowed.includes(each));
    if (wrong.length > 0)
      complain(`${path} may be ${wrong.map((each) => JSON.stringify(each)).join(", ")}, which the upstream does not take`);
  }
  if (value.items !== null && wanted.items !== null) checkSent(value.items, wanted.items, `${path}[]`, complain);
  if (!value.types.has("object")) return;
  const at = (name: string): string => (path === "" ? name : `${path}.${name}`);
  for (const [name, property] of value.properties) {
    const known = wanted.properties.get(name) ?? wanted.rest;
    if (!known) complain(`The upstream takes no "${at(name)}"${orNearest(name, wanted.properties.keys())}`);
    else checkSent(property, known, at(name), complain);
  }
  for (const [name, property] of wanted.properties) {
    if (mayBeNull(property) || property.any) continue;
    const own = value.properties.get(name);
    if (own === undefined && value.rest === null) complain(`The upstream requires "${at(name)}"`);
    else if (own !== undefined && mayBeNull(own)) complain(`The upstream requires "${at(name)}", which may be null here`);
  }
}
