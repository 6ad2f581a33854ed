/**
 * Exports the reader of the upstream's OpenAPI documents, for the check of declared calls: `schemas/api/openapi.json`,
 * and further documents named `schemas/api/*.openapi.json`.
 */
import type { Json } from "../../language/definition.js";
import { isObject, type JsonObject, listed } from "../../language/json.js";
import type { FlowSource } from "../../language/source.js";
import { ANY, type Follow, type StaticType, staticType, typeOfSchema, union } from "../../language/static-types.js";

/** One operation of the upstream. */
export interface Endpoint {
  readonly method: string;
  /** As the document writes it: `/request/{id}`. */
  readonly path: string;
  readonly capability: string | null;
  /** Names of parameters, by where they are; required ones are true. */
  readonly query: ReadonlyMap<string, boolean>;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, boolean>;
  /** Null when it takes no JSON. */
  readonly body: StaticType | null;
  /** The shape of `data` in a successful answer. */
  readonly data: StaticType;
  /** `409.conflict`: the failures that it documents. */
  readonly failures: ReadonlySet<string>;
}

export interface UpstreamDocument {
  readonly endpoints: readonly Endpoint[];
  /** Files that are not JSON, with the reason. */
  readonly broken: readonly { readonly file: string; readonly reason: string }[];
}

const FILE = /^schemas\/api\/(?:[a-z0-9-]+\.)?openapi\.json$/;
const METHODS = ["get", "post", "patch", "put", "delete"] as const;
const NULL = staticType({ types: ["null"] });

/** Null when the source has no document: it then declares no upstream. */
export function readUpstream(source: FlowSource): UpstreamDocument | null {
  const files = [...source.files].filter(([file]) => FILE.test(file));
  if (files.length === 0) return null;
  const endpoints: Endpoint[] = [];
  const broken: { file: string; reason: string }[] = [];
  for (const [file, text] of files) {
    try {
      endpoints.push(...endpointsOf(JSON.parse(text) as Json));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      broken.push({ file, reason: error.message });
    }
  }
  return { endpoints, broken };
}

function endpointsOf(document: Json): Endpoint[] {
  const reader = readerOf(document);
  return Object.entries(member(document, "paths")).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = member(item, method);
      return Object.keys(operation).length === 0 ? [] : [endpointOf(method.toUpperCase(), path, operation, reader)];
    }),
  );
}

type Reader = ReturnType<typeof readerOf>;

/** Follows references within one document. */
function readerOf(document: Json) {
  const shapes = new Map<string, StaticType>();
  function at(reference: string): Json | undefined {
    let value: Json | undefined = document;
    for (const part of reference.split("/").slice(1)) value = isObject(value) ? value[part] : undefined;
    return value;
  }
  function resolve(value: Json | undefined): Json | undefined {
    return isObject(value) && typeof value.$ref === "string" ? resolve(at(value.$ref)) : value;
  }
  /** The shape of a schema, in which an optional property may be null: GraphQL does not distinguish them. */
  function shape(schema: Json | undefined): StaticType {
    const reference = isObject(schema) && typeof schema.$ref === "string" ? schema.$ref : null;
    if (reference === null) return typeOfSchema(withOptional(schema), follow);
    const known = shapes.get(reference);
    if (known !== undefined) return known;
    // A schema that contains itself: its inner values may be anything.
    shapes.set(reference, ANY);
    const found = shape(at(reference));
    shapes.set(reference, found);
    return found;
  }
  const follow: Follow = (reference) => {
    const schema = at(reference);
    return schema === undefined ? null : { schema: withOptional(schema), follow };
  };
  return { resolve, shape };
}

function withOptional(schema: Json | undefined): Json {
  if (!isObject(schema)) return schema ?? {};
  const nested = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      keyword === "items" || keyword === "additionalProperties"
        ? withOptional(value)
        : keyword === "anyOf" || keyword === "oneOf"
          ? listed(value).map(withOptional)
          : value,
    ]),
  );
  if (!isObject(schema.properties)) return nested;
  const required = listed(schema.required);
  const properties = Object.entries(schema.properties).map(([name, property]) => [
    name,
    required.includes(name) ? withOptional(property) : { anyOf: [withOptional(property), { type: "null" }] },
  ]);
  return { ...nested, properties: Object.fromEntries(properties) };
}

function endpointOf(method: string, path: string, operation: JsonObject, { resolve, shape }: Reader): Endpoint {
  const parameters = listed(operation.parameters).flatMap((each) => {
    const parameter = resolve(each);
    return isObject(parameter) && typeof parameter.name === "string" ? [{ ...parameter, name: parameter.name }] : [];
  });
  const named = (where: string, name: (text: string) => string) =>
    new Map(
      parameters.flatMap((each) => ((each as JsonObject).in === where ? [[name(each.name), (each as JsonObject).required === true]] : [])),
    );
  const responses = Object.entries(member(operation, "responses")).map(([status, value]) => ({ status, value: resolve(value) }));
  const good = responses.filter(({ status }) => status.startsWith("2"));
  const json = (value: Json | undefined): Json | undefined => {
    const schema = member(member(member(value, "content"), "application/json"), "schema");
    return Object.keys(schema).length === 0 ? undefined : schema;
  };
  const body = json(resolve(operation.requestBody));
  return {
    method,
    path,
    capability: typeof operation["x-capability"] === "string" ? operation["x-capability"] : null,
    query: named("query", (name) => name),
    headers: named("header", (name) => name.toLowerCase()),
    body: body === undefined ? null : shape(body),
    data: union(good.map(({ value }) => dataOf(resolve(json(value)), shape))),
    failures: new Set(
      responses
        .filter(({ status }) => !status.startsWith("2"))
        .flatMap(({ status, value }) => codesOf(resolve(json(value)), resolve).map((code) => `${status}.${code}`)),
    ),
  };
}

/** The envelope's `data`; an answer without a body has none. */
function dataOf(envelope: Json | undefined, shape: Reader["shape"]): StaticType {
  const data = isObject(envelope) ? member(envelope, "properties").data : undefined;
  return data === undefined ? NULL : shape(data as Json);
}

/** The values of `code` in a failure's schema, also where it extends a general one. */
function codesOf(schema: Json | undefined, resolve: Reader["resolve"]): string[] {
  if (!isObject(schema)) return [];
  const code = member(schema, "properties").code as Json | undefined;
  const own = isObject(code) ? [...listed(code.enum), ...(code.const === undefined ? [] : [code.const])] : [];
  return [...own.filter((each) => typeof each === "string"), ...listed(schema.allOf).flatMap((each) => codesOf(resolve(each), resolve))];
}

function member(value: unknown, name: string): Readonly<Record<string, Json>> {
  const found = isObject(value as Json) ? (value as JsonObject)[name] : undefined;
  return isObject(found) ? found : {};
}
