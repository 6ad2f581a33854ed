/** Exports the reader of form schemas: references inlined, keywords and formats known, properties by path. */
import { Ajv } from "ajv";
import type { Json } from "../language/definition.js";
import { BOUND_KEYWORDS, BUILT_IN_FORMATS, DECLARED } from "../language/field-formats.js";
import { isObject } from "../language/json.js";
import * as problems from "../language/problems.js";
import * as schemas from "../language/schema-problems.js";
import { childOf, type Entry, keysOf, nodeAt, type ObjectNode, plain, type SourceNode, textOf } from "../language/source.js";
import type { Linker } from "./compile-context.js";
import { checkPatterns, checkSense } from "./schema-consistency.js";

/** Documents under `schemas/` by name (`forms/address.json`, `address.json`), overlay applied. */
export type SchemaDocuments = ReadonlyMap<string, SourceNode>;

/** Validates schemas, never data; created once, since it compiles the meta-schema. */
const DRAFT_7 = new Ajv({ strict: false, allErrors: true, validateFormats: false, verbose: true });

const KEYWORDS = new Set([
  "$schema",
  "$id",
  "$ref",
  "$comment",
  "$defs",
  "definitions",
  "title",
  "description",
  "default",
  "examples",
  "type",
  "enum",
  "const",
  "properties",
  "required",
  "additionalProperties",
  "propertyNames",
  "minProperties",
  "maxProperties",
  "dependencies",
  "items",
  "additionalItems",
  "contains",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  ...Object.keys(BOUND_KEYWORDS),
]);
const BY_NAME = new Set(["properties", "$defs", "definitions", "dependencies"]);
const OF_DATA = new Set(["default", "examples", "enum", "const", "required"]);

/** A schema, its sources, and its findings. */
interface Inlined {
  readonly schema: Json;
  readonly formats: SourceNode | null;
  readonly documents: ReadonlyMap<string, SourceNode | undefined>;
  readonly reports: readonly ((using: Using) => void)[];
}

/** The newest schemas of each document, for the next compilation. */
const known = new WeakMap<SourceNode, readonly Inlined[]>();
/** Both brands, with and without an edit of what it refers to. */
const KEPT = 4;

/** The schema with every `$ref` replaced by its target, and with its own name as `$id`. */
export function inlineSchema(name: string, documents: SchemaDocuments, using: Using): Json {
  const root = documents.get(name);
  if (root === undefined) return null;
  const recent = known.get(root) ?? [];
  const same = recent.find(
    (one) => one.formats === using.formats && [...one.documents].every(([target, document]) => documents.get(target) === document),
  );
  const inlined = same ?? recorded(root, name, documents, using.formats);
  if (same === undefined) known.set(root, [inlined, ...recent].slice(0, KEPT));
  for (const report of inlined.reports) report(using);
  return inlined.schema;
}

function recorded(root: SourceNode, name: string, documents: SchemaDocuments, formats: SourceNode | null): Inlined {
  // The same document under another name has another `$id`.
  const asked = new Map<string, SourceNode | undefined>([[name, root]]);
  const reports: ((using: Using) => void)[] = [];
  const schema = inlineRoot(root, name, {
    formats,
    report: (at, finding) => void reports.push(({ report }) => report(at, finding)),
    refer: (reference) => void reports.push(({ refer }) => refer(reference)),
    useFormat: (format) => void reports.push(({ useFormat }) => useFormat(format)),
    lookUp: (target) => {
      const document = documents.get(target);
      asked.set(target, document);
      return document;
    },
  });
  return { schema, formats, documents: asked, reports };
}

function inlineRoot(root: SourceNode, name: string, using: Following): Json {
  const { report } = using;
  checkKeywords(root, using);
  const id = nodeAt(root, "/$id");
  if (id !== root && textOf(id) !== name) report(id.at, schemas.otherId(textOf(id) ?? "", name));
  const inlined = follow(root, name, [], using);
  // A referenced schema is checked where it is used.
  checkKeywords(inlined, using);
  const { $schema: _dialect, $defs: _defs, definitions: _definitions, ...schema } = plain(inlined) as { readonly [key: string]: Json };
  const whole = { ...schema, $id: name };
  const wrong = invalidKeywords(whole);
  if (wrong.size === 0) checkSense(inlined, report);
  for (const [path, what] of wrong) report(nodeAt(root, path).at, problems.invalidSchema(what));
  return wrong.size === 0 ? whole : without(whole, wrong);
}

/** The dependencies and reports of the reader of schemas. */
export interface Using {
  /** `formats` of `flows/fields.json`; null where there are none. */
  readonly formats: SourceNode | null;
  readonly report: Linker["report"];
  /** Called with every reference that has a target. */
  readonly refer: (reference: string) => void;
  /** Called with every declared format that a schema names. */
  readonly useFormat: (name: string) => void;
}

interface Following extends Using {
  readonly lookUp: (name: string) => SourceNode | undefined;
}

