/**
 * Exports the reader of the directives with which `gateway/schema.graphql` declares its calls (`@connect`, `@map`,
 * `@query`, `@resolver`), for the gateway, which performs them, and the compiler, which checks them.
 */
import {
  type ConstDirectiveNode,
  type ConstObjectFieldNode,
  type ConstValueNode,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type StringValueNode,
} from "graphql";
import { type Mapping, MappingError, parseExpression, parseMapping, parseTemplate } from "./mapping.js";

export const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** Whether an answer is used again within one request, and whether a call discards such answers. */
export type CacheRule = "REQUEST" | "NONE" | "CLEAR";

/** A mapping with the text it was parsed from, so that a finding can name its place. */
export interface WrittenMapping<M extends Mapping = Mapping> {
  readonly mapping: M;
  readonly node: StringValueNode;
}
export type Template = WrittenMapping<Extract<Mapping, { kind: "text" }>>;

export interface NamedTemplate {
  readonly name: string;
  readonly value: Template;
}

/** A failure of the upstream and the gateway's failure for it. */
export interface ErrorMapping {
  /** `409` or `409.conflict`. */
  readonly from: string;
  /** `422.validation`. */
  readonly to: string;
  /** The field that receives the message. */
  readonly path: string | null;
  readonly node: ConstValueNode;
}

/** One `@connect`. */
export interface DeclaredCall {
  readonly node: ConstDirectiveNode;
  readonly condition: WrittenMapping | null;
  readonly each: WrittenMapping | null;
  readonly method: Method;
  readonly path: Template;
  readonly body: WrittenMapping | null;
  readonly headers: readonly NamedTemplate[];
  readonly cookies: readonly NamedTemplate[];
  readonly idempotencyKey: WrittenMapping | null;
  readonly selection: WrittenMapping | null;
  readonly errors: readonly ErrorMapping[];
  readonly cache: CacheRule;
  readonly timeoutMs: number | null;
  readonly csrfRetries: number | null;
}

/** One field of an object type, and what its directives declare. */
export interface DeclaredField {
  readonly type: string;
  readonly name: string;
  readonly node: FieldDefinitionNode;
  readonly calls: readonly DeclaredCall[];
  readonly map: WrittenMapping | null;
  readonly query: { readonly name: string; readonly condition: WrittenMapping | null; readonly node: ConstDirectiveNode } | null;
  readonly capability: string | null;
  /** Whether it is a query without `@authenticated`: its calls carry no bearer. */
  readonly isPublic: boolean;
  /** Whether a function of `gateway/resolvers` answers it. */
  readonly resolver: boolean;
}

/** An error in a directive, at an offset of the document. */
export interface DirectiveProblem {
  readonly message: string;
  readonly offset: number;
}

/**
 * The fields with directives of a valid schema, and the errors in their directives; a field with an error may be incomplete.
 */
export interface DeclaredCalls {
  /** By `Type.field`. */
  readonly fields: ReadonlyMap<string, DeclaredField>;
  readonly problems: readonly DirectiveProblem[];
}

/** Reads every object type's fields. The document has passed validation, so arguments have their types. */
export function readDeclaredCalls(document: DocumentNode): DeclaredCalls {
  const problems: DirectiveProblem[] = [];
  const fields = new Map<string, DeclaredField>();
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    const type = definition.name.value;
    for (const node of definition.fields ?? []) fields.set(`${type}.${node.name.value}`, readField(type, node, problems));
  }
  return { fields, problems };
}

function readField(type: string, node: FieldDefinitionNode, problems: DirectiveProblem[]): DeclaredField {
  const named = (name: string) => (node.directives ?? []).filter((directive) => directive.name.value === name);
  const [query] = named("query");
  return {
    type,
    name: node.name.value,
    node,
    calls: named("connect").flatMap((directive) => readCall(directive, problems) ?? []),
    map: written(argument(named("map")[0], "from"), parseExpression, problems),
    query:
      query === undefined
        ? null
        : { name: text(argument(query, "name")) ?? "", condition: written(argument(query, "if"), parseExpression, problems), node: query },
    capability: text(argument(named("capability")[0], "name")),
    isPublic: type === "Query" && named("authenticated").length === 0,
    resolver: named("resolver").length > 0,
  };
}

