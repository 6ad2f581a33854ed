/**
 * Exports reduced ordered binary decision diagrams (Bryant 1986) with a unique table and an operation cache (Brace, Rudell
 * and Bryant 1990), for the state space. Equal functions are the same node; node 0 is false, node 1 is true.
 */

/** The index of a node in its `BddManager`. Two functions of one manager are equal exactly when their numbers are. */
export type Bdd = number;

/** The empty set of states, in every manager. */
export const FALSE: Bdd = 0;
/** The set of all valuations, in every manager, also of those that are not valid states. */
export const TRUE: Bdd = 1;

const TERMINAL_LEVEL = 2 ** 30;
/** The default limit of nodes: a check that needs more stops. */
export const MAX_NODES = 2 ** 26;
const INITIAL_CAPACITY = 2 ** 14;
/** The unique table and the cache grow in few large steps: a brand needs a million nodes, and each step computes all slots again. */
const GROWTH = 8;
/** Numbers in one node: its level, its children, and one that is not used, so that a node does not span two cache lines. */
const NODE = 4;
const LOW = 1;
const HIGH = 2;
/** Numbers in one cache entry: the operation, two operands, the result. */
const CACHE_ENTRY = 4;
const MAX_CACHE_ENTRIES = 2 ** 21;

const AND = 1;
const OR = 2;
const DIFF = 3;
const IMPLIES = 4;
const EXISTS = 5;
const DISJOINT = 6;
/** The operation of a relational product is this and the id of its variables. */
const AND_EXISTS = 7;

