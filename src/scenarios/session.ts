/** Exports the session of a scenario: the browser's runtime, with a clock, a history and calls that the steps control. */
import { withSuggestion } from "../blocks/chosen-suggestion.js";
import { withValue } from "../blocks/form-data.js";
import { shownData } from "../blocks/hidden-fields.js";
import { decisionOf, rowIn, targetOfRow } from "../engine/decide.js";
import type { DepositorState } from "../engine/events.js";
import { addressOf, soleTarget } from "../engine/target.js";
import type { FormBlock } from "../language/blocks.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { DeclaredFailure } from "../language/outcomes.js";
import type { Scope } from "../language/predicate.js";
import { actionKey, isIgnored, keysOf } from "../runtime/action-key.js";
import { backRowOf } from "../runtime/browser-back.js";
import { draftsOf } from "../runtime/drafts.js";
import { duration } from "../runtime/durations.js";
import type { Monitors } from "../runtime/monitors.js";
import type { Runtime } from "../runtime/runtime.js";
import type { ScreenEvaluation } from "../runtime/screen-evaluation.js";
import type { ActionFailure, ScreenView } from "../runtime/view.js";
import { type PendingCall, ScenarioCalls } from "./calls.js";
import { createScenarioClock, type ScenarioClock } from "./clock.js";
import { createFilledForms, type FilledForms } from "./filled-forms.js";
import { createScenarioHistory, type ScenarioHistory } from "./history.js";
import type { LoadedBundle } from "./loaded-bundle.js";
import { OpenSuggestions } from "./open-suggestions.js";
import { changedElsewhere } from "./other-tab.js";
import { passTime } from "./pass-time.js";
import { createScenarioPresence, type ScenarioPresence } from "./presence.js";
import { replaced } from "./replaced-state.js";
import type { Answer, Meanwhile } from "./scenario.js";
import { SeenScreen } from "./seen-screen.js";
import { startSessionMonitors } from "./session-monitors.js";
import { countedIds, createSessionRuntime } from "./session-runtime.js";
import type { FormReader, VisibleContent, VisibleControl } from "./visible-content.js";

export interface SessionOptions {
  readonly state: DepositorState;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly answers: Readonly<Record<string, Answer>>;
  /** See `ScenarioOptions`. */
  readonly failureOf: (operation: string, failure: string) => DeclaredFailure;
  /** See `ScenarioOptions`. */
  readonly used?: ((answer: Answer) => void) | undefined;
}

