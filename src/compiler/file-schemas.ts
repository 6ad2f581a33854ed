/** Exports the check of `flows/outcomes.json` and `flows/invariants.json` against their JSON Schemas, for the compiler. */
import type { Origin } from "../language/bundle.js";
import { type Problem, problemAt } from "../language/problems.js";
import { childOf, entriesOf, type FlowSource, plain, type SourceNode } from "../language/source.js";
import { type SchemaFinding, schemaFindings } from "./schema-findings.js";
import { validatorOf } from "./schema-validator.js";

/** What does not match the schema; nothing where either file is missing, which is reported elsewhere. */
export function schemaProblems({ files }: FlowSource, root: SourceNode | null, schemaFile: string): readonly Problem[] {
  const schema = files.get(schemaFile);
  if (root === null || schema === undefined) return [];
  const validate = validatorOf(JSON.parse(schema) as object);
  if (validate(plain(root))) return [];
  // What a branch requires is reported itself.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== "if");
  return schemaFindings(errors).map((one) => problemAt(placeOf(root, one), one.found));
}

/** The place of a value, and of a keyword its name; of what is missing, the nearest value around it. */
function placeOf(root: SourceNode, { path, keyword }: SchemaFinding): Origin {
  let node = root;
  for (const step of path) {
    const next: SourceNode | null | undefined = node.kind === "list" ? node.items[Number(step)] : childOf(node, String(step));
    if (next === null || next === undefined) break;
    node = next;
  }
  return entriesOf(node).find(([key]) => key === keyword)?.[1].key ?? node.at;
}