function readCall(node: ConstDirectiveNode, problems: DirectiveProblem[]): DeclaredCall | null {
  const http = objectOf(argument(node, "http"));
  const methods = METHODS.filter((method) => http.has(method));
  const [method] = methods;
  const path = method === undefined ? null : written(http.get(method), parseTemplate, problems);
  if (method === undefined || methods.length > 1) {
    problems.push({ message: `"http" names one of ${METHODS.join(", ")} with its path`, offset: node.loc?.start ?? 0 });
    return null;
  }
  if (path === null) return null;
  return {
    node,
    method,
    path,
    condition: written(argument(node, "if"), parseExpression, problems),
    each: written(argument(node, "each"), parseExpression, problems),
    body: written(http.get("body"), parseMapping, problems),
    headers: namedTemplates(http.get("headers"), problems),
    cookies: namedTemplates(http.get("cookies"), problems),
    idempotencyKey: written(argument(node, "idempotencyKey"), parseExpression, problems),
    selection: written(argument(node, "selection"), parseMapping, problems),
    errors: itemsOf(argument(node, "errors")).map((item) => {
      const parts = objectOf(item);
      return { from: text(parts.get("from")) ?? "", to: text(parts.get("to")) ?? "", path: text(parts.get("path")), node: item };
    }),
    cache: (text(argument(node, "cache")) as CacheRule | null) ?? (method === "GET" ? "REQUEST" : "CLEAR"),
    timeoutMs: numberOf(argument(node, "timeoutMs")),
    csrfRetries: numberOf(argument(node, "csrfRetries")),
  };
}

function written<M extends Mapping>(
  node: ConstValueNode | undefined,
  parse: (text: string) => M,
  problems: DirectiveProblem[],
): WrittenMapping<M> | null {
  if (node?.kind !== Kind.STRING) return null;
  try {
    return { mapping: parse(node.value), node };
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    problems.push({ message: error.message, offset: offsetIn(node, error.at) });
    return null;
  }
}

/** The offset in the document of a character of a string's value. */
export function offsetIn(node: StringValueNode, at: number): number {
  const { loc } = node;
  if (loc === undefined) return 0;
  const quotes = node.block === true ? 3 : 1;
  const raw = loc.source.body.slice(loc.start + quotes, loc.end - quotes);
  if (node.block !== true) return loc.start + quotes + at;
  // GraphQL removes blank lines at both ends of a block string, and the indent that all its lines share.
  const line = node.value.slice(0, at).split("\n").length - 1;
  const column = at - (node.value.lastIndexOf("\n", at - 1) + 1);
  const rawLines = raw.split("\n");
  const leading = rawLines.findIndex((each) => each.trim() !== "");
  const rawLine = rawLines[leading + line] ?? "";
  const valueLine = node.value.split("\n")[line] ?? "";
  const before = rawLines.slice(0, leading + line).reduce((sum, each) => sum + each.length + 1, 0);
  return loc.start + quotes + before + (rawLine.trimEnd().length - valueLine.trimEnd().length) + column;
}

function namedTemplates(node: ConstValueNode | undefined, problems: DirectiveProblem[]): readonly NamedTemplate[] {
  return itemsOf(node).flatMap((item) => {
    const parts = objectOf(item);
    const value = written(parts.get("value"), parseTemplate, problems);
    return value === null ? [] : [{ name: text(parts.get("name")) ?? "", value }];
  });
}

function argument(directive: ConstDirectiveNode | undefined, name: string): ConstValueNode | undefined {
  return directive?.arguments?.find((each) => each.name.value === name)?.value;
}

function objectOf(node: ConstValueNode | undefined): ReadonlyMap<string, ConstValueNode> {
  const fields: readonly ConstObjectFieldNode[] = node?.kind === Kind.OBJECT ? node.fields : [];
  return new Map(fields.map((field) => [field.name.value, field.value]));
}

/** GraphQL takes a single value where a list is expected. */
function itemsOf(node: ConstValueNode | undefined): readonly ConstValueNode[] {
  if (node === undefined) return [];
  return node.kind === Kind.LIST ? node.values : [node];
}

function text(node: ConstValueNode | undefined): string | null {
  return node?.kind === Kind.STRING || node?.kind === Kind.ENUM ? node.value : null;
}

function numberOf(node: ConstValueNode | undefined): number | null {
  return node?.kind === Kind.INT ? Number(node.value) : null;
}

/** A path template in its parts: what comes before the question mark, and the query parameters after it. */
export interface PathParts {
  readonly path: readonly (string | Mapping)[];
  readonly query: readonly { readonly name: string; readonly value: readonly (string | Mapping)[] }[];
}

/**
 * Separates a path template at its first `?`. Names and values stay as written: the gateway percent-encodes what expressions
 * give.
 */
export function pathParts({ parts }: Template["mapping"]): PathParts {
  const path: (string | Mapping)[] = [];
  const query: { name: string; value: (string | Mapping)[] }[] = [];
  let inQuery = false;
  for (const part of parts) {
    if (typeof part !== "string") {
      if (inQuery) query.at(-1)?.value.push(part);
      else path.push(part);
      continue;
    }
    const [before = "", ...after] = inQuery ? ["", part] : part.split("?");
    if (before !== "") path.push(before);
    if (!inQuery && after.length === 0) continue;
    inQuery = true;
    for (const [index, piece] of after.join("?").split("&").entries()) {
      const [name = "", value] = piece.split("=");
      // The first piece after an expression ends that parameter's value.
      if (value === undefined && index === 0) {
        if (piece !== "") query.at(-1)?.value.push(piece);
      } else query.push({ name, value: value === undefined || value === "" ? [] : [value] });
    }
  }
  return { path, query };
}
