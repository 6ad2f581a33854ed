/** Exports the encoding of predicates (plain json-logic) as BDDs over the state variables, for the state space. */
import type { Json } from "../../language/definition.js";
import { plainPath } from "../../language/operation.js";
import { test } from "../../language/predicate.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import { pathsIn, quantified, readsFreeInput, readsOnlyNow, Unanalysable } from "./atoms.js";
import type { ListAbstraction } from "./lists.js";
import { abstractionOf, type ItemSets } from "./operator-encodings.js";
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
    const operation = abstractionOf(node);
    // The operands of a connective are known by themselves: its text is as long as all of theirs.
    const made =
      operation?.abstraction.kind === "connective"
        ? operation.abstraction.encode(
            this.variables.bdd,
            operation.operands.map((part) => this.holds(part)),
          )
        : this.#cached(node);
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
    const operation = abstractionOf(node);
    if (operation === null) return test(node, {}) ? TRUE : FALSE;
    const { abstraction, operands } = operation;
    const text = JSON.stringify(node);
    if (readsOnlyNow(node)) return this.variables.atInstants((now) => test(node, { now }));
    if (readsFreeInput(node) || memberships.has(text)) return this.variables.isTrue(text);
    if (abstraction.kind === "quantifier") return abstraction.encode(bdd, this.#itemSets(...quantified(node, operands)));
    const path = plainPath(node);
    if (path !== null && lists.has(path)) return this.#someItem(path, () => true, true);
    return this.#encodeAtom(node);
  }

  #itemSets(path: string, body: Json): ItemSets {
    const text = JSON.stringify(body);
    return {
      any: () => this.#someItem(path, () => true, true),
      satisfying: () => this.#someItem(path, (satisfied) => satisfied.has(text), body),
      failing: () => this.#someItem(path, (satisfied) => !satisfied.has(text), body, true),
    };
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
    const operation = abstractionOf(body);
    if (operation === null) return test(body, {}) ? TRUE : FALSE;
    const { abstraction, operands } = operation;
    if (abstraction.kind === "connective")
      return abstraction.encode(
        bdd,
        operands.map((part) => this.#encodeAtItem(list, index, part)),
      );
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
    return walk(0, []);
  }
}
