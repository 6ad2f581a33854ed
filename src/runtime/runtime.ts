/**
 * Exports the runtime for `src/app`: it resolves locations to screens with the engine, publishes the current screen as
 * `view`, and performs effects through ports. It does not depend on React; `binding.tsx` connects the two.
 */
import { decidedGo } from "../engine/decide.js";
import type { ActionOwner, Resolution } from "../engine/events.js";
import { matchPath, screenOf } from "../engine/paths.js";
import { resolve } from "../engine/resolve.js";
import { target } from "../engine/target.js";
import { PAGE_VIEW, PLAIN_SHELL, STALE_SCREEN } from "../language/app-definition.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Scope } from "../language/predicate.js";
import { type ActionDependencies, createActions } from "./actions.js";
import { BACK_SOURCE, createBrowserBack } from "./browser-back.js";
import { type Chunks, createChunks, reloadOnce } from "./chunks.js";
import { draftsSettledBy, hasDraft, withDraft, withoutDrafts } from "./drafts.js";
import { enteredScreen } from "./entered-screen.js";
import { createEntryOwner } from "./entry-owner.js";
import { createErrorsElsewhere } from "./errors-elsewhere.js";
import { createFetching } from "./fetching.js";
import { inZone, isSameFrame } from "./frame.js";
import { createLookups, type Suggestions } from "./lookups.js";
import { createNavigationHistory, type EntryUse } from "./navigation-history.js";
import { createNewerBundle } from "./newer-bundle.js";
import { type ObservableValue, observableValue } from "./observable-value.js";
import { isOffered } from "./offered-actions.js";
import { raiseOnEnter } from "./on-enter.js";
import { createPendingFiles, type PendingFiles } from "./pending-files.js";
import type { Address, HistoryEntry, JourneyChunk, RuntimePorts } from "./port.js";
import { createQuestions } from "./questions.js";
import { createScreenResolution } from "./screen-resolution.js";
import { createScreenScope } from "./screen-scope.js";
import { type Cause, createStaleScreenCheck } from "./stale-screen.js";
import { type RunningTimers, startTimers } from "./timers.js";
import type { Confirmation, Payload, ScreenView, Target, View } from "./view.js";

/** The functions that components and the router of one page call, and the values that they observe. */
export interface Runtime {
  readonly view: ObservableValue<View>;
  /** The running actions by their key (`action-key.ts`). */
  readonly pending: ObservableValue<ReadonlySet<string>>;
  readonly confirmation: ObservableValue<Confirmation | null>;
  readonly core: ObservableValue<BundleCore>;
  /** Shows the screen of a location. Two calls in a row with the same `key` are one navigation. */
  setLocation(entry: HistoryEntry): void;
  /** Raises an action. Resolves when its call has been answered and its effects are done; never rejects. */
  raise(owner: ActionOwner, action: string, payload?: Payload): Promise<void>;
  /** Navigates to a path of the flows. */
  go(to: Target, item?: Json): void;
  /** Call after another tab, or the development tools, replaced the depositor state. `persona`: the page stays. */
  stateReplaced(how: "session" | "values" | "persona"): void;
  /** The scope in which predicates, values and texts of the current screen are evaluated. */
  scope(item?: Json): Scope;
  /** Saves the typed and unsent data of a form on a screen; null deletes it. Does nothing after the end of the screen's session. */
  saveDraft(screen: Pick<ScreenView, "session">, form: string, typed: Json): void;
  /** Stores a chosen file until an action sends it or the session ends. Returns its name in form data. */
  readonly addFile: PendingFiles["add"];
  readonly download: (url: string) => ReturnType<RuntimePorts["download"]>;
  /** Sends queries of the current screen, or loads of the app, again. Resolves when all are answered; never rejects. */
  refetch(keys: readonly string[]): Promise<void>;
  /** The suggestions of a lookup for the typed text of a field, or the text that reports its failure. */
  suggest(lookup: string, typed: string): Promise<Suggestions>;
  /** Epoch milliseconds, by the runtime's clock. */
  now(): number;
  /** Reports an error that a component has thrown. */
  readonly fault: (error: unknown) => void;
  /** Subscribes to newer bundles and to the changes of other tabs; returns the function that unsubscribes. */
  start(): () => void;
}

/**
 * Creates the runtime with the bundle's core; it shows nothing before the first `setLocation`, and `start` subscribes it to
 * bundles and tabs.
 */