/** One tab of a depositor, over reloads. Nothing is rendered: `visibleContent` evaluates what a depositor would see. */
export class Session {
  readonly #loaded: LoadedBundle;
  #runtime: Runtime;
  #clock: ScenarioClock;
  readonly #history: ScenarioHistory;
  readonly #forms: FilledForms = createFilledForms({
    functions: ({ schemaId }) => this.screen?.validators[schemaId] ?? {},
    today: () => new Date(this.#clock.now()).toISOString().slice(0, 10),
    onChange: () => this.#seen.typed(),
    after: (milliseconds, done) => this.#clock.after(milliseconds, done),
    pause: () => duration(this.core, "submitPause"),
    submit: (form) => this.#submitItself(form),
  });
  readonly #presence: ScenarioPresence = createScenarioPresence();
  #monitors: Monitors;
  #otherTab: (fields: readonly string[]) => void = () => {};
  readonly #calls: ScenarioCalls;
  readonly #faults: Error[] = [];
  readonly #seen: SeenScreen;
  #state: DepositorState;
  readonly #downloads: string[] = [];
  readonly #pressed: { readonly screen: string; readonly control: VisibleControl }[] = [];
  /** At the field that the depositor types into and stays in. */
  readonly suggestions = new OpenSuggestions(() => this.#seen.typed());
  readonly #newId = countedIds();
  #entry = 0;

  constructor(loaded: LoadedBundle, { state, now, answers, failureOf, used }: SessionOptions) {
    this.#loaded = loaded;
    this.#seen = new SeenScreen(loaded.language, () => this.#runtime);
    this.#state = state;
    this.#calls = new ScenarioCalls({
      core: loaded.bundle.core,
      answers,
      failureOf,
      used,
      state: () => this.#state,
      clock: () => this.#clock,
    });
    this.#state = this.#calls.pageLoaded();
    this.#history = createScenarioHistory((entry) => this.#runtime.setLocation(entry));
    this.#clock = createScenarioClock(now);
    this.#runtime = this.#newRuntime();
    this.#monitors = this.#newMonitors();
  }

  #newRuntime(): Runtime {
    return createSessionRuntime(this.#loaded, {
      call: (request) => this.#calls.call(request),
      clock: this.#clock,
      history: this.#history,
      store: {
        get: () => this.#state,
        replace: (next) => {
          this.#state = replaced(this.#state, next);
        },
      },
      newId: this.#newId,
      onOtherTab: (listener) => {
        this.#otherTab = listener;
      },
      onSessionEnd: () => this.#calls.stateReset(),
      onDownload: (url) => void this.#downloads.push(url),
      onFault: (fault) => void this.#faults.push(fault),
    });
  }

  /** What another tab of the browser has changed of the answers of queries, by field. */
  async otherTab(fields: readonly string[]): Promise<void> {
    const { state, requested } = changedElsewhere(this.core, this.#state, fields, (field) => this.#calls.answerOf(field));
    this.#state = state;
    this.#runtime.stateReplaced("values");
    this.#otherTab(requested);
    await this.#settled();
  }

  #newMonitors(): Monitors {
    return startSessionMonitors(this.#loaded.bundle.core, {
      clock: this.#clock,
      presence: this.#presence,
      runtime: this.#runtime,
      state: () => this.#state,
    });
  }

  async #settled(): Promise<void> {
    await this.#history.settled();
    this.#monitors.stateChanged();
    const view = this.#runtime.view.get();
    if (view.kind === "screen" && view.entry !== this.#entry) {
      this.#entry = view.entry;
      this.#clearForms();
    }
  }

  #clearForms(): void {
    this.#forms.clear();
    this.suggestions.close();
  }

  get state(): DepositorState {
    return this.#state;
  }

  /** The variables with which each operation was sent last. */
  get lastVariables(): ReadonlyMap<string, Json> {
    return this.#calls.lastVariables;
  }

  get calls(): readonly PendingCall[] {
    return this.#calls.pending;
  }

  get faults(): readonly Error[] {
    return this.#faults;
  }

  /** The address that is shown, with its query. */
  get address(): string {
    const entry = this.#history.present();
    return entry === null ? "" : entry.pathname + entry.search;
  }

  get screen(): ScreenView | null {
    const view = this.#runtime.view.get();
    return view.kind === "screen" ? view : null;
  }
  /** What conditions read. */
  get scope(): Scope {
    return this.#runtime.scope();
  }

  /** The controls that were pressed, each with its screen. */
  get pressed(): readonly { readonly screen: string; readonly control: VisibleControl }[] {
    return this.#pressed;
  }

  /** The bundle, with the time zone in which screens show times. */
  get core(): BundleCore {
    return this.#runtime.core.get();
  }

  /** The main heading of the screen; null while none is shown. */
  get heading(): string | null {
    return this.screen === null ? null : this.#seen.heading(this.screen);
  }

  get question() {
    return this.#runtime.confirmation.get();
  }

  /** The errors at fields: of the form's own rules, and of the server. */
  get errors(): Readonly<Record<string, string>> {
    const all = [...this.#forms.errors(), ...(this.screen?.fieldErrors ?? [])];
    return Object.fromEntries(all.map(({ path, message }) => [path, message]));
  }

  /** The messages at controls whose action has failed. */
  get failures(): readonly ActionFailure[] {
    return Object.values(this.screen?.failures ?? {}).flat();
  }

  /** The downloads since the last call. */
  takeDownloads(): readonly string[] {
    return this.#downloads.splice(0);
  }

  /** The operations that were sent since the last call, in their order. */
  takeSent(): readonly string[] {
    return this.#calls.takeSent();
  }

  /** A new page at the address, as when the depositor types it; the first page is there already. */
  async open(address: string): Promise<void> {
    if (this.#history.present() !== null) this.#loadPage();
    const url = new URL(address, "http://passbook");
    this.#history.push({ pathname: url.pathname, search: url.search, state: null });
    await this.#settled();
  }

  goBack(): Promise<void> {
    this.#history.move(-1);
    return this.#settled();
  }

  async reload(): Promise<void> {
    this.#loadPage();
    const entry = this.#history.present();
    if (entry !== null) this.#runtime.setLocation(entry);
    await this.#settled();
  }

  /** A new page with what the browser persists. Its history stays; calls and timers of the former page do not. */
  #loadPage(): void {
    this.#state = this.#calls.pageLoaded();
    this.#monitors.stop();
    this.#clock = createScenarioClock(this.#clock.now());
    this.#runtime = this.#newRuntime();
    this.#monitors = this.#newMonitors();
    this.#entry = 0;
    this.#clearForms();
  }

  async wait(milliseconds: number, meanwhile?: Meanwhile): Promise<void> {
    await passTime(this.#clock, this.#presence, { milliseconds, meanwhile, settle: () => this.#settled() });
  }

  setAnswers = (answers: Readonly<Record<string, Answer>>): void => this.#calls.setAnswers(answers);

  async answer(call: PendingCall, answer: Answer): Promise<void> {
    this.#calls.answer(call, answer);
    await this.#settled();
  }

  /** The data of the brand that the page shows. */
  get branding(): Json {
    return this.#seen.shown().scope.branding ?? null;
  }

  #evaluation = (): ScreenEvaluation => this.#seen.shown().evaluation;

  /** The present data of a form. */
  dataOf = (form: FormBlock): Json =>
    this.#forms.data(form, this.#evaluation(), draftsOf(this.#state)[this.#evaluation().draftName(form)] ?? null);

  /** What the depositor sees of the present screen; null while none is shown. */
  content(): VisibleContent | null {
    const { screen } = this;
    if (screen === null) return null;
    const warningsOf: FormReader["warnings"] = (form, data) => this.#forms.warnings(form, data, this.#evaluation());
    const shown = (form: FormBlock) => shownData(form, this.dataOf(form), this.#evaluation()).data;
    const forms: FormReader = { data: shown, warnings: warningsOf, suggestions: (form, path) => this.suggestions.at(form, path) };
    return this.#seen.content(screen, forms);
  }

  fill(form: FormBlock, path: string, value: Json): void {
    this.#presence.touch();
    this.suggestions.close();
    this.#change(form, withValue(this.dataOf(form), path, value === null ? undefined : value));
  }

  /** As the form block does, also with the draft. */
  #change(form: FormBlock, data: Json): void {
    const draft = this.#forms.fill(form, this.dataOf(form), data, this.#evaluation());
    if (draft !== null && this.screen !== null) this.#runtime.saveDraft(this.screen, draft.name, draft.data);
  }

  #submitItself({ key }: FormBlock): void {
    const control = this.content()?.controls.find(({ form }) => form?.key === key);
    if (control !== undefined && !this.isBusy(control)) void this.press(control);
  }

  /** Types a text into a field, and stays in it: its lookup suggests values. */
  async type(form: FormBlock, path: string, text: string, lookup: string): Promise<void> {
    this.fill(form, path, text === "" ? null : text);
    this.suggestions.search(form, path, lookup, this.#runtime.suggest(lookup, text));
    await this.#settled();
  }

  /** The error of the form's own rules at a field that has another value; null where there is none. */
  errorWith(form: FormBlock, path: string, value: Json | undefined): string | null {
    const data = withValue(this.dataOf(form), path, value);
    return this.#forms.rejected(form, data, this.#evaluation()).find((one) => one.path === path)?.message ?? null;
  }

  /** The address to which a control only navigates; null for any other. */
  addressOf({ action = "", go, item, with: form }: VisibleControl): string | null {
    const target = go ?? soleTarget(this.screen?.content.actions[action]);
    const scope = { ...this.#seen.shown().scope, ...(item === undefined ? {} : { item }), ...(form === undefined ? {} : { form }) };
    return target === null ? null : addressOf(this.core, target, scope);
  }

  /** Whether the action of a control is running, or another one that does the same; the control shows it: pressed, it does nothing. */
  isBusy({ action, item }: Pick<VisibleControl, "action" | "item">): boolean {
    if (this.screen === null || action === undefined) return false;
    const pending = keysOf(this.screen.resolution.screen, this.#runtime.pending.get());
    return isIgnored(this.core, this.screen.content.actions, pending, actionKey(action, item));
  }

  async press(control: VisibleControl): Promise<void> {
    const { key, action, go, item, form, refetch, suggestion, with: given } = control;
    const { screen } = this;
    if (screen === null) throw new Error("No screen is shown.");
    this.#pressed.push({ screen: screen.resolution.screen, control });
    this.#presence.touch();
    this.suggestions.close();
    if (suggestion !== undefined)
      this.#change(suggestion.form, withSuggestion(suggestion.form, this.dataOf(suggestion.form), suggestion.item, suggestion.fields));
    if (refetch !== undefined) void this.#runtime.refetch(refetch);
    else if (go !== undefined) this.#runtime.go(go, item);
    else if (action !== undefined) {
      const sent = form === undefined ? (given ?? null) : this.#forms.submit(form, this.dataOf(form), this.#evaluation());
      if (form === undefined || sent !== null) {
        const payload = { source: key, ...(item === undefined ? {} : { item }), ...(sent === null ? {} : { form: sent }) };
        const raised = this.#runtime.raise(screen.resolution.screen, action, payload);
        if (form !== undefined) void raised.then(() => this.#forms.sent(form, (name) => draftsOf(this.#state)[name] ?? null));
      }
    }
    await this.#settled();
  }

  /** A message of the provider, or that the depositor leaves it (null). */
  async provider(
    message: Json,
    { event, exit, key }: { readonly event: string; readonly exit: string; readonly key: string },
  ): Promise<void> {
    const { screen } = this;
    const payload = message === null ? { source: key } : { form: message, source: key };
    if (screen !== null) void this.#runtime.raise(screen.resolution.screen, message === null ? exit : event, payload);
    await this.#settled();
  }

  /** The page's own Back. */
  async back(): Promise<boolean> {
    const { screen } = this;
    const row = screen === null ? null : backRowOf(screen, this.#runtime.scope());
    if (screen === null || row === null) return false;
    if (row.action !== undefined) void this.#runtime.raise(screen.resolution.screen, row.action, { source: "back" });
    else if (row.go !== undefined) this.#runtime.go(row.go);
    await this.#settled();
    return true;
  }

  /** The link of the logo; a decision of the flows chooses its target. */
  async pressLogo(): Promise<true> {
    const { core } = this;
    this.#runtime.go(targetOfRow(rowIn(decisionOf(core, core.logoDecision), this.scope)));
    await this.#settled();
    return true;
  }

  navigate(path: string): Promise<void> {
    this.#runtime.go(path);
    return this.#settled();
  }

  async raiseOfApp(action: string, item?: Json): Promise<void> {
    void this.#runtime.raise(null, action, item === undefined ? undefined : { item });
    await this.#settled();
  }

  /** `null` closes it without either answer. */
  async answerQuestion(confirmed: boolean | null): Promise<void> {
    this.question?.answer(confirmed);
    this.#monitors.depositorActed();
    await this.#settled();
  }

  close = (): void => this.#monitors.stop();
}
