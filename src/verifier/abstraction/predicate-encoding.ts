/** Exports the encoding of predicates (plain json-logic) as BDDs over the state variables, for the state space. */
import type { Json } from "../../language/definition.js";
import { test } from "../../language/predicate.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import { CONNECTIVES, membershipIn, operationOf, pathsIn, QUANTIFIERS, readsFreeInput, Unanalysable, variablePath } from "./atoms.js";
import type { ListAbstraction } from "./lists.js";
import { NOW, scopeWith } from "./state-classes.js";
import type { StateVariables } from "./state-variables.js";

export class PredicateEncoding {
  readonly #byText = new Map<string, Bdd>();
  readonly #byNode = new WeakMap<object, Bdd>();

  constructor(readonly variables: StateVariables) {}

  /** The states in which a predicate holds. */
  holds(node: Json): Bdd {
    if (typeof node !== "object" || node === null) return this.#cached(node);
    const known = this.#byNode.get(node);
    if (known !== undefined) return known;
    const made = this.#cached(node);
    this.#byNode.set(node, made);
    return made;
  }

  #cached(node: Json): Bdd {
    const text = JSON.stringify(node);
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const made = this.#encode(node);
    this.#byText.set(text, made);
    return made;
  }

  #encode(node: Json): Bdd {
    const { bdd, memberships, lists } = this.variables;
    const operation = operationOf(node);
    if (operation === null) return test(node, {}) ? TRUE : FALSE;
    const { operator, args } = operation;
    if (operator === "and") return bdd.all(args.map((part) => this.holds(part)));
    if (operator === "or") return bdd.any(args.map((part) => this.holds(part)));
    if (operator === "!") return bdd.not(this.holds(args[0] ?? null));
    if (operator === "!!") return this.holds(args[0] ?? null);
    if (operator === "if") return this.#encodeIf(args);
    const text = JSON.stringify(node);
    if (readsFreeInput(node) || (membershipIn(node) !== null && memberships.has(text))) return this.variables.isTrue(text);
    if (QUANTIFIERS.has(operator)) return this.#encodeQuantifier(operator, args);
    const path = variablePath(node);
    if (path !== null && lists.has(path)) return this.#someItem(path, () => true, true);
    return this.#encodeAtom(node);
  }

  #encodeIf(args: readonly Json[]): Bdd {
    const [condition, then = null, ...rest] = args;
    if (condition === undefined) return FALSE;
    if (args.length === 1) return this.holds(condition);
    return this.variables.bdd.ite(this.holds(condition), this.holds(then), this.#encodeIf(rest));
  }

  #encodeQuantifier(operator: string, args: readonly Json[]): Bdd {
    const { bdd } = this.variables;
    const path = variablePath(args[0] ?? null);
    const body = args[1] ?? true;
    if (path === null) throw new Unanalysable(args as Json, "a quantifier must be over a path");
    const text = JSON.stringify(body);
    if (operator === "all") {
      // json-logic: `all` over an empty list is false.
      const nonEmpty = this.#someItem(path, () => true, true);
      return bdd.diff(
        nonEmpty,
        this.#someItem(path, (satisfied) => !satisfied.has(text), body, true),
      );
    }
    const found = this.#someItem(path, (satisfied) => satisfied.has(text), body);
    return operator === "some" ? found : bdd.not(found);
  }

  /** The states in which the list has an item of a fitting class, or an indexed item that satisfies `body` (`negated`: that doesn't). */
  #someItem(path: string, fits: (satisfied: ReadonlySet<string>) => boolean, body: Json, negated = false): Bdd {
    const { bdd, lists } = this.variables;
    const list = lists.get(path);
    if (list === undefined) throw new Unanalysable(path, "no such list");
    const found: Bdd[] = [];
    for (let index = 0; index < list.indexedItems; index += 1) {
      const exists = this.variables.isNonNull(`${path}.${index}`);
      const satisfies = body === true ? TRUE : this.#encodeAtItem(list, index, body);
      found.push(bdd.and(exists, negated ? bdd.not(satisfies) : satisfies));
    }
    for (const [index, { satisfied }] of list.itemClasses.entries())
      if (fits(satisfied)) found.push(this.variables.isTrue(`${path}.+${index}`));
    return bdd.any(found);
  }

  /** The states in which the item at an index satisfies a predicate. */
  #encodeAtItem(list: ListAbstraction, index: number, body: Json): Bdd {
    const { bdd } = this.variables;
    const operation = operationOf(body);
    if (operation === null) return test(body, {}) ? TRUE : FALSE;
    const { operator, args } = operation;
    if (operator === "and") return bdd.all(args.map((part) => this.#encodeAtItem(list, index, part)));
    if (operator === "or") return bdd.any(args.map((part) => this.#encodeAtItem(list, index, part)));
    if (operator === "!") return bdd.not(this.#encodeAtItem(list, index, args[0] ?? null));
    if (operator === "!!") return this.#encodeAtItem(list, index, args[0] ?? null);
    return this.#truthTable(body, pathsIn(body), (name) => `${list.path}.${index}.${name}`);
  }

  #encodeAtom(node: Json): Bdd {
    const paths = pathsIn(node);
    if (paths.length === 0) return test(node, {}) ? TRUE : FALSE;
    return this.#truthTable(node, paths, (path) => path);
  }

  /** The truth table of an atom over the classes of the paths that it reads; json-logic itself evaluates each row. */
  #truthTable(node: Json, paths: readonly string[], nameOf: (path: string) => string): Bdd {
    const { bdd } = this.variables;
    const walk = (index: number, values: readonly (readonly [string, Json])[]): Bdd => {
      const path = paths[index];
      if (path === undefined) return test(node, scopeWith(values)) ? TRUE : FALSE;
      if (path === "now") return walk(index + 1, [...values, ["now", NOW]]);
      const variable = this.variables.variable(nameOf(path));
      if (variable === undefined) throw new Unanalysable(node, `${path} was not collected`);
      return bdd.any(
        variable.values.map((value, at) => bdd.and(this.variables.hasClass(variable, at), walk(index + 1, [...values, [path, value]]))),
      );
    };
    if (CONNECTIVES.has(operationOf(node)?.operator ?? "")) throw new Unanalysable(node, "a comparison contains a connective");
    return walk(0, []);
  }
}
