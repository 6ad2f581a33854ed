/**
 * Exports the check of the declared calls of `gateway/schema.graphql` against the upstream's OpenAPI documents and
 * `flows/outcomes.json`, for the compiler.
 */
import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getLocation,
  getNamedType,
  isObjectType,
  isRequiredArgument,
  parse,
  Source,
} from "graphql";
import {
  type DeclaredCall,
  type DeclaredCalls,
  type DeclaredField,
  offsetIn,
  pathParts,
  readDeclaredCalls,
  type WrittenMapping,
} from "../../language/declared-calls.js";
import * as problems from "../../language/problems.js";
import type { FlowSource } from "../../language/source.js";
import { ANY, NUMBER, type StaticType, staticType, TEXT, union } from "../../language/static-types.js";
import { SDL } from "../gateway-schema.js";
import type { FieldTexts } from "../operation-results.js";
import { built, mappingShape, mayBeNull, notNull, orNull, type Report, type Roots, typesOf } from "./mapping-shape.js";
import { checkOutput, checkSent, inputShape } from "./type-shapes.js";
import { unsentInput } from "./unsent-input.js";
import { type Endpoint, readUpstream, type UpstreamDocument } from "./upstream-document.js";

const NULLABLE_TEXT = orNull(TEXT);
/** The values of the request that calls may read (`gateway/request-context.ts`). */
const REQUEST_VALUES: Roots = {
  $session: staticType({
    types: ["object"],
    properties: new Map(["session_id", "nonce", "device_token"].map((name) => [name, NULLABLE_TEXT])),
  }),
  $request: staticType({
    types: ["object"],
    properties: new Map([
      ["device_name", TEXT],
      ["firewall_token", NULLABLE_TEXT],
    ]),
  }),
};
/** A function that answers a field checks the session before the call: none of its values is null. */
const CHECKED_SESSION: Roots = {
  ...REQUEST_VALUES,
  $session: staticType({ types: ["object"], properties: new Map(["session_id", "nonce", "device_token"].map((name) => [name, TEXT])) }),
};
/** Headers that the gateway sets itself. */
const OWN_HEADERS = new Set(["authorization", "cookie", "content-type", "idempotency-key", "x-brand", "x-request-id", "x-xsrf-token"]);

/** The calls of one schema, checked. */
export interface CheckedCalls {
  readonly problems: readonly problems.Problem[];
  /** The failures that the calls of a root field document, by field; null for a field whose calls are not declared. */
  readonly failures: ReadonlyMap<string, ReadonlySet<string> | null>;
  /** The texts that the upstream sends in the fields of the types that its calls answer with. */
  readonly texts: FieldTexts;
}

/** Checks every declared call; finds nothing where the source has no OpenAPI document. */
export function checkCalls(source: FlowSource, schema: GraphQLSchema | null): CheckedCalls {
  const upstream = readUpstream(source);
  const text = source.files.get(SDL) ?? "";
  if (upstream === null || schema === null) return { problems: [], failures: new Map(), texts: new Map() };
  const found: problems.Problem[] = upstream.broken.map(({ file, reason }) =>
    problems.problemAt({ file, line: 1, column: 1 }, problems.connect(`Not JSON: ${reason}`)),
  );
  const body = new Source(text, SDL);
  const complain = (offset: number, message: string) => {
    const { line, column } = getLocation(body, offset);
    found.push(problems.problemAt({ file: SDL, line, column }, problems.connect(message)));
  };
  const declared = readDeclaredCalls(parse(body));
  for (const { message, offset } of declared.problems) complain(offset, message);
  const failures = new Map<string, ReadonlySet<string> | null>();
  const texts = new Map<string, StaticType>();
  const answers = (name: string, sent: StaticType): void => {
    texts.set(name, union([texts.get(name) ?? sent, sent]));
  };
  for (const field of declared.fields.values()) {
    const type = schema.getType(field.type);
    if (!isObjectType(type)) continue;
    const checker = fieldChecker({ schema, declared, upstream, field, complain, answers });
    if (type === schema.getQueryType() || type === schema.getMutationType())
      failures.set(`${field.type}.${field.name}`, checker.root(type));
    else checker.inner(type);
  }
  return { problems: found, failures, texts };
}

