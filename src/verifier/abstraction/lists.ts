/**
 * Exports the abstraction of lists, for the state variables: the items that predicates read by index, and which item
 * classes occur after those. Items are in one class when they satisfy the same predicates.
 */
import type { Json } from "../../language/definition.js";
import { operationOf } from "../../language/operation.js";
import { test } from "../../language/predicate.js";
import type { StaticType } from "../../language/static-types.js";
import type { Atom, PredicateReads } from "./atoms.js";
import { collectReads, noReads, pathsIn, Unanalysable } from "./atoms.js";
import type { TypeOf } from "./path-types.js";
import { representatives, scopeWith } from "./state-classes.js";

export interface Field {
  readonly name: string;
  readonly type: StaticType;
  readonly atoms: readonly Atom[];
  readonly values: readonly Json[];
}

/** A class of items: the predicates (by text) that they satisfy, and a representative. */
export interface ItemClass {
  readonly satisfied: ReadonlySet<string>;
  readonly representative: readonly (readonly [string, Json])[];
}

export interface ListAbstraction {
  readonly path: string;
  /** The number of items that predicates read by index. */
  readonly indexedItems: number;
  readonly fields: readonly Field[];
  readonly itemClasses: readonly ItemClass[];
}

const INDEXED_PATH = /^(.*?)\.(\d+)(?:\.(.+))?$/;

/** The list, the index and the field of a path like `linkedAccounts.0.status`; null for another path. */
export function indexedPath(path: string): { readonly list: string; readonly index: number; readonly field: string | null } | null {
  const found = INDEXED_PATH.exec(path);
  if (found === null) return null;
  return { list: found[1] ?? "", index: Number(found[2]), field: found[3] ?? null };
}

/** The atom with its paths relative to the item. */
function relativeToItem(node: Json): Json {
  const logic = operationOf(node);
  if (logic === null) return Array.isArray(node) ? (node as readonly Json[]).map(relativeToItem) : node;
  const [path] = logic.operands;
  if (logic.operator === "var" && typeof path === "string") return { var: indexedPath(path)?.field ?? path };
  return { [logic.operator]: logic.operands.map(relativeToItem) };
}

/** All combinations of one value for each field. */
function fieldValuations(fields: readonly Field[]): readonly (readonly (readonly [string, Json])[])[] {
  let all: (readonly (readonly [string, Json])[])[] = [[]];
  for (const field of fields) all = all.flatMap((one) => field.values.map((value) => [...one, [field.name, value] as const]));
  if (all.length > 20_000)
    throw new Unanalysable(
      fields.map((field) => field.name),
      "too many item classes",
    );
  return all;
}

/** The abstraction of a list. `predicates`: over items, by text; `indexedAtoms`: atoms that read items by index. */
export function abstractList(
  path: string,
  predicates: ReadonlyMap<string, Json>,
  indexedAtoms: readonly Atom[],
  typeOf: TypeOf,
): ListAbstraction {
  const inner: PredicateReads = noReads();
  for (const body of predicates.values()) collectReads(body, inner, () => false);
  if (inner.lists.size > 0 || inner.freeAtoms.size + inner.memberships.size > 0)
    throw new Unanalysable(path, "a predicate over items may read the item only");
  let indexedItems = 0;
  for (const atom of indexedAtoms) {
    for (const read of atom.paths) {
      const found = indexedPath(read);
      if (found?.list !== path) throw new Unanalysable(atom.node, "an atom that reads an item by index may read nothing else");
      indexedItems = Math.max(indexedItems, found.index + 1);
      if (found.field !== null) {
        const node = relativeToItem(atom.node);
        inner.atoms.push({ node, paths: pathsIn(node) });
      }
    }
  }
  const names = [...new Set(inner.atoms.flatMap((atom) => atom.paths))];
  const fields = names.map((name): Field => {
    const type = typeOf(`${path}.0.${name}`);
    if (type === null) throw new Unanalysable(`${path}[].${name}`, "the state schema has no such field");
    const atoms = inner.atoms.filter((atom) => atom.paths.includes(name));
    return { name, type, atoms, values: representatives(name, type, atoms, null) };
  });
  const itemClasses = new Map<string, ItemClass>();
  for (const item of fieldValuations(fields)) {
    const scope = scopeWith(item);
    const satisfied = new Set([...predicates].filter(([, body]) => test(body, scope)).map(([text]) => text));
    const key = [...satisfied].join("\n");
    if (!itemClasses.has(key)) itemClasses.set(key, { satisfied, representative: item });
  }
  return { path, indexedItems, fields, itemClasses: [...itemClasses.values()] };
}
