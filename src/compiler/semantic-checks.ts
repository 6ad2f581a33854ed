/** Exports the checks of semantic types where a value is shown, written or given on, for the compiler. */
import type { Origin } from "../language/bundle.js";
import { TEXT_OPERATORS } from "../language/operators.js";
import * as problems from "../language/problems.js";
import { childOf, entriesOf, type SourceNode, textOf } from "../language/source.js";
import { read, type StaticType } from "../language/static-types.js";
import { type Context, reportUnlessWaived } from "./compile-context.js";
import { applicationOf, namedValueOf, variableOf } from "./expression-parts.js";
import { typeOfValue } from "./logic.js";
import { unlike } from "./semantics.js";

/** Reports a value of another semantic type than its place has. `place`: as a message names it. */
export function checkMeaning(
  given: ReadonlySet<string>,
  wanted: ReadonlySet<string> | undefined,
  place: string,
  { at, path, context }: { readonly at: Origin; readonly path?: string | undefined; readonly context: Context },
): void {
  const other = wanted === undefined ? [] : unlike(given, wanted);
  if (wanted !== undefined && other.length > 0) reportUnlessWaived(context, at, problems.otherMeaning(path, other, place, wanted));
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
  if (node.kind === "object")
    compareTypes(typeOfValue(node, context), type, place, { at: node.at, path: variableOf(node) ?? undefined, context });
}

/** Two types, field by field. */
export function compareTypes(
  given: StaticType,
  wanted: StaticType,
  place: string,
  where: { readonly at: Origin; readonly path?: string | undefined; readonly context: Context },
): void {
  checkMeaning(given.semantics, wanted.semantics, `"${place}"`, where);
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
    checkMeaning(typeOfValue(node, context).semantics, wanted, `the label "${text}"`, {
      at: node.at,
      path: variableOf(node) ?? undefined,
      context,
    });
}
