/** Exports `StepExecutor`: executes one step of a path with the real engine, for the replay. */

import { decidedGo } from "../../engine/decide.js";
import type { DepositorState, Location, Outcome, Resolution, Transition } from "../../engine/events.js";
import { matchPath } from "../../engine/paths.js";
import { queryToState, resolve } from "../../engine/resolve.js";
import { instantOf, scopeOf } from "../../engine/scope.js";
import { target } from "../../engine/target.js";
import { transition } from "../../engine/transition.js";
import type { BundleCore, CompiledPredicate } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { ForeignPath, NoRowHolds, RedirectLoop, WrongValue } from "../../language/failures.js";
import { isObject } from "../../language/json.js";
import { pathsRead, rootOf } from "../../language/logic-reads.js";
import { plainPath } from "../../language/operation.js";
import { evaluate, holds, test } from "../../language/predicate.js";
import { isFreeInput, Unanalysable } from "../abstraction/atoms.js";
import { bitsOf, cubeOf, type StateBits } from "../abstraction/state-cube.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { witnessOf } from "../abstraction/witness.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import { reloadedState } from "../transitions/addresses.js";
import type { RuntimeFailure } from "../transitions/runtime-failures.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import type { TransitionEvent } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import { answerFields } from "./answers.js";
import type { InputValuation } from "./free-inputs.js";
import { inputValuations } from "./free-inputs.js";
import type { ExecutedEvent, Step } from "./nodes.js";

/** A concrete state on a resolved screen, with its bits. */
export interface Configuration {
  readonly state: DepositorState;
  readonly resolution: Pick<Resolution, "screen" | "route" | "nav">;
  readonly bits: StateBits;
}

type ActionEvent = Extract<TransitionEvent, { kind: "action" }>;
type FailureEvent = Extract<TransitionEvent, { kind: "failure" }>;
type LoadEvent = Extract<TransitionEvent, { kind: "load" }>;
type EngineEvent = Extract<ExecutedEvent, { kind: "event" }>;

/** The state after a step, and the location that it navigates to, if any. */
export interface StepResult {
  readonly state: DepositorState;
  readonly location: Location | null;
  readonly executed: readonly ExecutedEvent[];
}

/** One attempt to execute a step, with fixed values of the free inputs; `run` gives null where the step isn't enabled. */
interface Attempt {
  readonly inputs: InputValuation;
  readonly run: () => StepResult | null;
}

const NO_INPUTS: InputValuation = {};

function resultOf({ state, commands }: Transition, executed: readonly ExecutedEvent[]): StepResult {
  const go = commands.find((command) => command.kind === "go");
  return { state, location: go === undefined ? null : { pathname: go.path, search: go.search, state: go.state }, executed };
}

/** The location of a resolution. */
export function locationOf({ path, search, state }: Omit<Resolution["route"], "params">): Location {
  return { pathname: path, search, state };
}

/** A failure by its name in `flows/outcomes.json`. */
function failureOutcome(name: string, inputs: InputValuation): Exclude<Outcome, { status: "ok" }> {
  const [status = "", code] = name.split(".");
  const error = (inputs.error ?? {}) as { readonly errors?: Json };
  return {
    status: status === "network" || status === "timeout" ? status : Number(status),
    code: code ?? null,
    message: "x",
    errors: error.errors === "x" ? [{ path: "x", message: "x" }] : [],
    request_id: null,
  };
}

/** A location whose route is in a set, with the route state as its query. */
export function locationIn(space: StateSpace, set: Bdd, pathname: string): Location {
  const { location } = witnessOf(space, set, (path) => space.typeOf(path));
  const query = Object.entries((location.state ?? {}) as { readonly [key: string]: Json }).map(([key, value]): [string, string] => [
    key,
    String(value),
  ]);
  return { pathname, search: String(new URLSearchParams(query)), state: null };
}

/**
 * Executes events with the engine at one fixed instant. `configurationAt` throws `RedirectLoop`; `stay` and `attempt` record
 * it instead.
 */
