/**
 * The whole state space as far as predicates can tell it apart, and predicates as diagrams over it. Every class of every
 * variable is in it; what the state schema forbids is cut away by `valid`.
 */
import type { Json } from "../../language/definition.js";
import { test } from "../../language/predicate.js";
import type { Bdd } from "../bdd/diagrams.js";
import { Diagrams, FALSE, MOST_NODES, TRUE } from "../bdd/diagrams.js";
import type { Atom, Membership } from "./atoms.js";
import { collect, JOINING, membershipIn, noReads, parts, pathRead, pathsIn, QUANTIFYING, readsBeyond, Unanalysable } from "./atoms.js";
import type { ListShape } from "./lists.js";
import { listShape, placeRead } from "./lists.js";
import type { PathType } from "./path-types.js";
import { NOW, placed, representatives } from "./state-classes.js";

/** A path with its classes, or a yes-or-no of the space (`values` false and true). */
export interface Variable {
  readonly name: string;
  readonly values: readonly Json[];
  readonly base: number;
  readonly bits: number;
  readonly atoms: readonly Atom[];
  /** What it stands for when a state is written out. */
  readonly stands: "path" | "kind" | "open" | "member";
}

const ANY_STATE: PathType = { kind: "any", values: [], nullable: true, required: [] };

export class Space {
  readonly diagrams: Diagrams;
  readonly variables: Variable[] = [];
  readonly lists = new Map<string, ListShape>();
  readonly members = new Map<string, Membership>();
  /** States that the schema admits. */
  readonly valid: Bdd;
  /** Bits in all: levels 0 to `levels - 1`. */
  levels = 0;
  readonly #byName = new Map<string, Variable>();
  readonly #cubes = new Map<Variable, readonly Bdd[]>();
  /** By its text, and by the node itself where the same is asked again. */
  readonly #known = new Map<string, Bdd>();
  readonly #asked = new WeakMap<object, Bdd>();
  readonly #classes = new Map<Variable, Map<Json, number>>();
  readonly #levels = new Map<string, ReadonlySet<number>>();
  readonly #typeOf: (path: string) => PathType | null;
  readonly #initialOf: (path: string) => Json;

  /** Every predicate that will be asked must be given here: they decide what is told apart. */
  constructor(
    predicates: readonly Json[],
    typeOf: (path: string) => PathType | null,
    initialOf: (path: string) => Json,
    mostNodes = MOST_NODES,
  ) {
    this.diagrams = new Diagrams(mostNodes);
    this.#typeOf = (path) => typeOf(path) ?? (path.startsWith("route.state.") || path.startsWith("route.params.") ? ANY_STATE : null);
    this.#initialOf = initialOf;
    const reads = noReads();
    for (const predicate of predicates) collect(predicate, reads, (path) => typeOf(path)?.kind === "list");
    const scalar = reads.atoms.filter((atom) => !atom.paths.some((path) => placeRead(path) !== null));
    const byPlace = reads.atoms.filter((atom) => atom.paths.some((path) => placeRead(path) !== null));
    for (const atom of byPlace)
      for (const path of atom.paths)
        if (!reads.lists.has(placeRead(path)?.list ?? "")) reads.lists.set(placeRead(path)?.list ?? "", new Map());
    this.#addPaths(scalar);
    for (const [path, asked] of reads.lists) {
      const shape = listShape(
        path,
        asked,
        byPlace.filter((atom) => atom.paths.some((read) => placeRead(read)?.list === path)),
        this.#typeOf,
      );
      this.lists.set(path, shape);
      this.#addList(shape);
    }
    for (const text of reads.open.keys()) this.#add(text, [false, true], [], "open");
    for (const [text, membership] of reads.members) {
      if (this.lists.has(membership.list)) throw new Unanalysable(text, `${membership.list} is asked for its items and for a member`);
      this.members.set(text, membership);
      this.#add(text, [false, true], [], "member");
    }
    this.valid = this.#structure();
  }

