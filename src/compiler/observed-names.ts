/** Exports `observe`: the names of a definition, with a record of the lookups, for the memory of compiled screens. */
import type { Names } from "./compile-context.js";

type Table = { readonly [Kind in keyof Names]: Names[Kind] extends { readonly entries: unknown } ? Kind : never }[keyof Names];

/** Whether other names would answer every recorded lookup in the same way. */
export type SameAnswers = (names: Names) => boolean;

export interface Observation {
  readonly names: Names;
  /** Compares other names with the lookups so far. It keeps no name that was not looked up. */
  answers(): SameAnswers;
}

/** Names that answer like the given ones, and record each lookup. */
export function observe(names: Names): Observation {
  const answers: (() => SameAnswers)[] = [];
  const observedMap = (of: MapIn): ObservedMap => {
    const map = new ObservedMap(of(names));
    answers.push(() => sameMap(map.answers(), of));
    return map;
  };
  const observed = Object.entries(names).map(([key, written]) => {
    const kind = key as keyof Names;
    if (!isTable(kind, names)) {
      answers.push(() => sameKind(kind, written));
      return [kind, written];
    }
    const { complete, removed } = names[kind];
    answers.push(() => sameCompleteness(kind, complete));
    const entries = observedMap(entriesIn(kind));
    return [kind, { complete, entries, ...(removed === undefined ? {} : { removed: observedMap(removedIn(kind)) }) }];
  });
  return {
    names: Object.fromEntries(observed) as Names,
    answers: () => sameInAll(answers.map((check) => check())),
  };
}

/**
 * These functions are not within `observe`: V8 keeps the variables of a function as long as any function made in it, and so each
 * compiled screen would keep all names of its compilation, their screens, and through those the compilations before it.
 */
const sameInAll =
  (checks: readonly SameAnswers[]): SameAnswers =>
  (other) =>
    checks.every((isSameIn) => isSameIn(other));
const sameMap =
  (isSameIn: (other: ReadonlyMap<string, unknown>) => boolean, of: MapIn): SameAnswers =>
  (other) =>
    isSameIn(of(other));
const sameKind =
  (kind: keyof Names, written: unknown): SameAnswers =>
  (other) =>
    other[kind] === written;
const sameCompleteness =
  (kind: Table, complete: boolean): SameAnswers =>
  (other) =>
    other[kind].complete === complete;

type MapIn = (names: Names) => ReadonlyMap<string, unknown>;
const entriesIn =
  (kind: Table): MapIn =>
  (names) =>
    names[kind].entries;
const removedIn =
  (kind: Table): MapIn =>
  (names) =>
    names[kind].removed ?? NONE;

const NONE: ReadonlyMap<string, unknown> = new Map();

const isTable = (kind: keyof Names, names: Names): kind is Table => names[kind] !== null && "complete" in names[kind];

/** A map that records its lookups: of some names, or of all. */
class ObservedMap implements ReadonlyMap<string, unknown> {
  readonly #map: ReadonlyMap<string, unknown>;
  readonly #asked = new Map<string, unknown>();
  #isWhole = false;

  constructor(map: ReadonlyMap<string, unknown>) {
    this.#map = map;
  }

  get size(): number {
    return this.#whole().size;
  }

  get(name: string): unknown {
    const found = this.#map.get(name);
    this.#asked.set(name, found);
    return found;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  keys() {
    return this.#whole().keys();
  }

  values() {
    return this.#whole().values();
  }

  entries() {
    return this.#whole().entries();
  }

  forEach(visit: (value: unknown, name: string, map: ReadonlyMap<string, unknown>) => void): void {
    this.#whole().forEach(visit);
  }

  [Symbol.iterator]() {
    return this.#whole()[Symbol.iterator]();
  }

  answers(): (other: ReadonlyMap<string, unknown>) => boolean {
    if (this.#isWhole) {
      const all = [...this.#map];
      return (other) => isSame(all, [...other]);
    }
    const asked = [...this.#asked];
    return (other) => asked.every(([name, value]) => isSame(value, other.get(name)));
  }

  #whole(): ReadonlyMap<string, unknown> {
    this.#isWhole = true;
    return this.#map;
  }
}

/** Whether two values are the same: the same object, or lists and objects that each compilation makes anew of the same objects. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (!isPlain(one) || !isPlain(other)) return false;
  const kinds = Object.keys(one);
  return kinds.length === Object.keys(other).length && kinds.every((kind) => isSame(one[kind], other[kind]));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