export function createRuntime(first: BundleCore, ports: RuntimePorts): Runtime {
  const core = observableValue(inZone(first, ports.timeZone));
  const view = observableValue<View>({ kind: "loading", resolution: null });
  const pending = observableValue<ReadonlySet<string>>(new Set());
  const questions = createQuestions(() => core.get());
  const files = createPendingFiles();
  const errorsElsewhere = createErrorsElsewhere();
  const chunks: Chunks = createChunks(ports);
  const navigationHistory = createNavigationHistory(ports.history, (path) => matchPath(core.get(), path).screen.id);
  let address: HistoryEntry | null = null;
  let entries = 0;
  /** Counts the resolutions, so that the answer to an older one cannot enter a second screen while a journey loads. */
  let resolutions = 0;
  let session = 0;
  let timers: RunningTimers | null = null;
  /** The runtime has navigated, and the browser shows the new entry later: the present screen is left, and nothing resolves its entry again. */
  let isLeaving = false;
  let isEntering = false;
  /** Another depositor has logged in: the app leaves the page of the former one. */
  let isHandingOver = false;

  const now = () => ports.clock.now();
  const state = () => ports.store.get();
  const currentScreen = (): ScreenView | null => {
    const present = view.get();
    return present.kind === "screen" ? present : null;
  };
  const scope = createScreenScope({ state, now, currentScreen });
  const resolveRoute = createScreenResolution({ core: core.get, state, now });
  const entryOwner = createEntryOwner(ports.history, state);
  const newerBundle = createNewerBundle({ ports, core, loaded: resolveLocation, fault });

  function navigate(to: Address, use: EntryUse): void {
    isLeaving = true;
    navigationHistory.navigate(to, use);
  }

  function fault(error: unknown): void {
    ports.report(error instanceof Error ? error : new Error(String(error)));
  }

  const actions = createActions({
    ports,
    pending,
    questions,
    files,
    core: () => core.get(),
    journeys: () => chunks.contents(core.get()),
    scope,
    screenContext: () => ({
      entry: isLeaving ? null : (currentScreen()?.entry ?? null),
      session,
      route: currentScreen()?.resolution.route,
      data: currentScreen()?.data ?? {},
      failed: currentScreen()?.failed ?? {},
    }),
    commit(next, by) {
      ports.store.replace(next);
      stateChanged(by);
    },
    actionEnded: () => staleScreenCheck.recheck(),
    go({ path: pathname, search, state: passedOn, replace, leaves }) {
      const isStale = staleScreenCheck.leave();
      const isBack = browserBack.navigates();
      const use = isBack || leaves === undefined ? (replace || isStale || isBack || isHandingOver ? "replace" : "push") : { leaves };
      navigate({ pathname, search, state: passedOn }, use);
    },
    fieldErrors: (errors, screen) =>
      errorsElsewhere.keep(errors, screen, currentScreen()?.resolution.screen) ? patchScreen({ fieldErrors: errors }) : undefined,
    failed(source, failure) {
      const failures = currentScreen()?.failures ?? {};
      patchScreen({ failures: { ...failures, [source]: [...(failures[source] ?? []), failure] } });
    },
    clearFailures: () => void (Object.keys(currentScreen()?.failures ?? {}).length > 0 && patchScreen({ failures: {} })),
    isOffered: (offer) => isOffered(currentScreen()?.content.body ?? [], offer, scope()),
    isStale: () => staleScreenCheck.isStale(),
    providerOpened: (provider, config) => patchScreen({ data: { ...currentScreen()?.data, [provider]: config } }),
    refetch: (keys, isReported) => void fetching.refetch(keys, isReported),
    callAnswered: () => fetching.callAnswered(),
    fieldsOf: (keys) => fetching.fieldsOf(keys),
    whenLoaded: (slices) => fetching.whenLoaded(slices),
    sendingForm(owner, action) {
      const screen = currentScreen();
      const settled = screen === null ? () => false : draftsSettledBy(core.get(), screen.content, action, scope());
      return () => {
        if (currentScreen()?.resolution.screen === owner) ports.store.replace(withoutDrafts(state(), settled));
      };
    },
    sessionEnded,
    fault,
  } satisfies ActionDependencies);
  const fetching = createFetching({
    core: () => core.get(),
    state,
    scope,
    session: () => session,
    currentScreen,
    resolution: () => (address === null ? null : resolve(core.get(), state(), address, now())),
    patchScreen,
    actions: () => actions,
    fault,
  });
  const lookups = createLookups({ scope, send: (query, variables, signal) => actions.query(query, variables, signal) });
  const staleScreenCheck = createStaleScreenCheck({
    busy() {
      const screen = currentScreen();
      return screen === null || actions.isBusy() || fetching.waitsForGuardData(resolveRoute(screen.resolution.route));
    },
    hasDraft: () => hasDraft(core.get(), state(), currentScreen()?.content.body ?? [], scope()),
    onStale: (typed) => void raiseStale({ typed, replaced: false }),
  });

  async function raiseStale(item: { readonly typed: boolean; readonly replaced: boolean }): Promise<void> {
    if (Object.hasOwn(core.get().actions, STALE_SCREEN)) await actions.raise(null, STALE_SCREEN, { item });
  }

  const browserBack = createBrowserBack({
    history: ports.history,
    core: () => core.get(),
    scope,
    resolve: (entry) => resolve(core.get(), state(), entry, now()),
    waitsForGuardData: (resolution) => fetching.waitsForGuardData(resolution),
    closeQuestion: questions.close,
    async perform({ go: to, action }, screen) {
      if (action !== undefined) await actions.raise(screen.resolution.screen, action, { source: BACK_SOURCE });
      else if (to !== undefined) goTo(to);
    },
    goHome: () => actions.command(decidedGo(core.get(), core.get().logoDecision, scope())),
  });

  function goTo(to: Target, item?: Json): void {
    try {
      actions.command(target(core.get(), to, scope(item)));
    } catch (error) {
      fault(error);
    }
  }

  function patchScreen(part: Partial<ScreenView>): void {
    const screen = currentScreen();
    if (screen !== null) view.set({ ...screen, ...part });
  }

  /** After every change of the state: sends the queries that have become due, and updates the view. */
  function stateChanged(by: Cause): void {
    if (by === "external" && entryOwner.isForeign(address)) return handOver();
    const present = view.get();
    if (present.kind === "loading" || present.kind === "unavailable") return resolveLocation();
    fetching.fetchLoads();
    if (present.kind === "screen" && !isLeaving) {
      fetching.fetchScreenData(present);
      const resolution = resolveRoute(present.resolution.route);
      refresh(present, resolution);
      timers?.stateChanged();
      if (currentScreen()?.entry === present.entry) staleScreenCheck.stateChanged(resolution.screen === present.resolution.screen, by);
      address = address === null ? null : entryOwner.claimed(address);
    }
  }

  /** Another depositor has logged in in another tab: this tab shows nothing of the former one, and the app chooses the next page. */
  function handOver(): void {
    fetching.fetchLoads();
    if (isHandingOver || isLeaving || address === null) return;
    isHandingOver = true;
    const { pathname, search } = address;
    leaveScreen({ kind: "loading", resolution: currentScreen()?.resolution ?? null });
    void raiseStale({ typed: false, replaced: true }).then(() => {
      if (isHandingOver && !isLeaving) navigate({ pathname, search, state: null }, "replace");
    });
  }

  /** A session has ended or another has begun: answers to the former one are dropped. */
  function sessionEnded(): void {
    session += 1;
    questions.close();
    fetching.sessionEnded();
    files.clear();
    errorsElsewhere.clear();
  }

  /** Updates title, navigation and badges from the state. */
  function refresh(screen: ScreenView, resolution: Resolution): void {
    // A body that is visible stays: the depositor may be typing in it.
    const loading = screen.loading ? fetching.isLoading(screen) : fetching.isFirstLoad(screen);
    const shown = resolution.screen === screen.resolution.screen ? resolution : screen.resolution;
    const frame = { resolution: shown, loading, failedLoads: fetching.failedLoads(), ...fetching.undecidedEntries() };
    if (!isSameFrame(frame, screen)) patchScreen(frame);
  }

  function setLocation(next: HistoryEntry): void {
    // A history entry that a script has pushed keeps the former key: compare the path as well.
    if (next.key === address?.key && next.pathname === address.pathname && next.search === address.search) return;
    const isForeign = entryOwner.isForeign(next);
    const entry = isForeign ? { ...next, state: null } : next;
    const screen = next.moved === undefined ? null : currentScreen();
    if (navigationHistory.isPassed(entry) || (screen !== null && browserBack.intercepts(screen, entry))) return;
    browserBack.entered();
    navigationHistory.entered(entry);
    isLeaving = false;
    isEntering = true;
    isHandingOver = false;
    address = entry;
    if (isForeign) navigate({ pathname: entry.pathname, search: entry.search, state: null }, "replace");
    else if (!newerBundle.loadsFor()) resolveLocation();
  }

  function resolveLocation(): void {
    if (address === null || isLeaving) return;
    if (entryOwner.isForeign(address)) return handOver();
    resolutions += 1;
    const resolution = resolve(core.get(), state(), address, now());
    // Not on a page without data: a load whose failure redirects there would fail again, without end.
    if (isEntering && resolution.layout !== PLAIN_SHELL) fetching.retryFailed();
    isEntering = false;
    const { journey } = screenOf(core.get(), resolution.screen);
    const chunk = chunks.loaded(core.get(), journey);
    // The loads wait for the chunk, so that they share one request with the screen's own queries.
    if (chunk === null) return loadChunk(resolution, journey);
    fetching.fetchLoads();
    if (fetching.waitsForGuardData(resolution)) return showLoading(resolution);
    const unavailable = fetching.unavailableView(resolution);
    if (unavailable !== null) return leaveScreen(unavailable);
    const { path: pathname, route, replace } = resolution;
    if (replace) navigate({ pathname, search: route.search, state: route.state }, "replace");
    else enterScreen(resolution, chunk);
  }

  function loadChunk(resolution: Resolution, journey: string): void {
    const resolutionNumber = resolutions;
    showLoading(resolution);
    const isWanted = () => resolutionNumber === resolutions;
    const enter = () => {
      if (isWanted()) resolveLocation();
    };
    chunks.load(core.get(), journey).then(enter, (error: unknown) => {
      if (!isWanted() || reloadOnce(core.get(), ports, error)) return;
      leaveScreen({ kind: "failed", resolution });
      void chunks.loadWhenPossible(core.get(), journey, isWanted).then(enter);
    });
  }

  function showLoading(resolution: Resolution): void {
    const present = view.get();
    if (present.kind === "loading" && present.resolution?.layout === resolution.layout) return;
    leaveScreen({ kind: "loading", resolution });
  }

  function leaveScreen(next: View): void {
    questions.screenLeft();
    timers?.stop();
    timers = null;
    fetching.screenLeft();
    view.set(next);
  }

  function enterScreen(resolution: Resolution, chunk: JourneyChunk): void {
    const { screen: id } = resolution;
    const content = chunk.content.screens[id];
    if (content === undefined) throw new Error(`The chunk of the screen ${id} does not contain it.`);
    const entry = (entries += 1);
    questions.screenLeft();
    timers?.stop();
    timers = null;
    fetching.screenLeft();
    staleScreenCheck.screenEntered();
    address = address === null ? null : entryOwner.claimed(address);
    const screen = enteredScreen(currentScreen(), {
      entry,
      session,
      resolution,
      content,
      validators: chunk.validators,
      failedLoads: fetching.failedLoads(),
      ...fetching.undecidedEntries(),
      fieldErrors: errorsElsewhere.take(id),
    });
    view.set(screen);
    const raise = (action: string) => actions.raise(id, action, {}, "external");
    timers = startTimers(core.get(), content.timers, { clock: ports.clock, scope, raise });
    fetching.fetchScreenData(screen);
    if (fetching.isLoading(screen)) patchScreen({ loading: true });
    if (Object.hasOwn(core.get().actions, PAGE_VIEW))
      void actions.raise(null, PAGE_VIEW, { item: { screen: id, title: resolution.title } });
    void raiseOnEnter(screen, { actions, patchScreen, currentScreen: () => (isLeaving ? null : currentScreen()) });
    chunks.prefetch(core.get(), screenOf(core.get(), id).prefetch);
  }

  return {
    view,
    pending,
    confirmation: questions.open,
    core,
    setLocation,
    raise: (owner, action, payload) => actions.raise(owner, action, payload),
    go: goTo,
    stateReplaced(how) {
      if (how === "values") return stateChanged("external");
      if (how === "persona" && address !== null) address = entryOwner.released(address);
      sessionEnded();
      resolveLocation();
    },
    scope,
    saveDraft(screen, form, typed) {
      // After the end of the session the draft would belong to nobody. No predicate reads drafts: `stateChanged` has nothing to do.
      if (screen.session === session)
        ports.store.replace(typed === null ? withoutDrafts(state(), (name) => name === form) : withDraft(state(), form, typed));
    },
    addFile: files.add,
    download: (url) => ports.download(url, null),
    refetch: (keys) => fetching.refetch(keys),
    suggest: (lookup, typed) => lookups.suggest(core.get(), lookup, typed),
    now,
    fault,
    start() {
      const stopBundles = newerBundle.subscribe();
      const stopChanges = ports.otherTabs.onChanges((fields) => void fetching.refetchFields(fields));
      return () => {
        stopBundles();
        stopChanges();
      };
    },
  };
}
