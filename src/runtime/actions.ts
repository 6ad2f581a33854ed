/** Raising actions: `transition`, its commands, the outcome of its call, and so on until nothing is left to do. */

import type { ActionOwner, Command, DepositorState, FlowEvent, Outcome, Resolution } from "../engine/events.js";
import { actionOf, applyAnswer, type Journeys, type TransitionContext, transition } from "../engine/transition.js";
import { formatText } from "../engine/words.js";
import type { BundleCore, CompiledEffect } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { UnknownName } from "../language/failures.js";
import { holds, type Scope } from "../language/predicate.js";
import type { Cell } from "./cell.js";
import type { HeldFiles } from "./files.js";
import type { Cause } from "./ground.js";
import { rollBack } from "./optimism.js";
import type { RuntimePorts } from "./port.js";
import { slicesRead } from "./reads.js";
import type { Payload, Question } from "./view.js";

/** Where the depositor is when an action is raised or answered. */
export interface Place {
  readonly entry: number;
  readonly epoch: number;
  readonly route: Resolution["route"] | undefined;
  readonly data: { readonly [key: string]: Json };
  readonly failed: { readonly [key: string]: true };
}

/** Where an action was raised, and whether the depositor's own act on the screen did it. */
interface Raised extends Place {
  readonly by: Cause;
}

export interface Hands {
  readonly ports: RuntimePorts;
  readonly pending: Cell<ReadonlySet<string>>;
  readonly question: Cell<Question | null>;
  readonly files: HeldFiles;
  core(): BundleCore;
  journeys(): Journeys;
  scope(item?: Json): Scope;
  place(): Place;
  commit(next: DepositorState, by: Cause): void;
  /** An action has ended. */
  rested(): void;
  go(to: Extract<Command, { kind: "go" }>): void;
  fieldErrors(errors: Extract<Command, { kind: "fieldErrors" }>["errors"]): void;
  opened(provider: string, config: Json): void;
  refetch(keys: readonly string[]): void;
  /** Resolves when none of these slices is on its way any more. */
  arrived(slices: ReadonlySet<string>): Promise<void>;
  /** The action has gone well: the forms that it sent are no drafts any more. */
  sent(owner: ActionOwner, action: string): void;
  sessionEnded(): void;
  fault(error: unknown): void;
}

export interface Actions {
  /** `by`: who raises it; a timer of the screen is nobody's act. What the app raises never is one of the screen. */
  raise(owner: ActionOwner, action: string, payload?: Payload, by?: Cause): Promise<void>;
  /** Raises an action once these slices are no longer on their way, unless the screen has been left by then. */
  raiseAfter(slices: ReadonlySet<string>, owner: ActionOwner, action: string, payload?: Payload, by?: Cause): Promise<void>;
  /** Sends a query. */
  ask(query: string, variables: Json): Promise<Outcome>;
  /** Takes the answer of a query. `inPlace`: the screen shows the failure where the data would be. */
  answered(owner: ActionOwner, data: string, outcome: Outcome, inPlace: boolean): void;
  command(command: Command): void;
  /** An action of a screen is under way, or a question stands open: what follows is theirs to say. */
  busy(): boolean;
}

type Call = Extract<Command, { kind: "call" }>;

