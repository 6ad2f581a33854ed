/** Exports the check of a value that is given to an operation against the type of its variable. */
import * as forms from "../language/form-problems.js";
import { rootOf } from "../language/logic-reads.js";
import { TEXT_OPERATORS } from "../language/operators.js";
import * as problems from "../language/problems.js";
import { otherMeaning } from "../language/semantic-problems.js";
import { childOf, type Entry, entriesOf, type SourceNode, textOf } from "../language/source.js";
import { constantType, type StaticType, typesBesideNull } from "../language/static-types.js";
import { type Context, reportUnlessWaived, withWaivers } from "./compile-context.js";
import { applicationOf, variableOf } from "./expression-parts.js";
import { nullableOf, typeOfValue } from "./logic.js";
import { conditionKey, NO_PATHS, type NonNullPaths, nonNullPathsOf, ruledOut } from "./non-null-paths.js";
import { propertyName } from "./schema-paths.js";
import { checkNotSecret } from "./secrets.js";
import { unlike } from "./semantics.js";
import type { InputType } from "./variable-types.js";

/** Whether a value may be neither null nor missing. */
const isRequired = ({ types }: InputType): boolean => !types.has("null");

interface Given {
  readonly at: SourceNode["at"];
  readonly context: Context;
  /** Read from the form, whose optional fields are known exactly; elsewhere guards may exclude null. */
  readonly form: boolean;
  /** A constant, not read. */
  readonly constant?: true;
  /** The path that is written here, of a value that only reads. */
  readonly path?: string;
}

/** Checks a value (a template) against the type of the variable, argument or field that receives it. */
export function checkGiven(value: SourceNode, input: InputType, context: Context, facts: NonNullPaths = context.facts): void {
  if (input.any) return;
  const application = applicationOf(value);
  if (application !== null && TEXT_OPERATORS.has(application.name)) {
    const { operands } = application;
    if (input.properties.has(application.name)) return context.linker.report(application.at, problems.operatorKey(application.name));
    if (TEXT_OPERATORS.get(application.name)?.gives === "branch") {
      const { predicates } = context.linker.names;
      for (const [index, operand] of operands.entries()) {
        if (index % 2 === 0 && index < operands.length - 1) continue;
        const condition = operands[index % 2 === 1 ? index - 1 : index - 2];
        const known = condition === undefined ? NO_PATHS : nonNullPathsOf(condition, index % 2 === 1, predicates);
        const denied = new Set(operands.slice(0, Math.max(0, index - 1)).flatMap((node, at) => (at % 2 === 0 ? [conditionKey(node)] : [])));
        const left = context.holding.flatMap((node) => [...nonNullPathsOf(node, true, predicates, denied)]);
        checkGiven(operand, input, context, new Set([...facts, ...known, ...left]));
      }
      return;
    }
    const path = variableOf(value);
    const form = path !== null && rootOf(path) === "form";
    const given: Given = { at: value.at, context, form: form && !ruledOut(path ?? "", facts) };
    checkType(typeOfValue(value, context), input, path ?? "this", path === null ? given : { ...given, path });
    if (path === "form") checkSchema(value, input, context);
    if (path !== null && !form && isRequired(input) && nullableOf(value, context).some((part) => !ruledOut(part, facts)))
      reportUnlessWaived(context, value.at, forms.inputMaybeNull(path, input.name));
  } else if (value.kind === "object") checkFields(value, input, context);
  else if (value.kind === "list" && input.items !== null) for (const item of value.items) checkGiven(item, input.items, context);
  else if (value.kind === "scalar")
    checkType(constantType(value.value), input, JSON.stringify(value.value), { at: value.at, context, form: true, constant: true });
}

