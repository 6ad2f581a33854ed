/**
 * Exports `selectedFields`: the part of an answer that a GraphQL document selects, for the outcomes of scenarios, and
 * `unselectedPaths`: what it does not select, for the readers of scenarios.
 */
import { Kind, parse, type SelectionSetNode } from "graphql";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";

/** Selected fields by the name that the answer has for them; null for a field without its own fields. */
type Selection = ReadonlyMap<string, Selection | null>;

/** The selections of documents by their texts: the same document is sent many times. */
const selections = new Map<string, Selection>();

/** The fields of the result, and of the objects and lists in it, that the document selects. */
export function selectedFields(document: string, result: { readonly [field: string]: Json }): { readonly [field: string]: Json } {
  const known = selections.get(document) ?? selectionOf(document);
  selections.set(document, known);
  return fieldsOf(result, known);
}

function selectionOf(document: string): Selection {
  const { definitions } = parse(document, { noLocation: true });
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet] as const] : [])),
  );
  const read = (set: SelectionSetNode | undefined, into: Map<string, Selection | null>): Selection => {
    for (const one of set?.selections ?? []) {
      if (one.kind === Kind.FRAGMENT_SPREAD) read(fragments.get(one.name.value), into);
      else if (one.kind === Kind.INLINE_FRAGMENT) read(one.selectionSet, into);
      else {
        const key = (one.alias ?? one.name).value;
        into.set(key, one.selectionSet === undefined ? null : read(one.selectionSet, new Map(into.get(key) ?? [])));
      }
    }
    return into;
  };
  const operation = definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  return read(operation?.selectionSet, new Map());
}

function selected(value: Json, selection: Selection | null): Json {
  if (selection === null) return value;
  if (Array.isArray(value)) return value.map((item) => selected(item, selection));
  return isObject(value) ? fieldsOf(value, selection) : value;
}

function fieldsOf(value: { readonly [field: string]: Json }, selection: Selection): { readonly [field: string]: Json } {
  const fields: { [field: string]: Json } = {};
  // In the order of the value, as the answers of the scenarios have it.
  for (const [field, inner] of Object.entries(value)) {
    const below = selection.get(field);
    if (below !== undefined) fields[field] = selected(inner, below);
  }
  return fields;
}

/**
 * The fields of a result that the document does not select, each with the keys and positions that lead to it. Of a field that is
 * not selected, the fields in it are not listed.
 */
export function unselectedPaths(document: string, result: Json): readonly (readonly (string | number)[])[] {
  const known = selections.get(document) ?? selectionOf(document);
  selections.set(document, known);
  return unselectedIn(result, known, []);
}

function unselectedIn(
  value: Json,
  selection: Selection | null,
  at: readonly (string | number)[],
): readonly (readonly (string | number)[])[] {
  if (selection === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => unselectedIn(item, selection, [...at, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const below = selection.get(field);
    return below === undefined ? [[...at, field]] : unselectedIn(inner, below, [...at, field]);
  });
}
