/**
 * Exports `transition` and `applyAnswer`: the next state and the commands of an event. The runtime performs the commands.
 *
 * Optimism: with `optimistic`, an action's transition returns the state as if the call had succeeded, and marks the
 * `call` command. The runtime keeps the state it had before as its snapshot: a failure is applied to the snapshot's
 * values of the slices that the optimistic effects wrote; a success is applied over the optimistic values.
 */
import type { BundleCore, BundleJourney, CompiledAction, CompiledData, CompiledEffect, MessageLink } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { UnhandledOutcome, UnknownName } from "../language/failures.js";
import { isObject } from "../language/json.js";
import type { Severity } from "../language/keywords.js";
import type { Scope } from "../language/predicate.js";
import { buildEach, holds } from "../language/predicate.js";
import type { Surroundings } from "./effects.js";
import { performAll } from "./effects.js";
import type { ActionOwner, Command, DepositorState, FlowEvent, Outcome, Resolution, Transition } from "./events.js";
import { screenOf } from "./paths.js";
import { instantOf, scopeOf } from "./scope.js";
import { writeSlices } from "./state-writes.js";

/** The contents of the loaded journeys, by name. */
export type Journeys = Readonly<Record<string, BundleJourney>>;

/** Where and when an event happens. */
export interface TransitionContext {
  /** Milliseconds or ISO; the state's own `now` when it is missing. */
  readonly now?: string | number;
  /** The route of the screen shown. */
  readonly route?: Resolution["route"];
  /** Answers of the screen's queries, by their key. */
  readonly data?: { readonly [key: string]: Json };
  /** True by the key of a query whose last answer was a failure. */
  readonly failed?: { readonly [key: string]: true };
}

type Failure = Exclude<Outcome, { status: "ok" }>;

function contentOf(core: BundleCore, journeys: Journeys, screen: string): BundleJourney["screens"][string] {
  const { journey } = screenOf(core, screen);
  const content = journeys[journey]?.screens[screen];
  if (content === undefined) throw new UnknownName("content of screen", screen);
  return content;
}

/** The action of a screen, or of the app (`owner` null). */
export function actionOf(core: BundleCore, journeys: Journeys, owner: ActionOwner, name: string): CompiledAction {
  const actions = owner === null ? core.actions : contentOf(core, journeys, owner).actions;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) throw new UnknownName("action", owner === null ? name : `${owner}.${name}`);
  return action;
}

function dataOf(core: BundleCore, journeys: Journeys, owner: ActionOwner, key: string): CompiledData {
  const all = owner === null ? core.loads : contentOf(core, journeys, owner).data;
  const data = Object.hasOwn(all, key) ? all[key] : undefined;
  if (data === undefined) throw new UnknownName("data", owner === null ? key : `${owner}.${key}`);
  return data;
}

/** The effects of an outcome, and which of the two lists names the outcome; "any": its effects are those of `*`. */
export interface Handler {
  readonly namedBy: "action" | "app" | "any";
  readonly effects: readonly CompiledEffect[];
}

/**
 * The handler of an outcome: own `status.code`, own status, the app's `status.code`, its status, own `*`, the app's `*`. `own`:
 * the action's `on`; `name`: the action's, for the message. Throws `UnhandledOutcome` for a failure that has no handler.
 */
export function handlerOf(
  core: BundleCore,
  own: Readonly<Record<string, readonly CompiledEffect[]>>,
  name: string,
  outcome: Outcome,
): Handler {
  if (outcome.status === "ok") return { namedBy: "action", effects: own.ok ?? core.failures.ok ?? [] };
  const status = String(outcome.status);
  const coded = outcome.code === null ? null : `${status}.${outcome.code}`;
  const named = (all: Readonly<Record<string, readonly CompiledEffect[]>>) => (coded === null ? undefined : all[coded]) ?? all[status];
  const byAction = named(own);
  if (byAction !== undefined) return { namedBy: "action", effects: byAction };
  const byApp = named(core.failures);
  if (byApp !== undefined) return { namedBy: "app", effects: byApp };
  const byAny = own["*"] ?? core.failures["*"];
  if (byAny === undefined) throw new UnhandledOutcome(name, coded ?? status);
  return { namedBy: "any", effects: byAny };
}

/** `query`: the key of the query that failed; null for a call. */
function errorOf(failure: Failure, query: string | null): Json {
  return {
    query,
    status: failure.status,
    code: failure.code,
    message: failure.message,
    errors: failure.errors.map(({ path, message }) => ({ path, message })),
    request_id: failure.request_id,
  };
}

/** The value of `result`: that of the operation's only field, or the whole answer where it has several. */
function resultOf(answer: { readonly [field: string]: Json }): Json {
  const [only, ...more] = Object.values(answer);
  return only === undefined || more.length > 0 ? answer : only;
}

