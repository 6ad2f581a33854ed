/** Exports the checks of semantic types where a value is shown, written or passed on, for the compiler. */
import type { Origin } from "../language/bundle.js";
import { TEXT_OPERATORS } from "../language/operators.js";
import { otherMeaning, unformatted } from "../language/semantic-problems.js";
import { childOf, entriesOf, type SourceNode, textOf } from "../language/source.js";
import { read, type StaticType, typesBesideNull } from "../language/static-types.js";
import { type Context, type Linker, reportUnlessWaived } from "./compile-context.js";
import { applicationOf, namedValueOf, variableOf } from "./expression-parts.js";
import { typeOfValue } from "./logic.js";
import { checkNotSecret } from "./secrets.js";
import { unlike } from "./semantics.js";

/**
 * Reports a shown value of another semantic type than its place has, and one that is neither a text nor a number.
 * `place`: as a message names it.
 */
export function checkShown(
  given: StaticType,
  wanted: ReadonlySet<string> | undefined,
  place: string,
  { at, path, context }: { readonly at: Origin; readonly path?: string | undefined; readonly context: Context },
): void {
  if (wanted === undefined) return;
  const types = given.any ? [] : typesBesideNull(given);
  const composed = types.length > 0 && types.every((type) => type === "boolean" || type === "array" || type === "object");
  if (composed) reportUnlessWaived(context, at, otherMeaning(path, types, place, wanted));
  else checkMeaning(given, wanted, place, { at, path, context });
}

/** Reports a value that a text shows unformatted, such as "2026-11-21", although operators format values of its semantic type. */
export function checkUnformatted(node: SourceNode, context: Context): void {
  for (const read of shownReads(node)) {
    const { semantics } = typeOfValue(read, context);
    const formats = [...context.linker.semantics.formats].filter(([, wanted]) => unlike(semantics, wanted).length === 0);
    if (semantics.size > 0 && formats.length > 0)
      reportUnlessWaived(
        context,
        read.at,
        unformatted(
          variableOf(read) ?? "",
          [...semantics],
          formats.map(([name]) => name),
        ),
      );
  }
}

/** The reads of variables whose value is the value of an expression. A named value is checked where it is defined. */
function shownReads(node: SourceNode): readonly SourceNode[] {
  const { name, operands } = applicationOf(node) ?? { name: "", operands: [] };
  if (name === "var") return [node];
  if (name === "or" || name === "and") return operands.flatMap(shownReads);
  if (name === "ifPresent") return operands.slice(0, 1).flatMap(shownReads);
  return name === "if" ? operands.filter((_, index) => index % 2 === 1 || index === operands.length - 1).flatMap(shownReads) : [];
}

/** Reports a value of another semantic type than its place has. */
export function checkMeaning(
  given: StaticType,
  wanted: ReadonlySet<string> | undefined,
  place: string,
  { at, path, context }: { readonly at: Origin; readonly path?: string | undefined; readonly context: Context },
): void {
  const other = wanted === undefined ? [] : unlike(given.semantics, wanted);
  if (wanted !== undefined && other.length > 0) reportUnlessWaived(context, at, otherMeaning(path, other, place, wanted));
}

/** A value, or an object that is built field by field, against the type of its place. */
export function checkGivenMeaning(node: SourceNode, type: StaticType, place: string, context: Context): void {
  if (node.kind === "object" && !isTextValue(node)) {
    for (const [name, { node: inner }] of entriesOf(node)) {
      const field = read(type, name);
      if (!("missing" in field)) checkGivenMeaning(inner, field.type, `${place}.${name}`, context);
    }
    return;
  }
  if (node.kind !== "object") return;
  const given = typeOfValue(node, context);
  checkNotSecret(given, `"${place}"`, node.at, variableOf(node), context);
  compareTypes(given, type, place, { at: node.at, path: variableOf(node) ?? undefined, context });
}

/** Two types, field by field. */
export function compareTypes(
  given: StaticType,
  wanted: StaticType,
  place: string,
  where: { readonly at: Origin; readonly path?: string | undefined; readonly context: Context },
): void {
  checkMeaning(given, wanted.semantics, `"${place}"`, where);
  for (const [name, inner] of given.properties) {
    const field = wanted.properties.get(name);
    if (field !== undefined)
      compareTypes(inner, field, `${place}.${name}`, { ...where, path: where.path === undefined ? undefined : `${where.path}.${name}` });
  }
  if (given.items !== null && wanted.items !== null)
    compareTypes(given.items, wanted.items, `${place}[]`, { ...where, path: where.path === undefined ? undefined : `${where.path}[]` });
}

/** Whether a text is a value alone. */
function isTextValue(node: SourceNode): boolean {
  return namedValueOf(node) !== null || TEXT_OPERATORS.has(applicationOf(node)?.name ?? "");
}

/** A value beside a label, or the fields of a form under theirs. */
export function checkLabelled(value: SourceNode, label: SourceNode | null, context: Context): void {
  const text = textOf(label?.kind === "object" ? childOf(label, "text") : label);
  const wanted = text === null ? undefined : context.linker.semantics.labels.get(text);
  if (wanted === undefined || text === null || value.kind !== "object") return;
  const shown = isTextValue(value) ? [value] : entriesOf(childOf(value, "values")).map(([, { node }]) => node);
  for (const node of shown)
    checkShown(typeOfValue(node, context), wanted, `the label "${text}"`, {
      at: node.at,
      path: variableOf(node) ?? undefined,
      context,
    });
}

/** The labels of a chart's series have the semantic types of its points' fields. */
export function checkColumns(labels: SourceNode, list: SourceNode | null, context: Context): void {
  const item = list === null ? null : typeOfValue(list, context).items;
  for (const [name, { node }] of entriesOf(labels)) {
    const text = textOf(node.kind === "object" ? childOf(node, "text") : node);
    const field = item?.properties.get(name);
    if (text === null || field === undefined) continue;
    checkShown(field, context.linker.semantics.labels.get(text), `the label "${text}"`, { at: node.at, path: name, context });
  }
}

/** The arguments of a chart's summary that have the names of its ends show these ends. */
export function checkEnds(summary: SourceNode, context: Context): void {
  for (const [name, { node }] of entriesOf(childOf(summary, "values"))) {
    const wanted = context.scope.get("item")?.properties.get(name)?.semantics;
    checkMeaning(typeOfValue(node, context), wanted, `the argument "${name}"`, {
      at: node.at,
      path: variableOf(node) ?? undefined,
      context,
    });
  }
}

/** A field of an answer that is written to a slice has the semantic type of the slice's field. */
export function checkSlices({ names, state, report }: Linker): void {
  for (const { answer, payload, at } of names.operations.entries.values())
    for (const [name, given] of new Map([...answer.properties, ...payload.properties])) {
      const slice = state.properties.get(name);
      for (const { path, one, other } of slice === undefined ? [] : differences(given, slice, name))
        report(at, otherMeaning(path, one, `the state's "${path}"`, other));
    }
}

interface Difference {
  readonly path: string;
  readonly one: readonly string[];
  readonly other: ReadonlySet<string>;
}

function differences(given: StaticType, wanted: StaticType, path: string): readonly Difference[] {
  const one = unlike(given.semantics, wanted.semantics);
  const inner = [...given.properties].flatMap(([name, type]) => {
    const field = wanted.properties.get(name);
    return field === undefined ? [] : differences(type, field, `${path}.${name}`);
  });
  const items = given.items === null || wanted.items === null ? [] : differences(given.items, wanted.items, `${path}[]`);
  return [...(one.length > 0 ? [{ path, one, other: wanted.semantics }] : []), ...inner, ...items];
}
