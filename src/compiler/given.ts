/** What is given to an operation, held against what its variables take. */
import * as forms from "../language/form-problems.js";
import { TEXT_OPERATORS } from "../language/operators.js";
import type { Finding } from "../language/problems.js";
import { childOf, type Entry, entriesOf, type SourceNode, textOf } from "../language/source.js";
import { type Facts, factsOf, NO_FACTS, ruledOut, saying } from "./facts.js";
import type { Input } from "./inputs.js";
import { nullableOf, shapeOfValue } from "./logic.js";
import { applicationOf, variableOf } from "./operand.js";
import { accepting, type Place, suspect } from "./place.js";
import { constantShape, type Shape } from "./shape.js";

interface Given {
  readonly at: SourceNode["at"];
  readonly place: Place;
  /** Read of the form, where what may be missing is known exactly; elsewhere guards may rule it out. */
  readonly form: boolean;
  /** Written here, not read. */
  readonly constant?: true;
}

/** Holds a value (a template) against what it is given to. */
export function checkGiven(value: SourceNode, input: Input, place: Place, facts: Facts = place.facts): void {
  if (input.types === null) return;
  const application = applicationOf(value);
  if (application !== null && TEXT_OPERATORS.has(application.name)) {
    if (application.name === "if") {
      const { operands } = application;
      const { predicates } = place.linker.names;
      for (const [index, operand] of operands.entries()) {
        if (index % 2 === 0 && index < operands.length - 1) continue;
        const condition = operands[index % 2 === 1 ? index - 1 : index - 2];
        const known = condition === undefined ? NO_FACTS : factsOf(condition, index % 2 === 1, predicates);
        const denied = new Set(operands.slice(0, Math.max(0, index - 1)).flatMap((node, at) => (at % 2 === 0 ? [saying(node)] : [])));
        const left = place.holding.flatMap((node) => [...factsOf(node, true, predicates, denied)]);
        checkGiven(operand, input, place, new Set([...facts, ...known, ...left]));
      }
      return;
    }
    const path = variableOf(value);
    const form = path?.split(".")[0] === "form";
    checkShape(shapeOfValue(value, place), input, path ?? "this", { at: value.at, place, form: form && !ruledOut(path ?? "", facts) });
    if (path === "form") checkSchema(value, input, place);
    if (path !== null && !form && input.required && nullableOf(value, place).some((part) => !ruledOut(part, facts)))
      suspect(place, value.at, forms.inputMaybeNull(path, input.name));
  } else if (value.kind === "object") checkFields(value, input, place);
  else if (value.kind === "list" && input.items !== null) for (const item of value.items) checkGiven(item, input.items, place);
  else if (value.kind === "scalar")
    checkShape(constantShape(value.value), input, JSON.stringify(value.value), { at: value.at, place, form: true, constant: true });
}

/** An object that is built field by field. */
function checkFields(value: SourceNode, input: Input, place: Place): void {
  const fields = input.fields();
  if (fields === null) return disagree("this", "an object", input, { at: value.at, place, form: false });
  const given = new Map<string, Entry>(entriesOf(value));
  for (const [name, entry] of given) {
    const field = fields.get(name);
    if (field === undefined) suspect(place, entry.key, forms.fieldNotInInput(name, input.name, [...fields.keys()]));
    else checkGiven(entry.node, field, place);
  }
  if (!value.partial) missing(fields, (name) => given.has(name), input, { at: value.at, place, form: false });
}

function missing(fields: ReadonlyMap<string, Input>, has: (name: string) => boolean, input: Input, { at, place }: Given): void {
  for (const [name, field] of fields) if (field.required && !has(name)) suspect(place, at, forms.inputNotGiven(name, input.name));
}

function checkShape(shape: Shape, input: Input, path: string, given: Given): void {
  if (shape.any || input.types === null) return;
  const types = [...shape.types].filter((type) => type !== "null");
  if (given.form && input.required && shape.types.has("null")) tell(given, forms.inputMaybeMissing(path, input.name), path);
  if (types.length === 0) return;
  const { types: wanted } = input;
  if (!types.some((type) => wanted.has(type))) return disagree(path, types.join(" or "), input, given);
  const strange = input.values === null ? [] : (shape.values ?? []).filter((value) => value !== null && !input.values?.includes(value));
  if (strange.length > 0) return disagree(path, strange.map((value) => JSON.stringify(value)).join(" or "), input, given);
  const fields = input.fields();
  if (fields !== null && shape.properties.size > 0) {
    for (const [name, inner] of shape.properties) {
      const field = fields.get(name);
      if (field === undefined) tell(given, forms.fieldNotInInput(`${path}.${name}`, input.name, [...fields.keys()]), `${path}.${name}`);
      else checkShape(inner, field, `${path}.${name}`, given);
    }
    if (shape.rest === null) missing(fields, (name) => shape.properties.has(name), input, given);
  }
  if (input.items !== null && shape.items !== null) checkShape(shape.items, input.items, `${path}[]`, given);
}

/** A form that is sent whole is held against the gateway's own schema there. */
function checkSchema(value: SourceNode, input: Input, place: Place): void {
  const { schema } = input;
  if (schema === null || place.screen === null) return;
  for (const block of place.sent ?? []) {
    const own = textOf(childOf(block, "schema"));
    if (own !== null && own !== schema) suspect(place, value.at, forms.otherSchema(own, schema));
  }
}

function disagree(value: string, found: string, input: Input, given: Given): void {
  const wanted =
    input.values === null ? [...(input.types ?? [])].join(" or ") : input.values.map((one) => JSON.stringify(one)).join(" or ");
  tell(given, forms.inputType(given.constant ? value : `"${value}"`, found, input.name, wanted), value);
}

/** What is wrong with a field is told at the field: there it can be settled. */
function tell({ at, place }: Given, finding: Finding, path = ""): void {
  const name = path.startsWith("form.") ? path.slice("form.".length).replace(/\[\].*$/, "") : "";
  const fields = (place.sent ?? []).flatMap((block) =>
    entriesOf(childOf(block, "fields", "items"))
      .filter(([field]) => field === name || field.startsWith(`${name}.`))
      .map(([, { key, node }]) => ({ key, place: accepting(accepting(place, block), node) })),
  );
  if (name === "" || fields.length === 0) return suspect(place, at, finding);
  for (const field of fields)
    suspect(field.place, field.key, { ...finding, message: `${finding.message} (sent at ${at.file}:${at.line})` });
}
