/** Holds a value against its schema, word by word; what is inside it is walked on. */

import type { Json } from "../language/definition.js";
import type { LanguageSchema } from "../language/meta-schema.js";
import { nothingToPatch } from "../language/overlay-problems.js";
import * as problems from "../language/problems.js";
import { childOf, type Entry, type ListNode, type ObjectNode, plain, type ScalarNode, type SourceNode } from "../language/source.js";
import { type JsonType, typeOfJson } from "../language/static-types.js";
import { inItems } from "./controls.js";
import { type Place, withScope, withWaivers } from "./place.js";
import { scopeType } from "./scopes.js";
import { where } from "./where.js";

/** The value, compiled as its schema says. */
export function structure(node: SourceNode, schema: LanguageSchema, place: Place): unknown {
  const { linker } = place;
  const branch = branchFor(node, schema, place);
  if (branch !== null) return place.linker.walk(node, branch, place);
  const types = typesOf(schema, place);
  if (types.length > 0 && !types.includes(typeOf(node)) && !(types.includes("integer") && Number.isInteger(plain(node)))) {
    linker.report(node.at, problems.wrongType([...new Set(types)], typeOf(node)));
    return null;
  }
  if (node.kind === "scalar") return scalar(node, schema, place);
  if (node.kind === "list") {
    if (node.items.length < (schema.minItems ?? 0)) linker.report(node.at, problems.tooFew(schema.minItems ?? 0));
    if (schema.uniqueItems === true) checkUnique(node, place);
    return node.items.map((item) => (schema.items === undefined ? plain(item) : place.linker.walk(item, schema.items, place)));
  }
  return words(node, schema, place);
}

function checkUnique({ items }: ListNode, { linker }: Place): void {
  const seen = new Set<string>();
  for (const item of items) {
    const value = plain(item);
    const written = JSON.stringify(value);
    if (seen.has(written)) linker.report(item.at, problems.listedTwice(value));
    seen.add(written);
  }
}

/** A `oneOf` is told apart by the type of the value. */
function branchFor(node: SourceNode, schema: LanguageSchema, place: Place): LanguageSchema | null {
  const branches = (schema.oneOf ?? []).map((branch) => place.linker.language.resolve(branch));
  if (branches.length === 0 || branches.every((branch) => onlyRequires(branch))) return null;
  return (
    branches.find((branch) => typesOf(branch, place).includes(typeOf(node)) && fits(node, branch)) ??
    branches.find((branch) => typesOf(branch, place).includes(typeOf(node))) ??
    null
  );
}

/** Two branches of objects are told apart by what they require. */
function fits(node: SourceNode, branch: LanguageSchema): boolean {
  return node.kind !== "object" || (branch.required ?? []).every((word) => node.entries.has(word));
}

function onlyRequires(branch: LanguageSchema): boolean {
  return branch.required !== undefined && branch.type === undefined && branch.properties === undefined;
}

function typesOf(schema: LanguageSchema, place: Place): string[] {
  if (schema.type !== undefined) return typeof schema.type === "string" ? [schema.type] : [...schema.type];
  return (schema.oneOf ?? []).flatMap((branch) => typesOf(place.linker.language.resolve(branch), place));
}

function typeOf(node: SourceNode): JsonType {
  return node.kind === "scalar" ? typeOfJson(node.value) : node.kind === "list" ? "array" : "object";
}

