/** Exports the check that each part of a form's schema is consistent by itself, reported where it is written. */

import type { Origin } from "../language/bundle.js";
import { BOUND_KEYWORDS, DECLARED } from "../language/field-formats.js";
import { isObject, type JsonObject, listed } from "../language/json.js";
import { nothingToPatch } from "../language/overlay-problems.js";
import * as problems from "../language/problems.js";
import * as schemas from "../language/schema-problems.js";
import { childOf, type Entry, entriesOf, type ObjectNode, plain, type SourceNode, textOf } from "../language/source.js";
import type { Linker } from "./compile-context.js";
import { validityOf } from "./schema-evaluation.js";

type Report = Linker["report"];

/** The types that a keyword constrains; values of other types are valid. */
const CONSTRAINED_TYPES: Readonly<Record<string, readonly string[]>> = {
  ...of(["string"], "minLength", "maxLength", "pattern", "format", ...Object.keys(BOUND_KEYWORDS)),
  ...of(["number", "integer"], "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
  ...of(["array"], "items", "additionalItems", "contains", "minItems", "maxItems", "uniqueItems"),
  ...of(["object"], "properties", "required", "additionalProperties", "propertyNames", "minProperties", "maxProperties", "dependencies"),
};
const RANGES = [
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
  ["exclusiveMinimum", "maximum"],
  ["minimum", "exclusiveMaximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
  ["x-minimum-age", "x-maximum-age"],
  ["x-minimum-amount", "x-maximum-amount"],
] as const;
/** Keywords whose schemas apply to the same value. */
const BESIDES = ["if", "then", "else", "not", "allOf", "anyOf", "oneOf"] as const;
const BY_NAME = ["properties", "dependencies"] as const;
const INNER = ["items", "additionalItems", "contains", "additionalProperties", "propertyNames"] as const;

const NOTHING: Named = { properties: [], required: [] };

function of(types: readonly string[], ...keywords: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(keywords.map((keyword) => [keyword, types]));
}

/** Whether a keyword applies to values of the schema's own types; any does where they are not written. */
export function constrains(keyword: string, schema: JsonObject): boolean {
  const types = [schema.type ?? []].flat().map(String);
  const about = CONSTRAINED_TYPES[keyword];
  return about === undefined || types.length === 0 || types.some((type) => about.includes(type));
}

/** The properties that an object's schema names, under any condition. */
interface Named {
  readonly properties: readonly string[];
  readonly required: readonly string[];
}

/** `around`: the names of the object whose part this is. */
export function checkSense(node: SourceNode, report: Report, around: Named = NOTHING): void {
  if (node.kind !== "object") return;
  const schema = plain(node) as JsonObject;
  const own = namesIn(schema);
  const names = {
    properties: [...new Set([...around.properties, ...own.properties])],
    required: [...around.required, ...own.required],
  };
  checkIdle(node, schema, report);
  checkBounds(node, report);
  checkRanges(node, report);
  checkRequired(node, names.properties, report);
  if (checkPattern(childOf(node, "pattern"), report)) checkValues(node, schema, report);
  for (const keyword of BESIDES) for (const part of partsOf(childOf(node, keyword))) checkSense(part, report, names);
  for (const keyword of BY_NAME)
    for (const [name, entry] of entriesOf(childOf(node, keyword))) {
      if (keyword === "properties") {
        checkAdded(name, entry, report);
        if (!names.required.includes(name)) checkOptional(name, entry.node, report);
      }
      checkSense(entry.node, report, keyword === "dependencies" ? names : NOTHING);
    }
  for (const keyword of INNER) for (const part of partsOf(childOf(node, keyword))) checkSense(part, report);
}

const partsOf = (node: SourceNode | null): readonly SourceNode[] => (node === null ? [] : node.kind === "list" ? node.items : [node]);

function namesIn(schema: JsonObject): Named {
  const beside = [
    ...BESIDES.flatMap((keyword) => [schema[keyword] ?? []].flat()),
    ...Object.values(isObject(schema.dependencies) ? schema.dependencies : {}),
  ];
  const inner = beside.filter(isObject).map(namesIn);
  return {
    properties: [...Object.keys(isObject(schema.properties) ? schema.properties : {}), ...inner.flatMap(({ properties }) => properties)],
    required: [...listed(schema.required).map(String), ...inner.flatMap(({ required }) => required)],
  };
}

/** The pages of a form ask for what an object requires; the gateway accepts data without the object unless it is required itself. */
function checkOptional(name: string, node: SourceNode, report: Report): void {
  const required = childOf(node, "required");
  const properties = childOf(node, "properties");
  if (required === null || childOf(node, "default") !== null) return;
  const demanded = partsOf(required).map(textOf);
  if (entriesOf(properties).some(([property]) => demanded.includes(property))) report(required.at, schemas.requiredInOptional(name));
}

/** An overlay must define an added property completely; a patch of an unknown property is probably misspelled. */
function checkAdded(name: string, { key, node, beside, renamed }: Entry, report: Report): void {
  if (beside === undefined || node.kind !== "object" || node.partial) return;
  if (!["type", "enum", "const", "$ref"].some((keyword) => node.entries.has(keyword)))
    report(key, nothingToPatch(name, beside, ["type"], renamed));
}

function checkIdle(node: ObjectNode, schema: JsonObject, report: Report): void {
  for (const [keyword, { key }] of node.entries)
    if (!constrains(keyword, schema)) report(key, schemas.keywordIdle(keyword, [schema.type ?? []].flat().map(String)));
}

/** The value of an `x-` bound must have the format that its keyword reads: `"x-minimum-amount": "1 dollar"` would have no effect. */
function checkBounds(node: ObjectNode, report: Report): void {
  for (const [keyword, { types, bound }] of Object.entries(BOUND_KEYWORDS)) {
    const found = childOf(node, keyword);
    if (found !== null && bound(plain(found)) === null) {
      const wanted = types.some((type) => type === "string") ? 'dollars, like 25 or "100000.00"' : "a number of years";
      report(found.at, problems.invalidSchema(`"${keyword}" takes ${wanted}, not ${JSON.stringify(plain(found))}`));
    }
  }
}

/** Reports crossed bounds at the brand's overlay where it wrote one of the two, because the overlay caused the conflict. */
function checkRanges(node: ObjectNode, report: Report): void {
  for (const [least, most] of RANGES) {
    const low = figureAt(node, least);
    const high = figureAt(node, most);
    if (low === null || high === null) continue;
    const strict = least.startsWith("exclusive") || most.startsWith("exclusive");
    if (low.value > high.value || (strict && low.value === high.value))
      report(
        high.at.layer === "overlay" && low.at.layer !== "overlay" ? high.at : low.at,
        schemas.rangeCrossed(least, low.written, most, high.written),
      );
  }
}

interface Figure {
  readonly value: number;
  readonly written: string | number;
  readonly at: Origin;
}

function figureAt(node: ObjectNode, keyword: string): Figure | null {
  const found = childOf(node, keyword);
  if (found?.kind !== "scalar" || (typeof found.value !== "number" && typeof found.value !== "string")) return null;
  const own = BOUND_KEYWORDS[keyword];
  const value = own === undefined ? found.value : own.bound(found.value);
  return typeof value === "number" ? { value, written: found.value, at: found.at } : null;
}

function checkRequired(node: ObjectNode, names: readonly string[], report: Report): void {
  if (names.length === 0 || node.partial) return;
  for (const item of partsOf(childOf(node, "required"))) {
    const name = textOf(item);
    if (name !== null && !names.includes(name)) report(item.at, schemas.requiredUnknown(name, names));
  }
}

/** Reports each `pattern` of a schema that is no regular expression. */
export function checkPatterns(node: SourceNode, report: Report): void {
  checkPattern(childOf(node, "pattern"), report);
  for (const keyword of [...BESIDES, ...INNER]) for (const part of partsOf(childOf(node, keyword))) checkPatterns(part, report);
  for (const keyword of BY_NAME) for (const [, entry] of entriesOf(childOf(node, keyword))) checkPatterns(entry.node, report);
}

/** As the browser and the gateway read it: with the flag `u`. */
export function checkPattern(node: SourceNode | null, report: Report): boolean {
  const pattern = textOf(node);
  if (node === null || pattern === null) return true;
  try {
    new RegExp(pattern, "u");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    report(node.at, schemas.patternSyntax(error.message.replace(/^Invalid regular expression: /, "")));
    return false;
  }
  const doubled = /\\\\([dDwWsSb])/.exec(pattern)?.[1];
  if (doubled !== undefined) report(node.at, schemas.patternBackslash(doubled));
  return true;
}

/** Constants and defaults of a schema must be valid by its other keywords. */
function checkValues(node: ObjectNode, schema: JsonObject, report: Report): void {
  const { default: _default, enum: choices, const: constant, ...others } = schema;
  const given = { ...others, ...(choices === undefined ? {} : { enum: choices }), ...(constant === undefined ? {} : { const: constant }) };
  const hold = (keyword: string, at: SourceNode | null, against: JsonObject): void => {
    if (at === null) return;
    const value = plain(at);
    const refusing = Object.keys(against).find((keyword) => validityOf(value, { [keyword]: against[keyword] ?? null }) === false);
    if (refusing !== undefined) report(at.at, schemas.valueRefused(keyword, value, refusing === DECLARED ? "format" : refusing));
  };
  hold("default", childOf(node, "default"), given);
  hold("const", childOf(node, "const"), others);
  for (const item of partsOf(childOf(node, "enum"))) hold("enum", item, others);
  if (constant === true && schema.default === true) report((childOf(node, "default") ?? node).at, schemas.tickedAlready());
}