function hashOf(a: number, b: number, c: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

/** The variables of a quantification: an id for the cache, a membership flag for each level, and the highest level. */
interface VariableSet {
  readonly id: number;
  readonly has: Uint8Array;
  readonly maxLevel: number;
}

/** The diagrams exceed the node limit: the verifier proves nothing. */
export class TooManyNodes extends Error {
  override readonly name = "TooManyNodes";
  constructor(maxNodes: number) {
    super(`Not decided: the proof needs more than ${maxNodes} BDD nodes`);
  }
}

/** The nodes of one state space. They are never freed; an operation that needs more than `maxNodes` throws `TooManyNodes`. */
export class BddManager {
  #nodes = new Int32Array(INITIAL_CAPACITY * NODE);
  #size = 2;
  /** Nodes by level and children: an open-addressing hash table with linear probing; 0 marks a free slot. */
  #uniqueTable = new Int32Array(INITIAL_CAPACITY * 2);
  /** Results of operations: a direct-mapped cache in which a new entry overwrites an old one. */
  #cache = new Int32Array(INITIAL_CAPACITY * CACHE_ENTRY);
  readonly #variableSets = new WeakMap<ReadonlySet<number>, VariableSet>();
  #setCount = 0;

  constructor(readonly maxNodes = MAX_NODES) {
    this.#nodes.set([TERMINAL_LEVEL, FALSE, FALSE, 0, TERMINAL_LEVEL, TRUE, TRUE, 0]);
  }

  /** The number of nodes. */
  get size(): number {
    return this.#size;
  }

  level(node: Bdd): number {
    return this.#nodes[node * NODE] as number;
  }

  low(node: Bdd): Bdd {
    return this.#nodes[node * NODE + LOW] as Bdd;
  }

  high(node: Bdd): Bdd {
    return this.#nodes[node * NODE + HIGH] as Bdd;
  }

  #node(level: number, low: Bdd, high: Bdd): Bdd {
    if (low === high) return low;
    const table = this.#uniqueTable;
    const nodes = this.#nodes;
    const mask = table.length - 1;
    let slot = hashOf(level, low, high) & mask;
    for (;;) {
      const found = table[slot] as number;
      if (found === 0) break;
      const at = found * NODE;
      if (nodes[at + LOW] === low && nodes[at + HIGH] === high && nodes[at] === level) return found;
      slot = (slot + 1) & mask;
    }
    return this.#add(slot, level, low, high);
  }

  /** A new node, at a free slot of the unique table. */
  #add(slot: number, level: number, low: Bdd, high: Bdd): Bdd {
    const made = this.#size;
    if (made >= this.maxNodes) throw new TooManyNodes(this.maxNodes);
    this.#uniqueTable[slot] = made;
    const at = made * NODE;
    if (at === this.#nodes.length) this.#doubleNodes();
    this.#nodes[at] = level;
    this.#nodes[at + LOW] = low;
    this.#nodes[at + HIGH] = high;
    this.#size += 1;
    if (this.#size * 2 > this.#uniqueTable.length) {
      this.#growUniqueTable();
      this.#growCache();
    }
    return made;
  }

  #doubleNodes(): void {
    const nodes = new Int32Array(this.#nodes.length * 2);
    nodes.set(this.#nodes);
    this.#nodes = nodes;
  }

  #growUniqueTable(): void {
    const slots = new Int32Array(this.#uniqueTable.length * GROWTH);
    const mask = slots.length - 1;
    for (let node = 2; node < this.#size; node += 1) {
      let slot = hashOf(this.level(node), this.low(node), this.high(node)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = node;
    }
    this.#uniqueTable = slots;
  }

  /** A larger cache with the same results. */
  #growCache(): void {
    const before = this.#cache;
    const length = Math.min(before.length * GROWTH, MAX_CACHE_ENTRIES * CACHE_ENTRY);
    if (length === before.length) return;
    this.#cache = new Int32Array(length);
    for (let at = 0; at < before.length; at += CACHE_ENTRY) {
      const operation = before[at] as number;
      if (operation !== 0) this.#store(operation, before[at + 1] as Bdd, before[at + 2] as Bdd, before[at + 3] as number);
    }
  }

  /** The cached result of an operation, or -1. */
  #cached(operation: number, a: Bdd, b: Bdd): number {
    const at = (hashOf(operation, a, b) & (this.#cache.length / CACHE_ENTRY - 1)) * CACHE_ENTRY;
    return this.#cache[at] === operation && this.#cache[at + 1] === a && this.#cache[at + 2] === b ? (this.#cache[at + 3] as number) : -1;
  }

  #store(operation: number, a: Bdd, b: Bdd, made: number): number {
    const at = (hashOf(operation, a, b) & (this.#cache.length / CACHE_ENTRY - 1)) * CACHE_ENTRY;
    this.#cache[at] = operation;
    this.#cache[at + 1] = a;
    this.#cache[at + 2] = b;
    this.#cache[at + 3] = made;
    return made;
  }

  /** The function that is true where a variable is true. */
  variable(level: number): Bdd {
    return this.#node(level, FALSE, TRUE);
  }

  not(a: Bdd): Bdd {
    return this.diff(TRUE, a);
  }

  and(a: Bdd, b: Bdd): Bdd {
    if (a === FALSE || b === FALSE) return FALSE;
    if (a === TRUE || a === b) return b;
    if (b === TRUE) return a;
    return a < b ? this.#apply(AND, a, b) : this.#apply(AND, b, a);
  }

  or(a: Bdd, b: Bdd): Bdd {
    if (a === TRUE || b === TRUE) return TRUE;
    if (a === FALSE || a === b) return b;
    if (b === FALSE) return a;
    return a < b ? this.#apply(OR, a, b) : this.#apply(OR, b, a);
  }

  /** The set difference: `a` and not `b`. */
  diff(a: Bdd, b: Bdd): Bdd {
    if (a === FALSE || b === TRUE || a === b) return FALSE;
    if (b === FALSE) return a;
    return this.#apply(DIFF, a, b);
  }

  #apply(operation: typeof AND | typeof OR | typeof DIFF, a: Bdd, b: Bdd): Bdd {
    const known = this.#cached(operation, a, b);
    if (known >= 0) return known;
    const nodes = this.#nodes;
    const atA = a * NODE;
    const atB = b * NODE;
    const levelA = nodes[atA] as number;
    const levelB = nodes[atB] as number;
    const level = levelA < levelB ? levelA : levelB;
    const a0 = levelA === level ? (nodes[atA + LOW] as Bdd) : a;
    const a1 = levelA === level ? (nodes[atA + HIGH] as Bdd) : a;
    const b0 = levelB === level ? (nodes[atB + LOW] as Bdd) : b;
    const b1 = levelB === level ? (nodes[atB + HIGH] as Bdd) : b;
    let made: Bdd;
    if (operation === AND) made = this.#node(level, this.and(a0, b0), this.and(a1, b1));
    else if (operation === OR) made = this.#node(level, this.or(a0, b0), this.or(a1, b1));
    else made = this.#node(level, this.diff(a0, b0), this.diff(a1, b1));
    return this.#store(operation, a, b, made);
  }

  /** The conjunction of all parts. */
  all(parts: readonly Bdd[]): Bdd {
    return parts.reduce((a, b) => this.and(a, b), TRUE);
  }

  /** The disjunction of all parts. */
  any(parts: readonly Bdd[]): Bdd {
    return parts.reduce((a, b) => this.or(a, b), FALSE);
  }

  /** If-then-else. */
  ite(condition: Bdd, then: Bdd, alternative: Bdd): Bdd {
    return this.or(this.and(condition, then), this.diff(alternative, condition));
  }

  /** Whether `a` is a subset of `b`; creates no nodes. */
  implies(a: Bdd, b: Bdd): boolean {
    if (a === FALSE || b === TRUE || a === b) return true;
    if (b === FALSE || (a === TRUE && b !== TRUE)) return false;
    const known = this.#cached(IMPLIES, a, b);
    if (known >= 0) return known === 1;
    const levelA = this.level(a);
    const levelB = this.level(b);
    const holds =
      this.implies(levelA <= levelB ? this.low(a) : a, levelB <= levelA ? this.low(b) : b) &&
      this.implies(levelA <= levelB ? this.high(a) : a, levelB <= levelA ? this.high(b) : b);
    this.#store(IMPLIES, a, b, holds ? 1 : 0);
    return holds;
  }

  /** Whether `a` and `b` have no common element; creates no nodes. */
  disjoint(a: Bdd, b: Bdd): boolean {
    if (a === FALSE || b === FALSE) return true;
    if (a === TRUE || b === TRUE || a === b) return false;
    if (a > b) return this.disjoint(b, a);
    const known = this.#cached(DISJOINT, a, b);
    if (known >= 0) return known === 1;
    const levelA = this.level(a);
    const levelB = this.level(b);
    const holds =
      this.disjoint(levelA <= levelB ? this.low(a) : a, levelB <= levelA ? this.low(b) : b) &&
      this.disjoint(levelA <= levelB ? this.high(a) : a, levelB <= levelA ? this.high(b) : b);
    this.#store(DISJOINT, a, b, holds ? 1 : 0);
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

  /** Existential quantification over some levels. The cache key is the set object: pass the same object for the same levels. */
  exists(a: Bdd, levels: ReadonlySet<number>): Bdd {
    if (levels.size === 0) return a;
    return this.#existsIn(a, this.#variableSetOf(levels));
  }

  /** The relational product (Burch et al. 1990): as `exists` of the conjunction, without the nodes of the conjunction. */
  andExists(a: Bdd, b: Bdd, levels: ReadonlySet<number>): Bdd {
    if (levels.size === 0) return this.and(a, b);
    return this.#andExistsIn(a, b, this.#variableSetOf(levels));
  }

  #andExistsIn(a: Bdd, b: Bdd, levels: VariableSet): Bdd {
    if (a === FALSE || b === FALSE) return FALSE;
    if (a === TRUE || a === b) return this.#existsIn(b, levels);
    if (b === TRUE) return this.#existsIn(a, levels);
    if (a > b) return this.#andExistsIn(b, a, levels);
    const levelA = this.level(a);
    const levelB = this.level(b);
    const level = levelA < levelB ? levelA : levelB;
    if (level > levels.maxLevel) return this.and(a, b);
    const operation = AND_EXISTS + levels.id;
    const known = this.#cached(operation, a, b);
    if (known >= 0) return known;
    const [a0, a1] = levelA === level ? [this.low(a), this.high(a)] : [a, a];
    const [b0, b1] = levelB === level ? [this.low(b), this.high(b)] : [b, b];
    const low = this.#andExistsIn(a0, b0, levels);
    let made: Bdd;
    if (levels.has[level] !== 1) made = this.#node(level, low, this.#andExistsIn(a1, b1, levels));
    else made = low === TRUE ? TRUE : this.or(low, this.#andExistsIn(a1, b1, levels));
    return this.#store(operation, a, b, made);
  }

  #variableSetOf(levels: ReadonlySet<number>): VariableSet {
    const known = this.#variableSets.get(levels);
    if (known !== undefined) return known;
    const maxLevel = Math.max(...levels);
    const has = new Uint8Array(maxLevel + 1);
    for (const level of levels) has[level] = 1;
    const made = { id: this.#setCount, has, maxLevel };
    this.#setCount += 1;
    this.#variableSets.set(levels, made);
    return made;
  }

  #existsIn(node: Bdd, levels: VariableSet): Bdd {
    const level = this.level(node);
    if (level > levels.maxLevel) return node;
    const known = this.#cached(EXISTS, node, levels.id);
    if (known >= 0) return known;
    const low = this.#existsIn(this.low(node), levels);
    let made: Bdd;
    if (levels.has[level] !== 1) made = this.#node(level, low, this.#existsIn(this.high(node), levels));
    else made = low === TRUE ? TRUE : this.or(low, this.#existsIn(this.high(node), levels));
    return this.#store(EXISTS, node, levels.id, made);
  }

  /** The number of satisfying assignments of the variables 0 to `levels - 1`. */
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