function scalar(node: ScalarNode, schema: LanguageSchema, { linker }: Place): Json {
  const { value } = node;
  const allowed = schema.enum ?? (schema.const === undefined ? null : [schema.const]);
  if (allowed !== null && !allowed.includes(value)) linker.report(node.at, problems.wrongChoice(value, allowed));
  if (typeof value === "string" && schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value)) {
    linker.report(node.at, problems.wrongPattern(value, schema.pattern));
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

function words(node: ObjectNode, schema: LanguageSchema, outer: Place): Record<string, unknown> {
  const known = schema.properties ?? {};
  const here = known.waivers === undefined ? outer : withWaivers(outer, node);
  const asked = known.when !== undefined && here.linker.language.resolve(known.when)["x-kind"] === "predicate";
  const place = asked ? where(here, childOf(node, "when")) : here;
  const compiled: Record<string, unknown> = {};
  const closed = schema.additionalProperties === false;
  for (const [word, entry] of node.entries) {
    const own = Object.hasOwn(known, word) ? known[word] : undefined;
    if (own !== undefined) compiled[word] = walkEntry(entry, own, node, place);
    else if (closed) place.linker.report(entry.key, problems.unknownWord(word, Object.keys(known)));
    else if (typeof schema.additionalProperties === "object") {
      nameFits(word, entry, schema, place);
      compiled[word] = walkEntry(entry, schema.additionalProperties, node, place);
    }
  }
  if (node.entries.size < (schema.minProperties ?? 0) && !node.partial)
    place.linker.report(node.at, problems.tooFew(schema.minProperties ?? 0));
  required(node, schema, place);
  return compiled;
}

function walkEntry(entry: Entry, schema: LanguageSchema, parent: ObjectNode, place: Place): unknown {
  const scopes = place.linker.language.resolve(schema)["x-scope"];
  const inner = scopes === undefined ? place : inItems(scoped(entry, scopes, parent, place), parent, scopes.item);
  const missing = missingIn(entry.node, place.linker.language.resolve(schema), place);
  if (entry.beside !== undefined && missing.length > 0) {
    place.linker.report(entry.key, nothingToPatch(nameOf(entry, parent), entry.beside, missing, entry.renamed));
    return null;
  }
  return place.linker.walk(entry.node, schema, inner);
}

/** The place inside of an entry, where its schema gives names to values. */
function scoped(entry: Entry, scopes: NonNullable<LanguageSchema["x-scope"]>, parent: ObjectNode, place: Place): Place {
  const given = Object.entries(scopes).flatMap(([name, source]) => {
    const type = source === "none" ? null : scopeType(source, parent, place, entry.node);
    return type === null ? [] : [[name, type] as const];
  });
  const known = [...place.scope].filter(([name]) => scopes[name] !== "none");
  return withScope({ ...place, scope: new Map(known) }, given);
}

function nameOf(entry: Entry, parent: ObjectNode): string {
  for (const [name, one] of parent.entries) if (one === entry) return name;
  return "";
}

/** What an entry that an overlay adds lacks of what it must say. */
function missingIn(node: SourceNode, schema: LanguageSchema, place: Place): string[] {
  if (node.kind !== "object" || node.partial) return [];
  const block = schema["x-kind"] === "block" ? blockSchema(node, place) : null;
  return [...new Set([...(schema.required ?? []), ...(block?.required ?? [])])].filter((word) => !node.entries.has(word));
}

function blockSchema(node: ObjectNode, place: Place): LanguageSchema | null {
  const name = node.entries.get("block")?.node;
  return name?.kind === "scalar" && typeof name.value === "string" ? place.linker.language.block(name.value) : null;
}

function nameFits(word: string, entry: Entry, schema: LanguageSchema, { linker }: Place): void {
  const pattern = schema.propertyNames?.pattern;
  if (pattern !== undefined && !new RegExp(pattern, "u").test(word)) linker.report(entry.key, problems.wrongPattern(word, pattern));
}

function required(node: ObjectNode, schema: LanguageSchema, { linker }: Place): void {
  if (node.partial) return;
  for (const word of schema.required ?? []) if (!node.entries.has(word)) linker.report(node.at, problems.missingWord(word));
  const some = (schema.anyOf ?? []).map((branch) => branch.required?.[0] ?? "");
  if (some.length > 0 && !some.some((word) => node.entries.has(word))) linker.report(node.at, problems.exactlyOne(some, []));
  const choices = (schema.oneOf ?? []).filter(onlyRequires).map((branch) => branch.required?.[0] ?? "");
  if (choices.length === 0) return;
  const found = choices.filter((word) => node.entries.has(word));
  if (found.length !== 1) linker.report(node.at, problems.exactlyOne(choices, found));
}