interface Checking {
  readonly schema: GraphQLSchema;
  readonly declared: DeclaredCalls;
  readonly upstream: UpstreamDocument;
  readonly field: DeclaredField;
  readonly complain: (offset: number, message: string) => void;
  /** Called with a field (`Type.field`) and the texts with which a call answers it. */
  readonly answers: (name: string, shape: StaticType) => void;
}

function fieldChecker(checking: Checking) {
  const { schema, declared, field } = checking;
  const start = field.node.name.loc?.start ?? 0;
  const complain = (message: string, offset = start) => checking.complain(offset, message);

  /** A field of another type: no calls, and a query that exists. */
  function inner(type: GraphQLObjectType): void {
    if (field.calls.length > 0 || field.resolver) complain("Only the fields of Query and Mutation have @connect and @resolver");
    if (field.query === null) return;
    const query = schema.getQueryType()?.getFields()[field.query.name];
    const own = type.getFields()[field.name];
    if (query === undefined)
      complain(
        `There is no query "${field.query.name}"${problems.orNearest(field.query.name, Object.keys(schema.getQueryType()?.getFields() ?? {}))}`,
      );
    else if (query.args.some(isRequiredArgument)) complain(`The query "${field.query.name}" has required arguments`);
    else if (own !== undefined && getNamedType(own.type) !== getNamedType(query.type))
      complain(`The query "${field.query.name}" returns ${query.type}, not ${own.type}`);
  }

  /** A field of Query or Mutation. Returns the failures that its calls document. */
  function root(type: GraphQLObjectType): ReadonlySet<string> | null {
    const graphql = type.getFields()[field.name];
    if (graphql === undefined) return null;
    if (field.query !== null || field.map !== null) complain("The fields of Query and Mutation have neither @query nor @map");
    if (field.calls.length === 0) {
      const written = (field.node.directives ?? []).some(({ name }) => name.value === "connect");
      if (!field.resolver && !written) complain(`Nothing answers ${field.type}.${field.name}: declare its call with @connect`);
      return null;
    }
    const checked = field.calls.map((call) => checkCall(call, graphql));
    // A function may read what the calls do not.
    if (!field.resolver)
      for (const { path, name } of unsentInput(field.calls, graphql))
        if (checked.some(({ takes }) => takes.has(name)))
          complain(`No call sends "${path}", which the upstream takes: what is entered there would be lost`);
    const shapes = checked.flatMap(({ value }) => (value === null ? [] : [value]));
    if (!field.resolver && shapes.length === field.calls.length)
      checkOutput(graphql.type, answerOf(shapes), field.name, {
        declared,
        parent: ANY,
        complain: (message) => complain(message),
        answers: checking.answers,
        reportIn: (name) => reportIn(declared.fields.get(name)?.map ?? null),
      });
    return new Set(checked.flatMap(({ failures }) => [...failures]));
  }

  function reportIn(written: WrittenMapping | null): Report {
    return (message, at) => complain(message, written === null ? start : offsetIn(written.node, at));
  }
  const shapeIn = (written: WrittenMapping, roots: Roots): StaticType => mappingShape(written.mapping, roots, reportIn(written));

  function checkCall(
    call: DeclaredCall,
    graphql: GraphQLField<unknown, unknown>,
  ): { value: StaticType | null; takes: ReadonlySet<string>; failures: readonly string[] } {
    const $args = staticType({
      types: ["object"],
      properties: new Map(graphql.args.map((argument) => [argument.name, inputShape(argument.type)])),
    });
    let requestRoots: Roots = { $args: narrowed($args, call.condition), ...(field.resolver ? CHECKED_SESSION : REQUEST_VALUES) };
    if (call.condition !== null) shapeIn(call.condition, requestRoots);
    if (call.each !== null) {
      const list = shapeIn(call.each, requestRoots);
      if (!list.any && [...list.types].some((each) => each !== "array"))
        complain(`"each" is ${typesOf(list)}, not a list`, offsetIn(call.each.node, 0));
      requestRoots = { ...requestRoots, "@": list.items ?? ANY };
    }
    const endpoint = endpointAt(call);
    if (endpoint === null) return { value: null, takes: new Set(), failures: [] };
    checkCapability(call, endpoint);
    checkPath(call, endpoint, requestRoots);
    checkHeaders(call, endpoint, requestRoots);
    checkBody(call, endpoint, requestRoots);
    const roots: Roots = { $: endpoint.data, $args, $message: NULLABLE_TEXT };
    const value = call.selection === null ? endpoint.data : shapeIn(call.selection, roots);
    return { value, takes: new Set(endpoint.body?.properties?.keys()), failures: failuresOf(call, endpoint) };
  }

  /** The endpoint that a call names, with expressions for its parameters. */
  function endpointAt(call: DeclaredCall): Endpoint | null {
    const { path } = pathParts(call.path.mapping);
    const wanted = path.map((part) => (typeof part === "string" ? part : "{}")).join("");
    const atPath = checking.upstream.endpoints.filter((endpoint) => endpoint.path.replace(/\{[^}]*\}/g, "{}") === wanted);
    const found = atPath.find(({ method }) => method === call.method);
    if (found) return found;
    const offset = call.path.node.loc?.start ?? start;
    if (atPath.length > 0)
      complain(`The upstream has no ${call.method} ${wanted}, only ${atPath.map(({ method }) => method).join(", ")}`, offset);
    else
      complain(
        `The upstream has no path "${wanted}"${problems.orNearest(
          wanted,
          checking.upstream.endpoints.map((endpoint) => endpoint.path),
        )}`,
        offset,
      );
    return null;
  }

  function checkCapability(call: DeclaredCall, endpoint: Endpoint): void {
    const offset = call.node.loc?.start ?? start;
    if (endpoint.capability !== null && endpoint.capability !== field.capability && !field.resolver)
      complain(`An upstream may lack this call: add @capability(name: "${endpoint.capability}")`, offset);
    if (endpoint.capability === null && field.capability !== null) complain("Every upstream has this call: remove @capability", offset);
  }

  function checkPath(call: DeclaredCall, endpoint: Endpoint, roots: Roots): void {
    const { path, query } = pathParts(call.path.mapping);
    const report = reportIn(call.path);
    for (const part of path.filter((each) => typeof each !== "string")) {
      const shape = mappingShape(part, roots, report);
      if (mayBeNull(shape)) report("This part of the path may be null", part.at);
    }
    for (const { name, value } of query) {
      if (!endpoint.query.has(name))
        report(`The upstream's document has no parameter "${name}"${problems.orNearest(name, endpoint.query.keys())}`, 0);
      const shapes = value.flatMap((part) => (typeof part === "string" ? [] : [mappingShape(part, roots, report)]));
      if (endpoint.query.get(name) && shapes.some(mayBeNull))
        report(`The upstream requires the parameter "${name}", which may be null here`, 0);
    }
    for (const [name, required] of endpoint.query)
      if (required && !query.some((each) => each.name === name)) report(`The upstream requires the parameter "${name}"`, 0);
  }

  function checkHeaders(call: DeclaredCall, endpoint: Endpoint, roots: Roots): void {
    for (const { name, value } of [...call.headers, ...call.cookies]) shapeIn(value, name === "" ? {} : roots);
    for (const { name, value } of call.headers) {
      const lower = name.toLowerCase();
      if (OWN_HEADERS.has(lower)) reportIn(value)(`The gateway sets the header "${name}" itself`, 0);
      else if (!endpoint.headers.has(lower))
        reportIn(value)(`The upstream's document has no header "${name}"${problems.orNearest(lower, endpoint.headers.keys())}`, 0);
    }
    const key = call.idempotencyKey === null ? null : shapeIn(call.idempotencyKey, roots);
    const offset = call.idempotencyKey === null ? (call.node.loc?.start ?? start) : offsetIn(call.idempotencyKey.node, 0);
    const required = endpoint.headers.get("idempotency-key");
    if (key !== null && required === undefined) complain("The upstream's document has no header Idempotency-Key", offset);
    if (required && (key === null || mayBeNull(key)))
      complain('The upstream requires the header Idempotency-Key: add "idempotencyKey"', offset);
    // A PATCH may set values as well as send something: the documents have one operation for both.
    else if (required === false && key === null && call.method === "POST")
      complain('The upstream performs this call once for each Idempotency-Key: add "idempotencyKey"', offset);
  }

  function checkBody(call: DeclaredCall, endpoint: Endpoint, roots: Roots): void {
    const offset = call.body === null ? (call.node.loc?.start ?? start) : offsetIn(call.body.node, 0);
    if (call.body === null) {
      if (endpoint.body !== null) checkSent(emptyBody(), endpoint.body, "", (message) => complain(message, offset));
      return;
    }
    const sent = shapeIn(call.body, roots);
    if (endpoint.body === null) complain(`The upstream takes no body at ${call.method} ${endpoint.path}`, offset);
    else checkSent(sent, endpoint.body, "", (message) => complain(message, offset));
  }

  /** The failures of a call, with the changes of its `errors`. */
  function failuresOf(call: DeclaredCall, endpoint: Endpoint): readonly string[] {
    const documented = [...endpoint.failures];
    const statuses = new Set(documented.map(statusOf));
    for (const { from, to, node } of call.errors) {
      const offset = node.loc?.start ?? start;
      for (const each of [from, to])
        if (!/^[45]\d\d(?:\.\w+)?$/.test(each)) complain(`"${each}" is not a status, or a status and a code, like 409.conflict`, offset);
      if (from.includes(".") ? !documented.includes(from) : !statuses.has(from))
        complain(`The upstream documents no ${from} for this call${problems.orNearest(from, documented)}`, offset);
    }
    return documented.map((failure) => {
      const change = call.errors.find(({ from }) => from === failure) ?? call.errors.find(({ from }) => from === statusOf(failure));
      return change === undefined ? failure : change.to;
    });
  }
  return { root, inner };
}

