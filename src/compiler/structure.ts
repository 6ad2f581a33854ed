/** Exports the validation of a value against its meta-schema, and the compilation of its parts. */

import type { Origin } from "../language/bundle.js";
import { neverApplies } from "../language/condition-problems.js";
import type { Json } from "../language/definition.js";
import type { LanguageSchema } from "../language/meta-schema.js";
import { CONDITION_OPERATORS } from "../language/operators.js";
import { nothingToPatch } from "../language/overlay-problems.js";
import type { Finding } from "../language/problems.js";
import * as problems from "../language/problems.js";
import { childOf, type Entry, type ListNode, type ObjectNode, plain, type ScalarNode, type SourceNode } from "../language/source.js";
import { type JsonType, type StaticType, typeOfJson } from "../language/static-types.js";
import { nearest } from "../language/suggest.js";
import { type Context, reportUnlessWaived, withScope, withWaivers } from "./compile-context.js";
import { whereHolds } from "./condition-context.js";
import { inItems } from "./controls.js";
import { typeOfValue } from "./logic.js";
import { scopeType } from "./scopes.js";
import { checkColumns, checkEnds, checkLabelled } from "./semantic-checks.js";

/** The value, compiled by its schema. */
export function structure(node: SourceNode, schema: LanguageSchema, context: Context): unknown {
  const { linker } = context;
  const branch = branchFor(node, schema, context);
  if (branch !== null) return context.linker.compileNode(node, branch, context);
  const types = typesOf(schema, context);
  if (types.length > 0 && !types.includes(typeOf(node)) && !(types.includes("integer") && Number.isInteger(plain(node)))) {
    linker.report(node.at, problems.wrongType([...new Set(types)], typeOf(node)));
    return null;
  }
  if (node.kind === "scalar") return scalar(node, schema, context);
  if (node.kind === "list") {
    if (node.items.length < (schema.minItems ?? 0)) linker.report(node.at, problems.tooFew(schema.minItems ?? 0));
    if (schema.uniqueItems === true) checkUnique(node, context);
    return node.items.map((item) => (schema.items === undefined ? plain(item) : context.linker.compileNode(item, schema.items, context)));
  }
  return keywords(node, schema, context);
}

function checkUnique({ items }: ListNode, { linker }: Context): void {
  const seen = new Set<string>();
  for (const item of items) {
    const value = plain(item);
    const written = JSON.stringify(value);
    if (seen.has(written)) linker.report(item.at, problems.listedTwice(value));
    seen.add(written);
  }
}

/** The type of the value selects a branch of a `oneOf`. */
function branchFor(node: SourceNode, schema: LanguageSchema, context: Context): LanguageSchema | null {
  const branches = (schema.oneOf ?? []).map((branch) => context.linker.language.resolve(branch));
  if (branches.length === 0 || branches.every((branch) => onlyRequires(branch))) return null;
  return (
    branches.find((branch) => typesOf(branch, context).includes(typeOf(node)) && fits(node, branch)) ??
    branches.find((branch) => typesOf(branch, context).includes(typeOf(node))) ??
    null
  );
}

/** The required keywords select one of two branches of objects. */
function fits(node: SourceNode, branch: LanguageSchema): boolean {
  return node.kind !== "object" || (branch.required ?? []).every((keyword) => node.entries.has(keyword));
}

function onlyRequires(branch: LanguageSchema): boolean {
  return branch.required !== undefined && branch.type === undefined && branch.properties === undefined;
}

function typesOf(schema: LanguageSchema, context: Context): string[] {
  if (schema.type !== undefined) return typeof schema.type === "string" ? [schema.type] : [...schema.type];
  return (schema.oneOf ?? []).flatMap((branch) => typesOf(context.linker.language.resolve(branch), context));
}

function typeOf(node: SourceNode): JsonType {
  return node.kind === "scalar" ? typeOfJson(node.value) : node.kind === "list" ? "array" : "object";
}

function scalar(node: ScalarNode, schema: LanguageSchema, { linker }: Context): Json {
  const { value } = node;
  const allowed = schema.enum ?? (schema.const === undefined ? null : [schema.const]);
  if (allowed !== null && !allowed.includes(value)) linker.report(node.at, problems.wrongChoice(value, allowed));
  if (typeof value === "string" && schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value)) {
    linker.report(node.at, problems.wrongPattern(value, schema.pattern, schema.patternErrorMessage));
  }
  if (typeof value === "number") {
    const least = schema.minimum ?? schema.exclusiveMinimum;
    const below = least !== undefined && (schema.minimum === undefined ? value <= least : value < least);
    if (below && schema.minimum === undefined) linker.report(node.at, problems.notAbove(value, least));
    else if (below || (schema.maximum !== undefined && value > schema.maximum))
      linker.report(node.at, problems.outOfRange(value, least, schema.maximum));
  }
  return value;
}

