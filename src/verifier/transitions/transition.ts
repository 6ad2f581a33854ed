/** Exports the types of transitions, their images and preimages, for the transition relation, the search and the rules. */
import type { CompiledAction, CompiledData, CompiledEffect, Control } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import type { GoodAnswer } from "../../language/outcomes.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { type Bdd, FALSE } from "../bdd/diagrams.js";
import type { Address } from "./addresses.js";
import { assignment, valuesOfAnswer } from "./assignments.js";
import { type Go, mayHold } from "./effects.js";
import { compose, identityOn, type Relation } from "./relations.js";
import type { ScreenSets } from "./screen-sets.js";

/** The event of a transition, in the terms of the engine, so that the replay can raise it. */
export type TransitionEvent =
  | { readonly kind: "go"; readonly go: Go; readonly control: Control | null }
  | { readonly kind: "navigation"; readonly key: string; readonly path: string }
  | { readonly kind: "logo" }
  | { readonly kind: "address"; readonly address: Address }
  | { readonly kind: "reload" }
  | {
      readonly kind: "action";
      /** The screen that declares the action; null for an action of the app. */
      readonly owner: string | null;
      readonly name: string;
      readonly action: CompiledAction;
      readonly control: Control | null;
      /** Null without a call. */
      readonly outcome: string | null;
      readonly answer: GoodAnswer | null;
      readonly effects: readonly CompiledEffect[];
      /** The index of the transition among the paths through these effects. */
      readonly pathIndex: number;
    }
  | {
      readonly kind: "load";
      readonly owner: string | null;
      readonly key: string;
      readonly data: CompiledData;
      /** Whether an effect fetches the data again; the query's `when` doesn't apply then. */
      readonly refetch: boolean;
      readonly answer: GoodAnswer;
    }
  /** A query that the app or a screen sends by itself fails. */
  | {
      readonly kind: "failure";
      readonly owner: string | null;
      readonly key: string;
      readonly data: CompiledData;
      readonly failure: string;
      readonly effects: readonly CompiledEffect[];
    };

/** The phases of a transition: guards with optimistic effects, the answer of the bank (null without a call), and effects. */
export interface Phases {
  readonly request: Relation;
  readonly response: Relation | null;
  readonly effect: Relation;
}

/** What one event does on one screen along one path through its effects, as a relation for each phase. */
export interface Transition extends Phases {
  readonly by: string;
  readonly event: TransitionEvent;
  /** The target screen; null where the depositor stays on the screen. */
  readonly to: ScreenSets | null;
  /** Keys of the app's loads that the transition fetches again. */
  readonly refetched: ReadonlySet<string>;
  /** Whether a decision chooses the target. */
  readonly decided: boolean;
}

/** A good answer to a query that the app or a screen sends by itself. */
export interface Load extends Phases {
  readonly by: string;
  readonly event: Extract<TransitionEvent, { kind: "load" }>;
}

/** An event that evaluates a decision, with the states in which the decision is evaluated. */
export interface DecisionTransition extends Phases {
  readonly by: string;
  readonly event: TransitionEvent;
  readonly decision: string;
}

/** The assignments of a good answer, where its condition may hold. */
export function answerRelation(space: StateSpace, answer: GoodAnswer, variables: Readonly<Record<string, Json>>): Relation {
  const assignments = Object.entries(answer.becomes).map(([path, values]) =>
    assignment(
      space,
      path,
      values.flatMap((value) => valuesOfAnswer(value, variables)),
    ),
  );
  return compose([...(answer.logic === null ? [] : [identityOn(space, mayHold(space, answer.logic))]), ...assignments]);
}

/** The image of a set under all phases of a transition. */
export function image({ request, response, effect }: Phases, set: Bdd): Bdd {
  const requested = request.image(set);
  return effect.image(response === null ? requested : response.image(requested));
}

/** The preimage of a set under all phases of a transition. */
export function preimage({ request, response, effect }: Phases, set: Bdd): Bdd {
  const answered = effect.preimage(set);
  return request.preimage(response === null ? answered : response.preimage(answered));
}

/** The failures that a search explored on one screen: many calls fail alike, and equal effects need one exploration. */
export class ExploredFailures {
  readonly #sets = new Map<readonly CompiledEffect[], Bdd[]>();

  constructor(readonly space: StateSpace) {}

  /** Whether an earlier call covered the same effects for all of these states; adds the states. */
  covers({ event }: Pick<Transition, "event">, requested: Bdd): boolean {
    if (event.kind !== "action" || event.answer !== null) return requested === FALSE;
    const { bdd } = this.space;
    const sets = this.#sets.get(event.effects) ?? [];
    this.#sets.set(event.effects, sets);
    const known = sets[event.pathIndex] ?? FALSE;
    if (bdd.implies(requested, known)) return true;
    sets[event.pathIndex] = bdd.or(known, requested);
    return false;
  }
}
