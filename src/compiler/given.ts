/** Exports the check of a value that is given to an operation against the type of its variable. */
import * as forms from "../language/form-problems.js";
import { TEXT_OPERATORS } from "../language/operators.js";
import type { Finding } from "../language/problems.js";
import { rootOf } from "../language/reads.js";
import { childOf, type Entry, entriesOf, type SourceNode, textOf } from "../language/source.js";
import { constantType, type StaticType, typesBesideNull } from "../language/static-types.js";
import { type Facts, factsOf, NO_FACTS, ruledOut, saying } from "./facts.js";
import type { InputType } from "./inputs.js";
import { nullableOf, typeOfValue } from "./logic.js";
import { applicationOf, variableOf } from "./operand.js";
import { type Place, suspect, withWaivers } from "./place.js";

/** Whether a value may be neither null nor missing. */
const isRequired = ({ types }: InputType): boolean => !types.has("null");

interface Given {
  readonly at: SourceNode["at"];
  readonly place: Place;
  /** Read of the form, where what may be missing is known exactly; elsewhere guards may rule it out. */
  readonly form: boolean;
  /** Written here, not read. */
  readonly constant?: true;
}

/** Checks a value (a template) against the type of what it is given to. */
export function checkGiven(value: SourceNode, input: InputType, place: Place, facts: Facts = place.facts): void {
  if (input.any) return;
  const application = applicationOf(value);
  if (application !== null && TEXT_OPERATORS.has(application.name)) {
    const { operands } = application;
    if (TEXT_OPERATORS.get(application.name)?.gives === "branch") {
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
    const form = path !== null && rootOf(path) === "form";
    checkType(typeOfValue(value, place), input, path ?? "this", { at: value.at, place, form: form && !ruledOut(path ?? "", facts) });
    if (path === "form") checkSchema(value, input, place);
    if (path !== null && !form && isRequired(input) && nullableOf(value, place).some((part) => !ruledOut(part, facts)))
      suspect(place, value.at, forms.inputMaybeNull(path, input.name));
  } else if (value.kind === "object") checkFields(value, input, place);
  else if (value.kind === "list" && input.items !== null) for (const item of value.items) checkGiven(item, input.items, place);
  else if (value.kind === "scalar")
    checkType(constantType(value.value), input, JSON.stringify(value.value), { at: value.at, place, form: true, constant: true });
}

/** An object that is built field by field. */
function checkFields(value: SourceNode, input: InputType, place: Place): void {
  const { properties: fields } = input;
  if (!input.types.has("object")) return disagree("this", "an object", input, { at: value.at, place, form: false });
  const given = new Map<string, Entry>(entriesOf(value));
  for (const [name, entry] of given) {
    const field = fields.get(name);
    if (field === undefined) suspect(place, entry.key, forms.fieldNotInInput(name, input.name, [...fields.keys()]));
    else checkGiven(entry.node, field, place);
  }
  if (!value.partial) missing(fields, (name) => given.has(name), input, { at: value.at, place, form: false });
}

function missing(fields: ReadonlyMap<string, InputType>, has: (name: string) => boolean, input: InputType, { at, place }: Given): void {
  for (const [name, field] of fields) if (isRequired(field) && !has(name)) suspect(place, at, forms.inputNotGiven(name, input.name));
}

function checkType(type: StaticType, input: InputType, path: string, given: Given): void {
  if (type.any || input.any) return;
  const types = typesBesideNull(type);
  if (given.form && isRequired(input) && type.types.has("null")) tell(given, forms.inputMaybeMissing(path, input.name), path);
  if (types.length === 0) return;
  const { types: wanted } = input;
  if (!types.some((one) => wanted.has(one))) return disagree(path, types.join(" or "), input, given);
  const strange = input.values === null ? [] : (type.values ?? []).filter((value) => value !== null && !input.values?.includes(value));
  if (strange.length > 0) return disagree(path, strange.map((value) => JSON.stringify(value)).join(" or "), input, given);
  const { properties: fields } = input;
  if (wanted.has("object") && type.properties.size > 0) {
    for (const [name, inner] of type.properties) {
      const field = fields.get(name);
      if (field === undefined) tell(given, forms.fieldNotInInput(`${path}.${name}`, input.name, [...fields.keys()]), `${path}.${name}`);
      else checkType(inner, field, `${path}.${name}`, given);
    }
    if (type.rest === null) missing(fields, (name) => type.properties.has(name), input, given);
  }
  if (input.items !== null && type.items !== null) checkType(type.items, input.items, `${path}[]`, given);
}

/** A form that is sent whole is validated by the gateway with a schema of its own. */
function checkSchema(value: SourceNode, input: InputType, place: Place): void {
  const { form } = input;
  if (form === null || place.screen === null) return;
  for (const block of place.sent ?? []) {
    const own = textOf(childOf(block, "schema"));
    if (own !== null && own !== form) suspect(place, value.at, forms.otherSchema(own, form));
  }
}

function disagree(value: string, found: string, input: InputType, given: Given): void {
  const wanted = input.values === null ? typesBesideNull(input).join(" or ") : input.values.map((one) => JSON.stringify(one)).join(" or ");
  tell(given, forms.inputType(given.constant ? value : `"${value}"`, found, input.name, wanted), value);
}

/** What is wrong with a field is told at the field: there it can be settled. */
function tell({ at, place }: Given, finding: Finding, path = ""): void {
  const name = path.startsWith("form.") ? path.slice("form.".length).replace(/\[\].*$/, "") : "";
  const fields = (place.sent ?? []).flatMap((block) =>
    entriesOf(childOf(block, "fields", "items"))
      .filter(([field]) => field === name || field.startsWith(`${name}.`))
      .map(([, { key, node }]) => ({ key, place: withWaivers(withWaivers(place, block), node) })),
  );
  if (name === "" || fields.length === 0) return suspect(place, at, finding);
  for (const field of fields)
    suspect(field.place, field.key, { ...finding, message: `${finding.message} (sent at ${at.file}:${at.line})` });
}
