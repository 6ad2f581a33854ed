/**
 * Lists, cut to what predicates can tell of them: the items read by their place, and which kinds of item there are after
 * those. A kind is a row of answers to the predicates that are asked of items; each that some item can have has one item
 * that stands for it.
 */
import type { Json } from "../../language/definition.js";
import { test } from "../../language/predicate.js";
import type { Atom, Reads } from "./atoms.js";
import { collect, noReads, parts, pathsIn, Unanalysable } from "./atoms.js";
import type { PathType } from "./path-types.js";
import { placed, representatives } from "./state-classes.js";

export interface Field {
  readonly name: string;
  readonly type: PathType;
  readonly atoms: readonly Atom[];
  readonly values: readonly Json[];
}

/** A kind of item: which predicates (by their text) it answers with yes, and an item that does. */
export interface ItemKind {
  readonly yes: ReadonlySet<string>;
  readonly item: readonly (readonly [string, Json])[];
}

export interface ListShape {
  readonly path: string;
  /** How many items are read by their place. */
  readonly places: number;
  readonly fields: readonly Field[];
  readonly kinds: readonly ItemKind[];
}

const placeOf = /^(.*?)\.(\d+)(?:\.(.+))?$/;

/** The list, the place and the field of a path like `linkedAccounts.0.status`. */
export function placeRead(path: string): { readonly list: string; readonly place: number; readonly field: string | null } | null {
  const found = placeOf.exec(path);
  if (found === null) return null;
  return { list: found[1] ?? "", place: Number(found[2]), field: found[3] ?? null };
}

/** The atom with its reads taken relative to an item. */
function relative(node: Json): Json {
  const logic = parts(node);
  if (logic === null) return Array.isArray(node) ? (node as readonly Json[]).map(relative) : node;
  const [path] = logic.args;
  if (logic.operator === "var" && typeof path === "string") return { var: placeRead(path)?.field ?? path };
  return { [logic.operator]: logic.args.map(relative) };
}

/** All the ways to take one value of each field. */
function combinations(fields: readonly Field[]): readonly (readonly (readonly [string, Json])[])[] {
  let all: (readonly (readonly [string, Json])[])[] = [[]];
  for (const field of fields) all = all.flatMap((one) => field.values.map((value) => [...one, [field.name, value] as const]));
  if (all.length > 20_000)
    throw new Unanalysable(
      fields.map((field) => field.name),
      "too many kinds of item",
    );
  return all;
}

/** Works out a list's shape from what is asked of its items, and the atoms that read items by their place. */
export function listShape(
  path: string,
  asked: ReadonlyMap<string, Json>,
  placeAtoms: readonly Atom[],
  typeOf: (path: string) => PathType | null,
): ListShape {
  const inner: Reads = noReads();
  for (const body of asked.values()) collect(body, inner, () => false);
  if (inner.lists.size > 0 || inner.open.size + inner.members.size > 0)
    throw new Unanalysable(path, "an item's predicate must read the item alone");
  let places = 0;
  for (const atom of placeAtoms) {
    for (const read of atom.paths) {
      const found = placeRead(read);
      if (found?.list !== path) throw new Unanalysable(atom.node, "an item read by its place stands by itself");
      places = Math.max(places, found.place + 1);
      if (found.field !== null) {
        const node = relative(atom.node);
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
  const kinds = new Map<string, ItemKind>();
  for (const item of combinations(fields)) {
    const scope = placed(item);
    const yes = new Set([...asked].filter(([, body]) => test(body, scope)).map(([text]) => text));
    const key = [...yes].join("\n");
    if (!kinds.has(key)) kinds.set(key, { yes, item });
  }
  return { path, places, fields, kinds: [...kinds.values()] };
}
