/**
 * Exports `StateSpace`: all states that predicates can distinguish, with predicates as BDDs over them, for every later
 * stage. A state is one class for each variable; `valid` excludes combinations that the state schema forbids.
 */
import type { Json } from "../../language/definition.js";
import { rootOf } from "../../language/logic-reads.js";
import { test } from "../../language/predicate.js";
import type { Bdd } from "../bdd/diagrams.js";
import { MAX_NODES } from "../bdd/diagrams.js";
import { Unanalysable } from "./atoms.js";
import { indexedPath } from "./lists.js";
import type { TypeOf } from "./path-types.js";
import { PredicateEncoding } from "./predicate-encoding.js";
import { NOW, scopeWith } from "./state-classes.js";
import { StateVariables, type Variable } from "./state-variables.js";

export type { Variable } from "./state-variables.js";

const NONE: ReadonlySet<string> = new Set();

export class StateSpace extends StateVariables {
  /** States that the schema admits. */
  readonly valid: Bdd;
  readonly #encoding: PredicateEncoding;
  readonly #classes = new Map<Variable, Map<Json, number>>();
  readonly #classesOfObjects = new Map<Variable, WeakMap<object, number>>();
  readonly #levels = new Map<string, ReadonlySet<number>>();
  readonly #distinguished = new Map<string, boolean>();
  #routeVariables: readonly Variable[] | null = null;

  /** `predicates`: every predicate that a later stage encodes, because they determine the state classes. */
  constructor(predicates: readonly Json[], typeOf: TypeOf, initialOf: (path: string) => Json, maxBddNodes = MAX_NODES) {
    super(predicates, typeOf, initialOf, maxBddNodes);
    this.#encoding = new PredicateEncoding(this);
    this.valid = this.#validStates();
  }

  /** The states in which a predicate (plain json-logic) holds. */
  holds(node: Json): Bdd {
    return this.#encoding.holds(node);
  }

  /** Whether some variable is a path or below it. */
  distinguishes(path: string): boolean {
    const known = this.#distinguished.get(path);
    if (known !== undefined) return known;
    const found = this.lists.has(path) || this.variables.some(({ name }) => name === path || name.startsWith(`${path}.`));
    this.#distinguished.set(path, found);
    return found;
  }

  /** The index of a value's class: the class on which all atoms evaluate as they do on the value. */
  classOf(variable: Variable, value: Json): number {
    if (typeof value === "object" && value !== null) return this.#classOfObject(variable, value);
    const all = this.#classes.get(variable) ?? new Map<Json, number>();
    this.#classes.set(variable, all);
    const index = all.get(value) ?? this.#findClass(variable, value);
    all.set(value, index);
    return index;
  }

  /** The class of an object or a list; states are immutable, so that it never changes. */
  #classOfObject(variable: Variable, value: Exclude<Json, string | number | boolean | null>): number {
    const all = this.#classesOfObjects.get(variable) ?? new WeakMap<object, number>();
    this.#classesOfObjects.set(variable, all);
    const index = all.get(value) ?? this.#findClass(variable, value);
    all.set(value, index);
    return index;
  }

  #findClass(variable: Variable, value: Json): number {
    const nullable = variable.values.includes(null);
    // Predicates of items read the item's own scope.
    const name = indexedPath(variable.name)?.field ?? variable.name;
    const signature = (one: Json): string => {
      const scope = scopeWith([
        [name, one],
        ["now", NOW],
      ]);
      return `${nullable && one === null}|${variable.atoms.map((atom) => test(atom.node, scope)).join()}`;
    };
    const wanted = signature(value);
    const index = variable.values.findIndex((one) => signature(one) === wanted);
    if (index < 0) throw new Unanalysable(value, `no class of ${variable.name} contains it`);
    return index;
  }

  /** Excludes codes without a class, non-null fields of null objects, and items after a missing item. */
  #validStates(): Bdd {
    const { bdd } = this;
    const all: Bdd[] = [];
    for (const variable of this.variables) {
      all.push(bdd.any(variable.values.map((_value, index) => this.hasClass(variable, index))));
      if (variable.role !== "path") continue;
      const keys = variable.name.split(".");
      const parent = keys.slice(0, -1).join(".");
      if (this.variable(parent) === undefined) continue;
      const own = this.isNonNull(variable.name);
      all.push(bdd.or(bdd.not(own), this.isNonNull(parent)));
      const required = this.typeOf(parent)?.required.has(keys.at(-1) ?? "") ?? false;
      const nullable = this.isNullable(variable.name) ?? true;
      // A required field that isn't nullable is null only while its object is null.
      if (required && !nullable) all.push(bdd.or(own, bdd.not(this.isNonNull(parent))));
    }
    for (const [text, { member }] of this.memberships) all.push(bdd.or(bdd.not(this.isTrue(text)), this.isNonNull(member)));
    for (const { path, indexedItems, itemClasses } of this.lists.values()) {
      for (let index = 1; index < indexedItems; index += 1) {
        all.push(bdd.or(bdd.not(this.isNonNull(`${path}.${index}`)), this.isNonNull(`${path}.${index - 1}`)));
      }
      if (indexedItems === 0) continue;
      const more = bdd.any(itemClasses.map((_class, index) => this.isTrue(`${path}.+${index}`)));
      all.push(bdd.or(bdd.not(more), this.isNonNull(`${path}.${indexedItems - 1}`)));
    }
    return bdd.all(all);
  }

  /** The bits of some variables. Callers pass the same set for the same `key`, so that the BDD cache applies. */
  levelsOf(key: string, wanted: (variable: Variable) => boolean): ReadonlySet<number> {
    const known = this.#levels.get(key);
    if (known !== undefined) return known;
    const made = new Set(
      this.variables.filter(wanted).flatMap((variable) => Array.from({ length: variable.bits }, (_none, bit) => variable.base + bit)),
    );
    this.#levels.set(key, made);
    return made;
  }

  /** The variables of the route. */
  routeVariables(): readonly Variable[] {
    this.#routeVariables ??= this.variables.filter(({ name }) => name.startsWith("route."));
    return this.#routeVariables;
  }

  /** The slices of the state that have variables. */
  slices(): readonly string[] {
    return [...new Set(this.variables.filter(({ role }) => role !== "free").map((variable) => this.sliceOf(variable)))];
  }

  /** The slice of a variable. */
  sliceOf(variable: Variable): string {
    return rootOf(this.memberships.get(variable.name)?.list ?? variable.name);
  }

  /** The bits of the free inputs. */
  freeLevels(): ReadonlySet<number> {
    return this.levelsOf("free", (variable) => variable.role === "free");
  }

  /** The bits of the route, without those of some keys of its state. */
  routeLevels(without: ReadonlySet<string> = NONE): ReadonlySet<number> {
    const kept = new Set([...without].map((key) => `route.state.${key}`));
    return this.levelsOf(["route", ...[...kept].sort()].join(" "), ({ name }) => name.startsWith("route.") && !kept.has(name));
  }

  dependsOn(set: Bdd, levels: ReadonlySet<number>): boolean {
    return levels.size > 0 && this.bdd.exists(set, levels) !== set;
  }

  /** The number of states that predicates can distinguish. */
  stateCount(): bigint {
    return this.bdd.count(this.valid, this.levels);
  }
}
