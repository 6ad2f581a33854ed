/**
 * Exports the lengths that `@constraint` of `schema.graphql` declares, and their check, for the executable schema: a text
 * that is longer reaches no upstream.
 */
import { type DirectiveNode, type GraphQLArgument, type GraphQLInputField, GraphQLInputObjectType, getNamedType, Kind } from "graphql";
import { type FieldError, Invalid } from "./upstream/errors.js";
import { isJsonObject } from "./upstream/json-object.js";

/** The limit of one argument or input field. */
export interface LengthLimit {
  /** The names from the argument to the field; a list in between has its items' names. */
  readonly path: readonly string[];
  /** How many names of the path belong to the form above the field, whose errors begin below them. */
  readonly formDepth: number;
  /** Unicode code points, as JSON Schema counts them. */
  readonly maxLength: number;
}

/** The limits at and below an argument. */
export function lengthLimitsOf(at: GraphQLArgument | GraphQLInputField, above: readonly string[] = [], formDepth = 0): LengthLimit[] {
  const path = [...above, at.name];
  const directives = at.astNode?.directives ?? [];
  const depth = directives.some(({ name }) => name.value === "form") ? path.length : formDepth;
  const type = getNamedType(at.type);
  const maxLength = maxLengthIn(directives) ?? maxLengthIn(type.astNode?.directives ?? []);
  const own = maxLength === null ? [] : [{ path, formDepth: depth, maxLength }];
  const below = type instanceof GraphQLInputObjectType ? Object.values(type.getFields()) : [];
  return [...own, ...below.flatMap((field) => lengthLimitsOf(field, path, depth))];
}

function maxLengthIn(directives: readonly DirectiveNode[]): number | null {
  const constraint = directives.find(({ name }) => name.value === "constraint");
  const value = constraint?.arguments?.find(({ name }) => name.value === "maxLength")?.value;
  return value?.kind === Kind.INT ? Number(value.value) : null;
}

/** Throws `Invalid` with each argument or field whose text is too long. */
export function checkLengths(args: Readonly<Record<string, unknown>>, limits: readonly LengthLimit[]): void {
  const errors = limits.flatMap((limit) => tooLong(args, limit.path, [], limit));
  if (errors.length > 0) throw new Invalid({ errors });
}

function tooLong(value: unknown, left: readonly string[], above: readonly string[], limit: LengthLimit): readonly FieldError[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => tooLong(item, left, [...above, String(index)], limit));
  const [name, ...rest] = left;
  if (name !== undefined) return isJsonObject(value) ? tooLong(value[name], rest, [...above, name], limit) : [];
  if (typeof value !== "string" || !isLonger(value, limit.maxLength)) return [];
  return [{ path: above.slice(limit.formDepth).join("."), message: `Use ${limit.maxLength} characters or fewer.` }];
}

/** Counts no further than the limit: a code point has one or two code units. */
function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && [...text.slice(0, 2 * maxLength + 2)].length > maxLength;
}
