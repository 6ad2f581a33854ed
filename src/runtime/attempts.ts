/**
 * Exports the idempotency keys of attempts for `actions.ts`. An attempt begins when an action sends an operation that
 * takes a key, and is settled by an answer: success or a definitive refusal. After a lost answer, the action sends the
 * same key again, also after a page load, so that the server performs the operation once.
 */
import type { Command, DepositorState, Outcome } from "../engine/events.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";

/** The slice of the keys, by attempt; it is persisted like the drafts. */
const SLICE = "attempts";

export interface AttemptDependencies {
  state(): DepositorState;
  replace(next: DepositorState): void;
  /** A random UUID. */
  newId(): string;
}

/** The idempotency keys of calls: a call that is sent again for the same attempt has the same key. */
export interface Attempts {
  /** The key of the present attempt. Begins a new attempt when all are settled, or when the variables have changed. */
  keyFor(attempt: string, variables: Json): string;
  /** Call with the answer: settles the attempt unless the server may still perform, or has performed, the operation. */
  answered(attempt: string, outcome: Outcome): void;
}

/** The statuses after which the server may have performed the operation, or may perform it when it is sent again. */
function isUnsettled({ status }: Outcome): boolean {
  return (
    status === "network" ||
    status === "timeout" ||
    status === 408 ||
    status === 425 ||
    status === 429 ||
    (typeof status === "number" && status >= 500)
  );
}

/** Creates the attempts; their keys are in the state, so that they survive a reload. */
export function createAttempts({ state, replace, newId }: AttemptDependencies): Attempts {
  /** The variables of each unsettled attempt. In memory only, because they may contain secrets. */
  const sent = new Map<string, string>();

  function keys(): { readonly [attempt: string]: Json } {
    const slice = state()[SLICE];
    return isObject(slice) ? slice : {};
  }

  return {
    keyFor(attempt, variables) {
      const text = JSON.stringify(variables);
      const known = keys()[attempt];
      const isSame = (sent.get(attempt) ?? text) === text;
      sent.set(attempt, text);
      if (typeof known === "string" && isSame) return known;
      const key = newId();
      replace({ ...state(), [SLICE]: { ...keys(), [attempt]: key } });
      return key;
    },
    answered(attempt, outcome) {
      if (isUnsettled(outcome)) return;
      sent.delete(attempt);
      const { [attempt]: _settled, ...others } = keys();
      replace({ ...state(), [SLICE]: others });
    },
  };
}

/** The name of the attempt that a call belongs to: its action, and the item that it is about. */
export function attemptOf({ owner, action, item }: Extract<Command, { kind: "call" }>): string {
  const about = isObject(item) && typeof item.uuid === "string" ? ` ${item.uuid}` : "";
  return `${owner ?? ""}/${action}${about}`;
}
