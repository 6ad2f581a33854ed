/**
 * Exports the variables of the state space, their bits and their order, for the state space and the predicate encoding.
 * Each path that predicates read is a variable over its state classes; each class is a cube over the variable's bits.
 */
import type { Json } from "../../language/definition.js";
import { rootOf } from "../../language/logic-reads.js";
import { ANY, orNull, type StaticType } from "../../language/static-types.js";
import type { Bdd } from "../bdd/diagrams.js";
import { BddManager, FALSE, TRUE } from "../bdd/diagrams.js";
import type { Atom, Membership } from "./atoms.js";
import { collectReads, noReads, readsOnlyNow, Unanalysable } from "./atoms.js";
import type { ListAbstraction } from "./lists.js";
import { abstractList, indexedPath } from "./lists.js";
import { isNullable, kindOf, type TypeOf, type ValueKind } from "./path-types.js";
import { instantsOf, NOW, representatives } from "./state-classes.js";

/** A path with its state classes, or a boolean (`values` are false and true). */
export interface Variable {
  readonly name: string;
  /** One representative of each class, the initial value first. */
  readonly values: readonly Json[];
  /** The level of the first bit. */
  readonly base: number;
  readonly bits: number;
  readonly atoms: readonly Atom[];
  /** A path of the state, whether an item of a class exists, a free input, or whether a value is in a list. */
  readonly role: "path" | "item-class" | "free" | "membership";
}

/** The name of the variable with the classes of `now`: free, because every condition on a date may be evaluated on another day. */
const INSTANT = JSON.stringify({ var: "now" });

/** A variable without its bits. */
type VariableClasses = Pick<Variable, "name" | "values" | "atoms" | "role">;

/** The weight of a nullable object: its bits precede those of its fields. It does not count for the order of the slices. */
const PARENT_WEIGHT = 1000;

export class StateVariables {
  readonly bdd: BddManager;
  readonly variables: Variable[] = [];
  readonly lists = new Map<string, ListAbstraction>();
  readonly memberships = new Map<string, Membership>();
  /** The number of bits: levels 0 to `levels - 1`. */
  levels = 0;
  readonly #collected: VariableClasses[] = [];
  readonly #byName = new Map<string, Variable>();
  readonly #byLevel: Variable[] = [];
  readonly #cubes = new Map<Variable, readonly Bdd[]>();
  /** The instants between which predicates distinguish. */
  readonly instants: readonly string[];
  readonly #typeOf: TypeOf;
  readonly #initialOf: (path: string) => Json;

  constructor(predicates: readonly Json[], typeOf: TypeOf, initialOf: (path: string) => Json, maxBddNodes: number) {
    this.bdd = new BddManager(maxBddNodes);
    // A location may carry any state and parameters; navigation writes their fields, so that the objects need no variable.
    this.#typeOf = (path) =>
      path === "route.state" ? ANY : (typeOf(path) ?? (path.startsWith("route.state.") || path.startsWith("route.params.") ? ANY : null));
    this.#initialOf = initialOf;
    const reads = noReads();
    for (const predicate of predicates) collectReads(predicate, reads, (path) => this.kindOf(path) === "list");
    const indexed = reads.atoms.filter((atom) => atom.paths.some((path) => indexedPath(path) !== null));
    for (const path of indexed.flatMap((atom) => atom.paths)) {
      const list = indexedPath(path)?.list ?? "";
      if (!reads.lists.has(list)) reads.lists.set(list, new Map());
    }
    const dates = reads.atoms.filter(({ node }) => readsOnlyNow(node));
    this.#addPathVariables(reads.atoms.filter((atom) => !indexed.includes(atom) && !dates.includes(atom)));
    for (const [path, predicatesOfItems] of reads.lists) {
      const atoms = indexed.filter((atom) => atom.paths.some((read) => indexedPath(read)?.list === path));
      const list = abstractList(path, predicatesOfItems, atoms, this.#typeOf);
      this.lists.set(path, list);
      this.#addListVariables(list);
    }
    for (const text of reads.freeAtoms.keys()) this.#add(text, [false, true], [], "free");
    this.instants = instantsOf(dates);
    if (dates.length > 0) this.#add(INSTANT, this.instants, dates, "free");
    for (const [text, membership] of reads.memberships) {
      if (this.lists.has(membership.list))
        throw new Unanalysable(text, `predicates read both the items of ${membership.list} and whether it contains a value`);
      this.memberships.set(text, membership);
      this.#add(text, [false, true], [], "membership");
    }
    for (const one of this.#inOrder()) this.#encode(one);
  }

  #add(name: string, values: readonly Json[], atoms: readonly Atom[], role: Variable["role"]): void {
    this.#collected.push({ name, values, atoms, role });
  }

  /**
   * The variables in the order of their bits: lists and memberships beside the paths of their slice, the route after all
   * slices, since every navigation rewrites it and quantifying the last bits of an order is cheap, and the free inputs last.
   */
  #inOrder(): readonly VariableClasses[] {
    const groups = new Map<string, VariableClasses[]>();
    for (const one of this.#collected) {
      const group = one.role === "free" ? "" : rootOf(this.memberships.get(one.name)?.list ?? one.name);
      groups.set(group, [...(groups.get(group) ?? []), one]);
    }
    const last = ["route", ""];
    return [...[...groups.keys()].filter((group) => !last.includes(group)), ...last].flatMap((group) => groups.get(group) ?? []);
  }

