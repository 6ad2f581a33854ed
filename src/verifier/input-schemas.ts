/** Exports the rule `invalid-value` (inputs of the verifier against their JSON Schemas) for `prove`. */
import type { ErrorObject } from "ajv";
import { Ajv } from "ajv";
import type { Json } from "../language/definition.js";
import type { Finding, Problem } from "../language/problems.js";
import { finding, problemAt, wrongChoice } from "../language/problems.js";
import type { FlowSource, SourceNode } from "../language/source.js";
import { childOf, entriesOf, plain, readDocument } from "../language/source.js";

/** The node at a JSON pointer, or its nearest existing ancestor. */
function nodeAt(root: SourceNode, pointer: string): SourceNode {
  let node = root;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const next: SourceNode | null | undefined = node.kind === "list" ? node.items[Number(key)] : childOf(node, key);
    if (next === null || next === undefined) break;
    node = next;
  }
  return node;
}

/** The location of an error: for an unknown key, the key. */
function locationOf(root: SourceNode, { instancePath, params }: ErrorObject): SourceNode["at"] {
  const node = nodeAt(root, instancePath);
  const { additionalProperty } = params as { readonly additionalProperty?: string };
  const entry = entriesOf(node).find(([key]) => key === additionalProperty);
  return entry === undefined ? node.at : entry[1].key;
}

/** What a value that must be a constant is, and the constant. */
function constantFinding(root: SourceNode, { instancePath, params }: ErrorObject): Finding {
  const { allowedValue } = params as { readonly allowedValue: Json };
  return wrongChoice(plain(nodeAt(root, instancePath)), [allowedValue]);
}

function messageOf({ instancePath, message = "", params }: ErrorObject): string {
  const { additionalProperty } = params as { readonly additionalProperty?: string };
  return `${instancePath === "" ? "The file" : instancePath} ${message}${additionalProperty === undefined ? "" : `: "${additionalProperty}"`}`;
}

/** Problems by source and file: all brands share the files. */
const known = new WeakMap<FlowSource, Map<string, readonly Problem[]>>();

/** All mismatches between a file and its schema; none for a missing file. */
export function checkAgainstSchema(source: FlowSource, file: string, schemaFile: string): readonly Problem[] {
  const all = known.get(source) ?? new Map<string, readonly Problem[]>();
  known.set(source, all);
  const found = all.get(file) ?? validate(source, file, schemaFile);
  all.set(file, found);
  return found;
}

function validate(source: FlowSource, file: string, schemaFile: string): readonly Problem[] {
  const [text, schema] = [source.files.get(file), source.files.get(schemaFile)];
  if (text === undefined || schema === undefined) return [];
  const document = readDocument(file, text, "base");
  if (document.root === null || document.problems.length > 0) return document.problems;
  const { root } = document;
  const isValid = new Ajv({ allErrors: true, strict: false }).compile(JSON.parse(schema) as object);
  isValid(plain(root));
  // The errors of the branch of an `if` are reported themselves.
  const errors = (isValid.errors ?? []).filter(({ keyword }) => keyword !== "if" && keyword !== "anyOf");
  if (errors.length === 0 && (isValid.errors ?? []).length > 0) errors.push(...(isValid.errors ?? []));
  return errors.map((error) =>
    problemAt(
      locationOf(root, error),
      error.keyword === "const" ? constantFinding(root, error) : finding("invalid-value", messageOf(error)),
    ),
  );
}
