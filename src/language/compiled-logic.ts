/**
 * Exports `compileValue` and `compileCondition` for the evaluation of values and conditions: json-logic as a tree of closures,
 * made once for each node. json-logic-js takes a rule apart again in every evaluation, which used to take most of the
 * time of a resolution. The operators of conditions are written out here, and those of the language are called;
 * json-logic-js evaluates every other operator. `tests/language/predicate.test.ts` compares the two for any rule and
 * any data.
 */
import type { RulesLogic } from "json-logic-js";
import jsonLogic from "json-logic-js";
import type { Json } from "./definition.js";
import { formatsInUse } from "./formats-in-use.js";
import { operationOf } from "./operation.js";
import { TEXT_OPERATORS } from "./operators.js";

/** The value of a rule for the data that it reads: a scope, or an item of a list. */
export type Evaluation = (data: unknown) => Json;

/** The truth of a rule. */
export type Condition = (data: unknown) => boolean;

/** Whether a value is truthy in json-logic-js, where an empty list is falsy. */
export function truthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

type Nodes = readonly Json[];

/** The value of an operand. A missing one is undefined in json-logic-js, and so is a result that returns it. */
const operand = (nodes: Nodes, index: number): Evaluation => compileValue(nodes[index] as Json);

type Fields = { readonly [key: string]: unknown } | null | undefined;

const field = (value: unknown, key: string): unknown => (value as Fields)?.[key] ?? null;

/** The value at a path. Most paths have two keys, and a loop takes twice the time. */
function readerOf(path: string): Evaluation {
  const keys = path.split(".");
  const [first = "", second = ""] = keys;
  if (keys.length === 2) return (data) => (((data as Fields)?.[first] as Fields)?.[second] as Json) ?? null;
  return (data) => keys.reduce(field, data) as Json;
}

/** A comparison accepts any operands that JavaScript can compare. */
const compared = (nodes: Nodes) =>
  [operand(nodes, 0), operand(nodes, 1)] as unknown as readonly [(data: unknown) => number, (data: unknown) => number];

const isConstant = (node: Json | undefined): boolean => typeof node !== "object" || node === null;

const isConstantList = (node: Json | undefined): node is readonly Json[] => Array.isArray(node) && node.every(isConstant);

/** A quantifier: its result for an empty or missing list, and for any other one. */
function quantifier(nodes: Nodes, ofNone: boolean, of: (items: readonly Json[], condition: Condition) => boolean): Condition {
  const [list, condition] = [operand(nodes, 0), compileCondition(nodes[1] as Json)];
  return (data) => {
    const items = list(data);
    return Array.isArray(items) && items.length > 0 ? of(items as readonly Json[], condition) : ofNone;
  };
}

/** The operators whose result is a truth. */
const CONDITIONS: Readonly<Record<string, (nodes: Nodes) => Condition>> = {
  "===": (nodes) => {
    const [a, b] = compared(nodes);
    const [, constant] = nodes;
    return isConstant(constant) ? (data) => a(data) === constant : (data) => a(data) === b(data);
  },
  "!==": (nodes) => {
    const [a, b] = compared(nodes);
    return (data) => a(data) !== b(data);
  },
  ">": (nodes) => {
    const [a, b] = compared(nodes);
    return (data) => a(data) > b(data);
  },
  ">=": (nodes) => {
    const [a, b] = compared(nodes);
    return (data) => a(data) >= b(data);
  },
  "!": ([node]) => {
    const condition = compileCondition(node as Json);
    return (data) => !condition(data);
  },
  "!!": ([node]) => compileCondition(node as Json),
  in: (nodes) => {
    const [item, list] = [operand(nodes, 0), operand(nodes, 1)];
    const [, constant] = nodes;
    if (isConstantList(constant)) return (data) => constant.indexOf(item(data)) !== -1;
    return (data) => {
      const [wanted, found] = [item(data), list(data)];
      return (typeof found === "string" || Array.isArray(found)) && found.indexOf(wanted as never) !== -1;
    };
  },
  some: (nodes) => quantifier(nodes, false, (items, condition) => items.some(condition)),
  all: (nodes) => quantifier(nodes, false, (items, condition) => items.every(condition)),
  none: (nodes) => quantifier(nodes, true, (items, condition) => !items.some(condition)),
};

/** The connectives as conditions, where only the truth of their operands counts. */
const CONNECTIVES: Readonly<Record<string, (a: Condition, b: Condition) => Condition>> = {
  and: (a, b) => (data) => a(data) && b(data),
  or: (a, b) => (data) => a(data) || b(data),
};

