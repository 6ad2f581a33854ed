/** Exports the types of the invariants of `flows/invariants.json`, and the findings that their rules share, for the rules and their inputs. */
import type { Origin, ScreenRoute } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";

/** What all invariants have: the name, the sentence, and the location. Predicates are plain json-logic; null is absent. */
interface Named {
  readonly name: string;
  readonly description: string;
  readonly at: Origin;
}

/** Whom screens admit: `require` holds for all of them, `never` for none, and everybody of `admit` is among them. */
export interface AdmissionInvariant extends Named {
  readonly kind: "admission";
  readonly screens: readonly string[];
  readonly require: Json | null;
  readonly never: Json | null;
  readonly admit: Json | null;
}

/** The depositors of `when` whom screens redirect to `target`. */
export interface RedirectInvariant extends Named {
  readonly kind: "redirect";
  readonly screens: readonly string[];
  readonly when: Json;
  readonly target: string;
}

/** The depositors of `when` for whom a decision chooses `target`. */
export interface DecisionInvariant extends Named {
  readonly kind: "decision";
  readonly decision: string;
  readonly when: Json;
  readonly target: string;
}

/** What holds after an action: the depositors of `when` (as the action leaves them) are at `target`, and `then` holds. */
export interface Consequence {
  readonly when: Json | null;
  readonly target: string | null;
  readonly then: Json | null;
}

export interface ActionInvariant extends Named, Consequence {
  readonly kind: "actions";
  /** Actions of screens (`login.logIn`) or of the app (`endIdle`). */
  readonly actions: readonly string[];
  /** The failure that the invariant is about; null: success. */
  readonly outcome: string | null;
}

/** A failure of any query and any call, after which the app goes to `target`. */
export interface FailureInvariant extends Named, Consequence {
  readonly kind: "failure";
  readonly failure: string;
  /** Screens whose own actions handle the failure in another way. */
  readonly except: readonly string[];
}

/** An action of the app that a monitor raises for all depositors of `when`. */
export interface MonitorInvariant extends Named {
  readonly kind: "monitor";
  readonly monitored: string;
  readonly when: Json;
}

/** An operation that only some screens (or the `app`) send, and only in some states. */
export interface OperationInvariant extends Named {
  readonly kind: "operation";
  readonly operation: string;
  /** Null: any screen. */
  readonly onlyFrom: readonly string[] | null;
  /** Holds whenever the call leaves the browser, also from a screen that no longer admits the depositor. */
  readonly require: Json | null;
  /** Never holds when the call leaves the browser. */
  readonly never: Json | null;
}

/** An invariant with its names resolved; `kind` decides which rule proves it. */
export type LinkedInvariant =
  | AdmissionInvariant
  | RedirectInvariant
  | DecisionInvariant
  | ActionInvariant
  | FailureInvariant
  | MonitorInvariant
  | OperationInvariant;

/** The predicates of an invariant. */
export function logicOfInvariant(invariant: LinkedInvariant): readonly Json[] {
  const { require, never, admit, when, then } = invariant as Partial<Record<"require" | "never" | "admit" | "when" | "then", Json | null>>;
  return [require, never, admit, when, then].filter((logic) => logic !== null && logic !== undefined);
}

/**
 * The finding for an invariant that nothing can violate, or that names something that does not exist. `screen`: whose content
 * lacks what the invariant is about; an overlay may have removed it.
 */
export function vacuous({ name, at }: LinkedInvariant, message: string, screen?: ScreenRoute): CandidateFinding {
  return {
    rule: "invariant",
    message: `${name} ${message}`,
    at: screen === undefined ? [at] : [at, screen.at],
    owner: screen === undefined ? "app" : `screen:${screen.id}`,
    where: null,
    question: null,
  };
}

/** The finding for states that violate an invariant. `by`: the screen, action, decision or failure. */
export function violated(
  { name, description, at }: LinkedInvariant,
  by: string,
  {
    at: others,
    ...found
  }: Pick<CandidateFinding, "owner" | "where" | "question" | "at"> & Partial<Pick<CandidateFinding, "isReproducedBy">>,
): CandidateFinding {
  return { rule: "invariant", message: messages.invariant(name, description, by), ...found, at: [at, ...others] };
}
