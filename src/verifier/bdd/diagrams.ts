/**
 * Reduced ordered binary decision diagrams: a boolean function of many variables as one shared graph, in which two
 * functions are the same when they are the same node. Node 0 is false, node 1 is true.
 */

export type Bdd = number;
export const FALSE: Bdd = 0;
export const TRUE: Bdd = 1;

const LAST = 2 ** 30;
/** More nodes than this are more than a check may take. */
export const MOST_NODES = 2 ** 26;
const FIRST_NODES = 2 ** 10;
/** Numbers of an entry of what was worked out: what was asked, of which two nodes, and what it came to. */
const ENTRY = 4;
const MOST_ENTRIES = 2 ** 21;

const AND = 1;
const OR = 2;
const MINUS = 3;
const IMPLIES = 4;
const FORGET = 5;

function mixed(a: number, b: number, c: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

/** The same numbers in twice the room. */
function twice(from: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2);
  to.set(from);
  return to;
}

/** A set of levels as it is forgotten: its number among all, whether a level is in it, and the last that is. */
interface Forgotten {
  readonly number: number;
  readonly has: Uint8Array;
  readonly last: number;
}

/** Diagrams have grown beyond what a check may take: nothing is decided, nothing is claimed. */
export class TooManyNodes extends Error {
  override readonly name = "TooManyNodes";
  constructor(most: number) {
    super(`Not decided: the diagrams of the proof have more than ${most} nodes`);
  }
}

export class Diagrams {
  #level = new Int32Array(FIRST_NODES).fill(LAST, 0, 2);
  #low = new Int32Array(FIRST_NODES).fill(TRUE, 1, 2);
  #high = new Int32Array(FIRST_NODES).fill(TRUE, 1, 2);
  #size = 2;
  /** Nodes by what they are made of: at the place of their hash, or the next that is free (0). */
  #places = new Int32Array(FIRST_NODES * 2);
  /** What was worked out, at the place of its hash; a later entry takes the place of an earlier one. */
  #worked = new Int32Array(FIRST_NODES * ENTRY);
  readonly #forgotten = new WeakMap<ReadonlySet<number>, Forgotten>();
  #sets = 0;

  constructor(readonly most = MOST_NODES) {}

  /** How many nodes were made. */
  get size(): number {
    return this.#size;
  }

  level(node: Bdd): number {
    return this.#level[node] ?? LAST;
  }

  low(node: Bdd): Bdd {
    return this.#low[node] ?? FALSE;
  }

  high(node: Bdd): Bdd {
    return this.#high[node] ?? FALSE;
  }