function follow(node: SourceNode, file: string, open: readonly string[], following: Following): SourceNode {
  const { lookUp, report } = following;
  if (node.kind === "list") return { ...node, items: node.items.map((item) => follow(item, file, open, following)) };
  if (node.kind !== "object") return node;
  const referenceNode = node.entries.get("$ref")?.node;
  const reference = textOf(referenceNode ?? null);
  const own = [...node.entries].filter(([key]) => key !== "$ref" && key !== "$defs" && key !== "definitions");
  const beside = new Map<string, Entry>(
    own.map(([key, entry]) => [key, OF_DATA.has(key) ? entry : { ...entry, node: follow(entry.node, file, open, following) }]),
  );
  const declared = declaredFormat(node, following);
  if (declared !== null) beside.set(DECLARED, declared);
  if (referenceNode === undefined || reference === null) return { ...node, entries: beside };
  const [path = "", pointer = ""] = reference.split("#");
  const target = path === "" ? file : new URL(path, `file:///${file}`).pathname.slice(1);
  const whole = `${target}#${pointer}`;
  const document = lookUp(target);
  if (open.includes(whole)) {
    report(referenceNode.at, problems.circularReference(reference));
    return { ...node, entries: beside };
  }
  const found = document === undefined ? null : find(document, pointer);
  if (found === null) {
    report(referenceNode.at, problems.unresolvedReference(reference));
    return { ...node, entries: beside };
  }
  following.refer(whole);
  const resolved = follow(found, target, [...open, whole], following);
  return resolved.kind === "object" ? { ...resolved, entries: new Map([...withoutIdentity(resolved), ...beside]) } : resolved;
}

/** Keywords of a declared format that are not part of its schema. */
const ABOUT_FORMAT: ReadonlySet<string> = new Set(["description", "autocomplete"]);

/** The declaration of the format that a schema names, for its keyword; null without one. */
function declaredFormat(node: ObjectNode, { formats, useFormat }: Following): Entry | null {
  const name = textOf(childOf(node, "format"));
  const declared = name === null ? null : childOf(formats, name);
  if (name === null || declared?.kind !== "object") return null;
  useFormat(name);
  const entries = new Map([...declared.entries].filter(([keyword]) => !ABOUT_FORMAT.has(keyword)));
  return { key: node.at, node: { ...declared, entries } };
}

function withoutIdentity(node: ObjectNode): [string, Entry][] {
  return [...node.entries].filter(([key]) => key !== "$id" && key !== "$schema");
}

function find(root: SourceNode, pointer: string): SourceNode | null {
  const found = nodeAt(root, pointer);
  return pointer !== "" && found === nodeAt(root, pointer.slice(0, pointer.lastIndexOf("/"))) ? null : found;
}

/**
 * Reports what is wrong with the schema of the state, whose keywords beside those of JSON Schema are `own`, and returns it without
 * what is not valid.
 */
export function stateSchema(root: SourceNode, own: readonly string[], report: Linker["report"]): Json {
  checkKeywords(root, { formats: null, report }, own);
  const schema = plain(root);
  checkPatterns(root, report);
  const wrong = invalidKeywords(schema);
  for (const [path, what] of wrong) report(nodeAt(root, path).at, problems.invalidSchema(what));
  return without(schema, wrong);
}

/** `own`: the keywords that the schema may have beside those of JSON Schema. */
function checkKeywords(node: SourceNode, using: Pick<Using, "formats" | "report">, own: readonly string[] = []): void {
  if (node.kind === "list") for (const item of node.items) checkKeywords(item, using, own);
  if (node.kind !== "object") return;
  for (const [key, entry] of node.entries) {
    // The reader itself writes this keyword.
    if (key === DECLARED || own.includes(key)) continue;
    if (!KEYWORDS.has(key)) using.report(entry.key, problems.unknownKeyword(key, [...KEYWORDS, ...own]));
    const format = key === "format" ? textOf(entry.node) : null;
    const known = [...Object.keys(BUILT_IN_FORMATS), ...keysOf(using.formats)];
    if (format !== null && !known.includes(format)) using.report(entry.node.at, problems.unknownFormat(format, known));
    if (OF_DATA.has(key)) continue;
    if (BY_NAME.has(key) && entry.node.kind === "object") for (const [, one] of entry.node.entries) checkKeywords(one.node, using, own);
    else checkKeywords(entry.node, using, own);
  }
}

/** The violations of JSON Schema (draft 7), one reason for each, by the JSON pointer of the keyword. */
function invalidKeywords(schema: Json): ReadonlyMap<string, string> {
  const wrong = new Map<string, string>();
  if (DRAFT_7.validateSchema(schema as object) === true) return wrong;
  for (const { instancePath, keyword, params, message, data } of DRAFT_7.errors ?? []) {
    // The failure of a choice, such as a type or a list of types, says less than that of its alternatives.
    if (keyword === "anyOf" || (wrong.has(instancePath) && keyword !== "enum")) continue;
    const allowed = keyword === "enum" ? (params as { readonly allowedValues: string[] }).allowedValues : [];
    const name = instancePath.split("/").findLast((key) => !/^\d+$/.test(key)) ?? "";
    wrong.set(
      instancePath,
      typeof data === "string" && allowed.length > 0
        ? `"${data}" is not a valid ${name}${problems.orNearest(data, allowed)}`
        : `${instancePath} ${message ?? keyword}`.trim(),
    );
  }
  // What is around a wrong keyword is no schema either, and says so again.
  for (const path of wrong.keys()) if ([...wrong.keys()].some((inner) => inner.startsWith(`${path}/`))) wrong.delete(path);
  return wrong;
}

/** The schema without these keywords: nothing follows from them. */
function without(schema: Json, paths: ReadonlyMap<string, string>, at = ""): Json {
  if (Array.isArray(schema))
    return schema.flatMap((item, index) => (paths.has(`${at}/${index}`) ? [] : [without(item, paths, `${at}/${index}`)]));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      const path = `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      return paths.has(path) ? [] : [[key, without(value, paths, path)]];
    }),
  );
}
