/**
 * Exports the resolver that performs the declared calls of any field, for the executable schema and for the functions
 * of `gateway/resolvers`.
 */
import type { GraphQLOutputType, GraphQLSchema } from "graphql";
import {
  type DeclaredCall,
  type DeclaredCalls,
  type DeclaredField,
  type ErrorMapping,
  pathParts,
} from "../../src/language/declared-calls.js";
import type { Mapping } from "../../src/language/mapping.js";
import { Failure, failureOf, Invalid, UpstreamFailed } from "../upstream/errors.js";
import { isJsonObject } from "../upstream/json-object.js";
import type { Transport, UpstreamCall } from "../upstream/transport.js";
import { compileMapping, type Evaluate, type Scope } from "./evaluate.js";
import { isTrue } from "./method-functions.js";
import { pathSegment, urlValue } from "./path-segment.js";
import { checkShape, type HasCapability, typeMappers } from "./type-mapping.js";

/** The parts of the request that declared calls need. */
export interface CallContext {
  readonly transport: Transport;
  readonly hasCapability: HasCapability;
  /** The values that requests may read as `$session` and `$request`; no response does. */
  readonly callValues: () => { readonly session: unknown; readonly request: unknown };
}

export type Arguments = Readonly<Record<string, unknown>>;
/** Performs a field's calls and returns its value. */
export type Perform = (args: Arguments, context: CallContext) => Promise<unknown>;

/** A field that no directive declares a call for. */
export class NoDeclaredCall extends Error {
  override readonly name = "NoDeclaredCall";
  constructor(field: string) {
    super(`${field} has no @connect in schema.graphql`);
  }
}

/** The performer of each field with a call, by `Type.field`. */
export function performers(schema: GraphQLSchema, declared: DeclaredCalls): ReadonlyMap<string, Perform> {
  const mapperOf = typeMappers(declared);
  const found = new Map<string, Perform>();
  for (const [name, field] of declared.fields) {
    const root = [schema.getQueryType(), schema.getMutationType()].find((type) => type?.name === field.type);
    const type = root?.getFields()[field.name]?.type;
    if (type === undefined || field.calls.length === 0) continue;
    found.set(name, performer(field, type, mapperOf(type)));
  }
  return found;
}

function performer(field: DeclaredField, type: GraphQLOutputType, mapper: ReturnType<ReturnType<typeof typeMappers>>): Perform {
  const calls = field.calls.map((call) => compileCall(call, field.isPublic));
  const name = `${field.type}.${field.name}`;
  return async (args, context) => {
    const { session, request } = context.callValues();
    let scope: Scope = { $: null, "@": null, $parent: null, $message: null, $args: args, $session: session, $request: request };
    let result: unknown = null;
    // A list of the request is checked before any call: none may be performed for a request that is then rejected.
    for (const { each, eachOfRequest } of calls) if (each !== null && eachOfRequest) checkItems(each(scope));
    for (const call of calls) {
      if (call.condition !== null && !isTrue(call.condition(scope))) continue;
      const items = call.each === null ? [null] : itemsOf(call.each(scope), name);
      for (const item of items) {
        const { data, message } = await call.send(call.each === null ? scope : { ...scope, "@": item }, context.transport);
        scope = { ...scope, $: data, $message: message };
        result = merged(result, call.select(scope));
      }
    }
    const value = mapper === null ? result : mapper(result, scope, context.hasCapability);
    checkShape(type, value, name);
    return value;
  };
}

/** The maximum number of list items for which a call is performed; documented in `schema.graphql` at `each`. */
export const MOST_ITEMS = 50;

/** Throws `Invalid` for a list of the request that is too long, or has an item twice: one request must not become hundreds. */
function checkItems(value: unknown): void {
  if (!Array.isArray(value)) return;
  const isDistinct = () => new Set(value.map((item) => JSON.stringify(item))).size === value.length;
  if (value.length > MOST_ITEMS || !isDistinct()) throw new Invalid();
}