/** The first operand whose truth decides, else the last one. */
function firstThatDecides(nodes: Nodes, deciding: boolean): Evaluation {
  const operands = nodes.map(compileValue);
  return (data) => {
    let value = undefined as unknown as Json;
    for (const next of operands) {
      value = next(data);
      if (truthy(value) === deciding) break;
    }
    return value;
  };
}

/** The operators whose result is one of their operands, or made of them. */
const VALUES: Readonly<Record<string, (nodes: Nodes) => Evaluation>> = {
  and: (nodes) => firstThatDecides(nodes, false),
  or: (nodes) => firstThatDecides(nodes, true),
  if: (nodes) => {
    const [conditions, results] = [nodes.map(compileCondition), nodes.map(compileValue)];
    return (data) => {
      let index = 0;
      while (index < nodes.length - 1 && conditions[index]?.(data) === false) index += 2;
      const result = index < nodes.length - 1 ? results[index + 1] : results[index];
      return result === undefined ? null : result(data);
    };
  },
  filter: (nodes) => {
    const [list, condition] = [operand(nodes, 0), compileCondition(nodes[1] as Json)];
    return (data) => {
      const items = list(data);
      return Array.isArray(items) ? (items as readonly Json[]).filter(condition) : [];
    };
  },
  reduce: (nodes) => {
    const [list, step, start] = [operand(nodes, 0), operand(nodes, 1), nodes[2] === undefined ? () => null : operand(nodes, 2)];
    return (data) => {
      const items = list(data);
      if (!Array.isArray(items)) return start(data);
      return (items as readonly Json[]).reduce((accumulator, current) => step({ current, accumulator }), start(data));
    };
  },
  "+": (nodes) => {
    const operands = nodes.map(compileValue);
    return (data) => operands.reduce((sum, next) => sum + Number.parseFloat(next(data) as string), 0);
  },
};

/** An operator that json-logic-js does not have. */
function ofLanguage(operator: string, nodes: Nodes): Evaluation | undefined {
  const evaluate = TEXT_OPERATORS.get(operator)?.evaluate ?? "json-logic";
  if (evaluate === "json-logic") return undefined;
  const operands = nodes.map(compileValue);
  return (data) =>
    evaluate(
      operands.map((next) => next(data)),
      formatsInUse,
    );
}

const own = <Made>(table: Readonly<Record<string, Made>>, operator: string): Made | undefined =>
  Object.hasOwn(table, operator) ? table[operator] : undefined;

/** A function of a node, made once for each node that is an object. */
function once<Made>(ofConstant: (node: Json) => Made, ofObject: (node: object) => Made): (node: Json) => Made {
  const made = new WeakMap<object, Made>();
  return (node) => {
    if (typeof node !== "object" || node === null) return ofConstant(node);
    const known = made.get(node);
    if (known !== undefined) return known;
    const result = ofObject(node);
    made.set(node, result);
    return result;
  };
}

/** The value of a rule; any other value is returned unchanged. Does not check the operators. */
export const compileValue: (node: Json) => Evaluation = once<Evaluation>(
  (node) => () => node,
  (node) => {
    if (Array.isArray(node)) {
      // Nobody changes a value of the definitions, so that it needs no copy.
      if (isConstantList(node as Nodes)) return () => node as Json;
      const parts = (node as Nodes).map(compileValue);
      return (data) => parts.map((part) => part(data));
    }
    const operation = operationOf(node as Json);
    if (operation === null) return () => node as Json;
    const { operator, operands } = operation;
    const [path] = operands;
    if (operator === "var" && operands.length === 1 && typeof path === "string" && path !== "") return readerOf(path);
    const make = own(VALUES, operator) ?? own(CONDITIONS, operator);
    // json-logic-js's own types leave out the added operators; the rules are JSON in either case.
    return make?.(operands) ?? ofLanguage(operator, operands) ?? ((data) => jsonLogic.apply(node as RulesLogic, data) as Json);
  },
);

/** The truth of a rule. Does not check the operators. */
export const compileCondition: (node: Json) => Condition = once<Condition>(
  (node) => {
    const truth = truthy(node);
    return () => truth;
  },
  (node) => {
    const { operator = "", operands = [] } = operationOf(node as Json) ?? {};
    const connect = own(CONNECTIVES, operator);
    if (connect !== undefined && operands.length > 0)
      return operands.map(compileCondition).reduceRight((rest, first) => connect(first, rest));
    const condition = own(CONDITIONS, operator);
    if (condition !== undefined) return condition(operands);
    const value = compileValue(node as Json);
    return (data) => truthy(value(data));
  },
);
