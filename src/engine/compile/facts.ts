/** Which paths cannot be null where a condition holds (or does not hold). */
import type { SourceNode } from "../source.js";
import { applicationOf, constantOf, isText, variableOf } from "./operand.js";
import type { NameTable, PredicateEntry } from "./place.js";

export type Facts = ReadonlySet<string>;
export const NO_FACTS: Facts = new Set();

/** The paths that are not null when `node`, read as a predicate, is `truth`. */
export function factsOf(node: SourceNode, truth: boolean, predicates: NameTable<PredicateEntry>, asked: readonly string[] = []): Facts {
  if (isText(node)) {
    const logic = predicates.entries.get(node.value)?.logic ?? null;
    return logic === null || asked.includes(node.value) ? NO_FACTS : factsOf(logic, truth, predicates, [...asked, node.value]);
  }
  const application = applicationOf(node);
  if (application === null) return NO_FACTS;
  const [left, right] = application.operands;
  const of = (operand: SourceNode, when: boolean): Facts => factsOf(operand, when, predicates, asked);
  switch (application.name) {
    case "and":
    case "or":
      return (application.name === "and") === truth
        ? joined(application.operands.map((operand) => of(operand, truth)))
        : common(application.operands.map((operand) => of(operand, truth)));
    case "!":
      return left === undefined ? NO_FACTS : of(left, !truth);
    case "!!":
      return left === undefined ? NO_FACTS : of(left, truth);
    case "var": {
      const path = variableOf(node);
      return truth && path !== null ? new Set([path]) : NO_FACTS;
    }
    case "==":
    case "===":
      return left === undefined || right === undefined ? NO_FACTS : compared(left, right, truth);
    case "!=":
    case "!==":
      return left === undefined || right === undefined ? NO_FACTS : compared(left, right, !truth);
    case "in": {
      const path = left === undefined ? null : variableOf(left);
      const among = right === undefined ? null : constantOf(right);
      return truth && path !== null && Array.isArray(among?.value) && !(among.value as readonly unknown[]).includes(null)
        ? new Set([path])
        : NO_FACTS;
    }
    default:
      return NO_FACTS;
  }
}

function compared(left: SourceNode, right: SourceNode, equal: boolean): Facts {
  const path = variableOf(left) ?? variableOf(right);
  const constant = constantOf(right) ?? constantOf(left);
  if (path === null || constant === null) return NO_FACTS;
  return (constant.value === null) === equal ? NO_FACTS : new Set([path]);
}

function joined(sets: readonly Facts[]): Facts {
  return new Set(sets.flatMap((set) => [...set]));
}

function common(sets: readonly Facts[]): Facts {
  const [first = NO_FACTS, ...others] = sets;
  return new Set([...first].filter((path) => others.every((set) => set.has(path))));
}

/** Whether the facts rule out that this path is null: it, or something inside it, is known not to be. */
export function ruledOut(path: string, facts: Facts): boolean {
  return [...facts].some((fact) => fact === path || fact.startsWith(`${path}.`));
}
