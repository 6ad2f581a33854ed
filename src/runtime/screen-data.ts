/** The queries of a screen. */
import type { BundleCore, ScreenContent } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { holds, type Scope } from "../language/predicate.js";
import { variablesOf } from "./loads.js";

type Answer = { readonly [field: string]: Json };

interface Question {
  readonly key: string;
  readonly query: string;
  readonly variables: Json;
  /** What `data.<key>` reads: the value of the answer's only field, or the whole answer of several. */
  single(answer: Answer): Json;
}

/** The named queries of a screen that are to be asked now: those whose `when` holds. */
export function askScreenData(core: BundleCore, content: ScreenContent, keys: readonly string[], scope: Scope): readonly Question[] {
  const questions: Question[] = [];
  for (const key of keys) {
    const data = content.data[key];
    if (data === undefined || !holds(data.when, scope)) continue;
    const fields = core.operations[data.query]?.fields ?? [];
    const [only] = fields;
    questions.push({
      key,
      query: data.query,
      variables: variablesOf(data.with, scope, core.brand.locale),
      single: (answer) => (fields.length === 1 && only !== undefined ? (answer[only] ?? null) : answer),
    });
  }
  return questions;
}
