/** Exports the checks of `flows/outcomes.json` against the state and the fields that operations refuse. */
import * as conditions from "../language/condition-problems.js";
import { ITEMS, rootOf } from "../language/logic-reads.js";
import * as problems from "../language/problems.js";
import { outcomeNotSelected } from "../language/selection-problems.js";
import { childOf, entriesOf, type SourceNode, textOf } from "../language/source.js";
import { type JsonType, read, type StaticType, typeOfJson } from "../language/static-types.js";
import type { Linker } from "./compile-context.js";
import { reportNotSelected, slicesOf, stepsPresent } from "./selections.js";

export function checkOutcomes(root: SourceNode | null, linker: Linker): void {
  const { entries, complete } = linker.names.operations;
  for (const [name, { key, node }] of entriesOf(childOf(root, "operations"))) {
    // An operation that is only missing because its file has a syntax error is not reported.
    if (complete && !entries.has(name)) linker.report(key, problems.unknownOperation(name, entries.keys()));
    for (const [, { node: answer }] of entriesOf(childOf(node, "ok"))) {
      checkBecomes(childOf(answer, "becomes"), linker);
      linker.later(() => checkAnswered(name, childOf(answer, "becomes"), linker));
    }
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
    for (const item of node.kind === "list" ? node.items : []) checkValue(item, path, found.type, report);
  }
}

/** The types of `{ "any": … }`. */
const ANY_OF: Readonly<Record<string, JsonType>> = { text: "string", instant: "string", list: "array", record: "object" };

function checkValue(value: SourceNode, path: string, { any, types, values }: StaticType, report: Linker["report"]): void {
  const kind = textOf(childOf(value, "any"));
  const given = value.kind === "scalar" ? typeOfJson(value.value) : kind === null ? undefined : ANY_OF[kind];
  if (any || given === undefined) return;
  if (!types.has(given))
    report(value.at, given === "null" ? conditions.neverNull(`"${path}"`) : conditions.otherType(path, types, [given]));
  else if (value.kind === "scalar" && values?.includes(value.value) === false)
    report(value.at, conditions.constantNotInEnum(value.value, `"${path}"`, values));
}

/** An answer changes the state only through the fields that the operation selects. */
function checkAnswered(name: string, becomes: SourceNode | null, { names, state, report }: Linker): void {
  const operation = names.operations.entries.get(name);
  if (operation === undefined || !operation.valid || state.any) return;
  const slices = new Map(slicesOf(operation, state));
  for (const [path, { key }] of entriesOf(becomes)) {
    const type = slices.get(rootOf(path));
    const [slice = "", ...written] = path.split(".");
    const steps = written.map((step) => (/^\d+$/.test(step) ? ITEMS : step));
    const present = type === undefined ? -1 : stepsPresent(type, steps);
    // The outermost part that is not selected: its parts lack nothing else.
    if (present === steps.length) continue;
    const lacking = [slice, ...written.slice(0, present + 1)].join(".");
    const writers = type === undefined ? [] : [{ operation, type }];
    reportNotSelected(lacking, writers, { at: key, finding: outcomeNotSelected(lacking, operation) }, report);
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
