/** Exports the outcomes that the answers of a scenario and its state describe, for its session and for a page in a browser. */
import type { Outcome } from "../engine/events.js";
import type { BundleCore, CompiledOperation } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import type { DeclaredFailure } from "../language/outcomes.js";
import type { Answer } from "./scenario.js";
import { selectedFields } from "./selected-fields.js";

interface AnsweredCall {
  /** Of the bundle. */
  readonly operation: CompiledOperation | undefined;
  readonly variables: Json;
}

/** `declared`: a failure that does not name its message and fields. */
export function outcomeOf(answer: Answer, { operation, variables }: AnsweredCall, declared: (failure: string) => DeclaredFailure): Outcome {
  if ("ok" in answer) {
    const [only = "", ...more] = operation?.fields ?? [];
    const ok = withRepeated(answer.ok, answer.repeats ?? [], variables);
    return answeredWith(operation, more.length === 0 ? { [only]: ok } : ((ok ?? {}) as { readonly [field: string]: Json }));
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

/** The answer of a query that asks for slices of the state alone; null for any other operation. `slice`: what the server has of one. */
export function outcomeOfState(core: BundleCore, operation: CompiledOperation | undefined, slice: (name: string) => Json): Outcome | null {
  if (operation?.kind !== "query" || !operation.fields.every((field) => Object.hasOwn(core.initial, field))) return null;
  return answeredWith(operation, Object.fromEntries(operation.fields.map((field): [string, Json] => [field, slice(field)])));
}

/** A scenario and the state may have more fields than the operation selects: the gateway answers with the selected ones. */
function answeredWith(operation: CompiledOperation | undefined, result: { readonly [field: string]: Json }): Outcome {
  return { status: "ok", result: operation === undefined ? result : selectedFields(operation.document, result) };
}

/** The value with those of the named variables that the call has. */
function withRepeated(ok: Json, names: readonly string[], variables: Json): Json {
  if (!isObject(ok) || !isObject(variables)) return ok;
  const given = names.filter((name) => (variables[name] ?? null) !== null);
  return { ...ok, ...Object.fromEntries(given.map((name): [string, Json] => [name, variables[name] ?? null])) };
}
