/**
 * Exports a record of which scenarios read which parts of a bundle, for `flows coverage` (a part that no scenario reads
 * is not covered) and for `flows mutate`: a scenario behaves as before while nothing that it has read changes, so only
 * the readers of a changed part run again (regression test selection: Rothermel and Harrold 1996).
 */
import type { Json } from "../language/definition.js";
import { operationOf } from "../language/operation.js";
import { TEXT_OPERATORS } from "../language/operators.js";
import { Readers } from "./readers.js";

type Tree = { readonly [key: string]: unknown } | readonly unknown[];

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;

/**
 * Whether readers read a value as a whole: logic and the messages of texts. The engine compiles these once for each object, from
 * nothing else, so that all readers share the object itself.
 */
function isWhole(value: Tree): boolean {
  if (Array.isArray(value)) return false;
  const operation = operationOf(value as Json);
  return operation === null ? "icu" in value : TEXT_OPERATORS.has(operation.operator);
}

/** The readers of one value: of the value itself, of whether it exists, of the keys that it has, and of it with all its parts. Readers are numbers. */
class ReadNode {
  readonly value = new Readers();
  readonly existence = new Readers();
  readonly keys = new Readers();
  readonly whole = new Readers();
  readonly children = new Map<string, ReadNode>();

  child(key: string): ReadNode {
    const known = this.children.get(key);
    if (known !== undefined) return known;
    const made = new ReadNode();
    this.children.set(key, made);
    return made;
  }
}

/** A node as JSON: the positions of its sets of readers, and its children. */
type StoredNode = readonly [
  value: number,
  existence: number,
  keys: number,
  whole: number,
  children?: { readonly [key: string]: StoredNode },
];

/** A record as JSON. Many nodes have the same readers: each set is in it once. */
export interface StoredReads {
  /** See `Readers.ranges`. */
  readonly sets: readonly (readonly number[])[];
  readonly root: StoredNode;
}

/** Which reader has read which value. A reader is a number that the caller gives to a scenario. */
export interface ReadRecord {
  /** The same JSON; everything that is read of it counts as read by this reader. Make one for each run: callers cache by identity. */
  observed<T extends object>(json: T, reader: number): T;
  /** Whether anyone has read the value at these keys. */
  isRead(path: readonly string[]): boolean;
  /** The readers of anything that differs between the observed JSON and another one, as JSON. */
  readersOfChanges(before: object, after: object): ReadonlySet<number>;
  /** Adds the reads of another record. `readersOf`: the readers here for a reader there. */
  add(stored: StoredReads, readersOf: (reader: number) => readonly number[]): void;
  stored(): StoredReads;
}

/** An empty record. Values are observed through proxies, so reading the original JSON counts for nobody. */
export function createReadRecord(): ReadRecord {
  const root = new ReadNode();
  return {
    observed: <T extends object>(json: T, reader: number) => new Proxy(json, new Observer(root, reader)),
    isRead(path) {
      let node: ReadNode | undefined = root;
      for (const key of path) {
        node = node.children.get(key);
        if (node === undefined) return false;
        if (!node.whole.isEmpty) return true;
      }
      return !node.value.isEmpty;
    },
    readersOfChanges(before, after) {
      const readers = new Set<number>();
      collect(before as Tree, after as Tree, root, readers);
      return readers;
    },
    add(stored, readersOf) {
      const sets = stored.sets.map((ranges) => Readers.of([...new Readers(ranges)].flatMap((reader) => readersOf(reader))));
      addStored(root, stored.root, sets);
    },
    stored() {
      const sets = new Map<string, { readonly position: number; readonly ranges: readonly number[] }>();
      const stored = storedNode(root, ({ ranges }) => {
        const key = ranges.join();
        const known = sets.get(key) ?? { position: sets.size, ranges };
        sets.set(key, known);
        return known.position;
      });
      return { sets: [...sets.values()].map(({ ranges }) => ranges), root: stored };
    },
  };
}

