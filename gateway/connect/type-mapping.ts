/**
 * Exports the mapping of an answer to its GraphQL type, for the declared calls: the `@map` and `@capability` of the
 * type's fields, and the check of the answer's outer shape. The scalars check the values inside.
 */
import { type GraphQLNamedType, type GraphQLOutputType, isListType, isNonNullType, isObjectType } from "graphql";
import type { DeclaredCalls } from "../../src/language/declared-calls.js";
import { UpstreamFailed } from "../upstream/errors.js";
import { isJsonObject, type JsonObject } from "../upstream/json-object.js";
import { compileMapping, type Scope } from "./evaluate.js";

export type HasCapability = (name: string) => boolean;
/** Maps a value of the type; the scope contains the values that `@map` may read. */
export type TypeMapper = (value: unknown, scope: Scope, hasCapability: HasCapability) => unknown;

/** A mapper for every type; null for one whose values stay as they are, so that most answers are not copied. */
export function typeMappers(declared: DeclaredCalls): (type: GraphQLOutputType) => TypeMapper | null {
  const known = new Map<string, TypeMapper | null>();

  function mapperOf(type: GraphQLOutputType): TypeMapper | null {
    if (isNonNullType(type)) return mapperOf(type.ofType);
    if (isListType(type)) {
      const item = mapperOf(type.ofType);
      return item && ((value, scope, has) => (Array.isArray(value) ? value.map((each) => item(each, scope, has)) : value));
    }
    return isObjectType(type) ? namedMapper(type) : null;
  }

  function namedMapper(type: GraphQLNamedType): TypeMapper | null {
    const found = known.get(type.name);
    if (found !== undefined) return found;
    // A type that contains itself keeps its inner values as they are until its mapper exists.
    known.set(type.name, null);
    const mapper = objectMapper(type);
    known.set(type.name, mapper);
    return mapper;
  }

  function objectMapper(type: GraphQLNamedType): TypeMapper | null {
    if (!isObjectType(type)) return null;
    const steps = Object.values(type.getFields()).flatMap((field) => {
      const declaration = declared.fields.get(`${type.name}.${field.name}`);
      const evaluate = declaration?.map ? compileMapping(declaration.map.mapping) : null;
      const inner = mapperOf(field.type);
      const capability = declaration?.capability ?? null;
      return evaluate === null && inner === null && capability === null ? [] : [{ name: field.name, evaluate, inner, capability }];
    });
    if (steps.length === 0) return null;
    return (value, scope, has) => {
      if (!isJsonObject(value)) return value;
      const mapped: Record<string, unknown> = { ...value };
      const own: Scope = { ...scope, $: value, "@": value, $parent: scope.$ };
      for (const { name, evaluate, inner, capability } of steps) {
        if (capability !== null && !has(capability)) {
          mapped[name] = [];
          continue;
        }
        if (evaluate === null && value[name] === undefined) continue;
        const part = evaluate === null ? value[name] : (evaluate(own) ?? null);
        mapped[name] = inner === null ? part : inner(part, own, has);
      }
      return mapped;
    };
  }
  return mapperOf;
}

/** Throws `UpstreamFailed` when the answer is neither a list nor an object where its type is one. */
export function checkShape(type: GraphQLOutputType, value: unknown, call: string): void {
  if (isNonNullType(type)) {
    if (value === null || value === undefined) throw new UpstreamFailed(502, `${call}: data is null`);
    checkShape(type.ofType, value, call);
  } else if (value === null || value === undefined) return;
  else if (isListType(type)) {
    const items = isNonNullType(type.ofType) ? type.ofType.ofType : type.ofType;
    const isValid = (item: unknown): item is JsonObject => !isObjectType(items) || isJsonObject(item);
    if (!Array.isArray(value) || !value.every(isValid)) throw new UpstreamFailed(502, `${call}: data is not a list of objects`);
  } else if (isObjectType(type) && !isJsonObject(value)) throw new UpstreamFailed(502, `${call}: data is not an object`);
}
