/** Exports the one inliner: it replaces the names of predicates and tables in json-logic by their definitions. */
import type { BundleCore, CompiledPredicate } from "./bundle.js";
import type { Json } from "./definition.js";
import { UnknownName } from "./failures.js";
import { operandsOf, operationOf } from "./operation.js";

/** The definitions of names. */
export interface Definitions {
  /** The logic of a predicate, its names inlined. */
  predicate(name: string): Json;
  /** The entries of a table by key. */
  table(name: string): Json;
}

/** json-logic without names. `whole`: whether a text is the name of a predicate or itself. */
export function inlineNames(node: Json, whole: "predicate" | "value", definitions: Definitions): Json {
  if (typeof node === "string") return whole === "predicate" ? definitions.predicate(node) : node;
  if (Array.isArray(node)) return (node as readonly Json[]).map((part) => inlineNames(part, "value", definitions));
  const operation = operationOf(node);
  const operands = operation === null ? [] : operandsOf(operation, whole);
  if (operation === null || operands.length === 0) return node;
  const inlined = operands.map(({ node: operand, reads }): Json => {
    if (reads === "table") return typeof operand === "string" ? definitions.table(operand) : operand;
    if (reads === "predicate" || reads === "value") return inlineNames(operand, reads, definitions);
    // No predicate can be named in the scope of an item: it reads the state.
    return inlineNames(operand, reads === "itemPredicate" ? "predicate" : "value", { ...definitions, predicate: (name) => name });
  });
  const { operator } = operation;
  return { [operator]: Array.isArray((node as { readonly [operator: string]: Json })[operator]) ? inlined : (inlined[0] ?? null) };
}

/** The predicate of this name. */
export function predicateOf(core: BundleCore, name: string): CompiledPredicate {
  const predicate = Object.hasOwn(core.predicates, name) ? core.predicates[name] : undefined;
  if (predicate === undefined) throw new UnknownName("predicate", name);
  return predicate;
}

/** A condition of the source, with the predicates of a bundle in place of their names. */
export function inlined(core: BundleCore, condition: Json): Json {
  return inlineNames(condition, "predicate", {
    predicate: (name) => predicateOf(core, name).logic,
    table: (name) => {
      throw new UnknownName("table", name);
    },
  });
}
