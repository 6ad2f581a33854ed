/**
 * Exports a record of which scenarios read which parts of a bundle, for `flows coverage` (what nobody reads is not covered) and
 * for `flows mutate`: a scenario behaves as before while nothing
 * that it has read changes, so only the readers of a changed part run again (regression test selection: Rothermel and Harrold 1996).
 */

type Tree = { readonly [key: string]: unknown } | readonly unknown[];

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;

/** The readers of one value: of the value itself, of whether it exists, and of the keys that it has. Readers are numbers. */
class ReadNode {
  readonly value = new Set<number>();
  readonly existence = new Set<number>();
  readonly keys = new Set<number>();
  readonly #children = new Map<string, ReadNode>();

  child(key: string): ReadNode {
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    const made = new ReadNode();
    this.#children.set(key, made);
    return made;
  }

  known(key: string): ReadNode | undefined {
    return this.#children.get(key);
  }
}

export interface ReadRecord {
  /** The same JSON; everything that is read of it counts as read by this reader. Make one for each run: callers cache by identity. */
  observed<T extends object>(json: T, reader: number): T;
  /** Whether anyone has read the value at these keys. */
  isRead(path: readonly string[]): boolean;
  /** The readers of anything that differs between the observed JSON and another one. */
  readersOfChanges(before: object, after: object): ReadonlySet<number>;
}

export function createReadRecord(): ReadRecord {
  const root = new ReadNode();
  return {
    observed: (json, reader) => observe(json as Tree, root, reader, new WeakMap()) as typeof json,
    isRead(path) {
      const node = path.reduce<ReadNode | undefined>((found, key) => found?.known(key), root);
      return node !== undefined && node.value.size > 0;
    },
    readersOfChanges(before, after) {
      const readers = new Set<number>();
      collect(before as Tree, after as Tree, root, readers);
      return readers;
    },
  };
}

function observe(target: Tree, node: ReadNode, reader: number, made: WeakMap<Tree, object>): object {
  const known = made.get(target);
  if (known !== undefined) return known;
  const proxy = new Proxy(target, {
    get(_target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      // Symbols and methods of arrays are the same in every bundle.
      if (typeof key === "symbol" || !(Object.hasOwn(target, key) || value === undefined)) return value;
      const child = node.child(key);
      child.value.add(reader);
      return isTree(value) ? observe(value, child, reader, made) : value;
    },
    has(_target, key) {
      if (typeof key === "string") node.child(key).existence.add(reader);
      return Reflect.has(target, key);
    },
    getOwnPropertyDescriptor(_target, key) {
      if (typeof key === "string") node.child(key).existence.add(reader);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    ownKeys() {
      node.keys.add(reader);
      return Reflect.ownKeys(target);
    },
  });
  made.set(target, proxy);
  return proxy;
}

function addAll(readers: Set<number>, more: ReadonlySet<number>): void {
  for (const reader of more) readers.add(reader);
}

/** Adds the readers of the differences below a value that both have. */
function collect(before: Tree, after: Tree, node: ReadNode, readers: Set<number>): void {
  const keys = Object.keys(before);
  const others = Object.keys(after);
  if (keys.length !== others.length || keys.some((key, index) => key !== others[index])) addAll(readers, node.keys);
  if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length)
    addAll(readers, node.known("length")?.value ?? new Set());
  for (const key of new Set([...keys, ...others])) {
    const child = node.known(key);
    // What nobody has read, nobody has read a part of.
    if (child === undefined) continue;
    const had = Object.hasOwn(before, key);
    const has = Object.hasOwn(after, key);
    if (had !== has) addAll(readers, child.existence);
    const one = had ? (before as { readonly [key: string]: unknown })[key] : undefined;
    const other = has ? (after as { readonly [key: string]: unknown })[key] : undefined;
    if (isTree(one) && isTree(other) && Array.isArray(one) === Array.isArray(other)) collect(one, other, child, readers);
    else if (!Object.is(one, other)) addAll(readers, child.value);
  }
}
