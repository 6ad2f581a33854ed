/** Exports the outcome that an answer of a scenario describes, for its session and for a page in a browser. */
import type { Outcome } from "../engine/events.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import type { DeclaredFailure } from "../language/outcomes.js";
import type { Answer } from "./scenario.js";

/** `fields`: the top-level fields of the operation's answer. */
interface AnsweredCall {
  readonly fields: readonly string[];
  readonly variables: Json;
}

/** `declared`: a failure that does not name its message and fields. */
export function outcomeOf(answer: Answer, { fields, variables }: AnsweredCall, declared: (failure: string) => DeclaredFailure): Outcome {
  if ("ok" in answer) {
    const [only = "", ...more] = fields;
    const ok = withRepeated(answer.ok, answer.repeats ?? [], variables);
    return { status: "ok", result: more.length === 0 ? { [only]: ok } : ((ok ?? {}) as { readonly [field: string]: Json }) };
  }
  const [status = "", ...code] = answer.fails.split(".");
  const { message, fields: named = [] } = declared(answer.fails);
  return {
    status: status === "network" || status === "timeout" ? status : Number(status),
    code: code.length === 0 ? null : code.join("."),
    message: answer.message ?? message,
    errors: answer.errors ?? named.map((path) => ({ path, message: answer.message ?? message })),
    request_id: null,
  };
}

/** The value with those of the named variables that the call has. */
function withRepeated(ok: Json, names: readonly string[], variables: Json): Json {
  if (!isObject(ok) || !isObject(variables)) return ok;
  const given = names.filter((name) => (variables[name] ?? null) !== null);
  return { ...ok, ...Object.fromEntries(given.map((name): [string, Json] => [name, variables[name] ?? null])) };
}