export class StepExecutor {
  /** Which step has more valuations of its free inputs than the executor tried, or one whose result has no class; null without such a step. */
  untried: string | null = null;

  constructor(
    readonly transitions: TransitionRelation,
    readonly core: BundleCore,
    /** The number of valuations of the free inputs to try for one step. */
    readonly maxValuations: number,
  ) {}

  configurationAt(state: DepositorState, location: Location): Configuration {
    const resolution = resolve(this.core, state, location);
    return { state, resolution, bits: bitsOf(this.transitions.space, state, resolution.route) };
  }

  /** The configuration on a screen in any state, also one that the screen does not admit: the depositor may already be there. */
  configurationOn({ screen }: ScreenSets, state: DepositorState, location: Location): Configuration {
    const { route } = queryToState(matchPath(this.core, location.pathname), location);
    return { state, resolution: { screen: screen.id, route, nav: [] }, bits: bitsOf(this.transitions.space, state, route) };
  }

  /** The configuration on the same screen in another state: without navigation the runtime updates the shell only. */
  stay({ resolution }: Configuration, state: DepositorState): Configuration {
    const stale = { state, resolution, bits: bitsOf(this.transitions.space, state, resolution.route) };
    try {
      const next = this.configurationAt(state, locationOf(resolution.route));
      return next.resolution.screen === resolution.screen ? next : stale;
    } catch (error) {
      if (!(error instanceof RedirectLoop)) throw error;
      // The runtime keeps the screen.
      const { screen } = resolution;
      this.transitions.failures.add({
        screen,
        by: "a change of the state",
        message: error.message,
        isLoop: true,
        state: state as Json,
        inputs: {},
      });
      return stale;
    }
  }

  /** Executes a step with different values of the free inputs until a result fits; null when none does. */
  execute<T>(from: Configuration, step: Step, wanted: Bdd, fits: (result: StepResult) => T | null): T | null {
    for (const { inputs, run } of this.#attempts(from, step, wanted)) {
      const found = this.attempt({ screen: from.resolution.screen, by: step.by, state: from.state as Json, inputs }, () => {
        const result = run();
        return result === null ? null : fits(result);
      });
      if (found !== null) return found;
    }
    return null;
  }

  /** The result of an attempt; null where the engine throws, which the rule `runtime-error` reports. */
  attempt<T>(what: Omit<RuntimeFailure, "message" | "isLoop">, run: () => T | null): T | null {
    try {
      return run();
    } catch (error) {
      if (error instanceof Unanalysable) {
        // The state schema excludes the value that this attempt computed; another value might have continued the path.
        this.untried ??= `${what.by} on ${what.screen} computes a value that the state cannot have (${error.message})`;
        return null;
      }
      if (![WrongValue, ForeignPath, NoRowHolds, RedirectLoop].some((kind) => error instanceof kind)) throw error;
      this.transitions.failures.add({ ...what, message: (error as Error).message, isLoop: error instanceof RedirectLoop });
      return null;
    }
  }

