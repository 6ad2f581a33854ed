/** Exports the check of `flows/outcomes.json` and `flows/invariants.json` against their JSON Schemas, for the compiler. */
import type { Origin } from "../language/bundle.js";
import { type Problem, problemAt } from "../language/problems.js";
import { childOf, entriesOf, type FlowSource, plain, type SourceNode } from "../language/source.js";
import { type SchemaFinding, schemaFindings } from "./schema-findings.js";
import { validatorOf } from "./schema-validator.js";

/** The findings about values that do not match the schema; none if either file is missing, which is reported elsewhere. */
export function schemaProblems({ files }: FlowSource, root: SourceNode | null, schemaFile: string): readonly Problem[] {
  const schema = files.get(schemaFile);
  if (root === null || schema === undefined) return [];
  const validate = validatorOf(JSON.parse(schema) as object);
  if (validate(plain(root))) return [];
  // The requirements of the branch are reported instead.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== "if");
  return schemaFindings(errors).map((one) => problemAt(placeOf(root, one), one.found));
}

/** The place of a value; for a keyword, that of its name; for a missing value, that of the nearest value around it. */
function placeOf(root: SourceNode, { path, keyword }: SchemaFinding): Origin {
  let node = root;
  for (const step of path) {
    const next: SourceNode | null | undefined = node.kind === "list" ? node.items[Number(step)] : childOf(node, String(step));
    if (next === null || next === undefined) break;
    node = next;
  }
  return entriesOf(node).find(([key]) => key === keyword)?.[1].key ?? node.at;
}