  #add(name: string, values: readonly Json[], atoms: readonly Atom[], stands: Variable["stands"]): void {
    const bits = Math.ceil(Math.log2(Math.max(1, values.length)));
    const variable: Variable = { name, values, base: this.levels, bits, atoms, stands };
    this.levels += bits;
    this.variables.push(variable);
    this.#byName.set(name, variable);
    this.#cubes.set(
      variable,
      values.map((_value, index) => {
        let cube: Bdd = TRUE;
        for (let bit = bits - 1; bit >= 0; bit -= 1) {
          const one = this.diagrams.variable(variable.base + bit);
          cube = this.diagrams.and((index >> bit) % 2 === 1 ? one : this.diagrams.not(one), cube);
        }
        return cube;
      }),
    );
  }

  #addPaths(atoms: readonly Atom[]): void {
    const asked = new Map<string, number>();
    for (const path of atoms.flatMap((atom) => atom.paths)) asked.set(path, (asked.get(path) ?? 0) + 1);
    for (const path of [...asked.keys()]) {
      // What stands above a path may be null: then all below it is.
      const keys = path.split(".");
      for (let end = keys.length - 1; end > 0; end -= 1) {
        const above = keys.slice(0, end).join(".");
        if (this.#typeOf(above)?.nullable === true && !asked.has(above) && this.#typeOf(above)?.kind === "object") asked.set(above, 1000);
      }
    }
    // Parts of one slice stand together, what is asked most first: that keeps the diagrams small.
    const slice = (path: string): string => path.split(".", 1)[0] ?? "";
    const weight = new Map<string, number>();
    for (const [path, count] of asked) weight.set(slice(path), Math.max(weight.get(slice(path)) ?? 0, count));
    const before = ([a, countA]: readonly [string, number], [b, countB]: readonly [string, number]): number =>
      (weight.get(slice(b)) ?? 0) - (weight.get(slice(a)) ?? 0) || (slice(a) < slice(b) ? -1 : slice(a) > slice(b) ? 1 : countB - countA);
    for (const [path] of [...asked].sort(before)) {
      const type = this.#typeOf(path);
      if (type === null) throw new Unanalysable(path, "the state schema has no such path");
      const own = atoms.filter((atom) => atom.paths.includes(path));
      // What is under something that may be null may be missing with it.
      const nullable = type.nullable || this.#aboveNullable(path);
      this.#add(path, representatives(path, { ...type, nullable }, own, this.#initialOf(path)), own, "path");
    }
  }

  #aboveNullable(path: string): boolean {
    const keys = path.split(".").slice(0, -1);
    return keys.some((_key, index) => this.#typeOf(keys.slice(0, index + 1).join("."))?.nullable === true);
  }

  #addList(shape: ListShape): void {
    for (let place = 0; place < shape.places; place += 1) {
      this.#add(`${shape.path}.${place}`, [null, {}], [], "path");
      for (const field of shape.fields) {
        this.#add(
          `${shape.path}.${place}.${field.name}`,
          field.values.includes(null) ? field.values : [null, ...field.values],
          field.atoms,
          "path",
        );
      }
    }
    for (const index of shape.kinds.keys()) this.#add(`${shape.path}.+${index}`, [false, true], [], "kind");
  }

  /** What the state schema says of a path. */
  typeOf(path: string): PathType | null {
    return this.#typeOf(path);
  }

  /** Whether anything at or under a path is told apart. */
  tells(path: string): boolean {
    return this.lists.has(path) || this.variables.some(({ name }) => name === path || name.startsWith(`${path}.`));
  }

  /** The variable of this name. */
  variable(name: string): Variable | undefined {
    return this.#byName.get(name);
  }

  /** Where a variable has its class of this index. */
  is(variable: Variable, index: number): Bdd {
    return this.#cubes.get(variable)?.[index] ?? FALSE;
  }

  /** The index of the class that a value is in: the one whose atoms all answer as they do for the value. */
  classOf(variable: Variable, value: Json): number {
    if (typeof value === "object" && value !== null) return this.#classIn(variable, value);
    const all = this.#classes.get(variable) ?? new Map<Json, number>();
    this.#classes.set(variable, all);
    const index = all.get(value) ?? this.#classIn(variable, value);
    all.set(value, index);
    return index;
  }

  #classIn(variable: Variable, value: Json): number {
    const nullness = variable.values.includes(null);
    // What is asked of an item is asked in the item's own scope.
    const name = placeRead(variable.name)?.field ?? variable.name;
    const signature = (one: Json): string => {
      const scope = placed([
        [name, one],
        ["now", NOW],
      ]);
      return `${nullness && one === null}|${variable.atoms.map((atom) => test(atom.node, scope)).join()}`;
    };
    const wanted = signature(value);
    const index = variable.values.findIndex((one) => signature(one) === wanted);
    if (index < 0) throw new Unanalysable(value, `no class of ${variable.name} is like it`);
    return index;
  }

  #nonNull(name: string): Bdd {
    const variable = this.#byName.get(name);
    if (variable === undefined) return TRUE;
    const index = variable.values.indexOf(null);
    return index < 0 ? TRUE : this.diagrams.not(this.is(variable, index));
  }

  /** Codes that stand for no class, parts of what is null, items after a missing one. */
  #structure(): Bdd {
    const { diagrams } = this;
    const all: Bdd[] = [];
    for (const variable of this.variables) {
      all.push(diagrams.any(variable.values.map((_value, index) => this.is(variable, index))));
      if (variable.stands !== "path") continue;
      const keys = variable.name.split(".");
      const above = keys.slice(0, -1).join(".");
      if (!this.#byName.has(above)) continue;
      const own = this.#nonNull(variable.name);
      all.push(diagrams.or(diagrams.not(own), this.#nonNull(above)));
      const required = this.#typeOf(above)?.required.includes(keys.at(-1) ?? "") ?? false;
      // A required field is as its own type has it: null only where what holds it is null.
      const nullable = this.#typeOf(variable.name)?.nullable ?? true;
      if (required && !nullable) all.push(diagrams.or(own, diagrams.not(this.#nonNull(above))));
    }
    for (const [text, { member }] of this.members) all.push(diagrams.or(diagrams.not(this.#yes(text)), this.#nonNull(member)));
    for (const shape of this.lists.values()) {
      for (let place = 1; place < shape.places; place += 1) {
        all.push(diagrams.or(diagrams.not(this.#nonNull(`${shape.path}.${place}`)), this.#nonNull(`${shape.path}.${place - 1}`)));
      }
      if (shape.places === 0) continue;
      const more = diagrams.any(shape.kinds.map((_kind, index) => this.#yes(`${shape.path}.+${index}`)));
      all.push(diagrams.or(diagrams.not(more), this.#nonNull(`${shape.path}.${shape.places - 1}`)));
    }
    return diagrams.all(all);
  }

  #yes(name: string): Bdd {
    const variable = this.#byName.get(name);
    return variable === undefined ? FALSE : this.is(variable, 1);
  }

  /** Where a predicate (plain json-logic) holds. */
  holds(node: Json): Bdd {
    if (typeof node !== "object" || node === null) return this.#holds(node);
    const known = this.#asked.get(node);
    if (known !== undefined) return known;
    const made = this.#holds(node);
    this.#asked.set(node, made);
    return made;
  }

  #holds(node: Json): Bdd {
    const text = JSON.stringify(node);
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const made = this.#build(node);
    this.#known.set(text, made);
    return made;
  }

  #build(node: Json): Bdd {
    const { diagrams } = this;
    const logic = parts(node);
    if (logic === null) return test(node, {}) ? TRUE : FALSE;
    const { operator, args } = logic;
    if (operator === "and") return diagrams.all(args.map((part) => this.holds(part)));
    if (operator === "or") return diagrams.any(args.map((part) => this.holds(part)));
    if (operator === "!") return diagrams.not(this.holds(args[0] ?? null));
    if (operator === "!!") return this.holds(args[0] ?? null);
    if (operator === "if") return this.#branches(args);
    if (readsBeyond(node) || (membershipIn(node) !== null && this.members.has(JSON.stringify(node))))
      return this.#yes(JSON.stringify(node));
    if (QUANTIFYING.has(operator)) return this.#quantified(operator, args);
    const path = pathRead(node);
    if (path !== null && this.lists.has(path)) return this.#some(path, () => true, true);
    return this.#atom(node);
  }

  #branches(args: readonly Json[]): Bdd {
    const [condition, then = null, ...rest] = args;
    if (condition === undefined) return FALSE;
    if (args.length === 1) return this.holds(condition);
    return this.diagrams.choose(this.holds(condition), this.holds(then), this.#branches(rest));
  }

  #quantified(operator: string, args: readonly Json[]): Bdd {
    const { diagrams } = this;
    const path = pathRead(args[0] ?? null);
    const body = args[1] ?? true;
    if (path === null) throw new Unanalysable(args as Json, "a quantifier must be over a path");
    const text = JSON.stringify(body);
    if (operator === "all") {
      const other = this.#some(path, (kind) => !kind.has(text), body, true);
      return diagrams.minus(
        this.#some(path, () => true, true),
        other,
      );
    }
    const found = this.#some(path, (kind) => kind.has(text), body);
    return operator === "some" ? found : diagrams.not(found);
  }

  /** Where the list has an item whose kind fits, or one at a place of which `body` (or, turned, its opposite) holds. */
  #some(path: string, fits: (yes: ReadonlySet<string>) => boolean, body: Json, turned = false): Bdd {
    const { diagrams } = this;
    const shape = this.lists.get(path);
    if (shape === undefined) throw new Unanalysable(path, "no such list");
    const found: Bdd[] = [];
    for (let place = 0; place < shape.places; place += 1) {
      const there = this.#nonNull(`${path}.${place}`);
      const holds = body === true ? TRUE : this.#item(shape, place, body);
      found.push(diagrams.and(there, turned ? diagrams.not(holds) : holds));
    }
    for (const [index, kind] of shape.kinds.entries()) if (fits(kind.yes)) found.push(this.#yes(`${path}.+${index}`));
    return diagrams.any(found);
  }

  /** Where the item at a place answers a predicate with yes. */
  #item(shape: ListShape, place: number, body: Json): Bdd {
    const { diagrams } = this;
    const logic = parts(body);
    if (logic === null) return test(body, {}) ? TRUE : FALSE;
    const { operator, args } = logic;
    if (operator === "and") return diagrams.all(args.map((part) => this.#item(shape, place, part)));
    if (operator === "or") return diagrams.any(args.map((part) => this.#item(shape, place, part)));
    if (operator === "!") return diagrams.not(this.#item(shape, place, args[0] ?? null));
    if (operator === "!!") return this.#item(shape, place, args[0] ?? null);
    return this.#table(body, pathsIn(body), (name) => `${shape.path}.${place}.${name}`);
  }

  #atom(node: Json): Bdd {
    const paths = pathsIn(node);
    if (paths.length === 0) return test(node, {}) ? TRUE : FALSE;
    return this.#table(node, paths, (path) => path);
  }

  /** The truth table of an atom over the classes of what it reads. */
  #table(node: Json, paths: readonly string[], nameOf: (path: string) => string): Bdd {
    const { diagrams } = this;
    const walk = (index: number, values: readonly (readonly [string, Json])[]): Bdd => {
      const path = paths[index];
      if (path === undefined) return test(node, placed(values)) ? TRUE : FALSE;
      if (path === "now") return walk(index + 1, [...values, ["now", NOW]]);
      const variable = this.#byName.get(nameOf(path));
      if (variable === undefined) throw new Unanalysable(node, `${path} was not collected`);
      return diagrams.any(
        variable.values.map((value, at) => diagrams.and(this.is(variable, at), walk(index + 1, [...values, [path, value]]))),
      );
    };
    if (JOINING.has(parts(node)?.operator ?? "")) throw new Unanalysable(node, "a joined predicate stands inside a comparison");
    return walk(0, []);
  }

  /** Bits of the variables that are wanted; the same set for the same `key`, so that what is worked out with it is kept. */
  levelsOf(key: string, wanted: (variable: Variable) => boolean): ReadonlySet<number> {
    const known = this.#levels.get(key);
    if (known !== undefined) return known;
    const made = new Set(
      this.variables.filter(wanted).flatMap((variable) => Array.from({ length: variable.bits }, (_none, bit) => variable.base + bit)),
    );
    this.#levels.set(key, made);
    return made;
  }

  /** The slices of the state that are told apart. */
  slices(): readonly string[] {
    return [...new Set(this.variables.filter(({ stands }) => stands !== "open").map((variable) => this.sliceOf(variable)))];
  }

  /** The slice that a variable is part of. */
  sliceOf(variable: Variable): string {
    return (this.members.get(variable.name)?.list ?? variable.name).split(".", 1)[0] ?? "";
  }

  /** Bits of what is read beyond the state. */
  openLevels(): ReadonlySet<number> {
    return this.levelsOf("open", (variable) => variable.stands === "open");
  }

  /** Bits of what the location gives. */
  routeLevels(): ReadonlySet<number> {
    return this.levelsOf("route", (variable) => variable.name.startsWith("route."));
  }

  dependsOn(set: Bdd, levels: ReadonlySet<number>): boolean {
    return levels.size > 0 && this.diagrams.forget(set, levels) !== set;
  }

  /** How many kinds of state there are that predicates can tell apart. */
  states(): bigint {
    return this.diagrams.count(this.valid, this.levels);
  }
}
