/** Files that the proof reads, against their JSON Schemas, with the place of everything that is not as they say. */
import type { ErrorObject } from "ajv";
import { Ajv } from "ajv";
import type { Problem } from "../language/problems.js";
import { problemAt } from "../language/problems.js";
import type { FlowSource, SourceNode } from "../language/source.js";
import { childOf, entriesOf, plain, readDocument } from "../language/source.js";
import type { Rule } from "./rules/findings.js";

const RULE: Rule = "not-of-schema";

/** The node at a JSON pointer, or the nearest above it. */
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

/** The place of an error: an unknown word's own, where there is one. */
function placeOf(root: SourceNode, { instancePath, params }: ErrorObject): SourceNode["at"] {
  const node = nodeAt(root, instancePath);
  const { additionalProperty } = params as { readonly additionalProperty?: string };
  const entry = entriesOf(node).find(([key]) => key === additionalProperty);
  return entry === undefined ? node.at : entry[1].key;
}

function said({ instancePath, message = "", params }: ErrorObject): string {
  const { additionalProperty } = params as { readonly additionalProperty?: string };
  return `${instancePath === "" ? "The file" : instancePath} ${message}${additionalProperty === undefined ? "" : `: "${additionalProperty}"`}`;
}

/** What was said of a source's files: the same for every brand. */
const known = new WeakMap<FlowSource, Map<string, readonly Problem[]>>();

/** Everything in a file that its schema does not admit. A file that is not there is nobody's fault here. */
export function checkAgainstSchema(source: FlowSource, file: string, schemaFile: string): readonly Problem[] {
  const all = known.get(source) ?? new Map<string, readonly Problem[]>();
  known.set(source, all);
  const found = all.get(file) ?? heldAgainst(source, file, schemaFile);
  all.set(file, found);
  return found;
}

function heldAgainst(source: FlowSource, file: string, schemaFile: string): readonly Problem[] {
  const [text, schema] = [source.files.get(file), source.files.get(schemaFile)];
  if (text === undefined || schema === undefined) return [];
  const document = readDocument(file, text, "base");
  if (document.root === null || document.problems.length > 0) return document.problems;
  const { root } = document;
  const validate = new Ajv({ allErrors: true, strict: false }).compile(JSON.parse(schema) as object);
  validate(plain(root));
  return (validate.errors ?? []).map((error) => problemAt(placeOf(root, error), { severity: "error", rule: RULE, message: said(error) }));
}
