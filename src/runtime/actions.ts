/** Exports the action runner of the runtime: it runs the engine's `transition`, performs the commands, and feeds each call's outcome back. */
import type { ActionOwner, Command, DepositorState, FlowEvent, Outcome, Resolution } from "../engine/events.js";
import { formatText } from "../engine/format-text.js";
import { actionOf, applyAnswer, handlerOf, type Journeys, type TransitionContext, transition } from "../engine/transition.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { UnknownName } from "../language/failures.js";
import { isObject } from "../language/json.js";
import { holds, type Scope, withNames } from "../language/predicate.js";
import { actionKey, isBlockedBy, keysOf, mutationOf, runningKey } from "./action-key.js";
import { attemptOf, createAttempts } from "./attempts.js";
import { changedFields } from "./changed-fields.js";
import { draftsOfForms, withoutDrafts } from "./drafts.js";
import type { ObservableValue } from "./observable-value.js";
import type { Offer } from "./offered-actions.js";
import { withoutEarlierWarning } from "./open-notification.js";
import { rollBack } from "./optimistic-updates.js";
import type { PendingFiles } from "./pending-files.js";
import type { RuntimePorts } from "./port.js";
import type { Questions } from "./questions.js";
import { slicesReadByDecisions } from "./slice-reads.js";
import type { Cause } from "./stale-screen.js";
import type { ActionFailure, Payload } from "./view.js";

/** The current screen, as the engine reads it when an action is raised or its call is answered. */
export interface ScreenContext {
  /** The number of the screen entry (`ScreenView.entry`); null while no screen is shown, or the runtime has left it. */
  readonly entry: number | null;
  /** The number of the session. */
  readonly session: number;
  readonly route: Resolution["route"] | undefined;
  readonly data: { readonly [key: string]: Json };
  readonly failed: { readonly [key: string]: true };
}

/** The screen on which an action was raised, and the cause. */
interface RaisedContext {
  readonly screen: ScreenContext;
  readonly by: Cause;
  /** The control that raised it; see `Payload.source`. */
  readonly source: string | null;
  /** Whether the commands are the effects of a failed call. */
  readonly isFailure?: boolean;
}

export interface ActionDependencies {
  readonly ports: RuntimePorts;
  readonly pending: ObservableValue<ReadonlySet<string>>;
  readonly questions: Questions;
  readonly files: PendingFiles;
  core(): BundleCore;
  journeys(): Journeys;
  scope(item?: Json): Scope;
  screenContext(): ScreenContext;
  commit(next: DepositorState, by: Cause): void;
  actionEnded(): void;
  go(to: Extract<Command, { kind: "go" }>): void;
  fieldErrors(errors: Extract<Command, { kind: "fieldErrors" }>["errors"], screen?: string): void;
  /** The message of a failure, for the control that raised the action. */
  failed(source: string, failure: ActionFailure): void;
  /** A control raises an action: the failures of earlier ones are over. */
  clearFailures(): void;
  /** Whether the screen's body offers the action, for the item where it is about one. */
  isOffered(offer: Offer): boolean;
  /** Whether an external change has closed the screen. */
  isStale(): boolean;
  providerOpened(provider: string, config: Json): void;
  /** `isReported`: a failure that the depositor reads about is the reason for sending the queries again. */
  refetch(keys: readonly string[], isReported: boolean): void;
  /** The call of an action was answered, with any outcome: the answers of queries may have changed. */
  callAnswered(): void;
  /** The fields that the queries of these keys answer. */
  fieldsOf(keys: readonly string[]): readonly string[];
  /** Resolves when none of these slices is loading. */
  whenLoaded(slices: ReadonlySet<string>): Promise<void>;
  /**
   * An action sends a form. Call the returned function when the action's call has succeeded, or at once if it has no
   * call: it deletes the drafts that the action settles (`draftsSettledBy`), those of the records that the screen shows
   * now.
   */
  sendingForm(owner: ActionOwner, action: string): () => void;
  sessionEnded(): void;
  fault(error: unknown): void;
}

/** Raises actions, sends their calls and performs their commands. */
export interface Actions {
  /** `by` defaults to `screen` for a screen's action and to `external` for the app's. */
  raise(owner: ActionOwner, action: string, payload?: Payload, by?: Cause): Promise<void>;
  /** Raises an action once these slices have loaded, unless the screen has been left by then. */
  raiseAfter(slices: ReadonlySet<string>, owner: ActionOwner, action: string, payload?: Payload, by?: Cause): Promise<void>;
  /** Sends a query. The outcome of an aborted one does not matter. */
  query(query: string, variables: Json, signal: AbortSignal): Promise<Outcome>;
  /** Processes the answer of a query. `inPlace`: the screen shows the failure where the data would be. */
  queryAnswered(owner: ActionOwner, data: string, outcome: Outcome, inPlace: boolean): void;
  command(command: Command): void;
  /** Whether an action of a screen runs or a confirmation is open. */
  isBusy(): boolean;
}