/** An object that is built field by field. */
function checkFields(value: SourceNode, input: InputType, context: Context): void {
  const { properties: fields } = input;
  if (!input.types.has("object")) return reportMismatch("this", "an object", input, { at: value.at, context, form: false });
  const given = new Map<string, Entry>(entriesOf(value));
  for (const [name, entry] of given) {
    const field = fields.get(name);
    if (input.form !== null) context.linker.use("property", propertyName(input.form, name));
    if (field === undefined) reportUnlessWaived(context, entry.key, forms.fieldNotInInput(name, input.name, [...fields.keys()]));
    else checkGiven(entry.node, field, context);
  }
  if (!value.partial) missing(fields, (name) => given.has(name), input, { at: value.at, context, form: false });
}

function missing(fields: ReadonlyMap<string, InputType>, has: (name: string) => boolean, input: InputType, { at, context }: Given): void {
  for (const [name, field] of fields)
    if (isRequired(field) && !has(name)) reportUnlessWaived(context, at, forms.inputNotGiven(name, input.name));
}

function checkType(type: StaticType, input: InputType, path: string, given: Given): void {
  const other = unlike(type.semantics, input.semantics);
  // A field that is read by its own name may be right, and read in the place of another.
  if (other.length > 0) report(given, otherMeaning(path, other, input.name, input.semantics), given.path === path ? "" : path);
  // A variable without a meaning may be logged, or stored where nobody expects a secret.
  if (input.properties.size === 0 && input.semantics.size === 0) checkNotSecret(type, input.name, given.at, path, given.context);
  if (type.any || input.any) return;
  const types = typesBesideNull(type);
  if (given.form && isRequired(input) && type.types.has("null")) report(given, forms.inputMaybeMissing(path, input.name), path);
  if (types.length === 0) return;
  const { types: wanted } = input;
  if (!types.some((one) => wanted.has(one))) return reportMismatch(path, types.join(" or "), input, given);
  const strange = input.values === null ? [] : (type.values ?? []).filter((value) => value !== null && !input.values?.includes(value));
  if (strange.length > 0) return reportMismatch(path, strange.map((value) => JSON.stringify(value)).join(" or "), input, given);
  const { properties: fields } = input;
  if (wanted.has("object") && type.properties.size > 0) {
    for (const [name, inner] of type.properties) {
      const field = fields.get(name);
      if (field === undefined) report(given, forms.fieldNotInInput(`${path}.${name}`, input.name, [...fields.keys()]), `${path}.${name}`);
      else checkType(inner, field, `${path}.${name}`, given);
    }
    if (type.rest === null) missing(fields, (name) => type.properties.has(name), input, given);
  }
  if (input.items !== null && type.items !== null) checkType(type.items, input.items, `${path}[]`, given);
}

/** The gateway validates a form that is sent whole with its own schema. */
function checkSchema(value: SourceNode, input: InputType, context: Context): void {
  const { form } = input;
  if (form === null || context.screen === null) return;
  for (const block of context.sent ?? []) {
    const own = textOf(childOf(block, "schema"));
    if (own !== null && own !== form) reportUnlessWaived(context, value.at, forms.otherSchema(own, form));
  }
}

function reportMismatch(value: string, found: string, input: InputType, given: Given): void {
  const wanted = input.values === null ? typesBesideNull(input).join(" or ") : input.values.map((one) => JSON.stringify(one)).join(" or ");
  report(given, forms.inputType(given.constant ? value : `"${value}"`, found, input.name, wanted), value);
}

/** Reports the finding about a field at the field, where its author can fix it. */
function report({ at, context }: Given, finding: problems.Finding, path = ""): void {
  const name = path.startsWith("form.") ? path.slice("form.".length).replace(/\[\].*$/, "") : "";
  const fields = (context.sent ?? []).flatMap((block) =>
    entriesOf(childOf(block, "fields", "items"))
      .filter(([field]) => field === name || field.startsWith(`${name}.`))
      .map(([, { key, node }]) => ({ key, context: withWaivers(withWaivers(context, block), node) })),
  );
  if (name === "" || fields.length === 0) return reportUnlessWaived(context, at, finding);
  for (const field of fields)
    reportUnlessWaived(field.context, field.key, { ...finding, message: `${finding.message} (sent at ${at.file}:${at.line})` });
}