export function createActions(hands: Hands): Actions {
  const underway = new Set<string>();

  function context(place: Place): TransitionContext {
    const now = hands.ports.clock.now();
    const { route, data, failed } = place;
    return { now, data, failed, ...(route === undefined ? {} : { route }) };
  }

  function step(event: FlowEvent, from: DepositorState, place: Place, by: Cause): readonly Command[] {
    const { state, commands } = transition(hands.core(), hands.journeys(), from, event, context(place));
    // Before the commit: the loads that it makes due belong to what follows, and go out with nothing of the session.
    const clears = commands.some((command) => command.kind === "clearPersisted");
    if (clears) hands.ports.forget();
    if (clears || (signedIn(from) && !signedIn(state))) hands.sessionEnded();
    hands.commit(state, by);
    return commands;
  }

  async function call(command: Call, before: DepositorState, hoped: DepositorState, at: Raised): Promise<void> {
    const since = hands.place().epoch;
    const outcome = await ask(command.operation, command.variables);
    // The session that asked has ended: its answers are not for whoever is here now.
    if (hands.place().epoch !== since) return;
    if (outcome.status === "ok" && command.form !== undefined) hands.sent(command.owner, command.action);
    if (!(await answerFirst(command, outcome, at.by))) return;
    const present = hands.ports.store.get();
    const state = command.optimistic && outcome.status !== "ok" ? rollBack(before, hoped, present) : present;
    const place = hands.place();
    const { owner, action, form, item } = command;
    const event: FlowEvent = {
      type: "outcome",
      owner,
      action,
      outcome,
      ...(form === undefined ? {} : { form }),
      ...(item === undefined ? {} : { item }),
    };
    const left = owner !== null && place.entry !== at.entry;
    const commands = step(event, state, left ? at : place, left ? "news" : at.by);
    const appWide = outcome.status !== "ok" && !handlesItself(hands.core(), hands.journeys(), owner, action, outcome);
    await perform(left && !appWide ? commands.filter(({ kind }) => kind === "clearPersisted" || kind === "refetch") : commands, state, at);
  }

  /**
   * An answer may make a load due that a decision of its effects reads: a sign-in that leads on by the depositor's
   * progress, say. The answer is written and the load waited for before anything is decided (D37). False: meanwhile
   * the session has ended.
   */
  async function answerFirst({ owner, action }: Call, outcome: Outcome, by: Cause): Promise<boolean> {
    if (outcome.status !== "ok") return true;
    const reads = slicesDecided(hands.core(), actionOf(hands.core(), hands.journeys(), owner, action).on?.ok ?? []);
    if (reads.size === 0) return true;
    const fields: Answer = Object.assign({}, outcome.result, ...Object.values(outcome.result).filter(isAnswer));
    hands.commit(applyAnswer(hands.core(), hands.ports.store.get(), fields).state, by);
    const since = hands.place().epoch;
    await hands.arrived(reads);
    return hands.place().epoch === since;
  }

  async function perform(commands: readonly Command[], before: DepositorState, at: Raised): Promise<void> {
    const hoped = hands.ports.store.get();
    const calls = commands.filter((command) => command.kind === "call");
    for (const command of commands) if (command.kind !== "call") simple(command);
    for (const command of calls) await call(command, before, hoped, at);
  }

  function simple(command: Exclude<Command, Call>): void {
    switch (command.kind) {
      case "go":
        return hands.go(command);
      case "fieldErrors":
        return hands.fieldErrors(command.errors);
      case "download":
        return hands.ports.download(command.url, command.filename);
      case "openProvider":
        return hands.opened(command.provider, command.config);
      case "refetch":
        return hands.refetch(command.keys);
      case "clearPersisted":
        return; // Done before the state was committed.
    }
  }

  function confirmed(owner: ActionOwner, action: string, payload: Payload): Promise<boolean> {
    const definition = actionOf(hands.core(), hands.journeys(), owner, action);
    const { confirm } = definition;
    const scope = payload.form === undefined ? hands.scope(payload.item) : { ...hands.scope(payload.item), form: payload.form };
    if (confirm === undefined || !holds(definition.when, scope)) return Promise.resolve(true);
    const text = (words: typeof confirm.title) => formatText(words, scope, hands.core().brand.locale);
    return new Promise((resolve) => {
      hands.question.get()?.answer(false);
      hands.question.set({
        title: text(confirm.title),
        text: text(confirm.text),
        yes: text(confirm.yes),
        no: text(confirm.no),
        answer(yes) {
          hands.question.set(null);
          resolve(yes);
        },
      });
    });
  }

  function raise(owner: ActionOwner, action: string, payload?: Payload, by?: Cause): Promise<void> {
    return raiseAfter(new Set(), owner, action, payload, by);
  }

  async function raiseAfter(
    slices: ReadonlySet<string>,
    owner: ActionOwner,
    action: string,
    payload: Payload = {},
    by: Cause = owner === null ? "news" : "own",
  ): Promise<void> {
    const name = `${owner ?? ""}/${action}`;
    // A second click is the same wish; the same action on another item is another.
    const key = payload.item === undefined ? name : `${name} ${JSON.stringify(payload.item)}`;
    if (underway.has(key)) return;
    underway.add(key);
    try {
      if (!(await confirmed(owner, action, payload))) return;
      hands.pending.set(new Set(hands.pending.get()).add(name));
      if (slices.size > 0) {
        const { entry } = hands.place();
        await hands.arrived(slices);
        if (hands.place().entry !== entry) return;
      }
      await hands.arrived(slicesDecided(hands.core(), actionOf(hands.core(), hands.journeys(), owner, action).then ?? []));
      const place = { ...hands.place(), by };
      const before = hands.ports.store.get();
      if (owner !== null) hands.fieldErrors([]);
      await perform(step({ type: "action", owner, action, ...payload }, before, place, by), before, place);
    } catch (error) {
      hands.fault(error);
    } finally {
      underway.delete(key);
      const rest = new Set(hands.pending.get());
      rest.delete(name);
      hands.pending.set(rest);
      hands.rested();
    }
  }

  async function ask(operation: string, variables: Json): Promise<Outcome> {
    const found = hands.core().operations[operation];
    if (found === undefined) throw new UnknownName("operation", operation);
    const files = hands.files.namedIn(variables);
    if (files.size === 0) return hands.ports.call(operation, found.document, variables, {});
    const outcome = await hands.ports.call(operation, found.document, variables, { files });
    // What was refused may be sent again as it is.
    if (outcome.status === "ok") hands.files.release(files);
    return outcome;
  }

  return {
    raise,
    raiseAfter,
    ask,
    answered(owner, data, outcome, inPlace) {
      try {
        const place = { ...hands.place(), by: "news" } as const;
        const before = hands.ports.store.get();
        perform(step({ type: "answered", owner, data, outcome, inPlace }, before, place, place.by), before, place).catch(hands.fault);
      } catch (error) {
        hands.fault(error);
      }
    },
    busy: () => hands.question.get() !== null || [...underway].some((key) => !key.startsWith("/")),
    command(command) {
      if (command.kind !== "call") simple(command);
    },
  };
}