/** The items of `each`. A list of an answer has the same limit; there, a longer one is the upstream's error. */
function itemsOf(value: unknown, field: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${field}: each is not a list`);
  if (value.length > MOST_ITEMS) throw new UpstreamFailed(502, `${field}: each has ${value.length} items`);
  return value;
}

/** Several calls of one field build one object; a later value replaces an earlier one. */
function merged(before: unknown, after: unknown): unknown {
  return isJsonObject(before) && isJsonObject(after) ? { ...before, ...after } : (after ?? before);
}

interface CompiledCall {
  readonly condition: Evaluate | null;
  readonly each: Evaluate | null;
  /** Whether the list of `each` is the request's own, so that it exists before the first call. */
  readonly eachOfRequest: boolean;
  readonly send: (scope: Scope, transport: Transport) => Promise<{ readonly data: unknown; readonly message: string | null }>;
  readonly select: Evaluate;
}

function compileCall(call: DeclaredCall, isPublic: boolean): CompiledCall {
  const selection = call.selection === null ? null : compileMapping(call.selection.mapping);
  const requestOf = compileRequest(call, isPublic);
  return {
    condition: compileOptional(call.condition),
    each: compileOptional(call.each),
    eachOfRequest: call.each?.mapping.kind === "read" && call.each.mapping.root === "$args",
    select: selection ?? ((scope) => scope.$),
    async send(scope, transport) {
      try {
        const { data, message } = await transport.send(requestOf(scope));
        return { data, message: message === "" ? null : message };
      } catch (error) {
        throw error instanceof Failure ? mappedFailure(error, call.errors) : error;
      }
    },
  };
}

const compileOptional = (written: { readonly mapping: Mapping } | null): Evaluate | null => written && compileMapping(written.mapping);

function compileRequest(call: DeclaredCall, isPublic: boolean): (scope: Scope) => UpstreamCall {
  const path = compilePath(call);
  const body = compileOptional(call.body);
  const headers = [...call.headers, ...(call.idempotencyKey ? [{ name: "Idempotency-Key", value: call.idempotencyKey }] : [])].map(
    ({ name, value }) => [name.toLowerCase(), compileMapping(value.mapping)] as const,
  );
  const cookies = call.cookies.map(({ name, value }) => [name, compileMapping(value.mapping)] as const);
  const fixed = {
    method: call.method,
    route: call.path.node.value.replace(/\?.*$/, ""),
    ...(isPublic ? { isPublic } : {}),
    ...(call.timeoutMs === null ? {} : { timeoutMs: call.timeoutMs }),
    ...(call.csrfRetries === null ? {} : { csrfRetries: call.csrfRetries }),
    ...(call.method === "GET" && call.cache !== "REQUEST" ? { uncached: true } : {}),
    ...(call.method !== "GET" && call.cache !== "CLEAR" ? { readOnly: true } : {}),
  };
  return (scope) => ({
    ...fixed,
    path: path(scope),
    ...(body === null ? {} : { body: withoutNulls(body(scope) ?? {}) }),
    ...(headers.length === 0 ? {} : { headers: texts(headers, scope, (value) => value) }),
    ...(cookies.length === 0 ? {} : { cookies: texts(cookies, scope, encodeURIComponent) }),
  });
}

/** Names with their values; one without a value is not sent. */
function texts(
  named: readonly (readonly [string, Evaluate])[],
  scope: Scope,
  encode: (value: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    named.flatMap(([name, evaluate]) => {
      const value = evaluate(scope) ?? null;
      return value === null ? [] : [[name, encode(String(value))]];
    }),
  );
}

function compilePath(call: DeclaredCall): (scope: Scope) => string {
  const { path, query } = pathParts(call.path.mapping);
  const parts = path.map(compileUrlPart);
  const parameters = query.map(({ name, value }) => [name, value.map(compileUrlPart)] as const);
  if ([...parts, ...parameters.flatMap(([, value]) => value)].every((part) => typeof part === "string")) {
    const fixed = call.path.node.value;
    return () => fixed;
  }
  return (scope) => {
    const text = parts.map((part) => (typeof part === "string" ? part : segment(part, scope, call))).join("");
    const given = parameters.flatMap(([name, value]) => {
      const values = value.map((part) => (typeof part === "string" ? encodeURIComponent(part) : parameterPart(part, scope)));
      // A parameter without a value is not sent.
      return values.includes(null) ? [] : [`${name}=${values.join("")}`];
    });
    return given.length === 0 ? text : `${text}?${given.join("&")}`;
  };
}

/** An expression in a URL, with the name of the argument that it reads. */
interface UrlPart {
  readonly name: string;
  readonly evaluate: Evaluate;
}

function compileUrlPart(part: string | Mapping): string | UrlPart {
  if (typeof part === "string") return part;
  const steps = part.kind === "read" ? part.steps : [];
  return { name: steps.flatMap((step) => (step.kind === "key" ? [step.name] : [])).join("."), evaluate: compileMapping(part) };
}

function parameterPart({ name, evaluate }: UrlPart, scope: Scope): string | null {
  const value = evaluate(scope) ?? null;
  return value === null ? null : urlValue(String(value), name);
}

function segment({ name, evaluate }: UrlPart, scope: Scope, { method, path }: DeclaredCall): string {
  const value = evaluate(scope) ?? null;
  if (value === null) throw new Error(`${method} ${path.node.value}: a part of the path has no value`);
  return pathSegment(String(value), name);
}

/** Removes null fields: GraphQL allows null for an omitted optional field, JSON Schema and the upstream do not. */
export function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutNulls) as T;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null && field !== undefined)
      .map(([name, field]) => [name, withoutNulls(field)]),
  ) as T;
}

/** The failure that the directive's `errors` makes of the upstream's. A code wins over a status alone. */
function mappedFailure(failure: Failure, errors: readonly ErrorMapping[]): Failure {
  const found =
    errors.find(({ from }) => from === `${failure.status}.${failure.code}`) ?? errors.find(({ from }) => from === String(failure.status));
  if (found === undefined) return failure;
  const [status, code = null] = found.to.split(".");
  const { message, data } = failure;
  return failureOf(Number(status), { code, message, data, errors: found.path === null ? failure.errors : [{ path: found.path, message }] });
}

/** The query that answers a field without its own value. */
export interface QueryOfField {
  readonly name: string;
  /** Whether it answers for this object. */
  readonly applies: (source: unknown) => boolean;
}

/** The declaration of a field's `@query`; null without one. */
export function queryOfField({ fields }: DeclaredCalls, type: string, field: string): QueryOfField | null {
  const query = fields.get(`${type}.${field}`)?.query;
  if (!query) return null;
  const condition = compileOptional(query.condition);
  const scope = { $parent: null, $message: null, $args: null, $session: null, $request: null };
  return {
    name: query.name,
    applies: (source) => condition === null || isTrue(condition({ ...scope, $: source, "@": source })),
  };
}
