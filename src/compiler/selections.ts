/** Exports the checks of what operations select: something reads each field, and each field of the state that is read is selected. */
import type { Origin } from "../language/bundle.js";
import { ITEMS, rootOf, stepsOf } from "../language/logic-reads.js";
import type { Finding } from "../language/problems.js";
import { fieldNotSelected, fieldUnread, notInFragment, unreadState } from "../language/selection-problems.js";
import type { SourceNode } from "../language/source.js";
import { read, type StaticType } from "../language/static-types.js";
import type { Linker } from "./compile-context.js";
import { fragmentAt, isSamePlace } from "./fragments.js";
import type { Fragment, Operation } from "./operations.js";
import { pathOf, pathOrigin, placeOf } from "./origins.js";
import type { Uses } from "./unused.js";
import { propertiesOf } from "./written-properties.js";

/** The values that are read, by origin, with the place of the first read. */
export type Reads = Map<string, Origin>;

/** The slices to which an answer is written, with the types of what it writes. */
export function slicesOf({ answer, payload }: Operation, state: StaticType): readonly (readonly [string, StaticType])[] {
  return [...new Map([...answer.properties, ...payload.properties])].filter(([name]) => state.properties.has(name));
}

/** A selected field; a field of a fragment in all operations that use the fragment. */
interface Selected {
  readonly name: string;
  read: boolean;
}

/**
 * Warns of selected fields that nothing reads. A field counts as read if the answer is read, or the slice of the state
 * that the answer is written to. A field without a declared type is for brands: its content is the institution's own.
 * The first field of an object of which nothing is read stays: a selection is never empty.
 */
export function checkUnread({ names, state, report }: Linker, uses: Uses, reads: Reads): void {
  const found = new Map<string, Selected>();
  const kept = new Set<string>();
  const visit = (name: string, type: StaticType, path: string | null): boolean => {
    const inner = [...type.properties, ...(type.items?.properties ?? [])];
    const place = path === null || type.items === null ? path : `${path}${ITEMS}`;
    const within = inner.map(([field, one]) => visit(field, one, place === null ? null : `${place}.${field}`)).includes(true);
    const [first] = inner;
    if (first !== undefined && !within) for (const origin of first[1].origins) kept.add(origin);
    const own = [...type.origins, ...(path === null ? [] : [pathOrigin(path)])].some((origin) => reads.has(origin));
    const isRead = type.any || own || within || (path !== null && isReadElsewhere(path, state));
    for (const origin of type.origins) {
      const known = found.get(origin);
      if (known === undefined) found.set(origin, { name, read: isRead });
      else known.read ||= isRead;
    }
    return isRead;
  };
  for (const operation of names.operations.entries.values()) {
    if (!uses.operation.has(operation.name)) continue;
    for (const [name, type] of operation.answer.properties) {
      visit(name, type, null);
      for (const origin of type.origins) kept.add(origin);
    }
    for (const [slice, type] of slicesOf(operation, state)) visit(slice, type, slice);
  }
  for (const [origin, { name, read }] of found) if (!read && !kept.has(origin)) report(placeOf(origin), fieldUnread(name));
}

/**
 * Warns of values that the state's schema declares and nothing reads. A selection of such a value is reported in the
 * operation.
 */
export function checkUnreadState(schema: SourceNode | null, { names, state, report }: Linker, uses: Uses, reads: Reads): void {
  if (schema === null || state.readElsewhere) return;
  const selected = [...uses.operation].flatMap((name) => {
    const operation = names.operations.entries.get(name);
    return operation === undefined ? [] : slicesOf(operation, state);
  });
  for (const [path, { key }] of propertiesOf(schema)) {
    const [slice = "", ...steps] = stepsOf(path);
    const isSelected = selected.some(([name, type]) => name === slice && hasSteps(type, steps));
    const isRead = around(path).some((outer) => reads.has(pathOrigin(outer)));
    if (!isRead && !isSelected && !isReadElsewhere(path, state)) report(key, unreadState(path));
  }
}

/** Whether the schema of the state says what reads a path outside of the flows (`x-read`): of it, or of an object around it. */
function isReadElsewhere(path: string, state: StaticType): boolean {
  return around(path).some((outer) => {
    const found = read(state, outer);
    return !("missing" in found) && found.type.readElsewhere;
  });
}

/** A path, and the paths of the objects and lists around it. */
function around(path: string): readonly string[] {
  const steps = path.split(".");
  const outer = steps.map((_, index) => steps.slice(0, index + 1).join("."));
  return outer.flatMap((one) => (one.endsWith(ITEMS) ? [one.slice(0, -ITEMS.length), one] : [one]));
}

/**
 * Reports fields of the state that are read although answers do not have them: they would always be missing. An answer is merged
 * into the object of a slice, so each query that answers with the slice must select the field or, if there is none, at least one
 * operation that writes it. A list or a field's value is replaced whole, so every operation that writes it must select
 * everything that is read in it. Effects write to items of a list but add none, so answers must have the fields of
 * items, too.
 */
