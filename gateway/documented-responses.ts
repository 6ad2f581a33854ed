/**
 * Exports the responses that an upstream's OpenAPI documents describe, for `--mock`: a documented example where there is
 * one, else values by type. Ids count up, so that the items of a list differ.
 */
import type { FakeRequest, FakeResponse } from "./fake-upstream.js";
import { isJsonObject, type JsonObject } from "./upstream/json-object.js";

export interface DocumentedResponses {
  /** The success of a documented call; null when no document has the call. */
  respond(request: FakeRequest): FakeResponse | null;
  /** An object of the component schema of that name; empty when there is none. */
  example(name: string): JsonObject;
  /** A value of a string format, for a property of that name. */
  text(format: string | null, name: string): string;
}

const METHODS = ["get", "post", "patch", "put", "delete"] as const;
/** How many items an example list has. */
const ITEMS = 2;
const EXPIRY_MS = 12 * 60 * 60 * 1000;

interface Endpoint {
  readonly method: string;
  readonly pattern: RegExp;
  readonly literals: number;
  readonly data: () => unknown;
}

/** Reads OpenAPI documents; a path of a later one wins over the same path of an earlier one. */
export function documentedResponses(documents: readonly unknown[], now: () => number = Date.now): DocumentedResponses {
  const counters = new Map<string, number>();
  function next(kind: string): string {
    const count = (counters.get(kind) ?? 0) + 1;
    counters.set(kind, count);
    return `${kind}-${count}`;
  }
  const samplers = documents.map((document) => samplerOf(document, next, now));
  const endpoints = documents.flatMap((document, index) => endpointsOf(document, samplers[index] as Sampler)).reverse();
  endpoints.sort((a, b) => b.literals - a.literals);
  return {
    respond({ call, url }) {
      const [method] = call.split(" ");
      const path = new URL(url).pathname.replace(/^\/api\/v1/, "");
      const found = endpoints.find((endpoint) => endpoint.method === method && endpoint.pattern.test(path));
      return found ? { data: found.data() } : null;
    },
    example(name) {
      for (const sampler of samplers) {
        const value = sampler.component(name);
        if (isJsonObject(value)) return value;
      }
      return {};
    },
    text: (format, name) => textOf(format, { kind: "value", name }, next, now),
  };
}

function endpointsOf(document: unknown, sampler: Sampler): Endpoint[] {
  return Object.entries(member(document, "paths")).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const responses = member(member(item, method), "responses");
      const success = Object.keys(responses).find((status) => status.startsWith("2"));
      if (success === undefined) return [];
      const schema = member(member(sampler.resolved(responses[success]), "content"), "application/json").schema;
      const envelope = sampler.resolved(schema);
      return [
        {
          method: method.toUpperCase(),
          pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^}]+\}/g, "[^/]+")}$`),
          literals: path.split("/").filter((part) => !part.includes("{")).length,
          data: () => sampler.sample(member(envelope, "properties").data, "value", "data"),
        },
      ];
    }),
  );
}

type Sampler = ReturnType<typeof samplerOf>;

function samplerOf(document: unknown, next: (kind: string) => string, now: () => number) {
  function at(reference: string): unknown {
    return reference
      .split("/")
      .slice(1)
      .reduce<unknown>((value, part) => (isJsonObject(value) ? value[part] : undefined), document);
  }
  function resolved(value: unknown): unknown {
    return isJsonObject(value) && typeof value.$ref === "string" ? resolved(at(value.$ref)) : value;
  }

  /** `kind` names the component around the schema, for ids; `name` is the property that contains the value. */
  function sample(schema: unknown, kind: string, name: string): unknown {
    if (!isJsonObject(schema)) return null;
    if (typeof schema.$ref === "string") {
      const component = schema.$ref.split("/").at(-1) ?? kind;
      const target = at(schema.$ref);
      return sample(target, isJsonObject(target) && target.properties !== undefined ? component.toLowerCase() : kind, name);
    }
    if ("const" in schema) return schema.const;
    const [example] = Array.isArray(schema.examples) ? schema.examples : [];
    const options = [schema.anyOf, schema.oneOf].find(Array.isArray) as readonly unknown[] | undefined;
    if (options) return options.some(isNull) ? null : sample(options[0], kind, name);
    if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((each: unknown) => sample(each, kind, name)));
    if (isJsonObject(schema.properties)) {
      const properties = Object.entries(schema.properties).map(([key, inner]) => [key, sample(inner, kind, key)]);
      return { ...Object.fromEntries(properties), ...(isJsonObject(example) ? example : {}) };
    }
    // A documented time is fixed, so it may have passed.
    if (schema.format === "date-time") return textOf("date-time", { kind, name }, next, now);
    if (example !== undefined) return example;
    if ("default" in schema) return schema.default;
    if (Array.isArray(schema.enum)) return schema.enum[0];
    return sampleOfType(schema, kind, name);
  }

  function sampleOfType(schema: JsonObject, kind: string, name: string): unknown {
    const types = [schema.type].flat();
    if (types.includes("null")) return null;
    switch (types[0]) {
      case "array":
        return Array.from({ length: ITEMS }, () => sample(schema.items, kind, name)).filter(isFirst);
      case "object":
        return {};
      case "boolean":
        return false;
      case "integer":
      case "number":
        return typeof schema.minimum === "number" ? schema.minimum : 1;
      case "string":
        return textOf(typeof schema.format === "string" ? schema.format : name === "id" ? "uuid" : null, { kind, name }, next, now);
      default:
        return null;
    }
  }
  return { sample, resolved, component: (name: string) => sample({ $ref: `#/components/schemas/${name}` }, "value", name) };
}

interface Place {
  readonly kind: string;
  readonly name: string;
}

function textOf(format: string | null, { kind, name }: Place, next: (kind: string) => string, now: () => number): string {
  switch (format) {
    case "uuid":
      return next(kind);
    case "date-time":
      return new Date(now() + (name.startsWith("expires") ? EXPIRY_MS : 0)).toISOString();
    case "date":
      return new Date(now()).toISOString().slice(0, 10);
    case "uri":
      return "http://mock.invalid/example";
    default:
      return "Example";
  }
}

const isNull = (schema: unknown): boolean => isJsonObject(schema) && schema.type === "null";
/** Plain items such as years are listed once. */
const isFirst = (item: unknown, index: number, items: readonly unknown[]): boolean => isJsonObject(item) || items.indexOf(item) === index;

function member(value: unknown, name: string): JsonObject {
  const found = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(found) ? found : {};
}
