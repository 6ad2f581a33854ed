/** Exports the queries of a screen that are due, for `fetching.ts`. */
import type { BundleCore, ScreenContent } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { holds, type Scope } from "../language/predicate.js";
import { variablesOf } from "./loads.js";

type Answer = { readonly [field: string]: Json };

interface ScreenQuery {
  readonly key: string;
  readonly query: string;
  readonly variables: Json;
  /** The value of `data.<key>`: the answer's only field, or the whole answer when it has several. */
  dataOf(answer: Answer): Json;
}

/** The queries with these keys whose `when` holds. */
export function dueScreenQueries(core: BundleCore, content: ScreenContent, keys: readonly string[], scope: Scope): readonly ScreenQuery[] {
  const queries: ScreenQuery[] = [];
  for (const key of keys) {
    const data = content.data[key];
    if (data === undefined || !holds(data.when, scope)) continue;
    const fields = core.operations[data.query]?.fields ?? [];
    const [only] = fields;
    queries.push({
      key,
      query: data.query,
      variables: variablesOf(data.with, scope, core.formats),
      dataOf: (answer) => (fields.length === 1 && only !== undefined ? (answer[only] ?? null) : answer),
    });
  }
  return queries;
}