/** An operator is most likely a condition that was written without its keyword. */
function unknownIn(keyword: string, known: Readonly<Record<string, LanguageSchema>>, { linker }: Context): Finding {
  const within = Object.keys(known).find((one) => linker.language.resolve(known[one] ?? {})["x-kind"] === "predicate");
  return within !== undefined && CONDITION_OPERATORS.has(keyword)
    ? problems.operatorWithoutKeyword(keyword, within)
    : problems.unknownKeyword(keyword, Object.keys(known));
}

function keywords(node: ObjectNode, schema: LanguageSchema, outer: Context): Record<string, unknown> {
  const known = schema.properties ?? {};
  const here = known.waivers === undefined ? outer : withWaivers(outer, node);
  const asked = known.when !== undefined && here.linker.language.resolve(known.when)["x-kind"] === "predicate";
  const when = asked ? childOf(node, "when") : null;
  if (when?.kind === "scalar" && when.value === false) reportUnlessWaived(here, when.at, neverApplies());
  const context = asked ? whereHolds(here, when) : here;
  const compiled: Record<string, unknown> = {};
  const closed = schema.additionalProperties === false;
  if (isOrdered(node) && isTextsByKey(schema, context)) {
    context.linker.report(orderOf(node)?.key ?? node.at, problems.orderOfTexts());
    return compiled;
  }
  for (const [keyword, entry] of node.entries) {
    const own = Object.hasOwn(known, keyword) ? known[keyword] : undefined;
    if (own !== undefined)
      compiled[keyword] = walkEntry(entry, own, node, itemSources(schema, context).has(keyword) ? listed(entry, context) : context);
    else if (closed) context.linker.report(entry.key, unknownIn(keyword, known, context));
    else if (typeof schema.additionalProperties === "object") {
      nameFits(keyword, entry, schema, context);
      compiled[keyword] = walkEntry(entry, schema.additionalProperties, node, context);
    }
  }
  if (node.entries.size < (schema.minProperties ?? 0) && !node.partial)
    context.linker.report(node.at, problems.tooFew(schema.minProperties ?? 0));
  required(node, schema, context);
  return compiled;
}

/** The `order` of an object that is written like an ordered collection. */
function orderOf(node: ObjectNode): Entry | undefined {
  const order = node.entries.get("order");
  return order?.node.kind === "list" ? order : undefined;
}

/** Whether a node is written like an ordered collection. */
export function isOrdered(node: SourceNode): boolean {
  return node.kind === "object" && orderOf(node) !== undefined;
}

/** Whether every key of an object has a text. */
function isTextsByKey({ properties, additionalProperties: each }: LanguageSchema, { linker }: Context): boolean {
  return properties === undefined && typeof each === "object" && linker.language.resolve(each)["x-kind"] === "text";
}

const sources = new WeakMap<LanguageSchema, ReadonlySet<string>>();

/** The keywords of a schema that give the lists whose items its other keywords read. */
function itemSources(schema: LanguageSchema, { linker }: Context): ReadonlySet<string> {
  const known = sources.get(schema);
  if (known !== undefined) return known;
  const found = Object.values(schema.properties ?? {}).map((own) => linker.language.resolve(own)["x-scope"]?.item ?? "");
  const all = new Set(found.filter((keyword) => Object.hasOwn(schema.properties ?? {}, keyword)));
  sources.set(schema, all);
  return all;
}

/** The context of a list, whose items are read in parts; the block distinguishes them by their `uuid`, else by their `id`. */
function listed({ node }: Entry, context: Context): Context {
  const fields = typeOfValue(node, context).items?.properties;
  for (const origin of (fields?.get("uuid") ?? fields?.get("id"))?.origins ?? []) context.linker.read(origin, node.at);
  return { ...context, inParts: node };
}

/** The fields that the block itself reads of a value, or of its items. */
function readFields(
  fields: readonly string[],
  type: StaticType | null,
  { name, at }: { readonly name: string; readonly at: Origin },
  { linker }: Context,
): void {
  if (type === null || type.any) return;
  for (const field of fields) {
    const found = type.properties.get(field);
    if (found === undefined) linker.report(at, problems.unknownVariable(`${name}.${field}`, field, [...type.properties.keys()]));
    for (const origin of found?.origins ?? []) linker.read(origin, at);
  }
}