  #node(level: number, low: Bdd, high: Bdd): Bdd {
    if (low === high) return low;
    const mask = this.#places.length - 1;
    let place = mixed(level, low, high) & mask;
    for (;;) {
      const there = this.#places[place] as number;
      if (there === 0) break;
      if (this.#low[there] === low && this.#high[there] === high && this.#level[there] === level) return there;
      place = (place + 1) & mask;
    }
    const made = this.#size;
    if (made >= this.most) throw new TooManyNodes(this.most);
    this.#places[place] = made;
    if (made === this.#level.length) this.#grow();
    this.#level[made] = level;
    this.#low[made] = low;
    this.#high[made] = high;
    this.#size += 1;
    if (this.#size * 2 > this.#places.length) this.#place();
    return made;
  }

  #grow(): void {
    this.#level = twice(this.#level);
    this.#low = twice(this.#low);
    this.#high = twice(this.#high);
    // What was worked out is lost: it would stand at other places.
    if (this.#worked.length < MOST_ENTRIES * ENTRY) this.#worked = new Int32Array(this.#worked.length * 2);
  }

  /** Places all nodes anew, in twice the room. */
  #place(): void {
    const places = new Int32Array(this.#places.length * 2);
    const mask = places.length - 1;
    for (let node = 2; node < this.#size; node += 1) {
      let place = mixed(this.level(node), this.low(node), this.high(node)) & mask;
      while (places[place] !== 0) place = (place + 1) & mask;
      places[place] = node;
    }
    this.#places = places;
  }

  /** What was worked out before; -1 when it is not known. */
  #known(asked: number, a: Bdd, b: Bdd): number {
    const at = (mixed(asked, a, b) & (this.#worked.length / ENTRY - 1)) * ENTRY;
    return this.#worked[at] === asked && this.#worked[at + 1] === a && this.#worked[at + 2] === b ? (this.#worked[at + 3] as number) : -1;
  }

  #keep(asked: number, a: Bdd, b: Bdd, made: number): number {
    const at = (mixed(asked, a, b) & (this.#worked.length / ENTRY - 1)) * ENTRY;
    this.#worked[at] = asked;
    this.#worked[at + 1] = a;
    this.#worked[at + 2] = b;
    this.#worked[at + 3] = made;
    return made;
  }

  /** The function that is one variable. */
  variable(level: number): Bdd {
    return this.#node(level, FALSE, TRUE);
  }

  not(a: Bdd): Bdd {
    return this.minus(TRUE, a);
  }

  and(a: Bdd, b: Bdd): Bdd {
    if (a === FALSE || b === FALSE) return FALSE;
    if (a === TRUE || a === b) return b;
    if (b === TRUE) return a;
    return a < b ? this.#joined(AND, a, b) : this.#joined(AND, b, a);
  }

  or(a: Bdd, b: Bdd): Bdd {
    if (a === TRUE || b === TRUE) return TRUE;
    if (a === FALSE || a === b) return b;
    if (b === FALSE) return a;
    return a < b ? this.#joined(OR, a, b) : this.#joined(OR, b, a);
  }

  /** `a` without what is in `b`. */
  minus(a: Bdd, b: Bdd): Bdd {
    if (a === FALSE || b === TRUE || a === b) return FALSE;
    if (b === FALSE) return a;
    return this.#joined(MINUS, a, b);
  }

  #joined(asked: typeof AND | typeof OR | typeof MINUS, a: Bdd, b: Bdd): Bdd {
    const known = this.#known(asked, a, b);
    if (known >= 0) return known;
    const levelA = this.level(a);
    const levelB = this.level(b);
    const level = Math.min(levelA, levelB);
    const a0 = levelA === level ? this.low(a) : a;
    const a1 = levelA === level ? this.high(a) : a;
    const b0 = levelB === level ? this.low(b) : b;
    const b1 = levelB === level ? this.high(b) : b;
    let made: Bdd;
    if (asked === AND) made = this.#node(level, this.and(a0, b0), this.and(a1, b1));
    else if (asked === OR) made = this.#node(level, this.or(a0, b0), this.or(a1, b1));
    else made = this.#node(level, this.minus(a0, b0), this.minus(a1, b1));
    return this.#keep(asked, a, b, made);
  }

  all(parts: readonly Bdd[]): Bdd {
    return parts.reduce((a, b) => this.and(a, b), TRUE);
  }

  any(parts: readonly Bdd[]): Bdd {
    return parts.reduce((a, b) => this.or(a, b), FALSE);
  }

  choose(condition: Bdd, then: Bdd, otherwise: Bdd): Bdd {
    return this.or(this.and(condition, then), this.minus(otherwise, condition));
  }

  /** Whether all of `a` is in `b`; makes no node. */
  implies(a: Bdd, b: Bdd): boolean {
    if (a === FALSE || b === TRUE || a === b) return true;
    if (b === FALSE || (a === TRUE && b !== TRUE)) return false;
    const known = this.#known(IMPLIES, a, b);
    if (known >= 0) return known === 1;
    const levelA = this.level(a);
    const levelB = this.level(b);
    const holds =
      this.implies(levelA <= levelB ? this.low(a) : a, levelB <= levelA ? this.low(b) : b) &&
      this.implies(levelA <= levelB ? this.high(a) : a, levelB <= levelA ? this.high(b) : b);
    this.#keep(IMPLIES, a, b, holds ? 1 : 0);
    return holds;
  }

  /** The function with some variables fixed. */
  restrict(a: Bdd, fixed: ReadonlyMap<number, boolean>): Bdd {
    const done = new Map<Bdd, Bdd>();
    const walk = (node: Bdd): Bdd => {
      if (node <= TRUE) return node;
      const known = done.get(node);
      if (known !== undefined) return known;
      const value = fixed.get(this.level(node));
      const made =
        value === undefined
          ? this.#node(this.level(node), walk(this.low(node)), walk(this.high(node)))
          : walk(value ? this.high(node) : this.low(node));
      done.set(node, made);
      return made;
    };
    return walk(a);
  }

  /** True where some value of the variables makes the function true. Give the same set for the same levels: what was worked out is kept by it. */
  forget(a: Bdd, levels: ReadonlySet<number>): Bdd {
    if (levels.size === 0) return a;
    return this.#without(a, this.#forgottenOf(levels));
  }

  #forgottenOf(levels: ReadonlySet<number>): Forgotten {
    const known = this.#forgotten.get(levels);
    if (known !== undefined) return known;
    const last = Math.max(...levels);
    const has = new Uint8Array(last + 1);
    for (const level of levels) has[level] = 1;
    const made = { number: this.#sets, has, last };
    this.#sets += 1;
    this.#forgotten.set(levels, made);
    return made;
  }

  #without(node: Bdd, levels: Forgotten): Bdd {
    const level = this.level(node);
    if (level > levels.last) return node;
    const known = this.#known(FORGET, node, levels.number);
    if (known >= 0) return known;
    const low = this.#without(this.low(node), levels);
    let made: Bdd;
    if (levels.has[level] !== 1) made = this.#node(level, low, this.#without(this.high(node), levels));
    else made = low === TRUE ? TRUE : this.or(low, this.#without(this.high(node), levels));
    return this.#keep(FORGET, node, levels.number, made);
  }

  /** How many assignments of `levels` variables (0 to levels - 1) make the function true. */
  count(a: Bdd, levels: number): bigint {
    const done = new Map<Bdd, bigint>();
    const below = (node: Bdd): number => (node <= TRUE ? levels : this.level(node));
    const walk = (node: Bdd): bigint => {
      if (node <= TRUE) return node === TRUE ? 1n : 0n;
      const known = done.get(node);
      if (known !== undefined) return known;
      const here = this.level(node) + 1;
      const low = walk(this.low(node)) << BigInt(below(this.low(node)) - here);
      const high = walk(this.high(node)) << BigInt(below(this.high(node)) - here);
      done.set(node, low + high);
      return low + high;
    };
    return walk(a) << BigInt(below(a));
  }
}
