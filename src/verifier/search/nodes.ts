/** Exports the nodes, steps and paths of the search, for the forward search, the replay and the paths of findings. */
import type { FlowEvent, Location, Resolution } from "../../engine/events.js";
import type { Json } from "../../language/definition.js";
import type { Bdd } from "../bdd/diagrams.js";
import type { Start } from "../transitions/addresses.js";
import type { Relation } from "../transitions/relations.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import type { Phases, Transition, TransitionEvent } from "../transitions/transition.js";

/** A transition of a path, with the screen after it. */
export interface Step extends Phases {
  readonly by: string;
  readonly event: TransitionEvent;
  readonly place: ScreenSets;
  /**
   * `optional`: an answer that the replay takes where the next step needs it. `unobservable`: an answer that changes no
   * variable, but from which the engine makes list items.
   */
  readonly timing: "always" | "optional" | "unobservable";
  /** Whether the depositor stays on the screen in any state: the runtime evaluates guards only on navigation. */
  readonly stays: boolean;
}

/** A set of states on a screen, with the path that leads there. */
export interface SearchNode {
  readonly place: ScreenSets;
  readonly set: Bdd;
  readonly start: Start;
  /** The previous node of the path; null at the start. */
  readonly parent: SearchNode | null;
  readonly steps: readonly Step[];
  /** The redirects between the start and the first screen. */
  readonly redirects: Relation;
  /** Whether the last step stayed on the screen, so that no guard was evaluated. */
  readonly stays: boolean;
  /** Keys of the app's loads that the last step fetches again, whatever their `when` is. */
  readonly refetched: ReadonlySet<string>;
}

/** The goal of a path: one of these states, in which a screen is requested (admitted or not) or a decision is evaluated. */
export interface Target {
  readonly set: Bdd;
  readonly requests: { readonly screen: string } | { readonly decision: string };
}

/** A path that the engine has not replayed: to a node, further steps from there, and the target. */
export interface CandidatePath {
  readonly node: SearchNode;
  readonly lastSteps: readonly Step[];
  readonly target: Target;
}

/** An event that the replay executed, with everything that is needed to execute it again. */
export type ExecutedEvent =
  /** A page load: the state that the browser doesn't persist is lost. */
  | { readonly kind: "opened"; readonly location: Location }
  | {
      readonly kind: "went";
      readonly location: Location;
      /** The target of the control that was pressed; none for the navigation and the logo. */
      readonly go?: Extract<TransitionEvent, { readonly kind: "go" }>["go"];
    }
  | {
      readonly kind: "event";
      readonly event: FlowEvent;
      readonly context: { readonly now: string; readonly route: Resolution["route"]; readonly data?: { readonly [key: string]: Json } };
    };

/** A step that the engine replayed. */
export interface ReplayedStep {
  /** The description of the step; null for an answer that the reader of a path doesn't need. */
  readonly text: string | null;
  readonly executed: readonly ExecutedEvent[];
}

/** A transition as a step to a screen; `effect` replaces the transition's own effect. */
export function stepOf(transition: Pick<Transition, "by" | "event" | keyof Phases>, place: ScreenSets, effect: Relation): Step {
  const { by, event, request, response } = transition;
  return { by, event, request, response, effect, place, timing: "always", stays: false };
}

/** The descriptions of the steps of a path. */
export function stepTexts(steps: readonly ReplayedStep[]): readonly string[] {
  return steps.flatMap(({ text }) => (text === null ? [] : [text]));
}
