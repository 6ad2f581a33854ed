/** Exports the queries of a screen for `fetching.ts`: which are due, their variables, and the value of their answer. */
import type { Outcome } from "../engine/events.js";
import type { BundleCore, ScreenContent } from "../language/bundle.js";
import { UnknownName } from "../language/failures.js";
import { holds, type Scope } from "../language/predicate.js";
import { variablesOf } from "./loads.js";
import type { Query } from "./queries.js";
import type { ScreenView } from "./view.js";

/** The keys whose query's `when` holds. */
export function dueScreenQueries(content: ScreenContent, keys: readonly string[], scope: Scope): readonly string[] {
  return keys.filter((key) => {
    const data = content.data[key];
    return data !== undefined && holds(data.when, scope);
  });
}

/** The query of a key with its present variables. */
export function screenQuery(core: BundleCore, { data }: ScreenContent, key: string, scope: Scope): Query {
  const found = data[key];
  if (found === undefined) throw new UnknownName("query", key);
  return { operation: found.query, variables: variablesOf(found.with, scope, core.formats) };
}

/**
 * The screen data with one more answer: `data.<key>` is the answer's only field, or the whole answer when it has several.
 * A failed query leaves null, and counts as failed until it succeeds.
 */
export function withAnswer(core: BundleCore, screen: ScreenView, key: string, outcome: Outcome): Pick<ScreenView, "data" | "failed"> {
  const { data, failed, content } = screen;
  const { [key]: _previous, ...others } = failed;
  if (outcome.status !== "ok") return { data: { ...data, [key]: null }, failed: { ...others, [key]: true } };
  const [only, ...more] = core.operations[content.data[key]?.query ?? ""]?.fields ?? [];
  const answer = only !== undefined && more.length === 0 ? (outcome.result[only] ?? null) : outcome.result;
  return { data: { ...data, [key]: answer }, failed: others };
}