const statusOf = (failure: string): string => failure.split(".")[0] ?? "";

/** The arguments of a call that is performed only when one of them has a value. */
function narrowed($args: StaticType, condition: WrittenMapping | null): StaticType {
  const mapping = condition?.mapping;
  const [step, ...others] = mapping?.kind === "read" && mapping.root === "$args" ? mapping.steps : [];
  const property = step?.kind === "key" && others.length === 0 ? $args.properties.get(step.name) : undefined;
  return step === undefined || property === undefined
    ? $args
    : { ...$args, properties: new Map([...$args.properties, [step.name, notNull(property)]]) };
}

/** A body without properties. */
function emptyBody(): StaticType {
  const shape = staticType({ types: ["object"] });
  built.add(shape);
  return shape;
}

/** The result of several calls: objects are merged; of other values, any may be the answer. */
function answerOf(shapes: readonly StaticType[]): StaticType {
  const [first = NUMBER, ...others] = shapes;
  if (others.length === 0) return first;
  if (!shapes.every((shape) => built.has(shape) || shape.types.has("object"))) return union(shapes);
  const all = staticType({ types: ["object"], properties: new Map(shapes.flatMap((shape) => [...shape.properties])) });
  if (shapes.some((shape) => built.has(shape))) built.add(all);
  return all;
}