  *#attempts(from: Configuration, step: Step, wanted: Bdd): Generator<Attempt> {
    const { event } = step;
    const { state } = from;
    const went = (location: Location): StepResult => ({ state, location, executed: [{ kind: "went", location }] });
    const wentTo = (pathname: string): StepResult => went({ pathname, search: "", state: null });
    const plain = (run: Attempt["run"]): Attempt => ({ inputs: NO_INPUTS, run });
    switch (event.kind) {
      case "navigation":
        yield plain(() => (from.resolution.nav.some(({ key }) => key === event.key) ? wentTo(event.path) : null));
        break;
      case "logo":
        yield plain(() => went(locationOf(decidedGo(this.core, this.core.logoDecision, scopeOf(state, instantOf(state), null)))));
        break;
      case "address":
        yield plain(() => this.#openAddress(from, step, event, wanted));
        break;
      case "reload":
        yield plain(() => this.#reload(from));
        break;
      case "failure":
        for (const inputs of this.#inputs(from, step, null, [event.effects.map(({ when }) => when)], [event.effects]))
          yield { inputs, run: () => this.#failLoad(from, event, inputs) };
        break;
      case "load":
        yield plain(() => this.#answerLoad(from, step, event, wanted));
        break;
      case "go":
        for (const inputs of this.#inputs(from, step, event.control, [], [event.go]))
          yield {
            inputs,
            run: () => {
              const location = locationOf(target(this.core, event.go, this.#scope(from, inputs)));
              return { state, location, executed: [{ kind: "went", location, go: event.go }] };
            },
          };
        break;
      case "action": {
        const conditions = [event.action.when, event.effects.map(({ when }) => when)];
        for (const inputs of this.#inputs(from, step, event.control, conditions, [event.effects, event.action.with]))
          yield { inputs, run: () => this.#runAction(from, step, event, inputs, wanted) };
      }
    }
  }

  #scope({ state, resolution }: Configuration, inputs: InputValuation): InputValuation {
    return scopeOf(state, instantOf(state), resolution.route, inputs);
  }

  /** Valuations of the free inputs in which a control is shown: its conditions hold, and a control in a list has an item. */
  *#inputs(
    from: Configuration,
    { by }: Pick<Step, "by">,
    control: ActionEvent["control"],
    conditions: readonly unknown[],
    rest: readonly unknown[],
  ): Generator<InputValuation> {
    const visibility = control?.when ?? [];
    const { valuations, truncated } = inputValuations([visibility, conditions], rest, this.maxValuations);
    for (const valuation of valuations) {
      for (const item of this.#items(from, control, valuation)) {
        const inputs = item === undefined ? valuation : { ...valuation, item };
        if (visibility.every((condition) => test(condition, this.#scope(from, inputs)))) yield inputs;
      }
    }
    if (!truncated) return;
    const inputs = new Set(pathsRead([visibility, conditions]).filter(isFreeInput));
    this.untried ??= `it does not try all values of ${[...inputs].join(" and ")}, on which ${by} on ${from.resolution.screen} depends`;
  }

  #items(from: Configuration, control: ActionEvent["control"], inputs: InputValuation): readonly (Json | undefined)[] {
    if (control === null || control.items === null) return [undefined];
    const path = plainPath(control.items);
    // The answer to a query of the screen is not part of the state: the list may have any items.
    if (path !== null && isFreeInput(path)) return [undefined];
    const items = evaluate(control.items, this.#scope(from, inputs), this.core.formats);
    return Array.isArray(items) ? (items as readonly Json[]).flatMap((item) => this.#withFreeFields(control.items, item, inputs)) : [];
  }

  /** An item, alone and with values for the fields that no predicate reads: the bank's answer may have any value there. */
  #withFreeFields(items: Json, item: Json, { item: free }: InputValuation): readonly Json[] {
    if (!isObject(item) || !isObject(free)) return [item];
    const lists = pathsRead(items).flatMap((path) => this.transitions.space.lists.get(path) ?? []);
    const observed = new Set(lists.flatMap(({ fields }) => fields.map(({ name }) => rootOf(name))));
    const filled = Object.entries(free as InputValuation).filter(([key]) => !observed.has(key));
    return [item, { ...Object.fromEntries(filled), ...(item as InputValuation) }];
  }

  #openAddress(
    from: Configuration,
    step: Step,
    { address }: Extract<TransitionEvent, { kind: "address" }>,
    wanted: Bdd,
  ): StepResult | null {
    const { space } = this.transitions;
    const routes = space.bdd.and(step.request.image(cubeOf(space, from.bits)), step.effect.preimage(wanted));
    if (routes === FALSE) return null;
    const location = locationIn(space, routes, address.place.path);
    return { state: reloadedState(this.core, from.state), location, executed: [{ kind: "opened", location }] };
  }

  #isEnabled(from: Configuration, when: CompiledPredicate | undefined): boolean {
    return holds(when, this.#scope(from, {}));
  }

  #reload({ state, resolution }: Configuration): StepResult {
    const location = locationOf(resolution.route);
    return { state: reloadedState(this.core, state), location, executed: [{ kind: "opened", location }] };
  }

  #failLoad(from: Configuration, { owner, key, data, failure }: FailureEvent, inputs: InputValuation): StepResult | null {
    if (!this.#isEnabled(from, data.when)) return null;
    return this.#transition(from.state, {
      kind: "event",
      event: { type: "answered", owner, data: key, outcome: failureOutcome(failure, inputs) },
      context: { now: instantOf(from.state), route: from.resolution.route },
    });
  }

  #answerLoad(from: Configuration, step: Step, event: LoadEvent, wanted: Bdd): StepResult | null {
    const { owner, key, data, refetch, answer } = event;
    const fields = refetch || this.#isEnabled(from, data.when) ? this.#answerFields(from, step, answer, {}, wanted) : null;
    if (fields === null) return null;
    return this.#transition(from.state, {
      kind: "event",
      event: { type: "answered", owner, data: key, outcome: { status: "ok", result: fields } },
      context: { now: instantOf(from.state), route: from.resolution.route },
    });
  }

  #transition(state: DepositorState, executed: EngineEvent, before: readonly ExecutedEvent[] = []): StepResult {
    return resultOf(transition(this.core, this.transitions.journeys, state, executed.event, executed.context), [...before, executed]);
  }

  #runAction(from: Configuration, step: Step, event: ActionEvent, inputs: InputValuation, wanted: Bdd): StepResult | null {
    const { owner, name: action, outcome } = event;
    const { form, item, data } = inputs;
    const given = { ...(form === undefined ? {} : { form }), ...(item === undefined ? {} : { item }) };
    const context = { now: instantOf(from.state), route: from.resolution.route, data: (data ?? {}) as { readonly [key: string]: Json } };
    if (!holds(event.action.when, this.#scope(from, inputs))) return null;
    const raised: EngineEvent = { kind: "event", event: { type: "action", owner, action, ...given }, context };
    if (outcome === null) return this.#transition(from.state, raised);
    const requested = transition(this.core, this.transitions.journeys, from.state, raised.event, context);
    const call = requested.commands.find((command) => command.kind === "call");
    if (call === undefined) return null;
    const answered = (result: Outcome): EngineEvent => ({
      kind: "event",
      event: { type: "outcome", owner, action, ...given, outcome: result },
      context,
    });
    // A failure rolls optimistic effects back, so the engine handles it in the state before the call.
    if (outcome !== "ok") return this.#transition(from.state, answered(failureOutcome(outcome, inputs)));
    const variables = call.variables as { readonly [name: string]: Json };
    const fields = event.answer === null ? {} : this.#answerFields(from, step, event.answer, variables, wanted);
    if (fields === null) return null;
    return this.#transition(requested.state, answered({ status: "ok", result: this.#payload(call.operation, fields, inputs) }), [raised]);
  }

  /** The result of an operation: `result` reads the value of its only field. A mutation's payload carries slices as well. */
  #payload(operation: string, fields: InputValuation, inputs: InputValuation): InputValuation {
    const result = (typeof inputs.result === "object" && inputs.result !== null ? inputs.result : {}) as InputValuation;
    const found = this.core.operations[operation];
    const [root = "", ...others] = found?.fields ?? [];
    if (others.length > 0) return { ...result, ...fields };
    const value = fields[root];
    const query = found?.kind !== "mutation";
    if (query && value !== undefined && (Object.keys(result).length === 0 || Array.isArray(value))) return fields;
    const payload = { ...result, ...((value ?? {}) as InputValuation) };
    return query ? { ...fields, [root]: payload } : { [root]: { ...payload, ...fields } };
  }

  #answerFields(
    from: Configuration,
    step: Step,
    answer: NonNullable<ActionEvent["answer"]>,
    variables: { readonly [name: string]: Json },
    wanted: Bdd,
  ): InputValuation | null {
    const { space } = this.transitions;
    const answered = step.response?.image(step.request.image(cubeOf(space, from.bits))) ?? FALSE;
    const right = space.bdd.and(answered, step.effect.preimage(wanted));
    return right === FALSE ? null : answerFields(space, right, answer, from.state, variables);
  }
}