function around(
  core: BundleCore,
  state: DepositorState,
  event: { readonly form?: Json; readonly item?: Json },
  context: TransitionContext,
  more: Scope,
): Surroundings {
  const names: Record<string, Json> = { data: context.data ?? {}, failed: context.failed ?? {}, ...more };
  if (event.form !== undefined) names.form = event.form;
  if (event.item !== undefined) names.item = event.item;
  return { core, now: instantOf(state, context.now), route: context.route ?? null, names };
}

function raised(
  core: BundleCore,
  journeys: Journeys,
  state: DepositorState,
  event: Extract<FlowEvent, { type: "action" }>,
  context: TransitionContext,
): Transition {
  const action = actionOf(core, journeys, event.owner, event.action);
  const surroundings = around(core, state, event, context, {});
  const scope = () => scopeOf(state, surroundings.now, surroundings.route, surroundings.names);
  if (action.when !== undefined && !holds(action.when, scope())) return { state, commands: [] };
  if (action.call === undefined) return performAll(action.then ?? [], state, surroundings);
  const call: Command = {
    kind: "call",
    owner: event.owner,
    action: event.action,
    operation: action.call,
    variables: action.with === undefined ? {} : buildEach(action.with, scope(), core.formats),
    ...(event.form === undefined ? {} : { form: event.form }),
    ...(event.item === undefined ? {} : { item: event.item }),
    optimistic: action.optimistic !== undefined,
  };
  const optimistic = performAll(action.optimistic ?? [], state, surroundings);
  return { state: optimistic.state, commands: [call, ...optimistic.commands] };
}

function answeredCall(
  core: BundleCore,
  journeys: Journeys,
  state: DepositorState,
  event: Extract<FlowEvent, { type: "outcome" }>,
  context: TransitionContext,
): Transition {
  const action = actionOf(core, journeys, event.owner, event.action);
  const { outcome } = event;
  const name = event.owner === null ? event.action : `${event.owner}.${event.action}`;
  const { effects } = handlerOf(core, action.on ?? {}, name, outcome);
  if (outcome.status !== "ok") return performAll(effects, state, around(core, state, event, context, { error: errorOf(outcome, null) }));
  const result = resultOf(outcome.result);
  const answered = writeSlices(core, state, outcome.result);
  // A mutation's own field may be a slice as well as the fields of its payload.
  const mutation = core.operations[action.call ?? ""]?.kind === "mutation";
  const written = mutation && isObject(result) ? writeSlices(core, answered, result) : answered;
  return performAll(effects, written, around(core, state, event, context, { result }));
}

function answeredQuery(
  core: BundleCore,
  journeys: Journeys,
  state: DepositorState,
  event: Extract<FlowEvent, { type: "answered" }>,
  context: TransitionContext,
): Transition {
  const { outcome } = event;
  const data = dataOf(core, journeys, event.owner, event.data);
  if (outcome.status === "ok") return applyAnswer(core, state, outcome.result);
  const { effects } = handlerOf(core, {}, data.query, outcome);
  const performed = event.inPlace === true ? effects.map(({ notify: _shownInPlace, ...others }) => others) : effects;
  return performAll(performed, state, around(core, state, {}, context, { error: errorOf(outcome, event.data) }));
}

/** A query's answer, written to the slices that its fields name. */
export function applyAnswer(core: BundleCore, state: DepositorState, answer: { readonly [field: string]: Json }): Transition {
  return { state: writeSlices(core, state, answer), commands: [] };
}

/** The transition, with the message of a failure as a command where the control that raised the action shows it. */
function placed(event: Extract<FlowEvent, { type: "action" | "outcome" }>, before: DepositorState, result: Transition): Transition {
  const { notification } = result.state;
  if (event.inPlace !== true || notification === before.notification || !isObject(notification)) return result;
  if (result.commands.some(({ kind }) => kind === "go")) return result;
  const { message, isOpen } = notification;
  const severity = notification.severity as Severity;
  const link = notification.link as MessageLink | undefined;
  const status = event.type === "outcome" && event.outcome.status !== "ok" ? event.outcome.status : null;
  if (isOpen !== true || typeof message !== "string" || (status === null && severity !== "error" && severity !== "warning")) return result;
  return {
    state: { ...result.state, notification: before.notification ?? null },
    commands: [...result.commands, { kind: "failure", message, severity, ...(link === undefined ? {} : { link }), status }],
  };
}

/** The next state and the commands of an event. It doesn't change its arguments. */
export function transition(
  core: BundleCore,
  journeys: Journeys,
  state: DepositorState,
  event: FlowEvent,
  context: TransitionContext,
): Transition {
  switch (event.type) {
    case "action":
      return placed(event, state, raised(core, journeys, state, event, context));
    case "outcome":
      return placed(event, state, answeredCall(core, journeys, state, event, context));
    case "answered":
      return answeredQuery(core, journeys, state, event, context);
  }
}
