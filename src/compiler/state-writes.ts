/** Exports the compilation of effects that write to the state: `set`, and `where` that selects items of a list. */

import type { CompiledOrdered } from "../language/bundle.js";
import * as conditions from "../language/condition-problems.js";
import { isWritable } from "../language/field-formats.js";
import { resetIncomplete } from "../language/frame-problems.js";
import type { Effect } from "../language/keywords.js";
import { ITEMS } from "../language/logic-reads.js";
import type { LanguageSchema } from "../language/meta-schema.js";
import * as problems from "../language/problems.js";
import { childOf, type Entry, entriesOf, keysOf, type SourceNode, textOf } from "../language/source.js";
import { read, type StaticType, typesBesideNull } from "../language/static-types.js";
import { areOtherDates } from "./comparison.js";
import type { Context } from "./compile-context.js";
import { applicationOf, isExpression, variableOf } from "./expression-parts.js";
import { typeOfValue } from "./logic.js";
import { checkOrder, effectsIn } from "./ordered-items.js";
import { pathOrigin } from "./origins.js";
import { checkNotSecret } from "./secrets.js";
import { checkGivenMeaning, compareTypes } from "./semantic-checks.js";
import { structure } from "./structure.js";

/** Keywords of an effect that exclude each other. */
const ONE_OF = [
  ["go", "decide"],
  ["notify", "notifyError"],
] as const;

/** An effect: `set` names paths that the state schema marks writable; `where` names fields of the lists whose items are written to. */
export function compileEffect(node: SourceNode, schema: LanguageSchema, context: Context): unknown {
  for (const keywords of ONE_OF) {
    const found = keywords.filter((keyword) => childOf(node, keyword) !== null);
    if (found.length > 1) context.linker.report(node.at, problems.exactlyOne(keywords, found));
  }
  const silent = childOf(node, "silent");
  const beside = keysOf(node).filter((keyword) => keyword !== "silent" && keyword !== "when");
  if (silent !== null && beside.length > 0) context.linker.report(silent.at, problems.silentBeside(beside));
  const elsewhere = childOf(node, "fieldErrorsAt");
  if (elsewhere !== null && childOf(node, "fieldErrors") === null) context.linker.report(elsewhere.at, problems.errorsAtWithout());
  const leaves = childOf(node, "leaves");
  if (leaves !== null && !["go", "decide"].some((keyword) => childOf(node, keyword) !== null))
    context.linker.report(leaves.at, problems.leavesWithout());
  checkReset(childOf(node, "reset"), context);
  const set = childOf(node, "set");
  const where = childOf(node, "where");
  for (const [path, entry] of set === null ? [] : entriesOf(set)) checkPath(path, entry, context);
  if (where !== null) checkWhere(set, where, context);
  const compiled = structure(node, schema, context) as { readonly reset?: unknown } | null;
  return compiled?.reset === "personal" ? { ...compiled, reset: context.linker.personal.all } : compiled;
}

/** An effect that resets the sign-in and other slices resets all data of the depositor. */
function checkReset(reset: SourceNode | null, { linker }: Context): void {
  const slices = reset?.kind === "list" ? reset.items.map((item) => textOf(item) ?? "") : [];
  const { session, all } = linker.personal;
  const named = all.filter((slice) => slices.includes(slice));
  if (reset === null || session === null || named.length < 2 || !named.includes(session)) return;
  const missing = all.filter((slice) => !named.includes(slice));
  if (missing.length > 0) linker.report(reset.at, resetIncomplete(session, missing));
}

/** One effect, or effects by key, as the list in which they are performed. A `go` without a condition is in the last. */
export function compileEffects(node: SourceNode, schema: LanguageSchema, context: Context): unknown {
  const keyed = childOf(node, "items") !== null;
  if (keyed) checkOrder(node, context);
  const items = effectsIn(node);
  const keyword = (item: SourceNode) => (["go", "decide"] as const).find((one) => childOf(item, one) !== null);
  const ends = items.findIndex((item) => childOf(item, "when") === null && keyword(item) !== undefined);
  const [end, after] = ends < 0 ? [] : items.slice(ends);
  if (end !== undefined && after !== undefined) context.linker.report(after.at, problems.effectUnreached(keyword(end) ?? "go", end.at));
  const compiled = structure(node, schema, context);
  const { order, items: named } = (keyed ? compiled : { order: [""], items: { "": compiled } }) as CompiledOrdered<Effect | null>;
  return order.flatMap((key) => named[key] ?? []).filter((effect) => effect.silent !== true);
}