  #encode({ name, values, atoms, role }: VariableClasses): void {
    const bits = Math.ceil(Math.log2(Math.max(1, values.length)));
    const variable: Variable = { name, values, base: this.levels, bits, atoms, role };
    this.levels += bits;
    this.variables.push(variable);
    for (let bit = 0; bit < bits; bit += 1) this.#byLevel.push(variable);
    this.#byName.set(name, variable);
    this.#cubes.set(
      variable,
      values.map((_value, index) => {
        let cube: Bdd = TRUE;
        for (let bit = bits - 1; bit >= 0; bit -= 1) {
          const one = this.bdd.variable(variable.base + bit);
          cube = this.bdd.and((index >> bit) % 2 === 1 ? one : this.bdd.not(one), cube);
        }
        return cube;
      }),
    );
  }

  /**
   * Variable order (a static heuristic after Fujita, Fujisawa and Kawato 1988): the bits of one slice are neighbours, and
   * slices and paths that more atoms read come first, which keeps the diagrams small.
   */
  #addPathVariables(atoms: readonly Atom[]): void {
    const weights = new Map<string, number>();
    for (const path of atoms.flatMap((atom) => atom.paths)) weights.set(path, (weights.get(path) ?? 0) + 1);
    const sliceWeights = new Map<string, number>();
    for (const [path, weight] of weights) {
      const slice = rootOf(path);
      sliceWeights.set(slice, Math.max(sliceWeights.get(slice) ?? 0, weight));
    }
    for (const path of [...weights.keys()]) {
      // A nullable object around a path needs a separate variable: while it is null, all its fields are.
      for (const parent of this.#parentsOf(path).reverse()) {
        if (this.isNullable(parent) === true && !weights.has(parent) && this.kindOf(parent) === "object")
          weights.set(parent, PARENT_WEIGHT);
      }
    }
    const order = ([a, weightA]: readonly [string, number], [b, weightB]: readonly [string, number]): number => {
      const [sliceA, sliceB] = [rootOf(a), rootOf(b)];
      const bySlice = (sliceWeights.get(sliceB) ?? 0) - (sliceWeights.get(sliceA) ?? 0);
      return bySlice || (sliceA < sliceB ? -1 : sliceA > sliceB ? 1 : weightB - weightA);
    };
    for (const [path] of [...weights].sort(order)) {
      const type = this.#typeOf(path);
      if (type === null) throw new Unanalysable(path, "the state schema has no such path");
      const own = atoms.filter((atom) => atom.paths.includes(path));
      // A field of a nullable object is missing while the object is null.
      const missing = this.#parentsOf(path).some((parent) => this.isNullable(parent) === true);
      this.#add(path, representatives(path, missing ? orNull(type) : type, own, this.#initialOf(path)), own, "path");
    }
  }

  /** The paths of the objects around a path, outermost first. */
  #parentsOf(path: string): string[] {
    const keys = path.split(".").slice(0, -1);
    return keys.map((_key, index) => keys.slice(0, index + 1).join("."));
  }

  #addListVariables(list: ListAbstraction): void {
    for (let index = 0; index < list.indexedItems; index += 1) {
      this.#add(`${list.path}.${index}`, [null, {}], [], "path");
      for (const { name, values, atoms } of list.fields)
        this.#add(`${list.path}.${index}.${name}`, values.includes(null) ? values : [null, ...values], atoms, "path");
    }
    for (const index of list.itemClasses.keys()) this.#add(`${list.path}.+${index}`, [false, true], [], "item-class");
  }

  /** The type of a path in the state schema. */
  typeOf(path: string): StaticType | null {
    return this.#typeOf(path);
  }

  /** What determines the state classes of a path; null for a path that isn't in the state schema. */
  kindOf(path: string): ValueKind | null {
    const type = this.#typeOf(path);
    return type === null ? null : kindOf(type);
  }

  /** Whether a path of the state may be null or missing; null for a path that isn't in the state schema. */
  isNullable(path: string): boolean | null {
    const type = this.#typeOf(path);
    return type === null ? null : isNullable(type);
  }

  /** The variable of this name. */
  variable(name: string): Variable | undefined {
    return this.#byName.get(name);
  }

  /** The variable with the bit of this level; undefined below the last level. */
  variableOfLevel(level: number): Variable | undefined {
    return this.#byLevel[level];
  }

  /** The states in which a variable has its class of this index. */
  hasClass(variable: Variable, index: number): Bdd {
    return this.#cubes.get(variable)?.[index] ?? FALSE;
  }

  /** The states in which a boolean variable is true. */
  isTrue(name: string): Bdd {
    const variable = this.#byName.get(name);
    return variable === undefined ? FALSE : this.hasClass(variable, 1);
  }

  /** The instants, as a set, for which a predicate holds. */
  atInstants(holds: (now: string) => boolean): Bdd {
    const variable = this.#byName.get(INSTANT);
    if (variable === undefined) return holds(NOW) ? TRUE : FALSE;
    return this.bdd.any(this.instants.map((now, index) => (holds(now) ? this.hasClass(variable, index) : FALSE)));
  }

  /** The instant of a valuation. */
  instantIn(valuation: ReadonlyMap<Variable, number>): string {
    const variable = this.#byName.get(INSTANT);
    return this.instants[variable === undefined ? 0 : (valuation.get(variable) ?? 0)] ?? NOW;
  }

  /** The states in which a path isn't null. */
  isNonNull(name: string): Bdd {
    const variable = this.#byName.get(name);
    if (variable === undefined) return TRUE;
    const index = variable.values.indexOf(null);
    return index < 0 ? TRUE : this.bdd.not(this.hasClass(variable, index));
  }
}
