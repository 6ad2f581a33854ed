/** Which paths cannot be null where a condition holds (or does not hold). */

import { canonical } from "../language/hash.js";
import { plain, type SourceNode } from "../language/source.js";
import { applicationOf, constantOf, isText, variableOf } from "./operand.js";
import type { NameTable, PredicateEntry } from "./place.js";

export type Facts = ReadonlySet<string>;
export const NO_FACTS: Facts = new Set();

/**
 * The paths that are not null when `node`, read as a predicate, is `truth`. `denied` (see {@link saying}) is known not to
 * hold: what is left of an `or` then counts.
 */
export function factsOf(
  node: SourceNode,
  truth: boolean,
  predicates: NameTable<PredicateEntry>,
  denied: ReadonlySet<string> = NO_FACTS,
  asked: readonly string[] = [],
): Facts {
  if (isText(node)) {
    const logic = predicates.entries.get(node.value)?.logic ?? null;
    return logic === null || asked.includes(node.value) ? NO_FACTS : factsOf(logic, truth, predicates, denied, [...asked, node.value]);
  }
  const application = applicationOf(node);
  if (application === null) return NO_FACTS;
  const [left, right] = application.operands;
  const of = (operand: SourceNode, when: boolean): Facts => factsOf(operand, when, predicates, denied, asked);
  switch (application.name) {
    case "and":
    case "or":
      return (application.name === "and") === truth
        ? joined(application.operands.map((operand) => of(operand, truth)))
        : common(application.operands.filter((operand) => !truth || !refuted(operand, denied)).map((operand) => of(operand, truth)));
    case "!":
      return left === undefined ? NO_FACTS : of(left, !truth);
    case "!!":
      return left === undefined ? NO_FACTS : of(left, truth);
    case "var": {
      const path = variableOf(node);
      return truth && path !== null ? there(path) : NO_FACTS;
    }
    // None of these holds of an empty list in this way, so there is a first item.
    case "some":
    case "all":
    case "none": {
      const path = left === undefined ? null : variableOf(left);
      return truth === (application.name !== "none") && path !== null ? there(path) : NO_FACTS;
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

/** What is true is not null; a list that is has a first item. */
function there(path: string): Facts {
  return new Set([path, `${path}.0`]);
}

/** A predicate in one form: `!!` says nothing that its operand does not. */
export function saying(node: SourceNode): string {
  const application = applicationOf(node);
  const [only] = application?.operands ?? [];
  if (application?.name === "!!" && only !== undefined) return saying(only);
  return variableOf(node) ?? canonical(plain(node));
}

/** Whether a predicate cannot hold where those are denied. */
function refuted(node: SourceNode, denied: ReadonlySet<string>): boolean {
  if (denied.has(saying(node))) return true;
  const application = applicationOf(node);
  if (application?.name === "and") return application.operands.some((operand) => refuted(operand, denied));
  return application?.name === "or" && application.operands.every((operand) => refuted(operand, denied));
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

/** What each of several says. */
export function common(sets: readonly Facts[]): Facts {
  const [first = NO_FACTS, ...others] = sets;
  return new Set([...first].filter((path) => others.every((set) => set.has(path))));
}

/** Whether the facts rule out that this path is null: it, or something inside it, is known not to be. */
export function ruledOut(path: string, facts: Facts): boolean {
  return [...facts].some((fact) => fact === path || fact.startsWith(`${path}.`));
}