function storedNode({ value, existence, keys, whole, children }: ReadNode, positionOf: (readers: Readers) => number): StoredNode {
  const own = [positionOf(value), positionOf(existence), positionOf(keys), positionOf(whole)] as const;
  if (children.size === 0) return own;
  return [...own, Object.fromEntries([...children].map(([key, child]) => [key, storedNode(child, positionOf)]))];
}

function addStored(node: ReadNode, [value, existence, keys, whole, children = {}]: StoredNode, sets: readonly Readers[]): void {
  const setAt = (position: number): Readers => sets[position] ?? new Readers();
  node.value.addAll(setAt(value));
  node.existence.addAll(setAt(existence));
  node.keys.addAll(setAt(keys));
  node.whole.addAll(setAt(whole));
  for (const [key, child] of Object.entries(children)) addStored(node.child(key), child, sets);
}

/** The proxy of a tree for one reader. The tree does not change, so that a key counts as read when it is read first. */
class Observer<T extends object> implements ProxyHandler<T> {
  readonly #node: ReadNode;
  readonly #reader: number;
  readonly #made = new Map<string, object>();

  constructor(node: ReadNode, reader: number) {
    this.#node = node;
    this.#reader = reader;
  }

  get(target: T, key: string | symbol, receiver: unknown): unknown {
    // Symbols and methods of arrays are the same in every bundle.
    if (typeof key === "symbol") return Reflect.get(target, key, receiver);
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const value: unknown = Reflect.get(target, key, receiver);
    if (!(Object.hasOwn(target, key) || value === undefined)) return value;
    const child = this.#node.child(key);
    child.value.add(this.#reader);
    if (!isTree(value)) return value;
    if (isWhole(value)) {
      child.whole.add(this.#reader);
      this.#made.set(key, value);
      return value;
    }
    const made = new Proxy(value, new Observer(child, this.#reader));
    this.#made.set(key, made);
    return made;
  }

  has(target: T, key: string | symbol): boolean {
    this.#existence(key);
    return Reflect.has(target, key);
  }

  getOwnPropertyDescriptor(target: T, key: string | symbol): PropertyDescriptor | undefined {
    this.#existence(key);
    return Reflect.getOwnPropertyDescriptor(target, key);
  }

  ownKeys(target: T): (string | symbol)[] {
    this.#node.keys.add(this.#reader);
    return Reflect.ownKeys(target);
  }

  #existence(key: string | symbol): void {
    if (typeof key === "string") this.#node.child(key).existence.add(this.#reader);
  }
}

/** The keys of a value as JSON has them: without those of what is undefined. */
function keysOf(value: Tree): readonly string[] {
  return Array.isArray(value)
    ? Object.keys(value)
    : Object.keys(value).filter((key) => (value as { readonly [key: string]: unknown })[key] !== undefined);
}

/** Adds the readers of the differences below a value that both have. */
function collect(before: Tree, after: Tree, node: ReadNode, readers: Set<number>): void {
  if (before === after) return;
  const addAll = (more: Readers | undefined): void => {
    for (const reader of more ?? []) readers.add(reader);
  };
  const keys = keysOf(before);
  const others = keysOf(after);
  const isSame = keys.length === others.length && keys.every((key, index) => key === others[index]);
  if (!isSame) addAll(node.keys);
  if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length) addAll(node.children.get("length")?.value);
  for (const key of isSame ? keys : new Set([...keys, ...others])) {
    const child = node.children.get(key);
    // If nobody has read a value, nobody has read a part of it.
    if (child === undefined) continue;
    const one = (before as { readonly [key: string]: unknown })[key];
    const other = (after as { readonly [key: string]: unknown })[key];
    if ((one === undefined) !== (other === undefined)) addAll(child.existence);
    if (!child.whole.isEmpty && JSON.stringify(one) !== JSON.stringify(other)) addAll(child.whole);
    if (isTree(one) && isTree(other) && Array.isArray(one) === Array.isArray(other)) collect(one, other, child, readers);
    else if (!Object.is(one, other)) addAll(child.value);
  }
}