export function checkSelected({ names, state, report }: Linker, uses: Uses, reads: Reads): void {
  const writers = new Map<string, (Writing & { readonly loads: boolean })[]>();
  for (const operation of names.operations.entries.values()) {
    const { name, kind, answer } = operation;
    for (const [slice, type] of uses.operation.has(name) ? slicesOf(operation, state) : []) {
      const loads = kind === "query" && answer.properties.has(slice);
      writers.set(slice, [...(writers.get(slice) ?? []), { operation, type, loads }]);
    }
  }
  for (const [origin, at] of reads) {
    const path = pathOf(origin);
    const slice = rootOf(path ?? "");
    const all = writers.get(slice);
    if (path === null || all === undefined || (isWritable(path, state) && !path.includes(ITEMS))) continue;
    const [, ...steps] = stepsOf(path);
    const [first = ITEMS] = steps;
    const own = first === ITEMS ? all : all.filter(({ type, loads }) => loads || type.any || type.properties.has(first));
    const lacking = steps.length > 0 && own.length === 0 ? all : own.filter(({ type }) => !hasSteps(type, steps));
    const operations = lacking.map(({ operation }) => operation);
    if (lacking.length > 0) reportNotSelected(path, lacking, { at, finding: fieldNotSelected(path, operations) }, report);
  }
}

/**
 * Reports fields of the state that something outside of the flows reads (`x-read`), and that the query of their slice does not
 * select. Mutations may answer with a part of the slice.
 */
export function checkReadElsewhere({ names, state, report }: Linker, uses: Uses): void {
  for (const operation of names.operations.entries.values()) {
    const { name, kind, at, answer } = operation;
    if (kind !== "query" || !uses.operation.has(name)) continue;
    for (const [slice, type] of answer.properties)
      for (const path of pathsReadElsewhere(slice, state.properties.get(slice)))
        if (!hasSteps(type, stepsOf(path).slice(1)))
          reportNotSelected(path, [{ operation, type }], { at, finding: fieldNotSelected(path, [operation]) }, report);
  }
}

/** An operation that writes a slice of the state, and the type of what it writes. */
export interface Writing {
  readonly operation: Operation;
  readonly type: StaticType;
}

/**
 * Reports that operations do not select a value of the state: once at the fragment with which all of them select the object that
 * lacks it, whatever needs the value; where there is none, the finding that is given.
 */
export function reportNotSelected(
  path: string,
  lacking: readonly Writing[],
  { at, finding }: { readonly at: Origin; readonly finding: Finding },
  report: Linker["report"],
): void {
  const fragment = commonFragment(path, lacking);
  if (fragment === null) report(at, finding);
  else report({ ...(at.written ?? at), written: fragment.at }, notInFragment(path, fragment.name));
}

/** The fragment with which all these operations select the whole object that lacks a value; null where there is none. */
function commonFragment(path: string, lacking: readonly Writing[]): Fragment | null {
  const steps = stepsOf(path)
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? ITEMS : step));
  const found = lacking.flatMap(({ operation, type }) =>
    [...objectWithout(type, steps).properties.values()].flatMap(({ origins }) =>
      [...origins].map((origin) => fragmentAt(placeOf(origin), operation)),
    ),
  );
  const [first = null] = found;
  return found.every((one) => one !== null && isSamePlace(one.at, first?.at)) ? first : null;
}

/** The innermost object of a type that a path, by its steps, reaches. */
function objectWithout(type: StaticType, [step, ...rest]: readonly string[]): StaticType {
  const next = step === undefined ? null : step === ITEMS ? type.items : type.properties.get(step);
  return next === null || next === undefined ? type : objectWithout(next, rest);
}

/** The paths of a type, without those of objects and lists that have their own paths. */
function pathsReadElsewhere(path: string, type: StaticType | undefined, isWithin = false): readonly string[] {
  if (type === undefined) return [];
  const isRead = isWithin || type.readElsewhere;
  const inner = [...type.properties].flatMap(([name, one]) => pathsReadElsewhere(`${path}.${name}`, one, isRead));
  const items = type.items === null ? [] : pathsReadElsewhere(`${path}${ITEMS}`, type.items, isRead);
  return inner.length + items.length === 0 && isRead ? [path] : [...inner, ...items];
}

/** Whether an effect may write a path, or an object around it. */
function isWritable(path: string, state: StaticType): boolean {
  return around(path).some((outer) => {
    const found = read(state, outer);
    return !("missing" in found) && found.type.writable;
  });
}

/** Whether a type has the value that a path reads, by the steps of the path. */
export function hasSteps(type: StaticType, steps: readonly string[]): boolean {
  return stepsPresent(type, steps) === steps.length;
}

/** The number of the first steps of a path that a type has. */
export function stepsPresent(type: StaticType, steps: readonly string[]): number {
  const [step, ...rest] = steps;
  if (step === undefined || type.any) return steps.length;
  const next = step === ITEMS ? type.items : (type.properties.get(step) ?? null);
  return next === null ? 0 : 1 + stepsPresent(next, rest);
}
