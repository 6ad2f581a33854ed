/** Exports `whereHolds`: the context inside a condition (what is not null there, and when it is shown). */
import type { SourceNode } from "../language/source.js";
import type { Context } from "./compile-context.js";
import { inline } from "./logic.js";
import { nonNullPathsOf } from "./non-null-paths.js";

/** The place where a predicate holds (or, with `truth` false, does not). */
export function whereHolds(context: Context, when: SourceNode | null, truth = true): Context {
  if (when === null) return context;
  const { names } = context.linker;
  const facts = new Set([...context.facts, ...nonNullPathsOf(when, truth, names.predicates)]);
  if (!truth) return { ...context, facts };
  const shown = context.shown === null ? null : { ...context.shown, when: [...context.shown.when, inline(when, "predicate", names)] };
  return { ...context, facts, holding: [...context.holding, when], shown };
}