type Call = Extract<Command, { kind: "call" }>;

/** Creates the actions of a runtime. An error of a flow or of the code goes to `fault`; a failed call is an outcome. */
export function createActions(dependencies: ActionDependencies): Actions {
  const running = new Set<string>();
  const attempts = createAttempts({
    state: () => dependencies.ports.store.get(),
    replace: (next) => dependencies.ports.store.replace(next),
    newId: () => dependencies.ports.newId(),
  });

  function transitionContext(at: ScreenContext): TransitionContext {
    const now = dependencies.ports.clock.now();
    const { route, data, failed } = at;
    return route === undefined ? { now, data, failed } : { now, data, failed, route };
  }

  function step(event: FlowEvent, from: DepositorState, at: ScreenContext, by: Cause): readonly Command[] {
    const { state, commands } = transition(dependencies.core(), dependencies.journeys(), from, event, transitionContext(at));
    // Clear before the commit: the commit may make loads due, and those belong to the next session.
    const clears = commands.some((command) => command.kind === "clearPersisted");
    if (clears) dependencies.ports.clearPersisted();
    if (clears || (signedIn(from) && !signedIn(state))) dependencies.sessionEnded();
    dependencies.commit(state, by);
    return commands;
  }

  async function call(command: Call, before: DepositorState, optimistic: DepositorState, at: RaisedContext): Promise<void> {
    const { session } = dependencies.screenContext();
    const attempt = attemptOf(command);
    const variables = withIdempotencyKey(command.operation, command.variables, attempt);
    const hasKey = variables !== command.variables;
    const formSent = command.form === undefined ? undefined : dependencies.sendingForm(command.owner, command.action);
    const { notification } = dependencies.ports.store.get();
    const outcome = await send(command.operation, variables);
    dependencies.callAnswered();
    // The session has ended meanwhile: its answers must not reach the next one.
    if (dependencies.screenContext().session !== session) return;
    if (hasKey) attempts.answered(attempt, outcome);
    if (outcome.status === "ok" && formSent !== undefined) {
      formSent();
      dependencies.ports.store.replace(withoutEarlierWarning(dependencies.core(), dependencies.ports.store.get(), notification));
    }
    if (!(await commitAnswerFirst(command, outcome, at.by))) return;
    const present = dependencies.ports.store.get();
    const state = command.optimistic && outcome.status !== "ok" ? rollBack(before, optimistic, present) : present;
    const current = dependencies.screenContext();
    const { owner, action, form, item } = command;
    const event: FlowEvent = {
      type: "outcome",
      owner,
      action,
      outcome,
      ...(form === undefined ? {} : { form }),
      ...(item === undefined ? {} : { item }),
      inPlace: at.source !== null && current.entry === at.screen.entry,
    };
    const isOtherEntry = owner !== null && current.entry !== at.screen.entry;
    // Back from a review to its form is the same screen: money that has moved is shown there too, or the depositor would send it again.
    const isSameScreen = current.route !== undefined && current.route.path === at.screen.route?.path;
    const left = isOtherEntry && !(isSameScreen && outcome.status === "ok" && hasKey);
    const commands = step(event, state, isOtherEntry ? at.screen : current, left ? "external" : at.by);
    // After the end of the session the other tabs have nothing to query.
    if (dependencies.screenContext().session === session) reportChanges(command.operation, before, commands);
    const own = actionOf(dependencies.core(), dependencies.journeys(), owner, action).on ?? {};
    const appWide = handlerOf(dependencies.core(), own, action, outcome).namedBy === "app";
    // Every control names itself as the source: without one, nobody has asked. A screen's own row may go to the same page in another state.
    const isUnasked = outcome.status !== "ok" && at.source === null && (owner === null || appWide);
    const answered = { ...at, isFailure: outcome.status !== "ok" };
    if (!left) return perform(isUnasked ? leadingElsewhere(commands, current) : commands, state, answered);
    // The outcome of an action whose screen was left must not navigate, unless the app handles it on every screen (a 401).
    reportErrorsOf(owner, commands, outcome);
    const kept = commands.filter(({ kind }) => kind === "clearPersisted" || kind === "refetch" || (appWide && kind !== "fieldErrors"));
    await perform(kept, state, answered);
  }

  /** Keeps the field errors of a form whose screen was left, and notifies the depositor that it wasn't accepted. */
  function reportErrorsOf(screen: string, commands: readonly Command[], outcome: Outcome): void {
    for (const command of commands) {
      const [first] = command.kind === "fieldErrors" ? command.errors : [];
      if (command.kind !== "fieldErrors" || first === undefined) continue;
      dependencies.fieldErrors(command.errors, command.screen ?? screen);
      notifyOf((outcome.status === "ok" ? "" : outcome.message) || first.message, "error");
    }
  }

  /** Reports to the other tabs what an answered action has changed. */
  function reportChanges(operation: string, before: DepositorState, commands: readonly Command[]): void {
    const { ports, core, fieldsOf } = dependencies;
    const refetched = fieldsOf(commands.flatMap((command) => (command.kind === "refetch" ? command.keys : [])));
    ports.otherTabs.reportChanges(changedFields(core(), { operation, before, after: ports.store.get(), refetched }));
  }

  /** The variables with the key of the attempt, where the operation takes one. */
  function withIdempotencyKey(operation: string, variables: Json, attempt: string): Json {
    const name = dependencies.core().operations[operation]?.idempotencyKey;
    if (name === undefined || !isObject(variables)) return variables;
    return { ...variables, [name]: attempts.keyFor(attempt, variables) };
  }

  /**
   * An answer may make a load due whose slice a decision of its effects reads: a sign-in redirects by the depositor's
   * progress, for example. Commits the answer and waits for the load before the effects run (D37). Returns false when the
   * session has ended meanwhile.
   */
  async function commitAnswerFirst({ owner, action }: Call, outcome: Outcome, by: Cause): Promise<boolean> {
    if (outcome.status !== "ok") return true;
    const reads = slicesReadByDecisions(
      dependencies.core(),
      actionOf(dependencies.core(), dependencies.journeys(), owner, action).on?.ok ?? [],
    );
    if (reads.size === 0) return true;
    const fields: { readonly [field: string]: Json } = Object.assign({}, outcome.result, ...Object.values(outcome.result).filter(isObject));
    dependencies.commit(applyAnswer(dependencies.core(), dependencies.ports.store.get(), fields).state, by);
    const { session } = dependencies.screenContext();
    await dependencies.whenLoaded(reads);
    return dependencies.screenContext().session === session;
  }

  async function perform(commands: readonly Command[], before: DepositorState, at: RaisedContext): Promise<void> {
    const optimistic = dependencies.ports.store.get();
    const calls = commands.filter((command) => command.kind === "call");
    for (const command of commands) if (command.kind !== "call") performOne(command, at);
    for (const command of calls) await call(command, before, optimistic, at);
  }

  function performOne(command: Exclude<Command, Call>, { source, isFailure = false }: Pick<RaisedContext, "source" | "isFailure">): void {
    switch (command.kind) {
      case "go":
        return dependencies.go(command);
      case "fieldErrors":
        return dependencies.fieldErrors(command.errors, command.screen ?? undefined);
      case "failure": {
        const { kind: _kind, ...failure } = command;
        // The engine returns this command only for a control's action.
        if (source !== null) dependencies.failed(source, failure);
        return;
      }
      case "download":
        // A failed download saves nothing and shows nothing; the gateway logs it (D35).
        void dependencies.ports.download(command.url, command.filename);
        return;
      case "openProvider":
        return dependencies.providerOpened(command.provider, command.config);
      case "refetch":
        return dependencies.refetch(command.keys, isFailure);
      case "discard":
        return dependencies.ports.store.replace(withoutDrafts(dependencies.ports.store.get(), draftsOfForms(command.forms)));
      case "clearPersisted":
        return; // `step` clears before it commits the state.
    }
  }

  /**
   * Shows the action's `confirm` dialog where it has one; resolves with the depositor's answer. The page may change while the
   * dialog is open: then the answer was about something else, and the depositor is notified.
   */
  async function confirmed(owner: ActionOwner, action: string, payload: Payload): Promise<boolean> {
    const definition = actionOf(dependencies.core(), dependencies.journeys(), owner, action);
    const { confirm } = definition;
    const scope = () =>
      payload.form === undefined ? dependencies.scope(payload.item) : withNames(dependencies.scope(payload.item), { form: payload.form });
    if (confirm === undefined || !holds(definition.when, scope())) return true;
    const { entry, session } = dependencies.screenContext();
    const offer: Offer = payload.item === undefined ? { action } : { action, item: payload.item };
    const wasOffered = dependencies.isOffered(offer);
    const answer = await dependencies.questions.ask(owner, confirm, scope());
    if (answer === false && confirm.cancelAction !== undefined) void raise(owner, confirm.cancelAction);
    if (answer !== true) return false;
    const present = dependencies.screenContext();
    const isSameScreen = present.session === session && (owner === null || (present.entry === entry && !dependencies.isStale()));
    const isGone = wasOffered && !dependencies.isOffered(offer);
    if (isSameScreen && !isGone && holds(definition.when, scope())) return true;
    reportChanged(isSameScreen ? payload.source : undefined);
    return false;
  }

  /** A text of the app. */
  function translate(name: string): string {
    const core = dependencies.core();
    const text = core.texts[name];
    if (text === undefined) throw new UnknownName("text", name);
    return formatText(text, dependencies.scope(), core.formats);
  }

  /** Notifies the depositor that the page changed while a question was open, so its action was not performed. */
  function reportChanged(source: string | undefined): void {
    const message = translate("confirmChanged");
    if (source !== undefined) dependencies.failed(source, { message, severity: "warning", status: null });
    else notifyOf(message, "warning");
  }

  function notifyOf(message: string, severity: "error" | "warning"): void {
    dependencies.commit({ ...dependencies.ports.store.get(), notification: { message, isOpen: true, severity } }, "external");
  }

  function raise(owner: ActionOwner, action: string, payload?: Payload, by?: Cause): Promise<void> {
    return raiseAfter(new Set(), owner, action, payload, by);
  }

  async function raiseAfter(
    slices: ReadonlySet<string>,
    owner: ActionOwner,
    action: string,
    payload: Payload = {},
    by: Cause = owner === null ? "external" : "screen",
  ): Promise<void> {
    // A second click is the same request; the same action on another item is a different one.
    const key = runningKey(owner, action, payload.item);
    if (running.has(key)) return;
    // The page still shows the screen that was left: a click there, such as the second of a double click, is ignored.
    if (owner !== null && dependencies.screenContext().entry === null) return;
    running.add(key);
    const { source, ...event } = payload;
    try {
      const called = (name: string) => mutationOf(dependencies.core(), actionOf(dependencies.core(), dependencies.journeys(), owner, name));
      if (isBlockedBy(keysOf(owner, running), actionKey(action, payload.item), called)) return;
      if (!(await confirmed(owner, action, payload))) return;
      dependencies.pending.set(new Set(dependencies.pending.get()).add(key));
      if (slices.size > 0) {
        const { entry } = dependencies.screenContext();
        await dependencies.whenLoaded(slices);
        if (dependencies.screenContext().entry !== entry) return;
      }
      await dependencies.whenLoaded(
        slicesReadByDecisions(dependencies.core(), actionOf(dependencies.core(), dependencies.journeys(), owner, action).then ?? []),
      );
      const at: RaisedContext = { screen: dependencies.screenContext(), by, source: source ?? null };
      const before = dependencies.ports.store.get();
      // Only a form or a control replaces errors: a screen that shows errors from another one may begin with actions.
      if (owner !== null && (source !== undefined || payload.form !== undefined)) dependencies.fieldErrors([]);
      if (source !== undefined) dependencies.clearFailures();
      const commands = step({ type: "action", owner, action, ...event, inPlace: source !== undefined }, before, at.screen, by);
      if (event.form !== undefined && !commands.some(({ kind }) => kind === "call")) dependencies.sendingForm(owner, action)();
      await perform(commands, before, at);
    } catch (error) {
      dependencies.fault(error);
    } finally {
      running.delete(key);
      const rest = new Set(dependencies.pending.get());
      rest.delete(key);
      dependencies.pending.set(rest);
      dependencies.actionEnded();
    }
  }

  async function send(operation: string, variables: Json, signal?: AbortSignal): Promise<Outcome> {
    const found = dependencies.core().operations[operation];
    if (found === undefined) throw new UnknownName("operation", operation);
    const files = dependencies.files.referencedBy(variables);
    const { kind, document } = found;
    const outcome = await dependencies.ports.call({
      operation,
      kind,
      document,
      variables,
      files,
      ...(signal === undefined ? {} : { signal }),
    });
    // A failed call may be sent again with the same files.
    if (outcome.status === "ok") dependencies.files.remove(files);
    return outcome;
  }

  return {
    raise,
    raiseAfter,
    query: send,
    queryAnswered(owner, data, outcome, inPlace) {
      try {
        const at: RaisedContext = { screen: dependencies.screenContext(), by: "external", source: null };
        const before = dependencies.ports.store.get();
        const commands = step({ type: "answered", owner, data, outcome, inPlace }, before, at.screen, at.by);
        perform(leadingElsewhere(commands, at.screen), before, at).catch(dependencies.fault);
      } catch (error) {
        dependencies.fault(error);
      }
    },
    isBusy: () => dependencies.questions.open.get() !== null || [...running].some((key) => !key.startsWith("/")),
    command(command) {
      if (command.kind !== "call") performOne(command, { source: null });
    },
  };
}

/**
 * The commands without a navigation to the page that is shown. Such a navigation would send the page's own requests
 * again, and without end if their failure navigates here.
 */
function leadingElsewhere(commands: readonly Command[], { route }: ScreenContext): readonly Command[] {
  return commands.filter((command) => command.kind !== "go" || command.path !== route?.path);
}

/** Whether the state has the marker of a session (D1). */
function signedIn({ auth }: DepositorState): boolean {
  return isObject(auth) && Boolean(auth.bearerToken);
}