/** The type of the items that the block lists. */
function itemsType(parent: ObjectNode, context: Context): StaticType | null {
  const items = childOf(parent, "items");
  return items === null ? null : typeOfValue(items, context).items;
}

function walkEntry(entry: Entry, schema: LanguageSchema, parent: ObjectNode, context: Context): unknown {
  const scopes = context.linker.language.resolve(schema)["x-scope"];
  const inner = scopes === undefined ? context : inItems(scoped(entry, scopes, parent, context), parent, scopes.item);
  if (entry.beside !== undefined) {
    const missing = missingIn(entry.node, context.linker.language.resolve(schema), context);
    if (missing.length > 0) {
      context.linker.report(entry.key, nothingToPatch(nameOf(entry, parent), entry.beside, missing, entry.renamed));
      return null;
    }
  }
  const { "x-label": label, "x-columns": columns, "x-fields": own, "x-item-fields": fields } = context.linker.language.resolve(schema);
  const { at } = entry.node;
  if (own !== undefined) readFields(own, typeOfValue(entry.node, context), { name: nameOf(entry, parent), at }, context);
  if (fields !== undefined) readFields(fields, itemsType(parent, context), { name: "item", at }, context);
  if (label !== undefined) context.linker.later(() => checkLabelled(entry.node, childOf(parent, label), inner));
  if (columns !== undefined) context.linker.later(() => checkColumns(entry.node, childOf(parent, columns), inner));
  if (scopes?.item === "ends") context.linker.later(() => checkEnds(entry.node, inner));
  return context.linker.compileNode(entry.node, schema, inner);
}

/** The context inside of an entry, with the names that its schema declares for values. */
function scoped(entry: Entry, scopes: NonNullable<LanguageSchema["x-scope"]>, parent: ObjectNode, context: Context): Context {
  const given = Object.entries(scopes).flatMap(([name, source]) => {
    const type = source === "none" ? null : scopeType(source, parent, context, entry.node);
    return type === null ? [] : [[name, type] as const];
  });
  const known = [...context.scope].filter(([name]) => scopes[name] !== "none");
  return withScope({ ...context, scope: new Map(known) }, given);
}

function nameOf(entry: Entry, parent: ObjectNode): string {
  for (const [name, one] of parent.entries) if (one === entry) return name;
  return "";
}

/** The required keywords that an entry added by an overlay lacks. */
function missingIn(node: SourceNode, schema: LanguageSchema, context: Context): string[] {
  if (node.kind !== "object" || node.partial) return [];
  const block = schema["x-kind"] === "block" ? blockSchema(node, context) : null;
  return [...new Set([...(schema.required ?? []), ...(block?.required ?? [])])].filter((keyword) => !node.entries.has(keyword));
}

function blockSchema(node: ObjectNode, context: Context): LanguageSchema | null {
  const name = node.entries.get("block")?.node;
  return name?.kind === "scalar" && typeof name.value === "string" ? context.linker.language.block(name.value) : null;
}

function nameFits(keyword: string, entry: Entry, schema: LanguageSchema, { linker }: Context): void {
  const pattern = schema.propertyNames?.pattern;
  if (pattern !== undefined && !new RegExp(pattern, "u").test(keyword)) linker.report(entry.key, problems.wrongPattern(keyword, pattern));
}

/** The keywords that the unknown ones of an object most likely mean: the finding about an unknown keyword names the keyword. */
function misspelledIn(node: ObjectNode, schema: LanguageSchema): readonly (string | null)[] {
  if (schema.additionalProperties !== false) return [];
  const known = Object.keys(schema.properties ?? {});
  return [...node.entries.keys()].filter((keyword) => !known.includes(keyword)).map((keyword) => nearest(keyword, known));
}

function required(node: ObjectNode, schema: LanguageSchema, { linker }: Context): void {
  if (node.partial) return;
  const missing = (schema.required ?? []).filter((keyword) => !node.entries.has(keyword));
  const misspelled = missing.length === 0 ? [] : misspelledIn(node, schema);
  for (const keyword of missing) if (!misspelled.includes(keyword)) linker.report(node.at, problems.missingKeyword(keyword));
  const some = (schema.anyOf ?? []).map((branch) => branch.required?.[0] ?? "");
  if (some.length > 0 && !some.some((keyword) => node.entries.has(keyword))) linker.report(node.at, problems.exactlyOne(some, []));
  const choices = (schema.oneOf ?? []).filter(onlyRequires).map((branch) => branch.required?.[0] ?? "");
  if (choices.length === 0) return;
  const found = choices.filter((keyword) => node.entries.has(keyword));
  if (found.length !== 1) linker.report(node.at, problems.exactlyOne(choices, found));
}
