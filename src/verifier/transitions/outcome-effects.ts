/** Exports the effects that the flows declare for each outcome of an action, for the transition relation and `flows graph`. */
import type { Outcome } from "../../engine/events.js";
import { handlerOf } from "../../engine/transition.js";
import type { BundleCore, CompiledAction, CompiledEffect } from "../../language/bundle.js";
import { UnhandledOutcome } from "../../language/failures.js";

/** A list of effects and its outcome (null without a call). */
export interface OutcomeEffects {
  readonly outcome: string | null;
  readonly effects: readonly CompiledEffect[];
}

function outcomeOf(name: string): Outcome {
  const [status = "", code] = name.split(".");
  const number = Number(status);
  return {
    status: status === "network" || status === "timeout" ? status : number,
    code: code ?? null,
    message: "",
    errors: [],
    request_id: null,
  };
}

/** The outcomes of an action with their effects; `answers` are the failures that its operation declares. */
export function outcomeEffects(core: BundleCore, action: CompiledAction, answers: readonly string[]): OutcomeEffects[] {
  if (action.call === undefined) return [{ outcome: null, effects: action.then ?? [] }];
  const own = action.on ?? {};
  const named = answers.length > 0 ? answers : Object.keys(own).filter((name) => name !== "ok" && name !== "*");
  return [{ outcome: "ok", effects: own.ok ?? core.failures.ok ?? [] }, ...failureEffects(core, own, action.call, named)];
}

/** The effects of the failures that the action or the app handles. */
export function failureEffects(
  core: BundleCore,
  own: NonNullable<CompiledAction["on"]>,
  operation: string,
  failures: readonly string[],
): readonly (OutcomeEffects & { readonly outcome: string })[] {
  return failures
    .filter((name) => name !== "ok" && !isUnhandled(core, own, operation, name))
    .map((name) => ({ outcome: name, effects: handlerOf(core, own, operation, outcomeOf(name)).effects }));
}

/** Whether neither the action nor the app handles a failure of an operation. */
export function isUnhandled(core: BundleCore, own: NonNullable<CompiledAction["on"]>, operation: string, failure: string): boolean {
  try {
    handlerOf(core, own, operation, outcomeOf(failure));
    return false;
  } catch (error) {
    if (error instanceof UnhandledOutcome) return true;
    throw error;
  }
}
