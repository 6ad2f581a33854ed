/** Exports the checks of `flows/outcomes.json` against the state and the fields that operations refuse. */
import * as problems from "../language/problems.js";
import { childOf, entriesOf, type SourceNode, textOf } from "../language/source.js";
import { read } from "../language/static-types.js";
import type { Linker } from "./compile-context.js";

export function checkOutcomes(root: SourceNode | null, linker: Linker): void {
  for (const [name, { node }] of entriesOf(childOf(root, "operations"))) {
    for (const [, { node: answer }] of entriesOf(childOf(node, "ok"))) checkBecomes(childOf(answer, "becomes"), linker);
    for (const [, { node: failure }] of entriesOf(childOf(node, "failures"))) checkFields(name, childOf(failure, "fields"), linker);
  }
}

/** The verifier derives state classes from the state schema: a value outside of the schema would match no state. */
function checkBecomes(becomes: SourceNode | null, { state, report }: Linker): void {
  if (state.any) return;
  for (const [path, { key, node }] of entriesOf(becomes)) {
    const found = read(state, path);
    if ("missing" in found) {
      report(key, problems.unknownVariable(path, found.missing, found.known));
      continue;
    }
    const { values } = found.type;
    for (const item of node.kind === "list" && values !== null ? node.items : [])
      if (item.kind === "scalar" && values?.includes(item.value) === false)
        report(item.at, problems.constantNotInEnum(item.value, `"${path}"`, values));
  }
}

/** A rejection is shown at the field that it names, so the operation must send that field. */
function checkFields(name: string, fields: SourceNode | null, { names, report }: Linker): void {
  const operation = names.operations.entries.get(name);
  if (operation === undefined || !operation.valid || fields?.kind !== "list") return;
  const inputs = [...operation.inputs.values()].flatMap((input) => [...input.properties.keys()]);
  const known = [...operation.inputs.keys(), ...inputs];
  for (const item of fields.items) {
    const field = textOf(item)?.split(".")[0] ?? null;
    if (field !== null && !known.includes(field)) report(item.at, problems.refusedField(field, name, known));
  }
}
