/** Exports the check that a field has an error text for each error that can occur and for no other, with the limits of its schema. */
import { amountInCents, BOUND_KEYWORDS } from "../language/field-formats.js";
import { errorTextLimit, errorTextMissing, errorTextUnused, helpLimit } from "../language/form-problems.js";
import { isObject, type JsonObject, listed } from "../language/json.js";
import { childOf, entriesOf, type SourceNode, textOf } from "../language/source.js";
import { type Context, reportUnlessWaived } from "./compile-context.js";
import { applicationOf } from "./expression-parts.js";
import { literalsOf } from "./messages.js";
import { constrains } from "./schema-consistency.js";

/** Keywords that can reject a value, whatever their own value is. */
const CONSTRAINTS = [
  "pattern",
  "format",
  "enum",
  "const",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  ...Object.keys(BOUND_KEYWORDS),
];

/** Lower bounds that every value satisfies when they are 0; a number, an amount or an age can be below 0. */
const LENGTHS: ReadonlySet<string> = new Set(["minLength", "minItems"]);

/** The list's own error texts cover errors of its items: the control reports an attachment's kind and size. */
export function failingKeywords(property: JsonObject, required: boolean): string[] {
  const all = [property, ...listed(property.allOf).filter(isObject)];
  const keywords = CONSTRAINTS.filter((keyword) =>
    all.some((part) => part[keyword] !== undefined && !(part[keyword] === 0 && LENGTHS.has(keyword)) && constrains(keyword, property)),
  );
  // A field with a default is never missing.
  return [...(required && property.default === undefined ? ["required"] : []), ...keywords];
}

/** Whether the control prevents the error: a chosen option is one of the list. */
function isPrevented(keyword: string, property: JsonObject, widget: string | null): boolean {
  return keyword === "enum" && ["select", "radio"].includes(widget ?? "select") && property.format === undefined;
}

/** Whether an empty text or list, an unchecked box or a missing choice fails the keyword; the text of `required` covers it. */
function isEmptiness(keyword: string, property: JsonObject): boolean {
  if (keyword === "minLength" || keyword === "minItems") return property[keyword] === 1;
  return keyword === "const" || keyword === "enum";
}

/** A property of the schema of a form. */
interface Place {
  readonly schemaId: string;
  readonly path: string;
  readonly property: JsonObject;
}

export function checkErrorTexts(field: SourceNode, place: Place, required: boolean, context: Context): void {
  const { property, schemaId, path } = place;
  const errors = childOf(field, "errors");
  const can = failingKeywords(property, required);
  const format = typeof property.format === "string" ? property.format : null;
  const written = entriesOf(errors).map(([keyword]) => keyword);
  const widget = textOf(childOf(field, "widget"));
  const missing = can.filter(
    (keyword) =>
      !written.includes(keyword) &&
      !(keyword === "format" && format !== null && written.includes(format)) &&
      !(written.includes("required") && isEmptiness(keyword, property)) &&
      !isPrevented(keyword, property, widget),
  );
  if (missing.length > 0 && !field.partial && errors?.partial !== true)
    reportUnlessWaived(context, (errors ?? field).at, errorTextMissing(missing, schemaId, path));
  // A type has texts for every error that one of its fields can have.
  for (const [keyword, { key, node, inherited }] of entriesOf(errors)) {
    if (can.includes(keyword)) checkLimit(keyword, node, place, context);
    else if (keyword !== format && inherited !== true) reportUnlessWaived(context, key, errorTextUnused(keyword, can));
  }
  checkHelp(childOf(field, "help"), place, context);
}

/** Keywords whose value is the largest or the smallest that is accepted, as a text names it. */
const LIMITS = [...["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"], ...Object.keys(BOUND_KEYWORDS)] as const;

/** Whole and decimal figures of a text, with the separators of thousands. */
const FIGURES = /\d[\d,]*(?:\.\d+)?/g;
/** Those after the sign of a currency. */
const AMOUNTS = /(?<=\p{Sc}\s?)\d[\d,]*(?:\.\d+)?/gu;

/** A text with figures must include the limit of the schema; a text without figures names no limit. */
function checkLimit(keyword: string, node: SourceNode, { property, schemaId }: Place, context: Context): void {
  const limit = limitOf(keyword, property);
  if (limit === null) return;
  const named = figuresIn(node, FIGURES);
  if (named.length > 0 && !named.some((figure) => isSame(keyword, figure, limit)))
    reportUnlessWaived(context, node.at, errorTextLimit(keyword, String(limit), named, schemaId));
}

/** A help text doesn't have to name a limit and may contain other figures: each of its amounts must be a limit or one of those figures. */
function checkHelp(node: SourceNode | null, { property, schemaId }: Place, context: Context): void {
  if (node === null) return;
  const all = LIMITS.flatMap((keyword) => {
    const limit = limitOf(keyword, property);
    return limit === null ? [] : [{ keyword, limit }];
  });
  const amounts = all.filter(({ keyword }) => isAmount(keyword));
  const hasAmounts = amounts.length > 0;
  // An amount is no length: "$1.00" does not name a `minLength` of 1.
  const limits = hasAmounts ? amounts : all;
  const isLimit = (figure: string): boolean => limits.some(({ keyword, limit }) => isSame(keyword, figure, limit));
  const named = figuresIn(node, hasAmounts ? AMOUNTS : FIGURES);
  const wrong = named.filter((figure) => !isLimit(figure));
  if (limits.length > 0 && wrong.length > 0 && (hasAmounts || wrong.length === named.length))
    reportUnlessWaived(context, node.at, helpLimit(limits, wrong, schemaId));
}

const isAmount = (keyword: string): boolean => keyword.endsWith("-amount");

function isSame(keyword: string, figure: string, limit: string | number): boolean {
  return isAmount(keyword) ? amountInCents(figure) === amountInCents(limit) : Number(figure) === Number(limit);
}

/** Operators that show a number as an amount. */
const AMOUNT_OPERATORS: ReadonlySet<string> = new Set(["money", "shortMoney", "wholeMoney"]);

/** The figures of a text: those that it names itself, and the constants among its values, which a named limit is too. */
function figuresIn(node: SourceNode, form: RegExp): readonly string[] {
  const text = textOf(node) ?? textOf(childOf(node, "text")) ?? "";
  const constants = entriesOf(childOf(node, "values")).flatMap(([, { node: value }]) => {
    const application = applicationOf(value);
    if (form === AMOUNTS && !AMOUNT_OPERATORS.has(application?.name ?? "")) return [];
    const [shown = value, ...others] = application?.operands ?? [];
    return others.length === 0 && shown.kind === "scalar" && typeof shown.value === "number" ? [String(shown.value)] : [];
  });
  const written = literalsOf(text).flatMap((piece) => [...piece.matchAll(form)].map(([figure]) => figure.replaceAll(",", "")));
  return [...written, ...constants];
}

function limitOf(keyword: string, property: JsonObject): string | number | null {
  if (!LIMITS.includes(keyword)) return null;
  const [limit] = [property, ...listed(property.allOf).filter(isObject)].map((part) => part[keyword]).filter((one) => one !== undefined);
  return typeof limit === "number" || typeof limit === "string" ? limit : null;
}
