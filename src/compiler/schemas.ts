/** Exports the reader of form schemas: references inlined, keywords and formats known, properties by path. */
import { Ajv } from "ajv";
import type { Json } from "../language/definition.js";
import { BOUND_KEYWORDS, FIELD_FORMATS } from "../language/field-formats.js";
import * as problems from "../language/problems.js";
import * as schemas from "../language/schema-problems.js";
import { type Entry, nodeAt, type ObjectNode, plain, type SourceNode, textOf } from "../language/source.js";
import type { Linker } from "./compile-context.js";
import { checkSense } from "./schema-consistency.js";

/** Documents under `schemas/` by name (`forms/address.json`, `address.json`), overlay applied. */
export type SchemaDocuments = ReadonlyMap<string, SourceNode>;

/** Validates schemas, never data; created once, since it compiles the meta-schema. */
const DRAFT_7 = new Ajv({ strict: false, allErrors: true, validateFormats: false });

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

/** The schema with every `$ref` replaced by its target, and with its own name as `$id`. */
export function inlineSchema(
  name: string,
  documents: SchemaDocuments,
  report: Linker["report"],
  refer: (reference: string) => void = () => undefined,
): Json {
  const root = documents.get(name);
  if (root === undefined) return null;
  checkKeywords(root, report);
  const id = nodeAt(root, "/$id");
  if (id !== root && textOf(id) !== name) report(id.at, schemas.otherId(textOf(id) ?? "", name));
  const inlined = follow(root, name, [], { documents, report, refer });
  // A referenced schema is checked where it is used.
  checkKeywords(inlined, report);
  checkSense(inlined, report);
  const { $schema: _dialect, $defs: _defs, definitions: _definitions, ...schema } = plain(inlined) as { readonly [key: string]: Json };
  const whole = { ...schema, $id: name };
  checkValid(whole, root, report);
  return whole;
}

interface Following {
  readonly documents: SchemaDocuments;
  readonly report: Linker["report"];
  /** Called with every reference that has a target. */
  readonly refer: (reference: string) => void;
}

function follow(node: SourceNode, file: string, open: readonly string[], following: Following): SourceNode {
  const { documents, report } = following;
  if (node.kind === "list") return { ...node, items: node.items.map((item) => follow(item, file, open, following)) };
  if (node.kind !== "object") return node;
  const referenceNode = node.entries.get("$ref")?.node;
  const reference = textOf(referenceNode ?? null);
  const own = [...node.entries].filter(([key]) => key !== "$ref" && key !== "$defs" && key !== "definitions");
  const beside = new Map<string, Entry>(
    own.map(([key, entry]) => [key, OF_DATA.has(key) ? entry : { ...entry, node: follow(entry.node, file, open, following) }]),
  );
  if (referenceNode === undefined || reference === null) return { ...node, entries: beside };
  const [path = "", pointer = ""] = reference.split("#");
  const target = path === "" ? file : new URL(path, `file:///${file}`).pathname.slice(1);
  const whole = `${target}#${pointer}`;
  const document = documents.get(target);
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

function withoutIdentity(node: ObjectNode): [string, Entry][] {
  return [...node.entries].filter(([key]) => key !== "$id" && key !== "$schema");
}

function find(root: SourceNode, pointer: string): SourceNode | null {
  const found = nodeAt(root, pointer);
  return pointer !== "" && found === nodeAt(root, pointer.slice(0, pointer.lastIndexOf("/"))) ? null : found;
}

function checkKeywords(node: SourceNode, report: Linker["report"]): void {
  if (node.kind === "list") for (const item of node.items) checkKeywords(item, report);
  if (node.kind !== "object") return;
  for (const [key, entry] of node.entries) {
    if (!KEYWORDS.has(key)) report(entry.key, problems.unknownWord(key, [...KEYWORDS]));
    const format = key === "format" ? textOf(entry.node) : null;
    if (format !== null && !(format in FIELD_FORMATS)) report(entry.node.at, problems.unknownFormat(format, Object.keys(FIELD_FORMATS)));
    if (OF_DATA.has(key)) continue;
    if (BY_NAME.has(key) && entry.node.kind === "object") for (const [, one] of entry.node.entries) checkKeywords(one.node, report);
    else checkKeywords(entry.node, report);
  }
}

/** Whether it is a JSON Schema at all (draft 7); the place is that of the written node, as far as it can be followed. */
function checkValid(schema: Json, root: SourceNode, report: Linker["report"]): void {
  if (DRAFT_7.validateSchema(schema as object) === true) return;
  for (const error of DRAFT_7.errors ?? []) {
    report(nodeAt(root, error.instancePath).at, problems.invalidSchema(`${error.instancePath} ${error.message ?? error.keyword}`.trim()));
  }
}
