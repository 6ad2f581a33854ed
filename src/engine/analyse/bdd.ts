/**
 * Reduced ordered binary decision diagrams: a boolean function of many variables as one shared graph, in which two
 * functions are the same when they are the same node. Node 0 is false, node 1 is true.
 */

export type Bdd = number;
export const FALSE: Bdd = 0;
export const TRUE: Bdd = 1;

/** Below 2^26 nodes a pair of them is one exact number. */
const PAIR = 2 ** 26;
const LAST = 2 ** 30;

export class Diagrams {
  readonly #level: number[] = [LAST, LAST];
  readonly #low: Bdd[] = [FALSE, TRUE];
  readonly #high: Bdd[] = [FALSE, TRUE];
  readonly #unique: Map<number, Bdd>[] = [];
  readonly #ands = new Map<number, Bdd>();
  readonly #ors = new Map<number, Bdd>();
  readonly #nots = new Map<Bdd, Bdd>();
  readonly #forgotten = new WeakMap<ReadonlySet<number>, Map<Bdd, Bdd>>();

  /** How many nodes were made. */
  get size(): number {
    return this.#level.length;
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
    const table = (this.#unique[level] ??= new Map());
    const key = low * PAIR + high;
    const known = table.get(key);
    if (known !== undefined) return known;
    const made = this.#level.length;
    if (made >= PAIR) throw new RangeError("The analysis needs more than 2^26 nodes.");
    this.#level.push(level);
    this.#low.push(low);
    this.#high.push(high);
    table.set(key, made);
    return made;
  }

  /** The function that is one variable. */
  variable(level: number): Bdd {
    return this.#node(level, FALSE, TRUE);
  }

  not(a: Bdd): Bdd {
    if (a <= TRUE) return a === TRUE ? FALSE : TRUE;
    const known = this.#nots.get(a);
    if (known !== undefined) return known;
    const made = this.#node(this.level(a), this.not(this.low(a)), this.not(this.high(a)));
    this.#nots.set(a, made);
    this.#nots.set(made, a);
    return made;
  }

  and(a: Bdd, b: Bdd): Bdd {
    if (a === FALSE || b === FALSE) return FALSE;
    if (a === TRUE || a === b) return b;
    if (b === TRUE) return a;
    const key = a < b ? a * PAIR + b : b * PAIR + a;
    const known = this.#ands.get(key);
    if (known !== undefined) return known;
    const level = Math.min(this.level(a), this.level(b));
    const [a0, a1] = this.level(a) === level ? [this.low(a), this.high(a)] : [a, a];
    const [b0, b1] = this.level(b) === level ? [this.low(b), this.high(b)] : [b, b];
    const made = this.#node(level, this.and(a0, b0), this.and(a1, b1));
    this.#ands.set(key, made);
    return made;
  }

  or(a: Bdd, b: Bdd): Bdd {
    if (a === TRUE || b === TRUE) return TRUE;
    if (a === FALSE || a === b) return b;
    if (b === FALSE) return a;
    const key = a < b ? a * PAIR + b : b * PAIR + a;
    const known = this.#ors.get(key);
    if (known !== undefined) return known;
    const level = Math.min(this.level(a), this.level(b));
    const [a0, a1] = this.level(a) === level ? [this.low(a), this.high(a)] : [a, a];
    const [b0, b1] = this.level(b) === level ? [this.low(b), this.high(b)] : [b, b];
    const made = this.#node(level, this.or(a0, b0), this.or(a1, b1));
    this.#ors.set(key, made);
    return made;
  }

  all(parts: readonly Bdd[]): Bdd {
    return parts.reduce((a, b) => this.and(a, b), TRUE);
  }

  any(parts: readonly Bdd[]): Bdd {
    return parts.reduce((a, b) => this.or(a, b), FALSE);
  }

  /** `a` without what is in `b`. */
  minus(a: Bdd, b: Bdd): Bdd {
    return this.and(a, this.not(b));
  }

  choose(condition: Bdd, then: Bdd, otherwise: Bdd): Bdd {
    return this.or(this.and(condition, then), this.and(this.not(condition), otherwise));
  }

  implies(a: Bdd, b: Bdd): boolean {
    return this.minus(a, b) === FALSE;
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

  /** True where some value of the variables makes the function true. What was worked out for a set of levels is kept with it. */
  forget(a: Bdd, levels: ReadonlySet<number>): Bdd {
    if (levels.size === 0) return a;
    const done = this.#forgotten.get(levels) ?? new Map<Bdd, Bdd>();
    this.#forgotten.set(levels, done);
    const walk = (node: Bdd): Bdd => {
      if (node <= TRUE) return node;
      const known = done.get(node);
      if (known !== undefined) return known;
      const low = walk(this.low(node));
      const high = walk(this.high(node));
      const made = levels.has(this.level(node)) ? this.or(low, high) : this.#node(this.level(node), low, high);
      done.set(node, made);
      return made;
    };
    return walk(a);
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