/** Whether a path goes through one list at most, and names all of its items, never one by its place. */
function addresses(path: string): boolean {
  const keys = path.split(".");
  const lists = keys.filter((key) => key.endsWith(ITEMS)).length;
  return lists <= 1 && !keys.some((key) => /^\d+$/.test(key)) && !path.endsWith(ITEMS);
}

function checkPath(path: string, entry: Entry, context: Context): void {
  const { linker } = context;
  if (!addresses(path)) return linker.report(entry.key, problems.wrongItems(path));
  const found = read(linker.state, path);
  if ("missing" in found) linker.report(entry.key, problems.unknownVariable(path, found.missing, found.known));
  else if (!linker.state.any && !writable(path, context)) linker.report(entry.key, problems.notWritable(path));
  else checkWritten(path, entry, found.type, context);
}

function writable(path: string, { linker }: Context): boolean {
  const steps = path.split(".");
  return steps.some((_, index) => {
    const found = read(linker.state, steps.slice(0, index + 1).join("."));
    return !("missing" in found) && (found.type.writable || found.type.any);
  });
}

function checkWritten(path: string, entry: Entry, type: StaticType, context: Context): void {
  if (type.any) return checkGivenMeaning(entry.node, type, path, context);
  const application = applicationOf(entry.node);
  if (application !== null && isExpression(entry.node) && type.properties.has(application.name))
    return context.linker.report(application.at, problems.operatorKey(application.name));
  if (entry.node.kind === "object" && !isExpression(entry.node)) return checkParts(path, entry.node, type, context);
  const value = typeOfValue(entry.node, context);
  checkNotSecret(value, `the state's "${path}"`, entry.node.at, variableOf(entry.node), context);
  compareTypes(value, type, path, { at: entry.node.at, path: variableOf(entry.node) ?? undefined, context });
  const constant = entry.node.kind === "scalar" ? entry.node.value : undefined;
  if (value.any) return;
  const strange = constant === undefined ? (value.values ?? []).find((one) => type.values?.includes(one) === false) : undefined;
  if (strange !== undefined && type.values !== null) {
    context.linker.report(entry.node.at, conditions.constantNotInEnum(strange, `"${path}"`, type.values));
  } else if (constant !== undefined && type.values !== null && !type.values.includes(constant)) {
    context.linker.report(entry.node.at, conditions.constantNotInEnum(constant, `"${path}"`, type.values));
  } else if (!couldBe(value, type)) {
    context.linker.report(entry.node.at, conditions.otherType(path, type.types, value.types));
  } else if (typeof constant === "string" && type.format !== null && !isWritable(constant, type.format)) {
    context.linker.report(entry.node.at, conditions.wrongDate(constant, `"${path}"`, type.format));
  } else if (areOtherDates(value, type)) {
    context.linker.report(entry.node.at, conditions.otherType(path, [type.format ?? ""], [value.format ?? ""]));
  }
}

/** Whether the value can be of the type, and not only where it is null. */
function couldBe(value: StaticType, type: StaticType): boolean {
  const types = typesBesideNull(value);
  return (types.length === 0 ? [...value.types] : types).some((one) => type.types.has(one));
}

/** An object that is built field by field. */
function checkParts(path: string, node: SourceNode, type: StaticType, context: Context): void {
  if (!type.types.has("object")) return context.linker.report(node.at, conditions.otherType(path, type.types, ["object"]));
  for (const [name, entry] of entriesOf(node)) {
    const inner = read(type, name);
    if ("missing" in inner) context.linker.report(entry.key, problems.unknownVariable(`${path}.${name}`, inner.missing, inner.known));
    else checkWritten(`${path}.${name}`, entry, inner.type, context);
  }
}

/** Each field must be one of the items of every list that `set` writes to. */
function checkWhere(set: SourceNode | null, where: SourceNode, context: Context): void {
  const lists = (set === null ? [] : entriesOf(set).map(([path]) => path))
    .map((path) => path.split(ITEMS))
    .filter(({ length }) => length > 1);
  if (lists.length === 0) return context.linker.report(where.at, problems.whereWithoutItems());
  for (const [list = ""] of lists)
    for (const [field, entry] of entriesOf(where)) {
      context.linker.read(pathOrigin(`${list}${ITEMS}.${field}`), entry.key);
      const found = read(context.linker.state, `${list}.0.${field}`);
      if ("missing" in found) context.linker.report(entry.key, problems.unknownVariable(`${list}[].${field}`, found.missing, found.known));
      else checkWritten(`${list}[].${field}`, entry, found.type, context);
    }
}
