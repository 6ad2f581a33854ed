/**
 * Exports the committed OpenAPI document and the validation of responses against it, for contract and gateway tests.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { ROOT } from "./sources.js";

type Fetch = (request: Request) => Promise<Response>;

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly signedIn: boolean;
  /** The capability of an upstream that has this operation; null when every upstream must have it. */
  readonly capability: string | null;
  /** The required query, with its `?`; empty when there is none. */
  readonly query: string;
  /** Whether its body must not be empty. */
  readonly required: boolean;
  /** Whether its body is `multipart/form-data`, for files. */
  readonly multipart: boolean;
  readonly statuses: readonly string[];
}

interface Documented {
  readonly security?: readonly unknown[];
  readonly "x-capability"?: string;
  readonly parameters?: readonly { readonly name?: string; readonly required?: boolean; readonly in?: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref?: string; readonly required?: object } }>>;
  };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: object }>>;
}

export const DOCUMENT = JSON.parse(readFileSync(join(ROOT, "schemas/api/openapi.json"), "utf8")) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly required?: readonly string[] }>> };
};

function asksFor({ requestBody }: Documented): boolean {
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
  const named = schema?.$ref?.split("/").at(-1);
  const required = named === undefined ? schema?.required : DOCUMENT.components.schemas[named]?.required;
  return Array.isArray(required) && required.length > 0;
}

const METHODS = new Set(["get", "post", "patch", "delete", "put"]);

function queryOf({ parameters = [] }: Documented): string {
  const needed = parameters.filter((parameter) => parameter.in === "query" && parameter.required === true);
  return needed.length === 0 ? "" : `?${needed.map(({ name }) => `${name}=main`).join("&")}`;
}

/** Every operation of the committed document. */
export const OPERATIONS: readonly Operation[] = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => METHODS.has(method))
    .map(([method, documented]) => ({
      method: method.toUpperCase(),
      path,
      signedIn: documented.security === undefined || documented.security.length > 0,
      capability: documented["x-capability"] ?? null,
      query: queryOf(documented),
      required: asksFor(documented),
      multipart: documented.requestBody?.content["multipart/form-data"] !== undefined,
      statuses: Object.keys(documented.responses),
    })),
);

const PATTERNS = OPERATIONS.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`),
})).sort((a, b) => a.operation.path.split("{").length - b.operation.path.split("{").length);

/** The operation of a path below `/api/v1`; literal path segments win over parameters. */
export function operationAt(method: string, path: string): Operation | undefined {
  return PATTERNS.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(DOCUMENT, "openapi.json");

/** Why a response violates the document, or null. */
export function contractViolation(operation: Operation, status: number, body: unknown): string | null {
  if (!operation.statuses.includes(String(status))) return `status ${status} is not documented`;
  const pointer = [
    "paths",
    operation.path,
    operation.method.toLowerCase(),
    "responses",
    String(status),
    "content",
    "application/json",
    "schema",
  ]
    .map((part) => encodeURIComponent(part.replace(/~/g, "~0").replace(/\//g, "~1")))
    .join("/");
  const validate: ValidateFunction | undefined = ajv.getSchema(`openapi.json#/${pointer}`);
  if (!validate) return `status ${status} has no documented body`;
  return validate(body) ? null : ajv.errorsText(validate.errors);
}

/** The messages of injected faults, which represent any failure, documented or not. */
const INJECTED_FAULTS = new Set(["The sandbox made this call fail.", "This page timed out. Try again."]);

/** The same `fetch`, which throws when a response of `/api/v1` violates the document. */
export function validatingFetch(fetch: Fetch): Fetch {
  return async (request) => {
    const response = await fetch(request);
    const { pathname } = new URL(request.url);
    const operation = pathname.startsWith("/api/v1/") ? operationAt(request.method, pathname.slice("/api/v1".length)) : undefined;
    if (!operation) return response;
    const body = (await response.clone().json()) as { readonly code?: string; readonly message?: string };
    if (!response.ok && INJECTED_FAULTS.has(body.message ?? "")) return response;
    const violation = contractViolation(operation, response.status, body);
    if (violation === null) return response;
    throw new Error(
      `${operation.method} ${operation.path} answers ${response.status} ${body.code}, which its document does not say: ${violation}`,
    );
  };
}
