/** Exports the OpenAPI 3.1 document of the upstream, generated from the routes and the schemas that validate them. */
import type { Route } from "./route.js";
import { type JsonSchema, schemaFiles, schemaOf } from "./schemas.js";

/** The sandbox's controls have schemas too, but are not part of an institution's API. */
const upstreamFiles = schemaFiles.filter((file) => file.$id !== "controls.json");

/** `accounts.json#/$defs/Account` -> `#/components/schemas/Account`. */
function withComponentRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentRefs);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === "$ref" && typeof inner === "string" ? inner.replace(/^[^#]*#\/\$defs\//, "#/components/schemas/") : withComponentRefs(inner),
    ]),
  );
}

const inEnvelope = (data: unknown): JsonSchema => ({
  type: "object",
  required: ["code", "success", "message", "data", "errors"],
  properties: {
    code: { const: "ok" },
    success: { const: true },
    message: { type: "string" },
    data: withComponentRefs(data),
    errors: { type: "object" },
  },
});
const content = (schema: unknown) => ({ "application/json": { schema } });
/**
 * An error response names its possible codes, because callers act on them. Error responses with the same codes share
 * one schema.
 */
const failureName = (codes: readonly string[]): string => `Failure.${codes.join(".")}`;
const failureOf = (codes: readonly string[]): JsonSchema => ({
  allOf: [{ $ref: "#/components/schemas/Failure" }, { properties: { code: { enum: codes } } }],
});

/** The error codes of a route by status, including those that every route has. */
function errorsOf(route: Route): ReadonlyMap<number, readonly string[]> {
  const refusals = new Map<number, string[]>();
  const add = (status: number, code: string): void => {
    refusals.set(status, [...new Set([...(refusals.get(status) ?? []), code])]);
  };
  for (const [status, code] of route.errors ?? []) add(status, code);
  if (route.body) add(400, "malformed");
  if (route.path.includes("{")) add(404, "not_found");
  if (route.auth !== "open") add(401, "unauthorized");
  if (route.method !== "GET") add(419, "csrf_expired");
  if (route.body || route.query) add(422, "validation");
  add(422, "unknown_brand");
  add(500, "internal");
  return refusals;
}

function schemaNamed(name: string): JsonSchema | undefined {
  return upstreamFiles.flatMap((file) => Object.entries(file.$defs)).find(([known]) => known === name)?.[1];
}

function queryParameters(name: string): readonly object[] {
  const { properties = {}, required = [] } = (schemaNamed(name) ?? {}) as {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([field, schema]) => ({
    name: field,
    in: "query",
    required: required.includes(field),
    schema: withComponentRefs(schema),
  }));
}

/** A multipart body has its text fields as in the schema, plus the files. */
function bodyContent(route: Route, body: string): unknown {
  if (!route.files) return content(withComponentRefs(schemaOf(body)));
  const { field, maxFiles, maxBytes } = route.files;
  const files = { [field]: { type: "array", maxItems: maxFiles, items: { type: "string", format: "binary", maxLength: maxBytes } } };
  const texts = withComponentRefs(schemaNamed(body)) as { readonly properties: object };
  return { "multipart/form-data": { schema: { type: "object", ...texts, properties: { ...texts.properties, ...files } } } };
}

/** The route's headers, with the one of idempotent routes; the specification requires it for the first deposit only. */
function headersOf({ headers = [], idempotency }: Route): NonNullable<Route["headers"]> {
  if (idempotency === undefined) return headers;
  const description = "For 24 hours, the same key and request return the first answer; a different request is refused.";
  return [...headers, { name: "Idempotency-Key", required: idempotency.required, extension: !idempotency.required, description }];
}

function operationOf(route: Route) {
  const parameters = [
    { $ref: "#/components/parameters/Brand" },
    ...(route.method === "GET" ? [] : [{ $ref: "#/components/parameters/Csrf" }]),
    ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...headersOf(route).map(({ name, required, description, extension }) => ({
      name,
      in: "header",
      required,
      description,
      ...(extension ? { "x-extension": true } : {}),
      schema: { type: "string", maxLength: 200 },
    })),
    ...(route.query ? queryParameters(route.query) : []),
  ];
  const refusals = [...errorsOf(route)].map(([status, codes]) => [
    String(status),
    { description: codes.join(", "), content: content({ $ref: `#/components/schemas/${failureName(codes)}` }) },
  ]);
  return {
    operationId: `${route.method.toLowerCase()} ${route.path}`,
    summary: route.summary,
    ...(route.extension ? { "x-extension": true, "x-capability": route.extension } : {}),
    security: route.auth === "open" ? [] : [{ bearer: [] }],
    parameters,
    ...(route.body ? { requestBody: { required: true, content: bodyContent(route, route.body) } } : {}),
    responses: {
      [String(route.status ?? 200)]: { description: "Done.", content: content(inEnvelope(schemaOf(route.response))) },
      ...Object.fromEntries(refusals),
    },
  };
}

export function openApiDocument(routes: readonly Route[]): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of [...routes].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  }
  const refused = routes.flatMap((route) => [...errorsOf(route).values()]).map((codes) => [failureName(codes), failureOf(codes)] as const);
  const schemas = {
    ...Object.fromEntries(
      upstreamFiles.flatMap((file) => Object.entries(file.$defs).map(([name, schema]) => [name, withComponentRefs(schema)])),
    ),
    ...Object.fromEntries([...refused].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))),
  };
  return {
    openapi: "3.1.0",
    info: {
      title: "Passbook upstream",
      version: "1",
      description: "The calls that Passbook makes to an institution. Operations marked x-extension go beyond the specification's.",
    },
    servers: [{ url: "/api/v1" }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      parameters: {
        Brand: {
          name: "X-Brand",
          in: "header",
          description: "The institution's slug; the default one when it is missing.",
          schema: { type: "string" },
        },
        Csrf: {
          name: "X-XSRF-TOKEN",
          in: "header",
          required: true,
          description: "The value of the cookie XSRF-TOKEN that GET /sanctum/csrf-cookie sets, URL-decoded.",
          schema: { type: "string" },
        },
      },
      schemas,
    },
  };
}
