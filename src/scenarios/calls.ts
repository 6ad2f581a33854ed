/** Exports the calls of a scenario's session: those that are answered at once, and those that wait for a step. */
import type { DepositorState, Outcome } from "../engine/events.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { DeclaredFailure } from "../language/outcomes.js";
import { callLimit } from "../runtime/durations.js";
import type { CallRequest, ClockPort } from "../runtime/port.js";
import { outcomeOf, outcomeOfState } from "./outcome-of.js";
import type { Answer } from "./scenario.js";

/** A call that waits for its answer. */
export interface PendingCall {
  readonly operation: string;
  readonly variables: Json;
  readonly answer: (outcome: Outcome) => void;
}

interface CallsOptions {
  readonly core: BundleCore;
  readonly answers: Readonly<Record<string, Answer>>;
  /** See `ScenarioOptions`. */
  readonly failureOf: (operation: string, failure: string) => DeclaredFailure;
  /** Receives each answer that is given at once. */
  readonly used?: ((answer: Answer) => void) | undefined;
  readonly state: () => DepositorState;
  /** A page that is loaded again has its own. */
  readonly clock: () => ClockPort;
}

export class ScenarioCalls {
  readonly #options: CallsOptions;
  readonly #answers: Map<string, Answer>;
  readonly #pending: PendingCall[] = [];
  readonly #sent: string[] = [];
  /** The variables with which each operation was sent last. */
  readonly lastVariables = new Map<string, Json>();
  /** Slices as they were before the page was loaded again or the session ended, until they are loaded again. */
  #unserved = new Map<string, Json>();

  constructor(options: CallsOptions) {
    this.#options = options;
    this.#answers = new Map(Object.entries(options.answers));
  }

  get pending(): readonly PendingCall[] {
    return this.#pending;
  }

  /** Answers at once where the scenario says how, or where the state has the answer; otherwise a step answers. */
  call({ operation, variables, signal }: CallRequest): Promise<Outcome> {
    const { core } = this.#options;
    this.#sent.push(operation);
    this.lastVariables.set(operation, variables);
    const answer = this.#answers.get(operation);
    if (answer !== undefined) this.#options.used?.(answer);
    if (answer !== undefined) return Promise.resolve(this.#outcome(operation, variables, answer));
    const known = outcomeOfState(core, core.operations[operation], (slice) => this.#served(slice));
    if (known !== null) return Promise.resolve(known);
    return new Promise((resolve) => {
      // The page does not wait longer, whatever the scenario answers then.
      const stop = this.#options.clock().after(callLimit(core), () => this.answer(pending, { fails: "timeout" }));
      const answer = (outcome: Outcome): void => {
        stop();
        resolve(outcome);
      };
      const pending = { operation, variables, answer };
      this.#pending.push(pending);
      // Nobody waits for the answer to an aborted call.
      signal?.addEventListener("abort", () => {
        stop();
        this.#remove(pending);
      });
    });
  }

  answer(call: PendingCall, answer: Answer): void {
    this.#remove(call);
    call.answer(this.#outcome(call.operation, call.variables, answer));
  }

  #remove(call: PendingCall): void {
    const index = this.#pending.indexOf(call);
    if (index >= 0) this.#pending.splice(index, 1);
  }

  setAnswers(answers: Readonly<Record<string, Answer>>): void {
    for (const [operation, answer] of Object.entries(answers)) this.#answers.set(operation, answer);
  }

  /** What the bank answers of a field now: as the scenario says, or as it was. */
  answerOf(field: string): Json {
    const { core, used } = this.#options;
    for (const [operation, answer] of this.#answers) {
      const { kind, fields = [] } = core.operations[operation] ?? {};
      if (kind !== "query" || !fields.includes(field) || !("ok" in answer)) continue;
      used?.(answer);
      const outcome = this.#outcome(operation, null, answer);
      if (outcome.status === "ok") return outcome.result[field] ?? null;
    }
    return this.#known(field);
  }

  /** The operations that were sent since the last call, in their order. */
  takeSent(): readonly string[] {
    return this.#sent.splice(0);
  }

  /**
   * A page is loaded: calls of the former page are not answered, and the server has what was loaded. Returns what the browser
   * persists of the state, with which the page begins.
   */
  pageLoaded(): DepositorState {
    const state = this.#options.state();
    const { initial, persisted } = this.#options.core;
    this.stateReset();
    this.#pending.length = 0;
    const kept = Object.keys(state).filter((slice) => Object.hasOwn(persisted, slice) || !Object.hasOwn(initial, slice));
    return { ...initial, ...Object.fromEntries(kept.map((slice): [string, Json] => [slice, state[slice] ?? null])) };
  }

  /** Call before the slices are reset: the server still has what was loaded. */
  stateReset(): void {
    const slices = Object.keys(this.#options.state());
    this.#unserved = new Map(slices.map((slice): [string, Json] => [slice, this.#known(slice)]));
  }

  #outcome(operation: string, variables: Json, answer: Answer): Outcome {
    const { core, failureOf } = this.#options;
    return outcomeOf(answer, { operation: core.operations[operation], variables }, (failure) => failureOf(operation, failure));
  }

  /** What the server has of a slice. */
  #served(slice: string): Json {
    const value = this.#known(slice);
    this.#unserved.delete(slice);
    return value;
  }

  /** What the state has of a slice; where it has nothing since it was reset, what it had before. */
  #known(slice: string): Json {
    const present = this.#options.state()[slice] ?? null;
    return present === (this.#options.core.initial[slice] ?? null) ? (this.#unserved.get(slice) ?? present) : present;
  }
}
