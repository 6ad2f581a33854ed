/** Exports the checks of the parts of a form block that cannot work: widgets of other types, examples, initial values, conditions that show a field. */
import type { Origin } from "../language/bundle.js";
import { DECLARED } from "../language/field-formats.js";
import * as forms from "../language/form-problems.js";
import type { JsonObject } from "../language/json.js";
import { listAround } from "../language/logic-reads.js";
import { TEXT_OPERATORS } from "../language/operators.js";
import * as problems from "../language/problems.js";
import { initialNotSelected } from "../language/selection-problems.js";
import { childOf, entriesOf, type SourceNode, textOf } from "../language/source.js";
import { type StaticType, staticType, typesBesideNull } from "../language/static-types.js";
import { type Context, reportUnlessWaived, withWaivers } from "./compile-context.js";
import { applicationOf, namedValueOf } from "./expression-parts.js";
import { formReads } from "./form-reads.js";
import { typedType } from "./form-types.js";
import { inline, typeOfValue } from "./logic.js";
import { validityOf } from "./schema-evaluation.js";
import { enumValues } from "./schema-paths.js";
import { compareTypes } from "./semantic-checks.js";

const CHOOSING = new Set(["select", "radio"]);

/** A widget produces one type of value: a field of another type would reject every input. */
export function checkWidget(field: SourceNode, property: JsonObject, context: Context): void {
  const node = childOf(field, "widget");
  const widget = textOf(node);
  if (node === null || widget === null || typeof property.type !== "string") return;
  const { type } = property;
  const texts = ["string", "number", "integer"];
  const takes =
    widget === "checkbox" ? ["boolean"] : widget === "attachments" ? ["array"] : CHOOSING.has(widget) ? [...texts, "boolean"] : texts;
  if (!takes.includes(type)) reportUnlessWaived(context, node.at, forms.widgetType(widget, type, takes));
  else if (CHOOSING.has(widget) && type !== "boolean" && enumValues(property) === null)
    reportUnlessWaived(context, node.at, forms.widgetWithoutValues(widget));
  else if (SAMPLES[widget] !== undefined && refusesFormat(property, SAMPLES[widget]))
    reportUnlessWaived(context, node.at, forms.widgetValue(widget, SAMPLES[widget]));
}

/** What widgets give that have a format: `date` gives a date in ISO 8601, whatever the locale's order is. */
const SAMPLES: Readonly<Record<string, string>> = { date: "1985-04-05", "past-date": "1985-04-05", money: "50.00", cents: "7" };

const refusesFormat = ({ format, [DECLARED]: declared }: JsonObject, text: string): boolean =>
  validityOf(text, { ...(format === undefined ? {} : { format }), ...(declared === undefined ? {} : { [DECLARED]: declared }) }) === false;

/** A placeholder that is an example, such as `33.3`, must be one that the depositor could type. */
export function checkPlaceholder(field: SourceNode, property: JsonObject, context: Context): void {
  const node = childOf(field, "placeholder");
  const text = textOf(node);
  // Dates and masks show another text than they send; `0.00` shows the shape of a value, and words are no value.
  const differs = ["date", "past-date"].includes(textOf(childOf(field, "widget")) ?? "") || childOf(field, "mask") !== null;
  if (node === null || text === null || differs || !/[1-9]/.test(text) || /\p{L}\s|\s\p{L}/u.test(text)) return;
  const { pattern } = property;
  const rejected = refusesFormat(property, text) || (pattern !== undefined && validityOf(text.trim(), { pattern }) === false);
  if (property.type === "string" && rejected) reportUnlessWaived(context, node.at, forms.placeholderRejected(text));
}

/** A checkbox that is ticked and unticked gives `false`: without `const`, this would count as the required consent. */
export function checkConsent(path: string, key: Origin, property: JsonObject, context: Context): void {
  if (property.const === undefined && property.default === undefined) reportUnlessWaived(context, key, forms.consentUnticked(path));
}

/** Whether a field is a checkbox, which is a consent where it is required. */
export function isCheckbox(field: SourceNode, property: JsonObject): boolean {
  return property.type === "boolean" && !CHOOSING.has(textOf(childOf(field, "widget")) ?? "");
}

/** HTML has no form inside of a form: the body of a form contains no block with fields. */
export function checkBody(form: SourceNode, context: Context): void {
  for (const [, { node }] of entriesOf(childOf(form, "body", "items"))) {
    const written = childOf(node, "block");
    const name = textOf(written);
    if (written !== null && name !== null && WITH_FIELDS.has(name))
      context.linker.report(
        written.at,
        problems.wrongChoice(
          name,
          context.linker.language.blocks.filter((one) => !WITH_FIELDS.has(one)),
        ),
      );
    else checkBody(node, context);
  }
}

const WITH_FIELDS = new Set(["form", "documents", "provider"]);

/** The initial data of a form are values of its fields. */
export function checkInitial(block: SourceNode, context: Context): void {
  const initial = childOf(block, "initial");
  if (initial === null || block.partial) return;
  const given = typeOfTemplate(initial, context);
  const asked = typedType(block, context);
  if (given.any || asked.any || given.rest !== null || given.properties.size === 0) return;
  const shared = [...given.properties].flatMap(([name, type]) => {
    const field = asked.properties.get(name);
    return field === undefined ? [] : [{ name, type, field }];
  });
  const lost = [...asked.properties.keys()].filter((name) => given.unselected.has(name));
  for (const name of lost) reportUnlessWaived(context, initial.at, initialNotSelected(name));
  if (shared.length === 0) return reportUnlessWaived(context, initial.at, forms.initialIdle([...given.properties.keys()]));
  if (isFieldByField(initial))
    for (const [name, { key }] of entriesOf(initial))
      if (!asked.properties.has(name)) reportUnlessWaived(context, key, forms.initialIdle([name]));
  for (const { name, type, field } of shared) {
    const at = childOf(isFieldByField(initial) ? initial : null, name)?.at ?? initial.at;
    compareTypes(type, field, name, { at, context });
    const types = typesBesideNull(type);
    if (!type.any && !field.any && types.length > 0 && !types.some((one) => field.types.has(one)))
      reportUnlessWaived(
        context,
        initial.at,
        forms.initialType(
          name,
          types,
          [...field.types].filter((type) => type !== "null"),
        ),
      );
  }
}

/** Whether a template is an object with a value for each field, and no json-logic. */
function isFieldByField(node: SourceNode): boolean {
  return node.kind === "object" && !TEXT_OPERATORS.has(applicationOf(node)?.name ?? "") && namedValueOf(node) === null;
}

function typeOfTemplate(node: SourceNode, context: Context): StaticType {
  if (!isFieldByField(node)) return typeOfValue(node, context);
  return staticType({
    types: ["object"],
    properties: new Map(entriesOf(node).map(([name, entry]) => [name, typeOfTemplate(entry.node, context)])),
  });
}

/** A field whose condition reads its own value would disappear during input, or never appear. */
export function checkShownBy(path: string, field: SourceNode, context: Context): void {
  const when = childOf(field, "when");
  if (when !== null && formReads(inline(when, "predicate", context.linker.names), listAround(path)).includes(path))
    reportUnlessWaived(withWaivers(context, field), when.at, forms.shownByItself(path));
}
