/** Exports which paths cannot be null where a condition holds (or does not hold). */
import { canonical } from "../language/hash.js";
import { type RulesOutNull, VALUE_OPERATORS } from "../language/operators.js";
import { plain, type SourceNode } from "../language/source.js";
import type { NameTable, PredicateEntry } from "./compile-context.js";
import { type Application, applicationOf, constantOf, isText, variableOf } from "./expression-parts.js";

export type NonNullPaths = ReadonlySet<string>;
export const NO_PATHS: NonNullPaths = new Set();

/**
 * The paths that are not null when `node`, read as a predicate, is `truth`. `denied` (see {@link conditionKey}) is known not to
 * hold: then the rest of an `or` holds.
 */
export function nonNullPathsOf(
  node: SourceNode,
  truth: boolean,
  predicates: NameTable<PredicateEntry>,
  denied: ReadonlySet<string> = NO_PATHS,
  asked: readonly string[] = [],
): NonNullPaths {
  if (isText(node)) {
    const logic = predicates.entries.get(node.value)?.logic ?? null;
    return logic === null || asked.includes(node.value)
      ? NO_PATHS
      : nonNullPathsOf(logic, truth, predicates, denied, [...asked, node.value]);
  }
  const application = applicationOf(node);
  const operator = application === null ? undefined : VALUE_OPERATORS.get(application.name);
  if (application === null || operator === undefined) return NO_PATHS;
  const { operands } = application;
  const of = (operand: SourceNode, when: boolean): NonNullPaths => nonNullPathsOf(operand, when, predicates, denied, asked);
  return FACTS[operator.rulesOutNull]({ node, operands, truth, of, denied });
}

/** An operation that is `truth`. */
interface Decided {
  readonly node: SourceNode;
  readonly operands: readonly SourceNode[];
  readonly truth: boolean;
  of(operand: SourceNode, truth: boolean): NonNullPaths;
  readonly denied: ReadonlySet<string>;
}

const FACTS: Readonly<Record<RulesOutNull, (decided: Decided) => NonNullPaths>> = {
  all: (decided) => (decided.truth ? ofAll(decided) : ofEither(decided)),
  some: (decided) => (decided.truth ? ofEither(decided) : ofAll(decided)),
  negated: ({ operands: [operand], truth, of }) => (operand === undefined ? NO_PATHS : of(operand, !truth)),
  operand: ({ node, operands, truth }) => (truth ? present(node, operands) : NO_PATHS),
  // False of an empty list and of a list that is missing: the operand of a true `none` may be null.
  notOperand: ({ node, operands, truth }) => (truth ? NO_PATHS : present(node, operands)),
  equal: ({ operands, truth }) => compared(operands, truth),
  unequal: ({ operands, truth }) => compared(operands, !truth),
  member: ({ operands: [left, right], truth }) => {
    const path = left === undefined ? null : variableOf(left);
    const among = right === undefined ? null : constantOf(right);
    return truth && path !== null && Array.isArray(among?.value) && !(among.value as readonly unknown[]).includes(null)
      ? new Set([path])
      : NO_PATHS;
  },
  nothing: () => NO_PATHS,
};

function ofAll({ operands, truth, of }: Decided): NonNullPaths {
  return joined(operands.map((operand) => of(operand, truth)));
}

function ofEither({ operands, truth, of, denied }: Decided): NonNullPaths {
  return common(operands.filter((operand) => !truth || !refuted(operand, denied)).map((operand) => of(operand, truth)));
}

/** The path that the operation reads, or whose items it reads. */
function present(node: SourceNode, [list]: readonly SourceNode[]): NonNullPaths {
  const path = variableOf(node) ?? (list === undefined ? null : variableOf(list));
  return path === null ? NO_PATHS : nonNull(path);
}

/** A true value is not null; a true list is not empty. */
function nonNull(path: string): NonNullPaths {
  return new Set([path, `${path}.0`]);
}

/** The text by which equal conditions are recognized: a conjunction of one condition (`!!`) has that of the condition. */
export function conditionKey(node: SourceNode): string {
  const application = applicationOf(node);
  const [only, ...more] = application?.operands ?? [];
  if (only !== undefined && more.length === 0 && kindOf(application) === "all") return conditionKey(only);
  return variableOf(node) ?? canonical(plain(node));
}

const kindOf = (application: Application | null): RulesOutNull | undefined =>
  application === null ? undefined : VALUE_OPERATORS.get(application.name)?.rulesOutNull;

/** Whether a predicate cannot hold where the denied predicates do not hold. */
function refuted(node: SourceNode, denied: ReadonlySet<string>): boolean {
  if (denied.has(conditionKey(node))) return true;
  const application = applicationOf(node);
  const kind = kindOf(application);
  if (kind === "all") return application?.operands.some((operand) => refuted(operand, denied)) === true;
  return kind === "some" && application?.operands.every((operand) => refuted(operand, denied)) === true;
}

function compared([left, right]: readonly SourceNode[], equal: boolean): NonNullPaths {
  if (left === undefined || right === undefined) return NO_PATHS;
  const path = variableOf(left) ?? variableOf(right);
  const constant = constantOf(right) ?? constantOf(left);
  if (path === null || constant === null) return NO_PATHS;
  return (constant.value === null) === equal ? NO_PATHS : new Set([path]);
}

function joined(sets: readonly NonNullPaths[]): NonNullPaths {
  return new Set(sets.flatMap((set) => [...set]));
}

/** The paths that every one of several conditions implies. */
export function common(sets: readonly NonNullPaths[]): NonNullPaths {
  const [first = NO_PATHS, ...others] = sets;
  return new Set([...first].filter((path) => others.every((set) => set.has(path))));
}

/** Whether the facts imply that this path is not null: the path itself, or a path inside it, is not null. */
export function ruledOut(path: string, facts: NonNullPaths): boolean {
  return [...facts].some((fact) => fact === path || fact.startsWith(`${path}.`));
}