/** Whether the state holds a session's marker (D1). */
function signedIn({ auth }: DepositorState): boolean {
  return auth !== undefined && isAnswer(auth) && Boolean(auth.bearerToken);
}

type Answer = { readonly [field: string]: Json };

function isAnswer(value: Json): value is Answer {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The slices that the decisions among these effects read. */
function slicesDecided(core: BundleCore, effects: readonly CompiledEffect[]): ReadonlySet<string> {
  const slices = new Set<string>();
  for (const { decide } of effects) {
    const decision = decide === undefined ? undefined : core.decisions[decide];
    for (const row of decision?.rows ?? []) if (row.when !== undefined) for (const slice of slicesRead(row.when)) slices.add(slice);
  }
  return slices;
}

/** Whether the action itself says what follows, or the app does for every action (a 401, say): that holds wherever one is. */
function handlesItself(
  core: BundleCore,
  journeys: Journeys,
  owner: ActionOwner,
  action: string,
  outcome: Exclude<Outcome, { status: "ok" }>,
): boolean {
  const own = actionOf(core, journeys, owner, action).on ?? {};
  const status = String(outcome.status);
  const coded = `${status}.${outcome.code ?? ""}`;
  if (own[coded] !== undefined || own[status] !== undefined) return true;
  return core.failures[coded] === undefined && core.failures[status] === undefined;
}
