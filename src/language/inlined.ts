/** Names of predicates in json-logic, replaced by what they say. */
import type { BundleCore, CompiledPredicate } from "./bundle.js";
import type { Json } from "./definition.js";
import { UnknownName } from "./failures.js";
import { isLogic } from "./predicate.js";

/** Operators whose arguments are predicates: a string there is a name. */
const JOINING: ReadonlySet<string> = new Set(["and", "or", "!", "!!", "if"]);

/** The arguments of an operator: one by itself is a list of one. */
export function listed(argument: Json): readonly Json[] {
  return Array.isArray(argument) ? (argument as readonly Json[]) : [argument];
}

/** The predicate of this name. */
export function predicateOf(core: BundleCore, name: string): CompiledPredicate {
  const predicate = Object.hasOwn(core.predicates, name) ? core.predicates[name] : undefined;
  if (predicate === undefined) throw new UnknownName("predicate", name);
  return predicate;
}

/** A predicate as written (names and json-logic) as plain json-logic. */
export function inlined(core: BundleCore, node: Json): Json {
  if (typeof node === "string") return predicateOf(core, node).logic;
  if (!isLogic(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([operator, argument]) => [
      operator,
      JOINING.has(operator) ? listed(argument).map((part) => inlined(core, part)) : argument,
    ]),
  );
}
