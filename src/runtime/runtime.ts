/**
 * The runtime: takes locations, shows screens, and carries out what the engine says. It is no React: the binding
 * (`binding.tsx`) hands it locations and draws its `view`.
 */

import type { ActionOwner, Resolution } from "../engine/events.js";
import { screenOf } from "../engine/paths.js";
import { resolve } from "../engine/resolve.js";
import { scopeOf } from "../engine/scope.js";
import { target } from "../engine/target.js";
import type { BundleCore, ScreenContent } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Scope } from "../language/predicate.js";
import { createActions, type Hands } from "./actions.js";
import { type Cell, cell } from "./cell.js";
import { type Chunks, createChunks, reloadOnce } from "./chunks.js";
import { formsSentBy, hasTypedInto, withDraft, withoutDrafts } from "./drafts.js";
import { createFetching } from "./fetching.js";
import { createHeldFiles, type HeldFiles } from "./files.js";
import { type Cause, createGround } from "./ground.js";
import { type Suggestion, suggestions } from "./lookups.js";
import type { Address, JourneyChunk, RuntimePorts } from "./port.js";
import { slicesRead } from "./reads.js";
import { type RunningTimers, startTimers } from "./timers.js";
import type { Payload, Question, ScreenView, Target, View } from "./view.js";

/** The app's own action that notes a page view, if the flows have one. Its `item` is `{screen, title}`. */
const PAGE_VIEW = "logPageView";
/** The app's own action for a screen whose guard no longer holds, though nobody acted on it. Its `item` is `{typed}`. */
const OVERTAKEN = "overtaken";

export interface Runtime {
  readonly view: Cell<View>;
  /** Actions under way, as `owner/action` (the app's own: `/action`). */
  readonly pending: Cell<ReadonlySet<string>>;
  readonly question: Cell<Question | null>;
  readonly core: Cell<BundleCore>;
  /** Takes a location of the browser's history. The same `key` twice running is one navigation. */
  locate(address: Address & { readonly key: string }): void;
  /** Raises an action. Resolves when its call has been answered and its effects are done; never rejects. */
  raise(owner: ActionOwner, action: string, payload?: Payload): Promise<void>;
  /** Follows a path of the flows. */
  go(to: Target, item?: Json): void;
  /** The depositor state has been changed by somebody else: another tab, or a person who tries a state out. */
  stateReplaced(how: "session" | "values"): void;
  /** What predicates, values and texts of the present screen read. */
  scope(item?: Json): Scope;
  /** Keeps what has been typed into a form and not sent; null forgets it. */
  keepDraft(form: string, typed: Json): void;
  /** Keeps a chosen file until an action sends it, or the session ends. */
  readonly holdFile: HeldFiles["hold"];
  /** Requests queries of the present screen, or loads of the app, again. Resolves when all are answered; never rejects. */
  refetch(keys: readonly string[]): Promise<void>;
  /** What a field's text may mean. Rejects where it cannot be asked. */
  suggest(widget: string, typed: string): Promise<readonly Suggestion[]>;
  /** Epoch milliseconds, by the runtime's clock. */
  now(): number;
  /** Told of a fault within what is drawn. */
  readonly fault: (error: unknown) => void;
  /** Starts following newer bundles; the result stops. */
  start(): () => void;
}

export function createRuntime(first: BundleCore, ports: RuntimePorts): Runtime {
  const core = cell(first);
  const view = cell<View>({ kind: "waiting", resolution: null });
  const pending = cell<ReadonlySet<string>>(new Set());
  const question = cell<Question | null>(null);
  const files = createHeldFiles();
  const chunks: Chunks = createChunks(ports);
  let address: (Address & { readonly key: string }) | null = null;
  let newer: "at next navigation" | null = null;
  let entries = 0;
  /** Counts what was set out for: while a journey is on its way the state may change, and a screen is entered once. */
  let turns = 0;
  let epoch = 0;
  let timers: RunningTimers | null = null;

  const now = () => ports.clock.now();
  const state = () => ports.store.get();
  const shown = (): ScreenView | null => {
    const present = view.get();
    return present.kind === "screen" ? present : null;
  };

  function scope(item?: Json): Scope {
    const screen = shown();
    const more: Record<string, Json> = { data: screen?.data ?? {}, failed: { ...screen?.failedLoads, ...screen?.failed } };
    if (item !== undefined) more.item = item;
    return scopeOf(state(), new Date(now()).toISOString(), screen?.resolution.route ?? null, more);
  }

  function fault(error: unknown): void {
    ports.report(error instanceof Error ? error : new Error(String(error)));
  }

  const actions = createActions({
    ports,
    pending,
    question,
    files,
    core: () => core.get(),
    journeys: () => chunks.contents(core.get()),
    scope,
    place: () => ({
      entry: shown()?.entry ?? 0,
      epoch,
      route: shown()?.resolution.route,
      data: shown()?.data ?? {},
      failed: shown()?.failed ?? {},
    }),
    commit(next, by) {
      ports.store.replace(next);
      changed(by);
    },
    rested: () => ground.rested(),
    go(to) {
      const destination: Address = { pathname: to.path, search: to.search, state: to.state };
      const overtaken = ground.leaves();
      if (to.replace || overtaken) ports.history.replace(destination);
      else ports.history.push(destination);
    },
    fieldErrors(errors) {
      patch({ fieldErrors: errors });
    },
    opened(provider, config) {
      patch({ data: { ...shown()?.data, [provider]: config } });
    },
    refetch: (keys) => void fetching.refetch(keys),
    arrived: (slices) => fetching.arrived(slices),
    sent(owner, action) {
      const screen = shown();
      if (screen !== null && owner === screen.resolution.screen) {
        ports.store.replace(withoutDrafts(state(), formsSentBy(action, screen.content.body)));
      }
    },
    sessionEnded,
    fault,
  } satisfies Hands);
  const fetching = createFetching({ core: () => core.get(), scope, epoch: () => epoch, shown, patch, actions: () => actions, fault });
  const ground = createGround({
    busy() {
      const screen = shown();
      return screen === null || actions.busy() || fetching.undecided(resolvedNow(screen));
    },
    typed() {
      const screen = shown();
      return screen !== null && hasTypedInto(state(), screen.content.body, scope());
    },
    overtaken(typed) {
      if (Object.hasOwn(core.get().actions, OVERTAKEN)) void actions.raise(null, OVERTAKEN, { item: { typed } });
    },
  });

  function patch(part: Partial<ScreenView>): void {
    const screen = shown();
    if (screen !== null) view.set({ ...screen, ...part });
  }

  /** After every change of the state: what has become due is asked, and what is shown of it is brought up to date. */
  function changed(by: Cause): void {
    fetching.askLoads();
    const present = view.get();
    if (present.kind === "waiting") settle();
    else if (present.kind === "screen") {
      fetching.askScreen(present);
      const resolution = resolvedNow(present);
      refresh(present, resolution);
      timers?.changed();
      if (shown()?.entry === present.entry) ground.changed(resolution.screen === present.resolution.screen, by);
    }
  }

  /** A session has ended, or another began: what is still under way of the former one is nobody's answer now. */
  function sessionEnded(): void {
    epoch += 1;
    fetching.forget();
    files.forget();
  }

  /** Where the address of a screen that is shown leads now. */
  function resolvedNow({ resolution: { route } }: ScreenView): Resolution {
    return resolve(core.get(), state(), { pathname: route.path, search: route.search, state: route.state }, now());
  }

  /** Title, navigation and badges follow the state. */
  function refresh(screen: ScreenView, resolution: Resolution): void {
    // A body that stands is not taken away: somebody may be typing in it.
    const asking = screen.asking ? fetching.isAsking(screen) : fetching.isMissing(screen);
    const failedLoads = fetching.failedLoads();
    if (resolution.screen !== screen.resolution.screen) {
      patch({ asking, failedLoads });
      return;
    }
    if (asking !== screen.asking || failedLoads !== screen.failedLoads || !sameShown(resolution, screen.resolution))
      patch({ resolution, asking, failedLoads });
  }

  function locate(next: Address & { readonly key: string }): void {
    // An address that a script put into the history has no key of its own: its path tells it apart.
    if (next.key === address?.key && next.pathname === address.pathname && next.search === address.search) return;
    address = next;
    fetching.retryFailed();
    if (newer === null) {
      settle();
      return;
    }
    newer = null;
    void takeNewer();
  }

  /** One that cannot be had leaves the present one in use. */
  async function takeNewer(): Promise<void> {
    try {
      const next = await ports.bundle.core();
      // The newer bundle may declare slices that the state does not have.
      ports.store.replace({ ...next.initial, ...state() });
      core.set(next);
    } catch (error) {
      fault(error);
    }
    settle();
  }

  function settle(): void {
    if (address === null) return;
    turns += 1;
    const turn = turns;
    fetching.askLoads();
    const resolution = resolve(core.get(), state(), address, now());
    if (fetching.undecided(resolution)) {
      wait(resolution);
      return;
    }
    if (resolution.replace) {
      const { route } = resolution;
      ports.history.replace({ pathname: resolution.path, search: route.search, state: route.state });
      return;
    }
    const { journey } = screenOf(core.get(), resolution.screen);
    const chunk = chunks.loaded(core.get(), journey);
    if (chunk !== null) {
      enter(resolution, chunk);
      return;
    }
    wait(resolution);
    chunks.load(core.get(), journey).then(
      () => {
        if (turn === turns) settle();
      },
      () => {
        if (turn === turns && !reloadOnce(core.get(), ports)) leaveFor({ kind: "broken", resolution });
      },
    );
  }

  function wait(resolution: Resolution): void {
    const present = view.get();
    if (present.kind === "waiting" && present.resolution?.layout === resolution.layout) return;
    leaveFor({ kind: "waiting", resolution });
  }

  function leaveFor(next: View): void {
    timers?.stop();
    timers = null;
    view.set(next);
  }

  function enter(resolution: Resolution, chunk: JourneyChunk): void {
    const { screen: id } = resolution;
    const content = chunk.content.screens[id];
    if (content === undefined) throw new Error(`The chunk of ${id} does not hold it.`);
    entries += 1;
    const entry = entries;
    timers?.stop();
    timers = null;
    fetching.entered();
    ground.entered();
    const before = shown();
    const stays = before?.resolution.screen === id && before.resolution.path === resolution.path;
    const screen: ScreenView = {
      kind: "screen",
      entry,
      resolution,
      content,
      validators: chunk.validators,
      data: stays ? before.data : {},
      failed: stays ? before.failed : {},
      failedLoads: fetching.failedLoads(),
      asking: false,
      fieldErrors: [],
    };
    view.set(screen);
    const raise = (action: string) => actions.raise(id, action, {}, "news");
    timers = startTimers(core.get(), content.timers, { clock: ports.clock, scope, raise });
    fetching.askScreen(screen);
    patch({ asking: fetching.isAsking(screen) });
    if (Object.hasOwn(core.get().actions, PAGE_VIEW))
      void actions.raise(null, PAGE_VIEW, { item: { screen: id, title: resolution.title } });
    void onEnter(entry, id, content);
    for (const journey of screenOf(core.get(), id).prefetch) chunks.prefetch(core.get(), journey);
  }

  /** In order; each once what it reads is no longer on its way. */
  async function onEnter(entry: number, id: string, { onEnter: names, actions: own }: ScreenContent): Promise<void> {
    for (const name of names) {
      await actions.raiseAfter(slicesRead(own[name] ?? {}), id, name);
      if (shown()?.entry !== entry) return;
    }
  }

  return {
    view,
    pending,
    question,
    core,
    locate,
    raise: (owner, action, payload) => actions.raise(owner, action, payload),
    go(to, item) {
      try {
        actions.command(target(core.get(), to, scope(item)));
      } catch (error) {
        fault(error);
      }
    },
    stateReplaced(how) {
      if (how === "session") {
        sessionEnded();
        settle();
      } else changed("news");
    },
    scope,
    keepDraft(form, typed) {
      // No predicate waits for a draft: nothing is asked or drawn again for it.
      ports.store.replace(typed === null ? withoutDrafts(state(), [form]) : withDraft(state(), form, typed));
    },
    holdFile: files.hold,
    refetch: (keys) => fetching.refetch(keys),
    suggest: (widget, typed) => suggestions(core.get(), widget, typed, scope, (query, variables) => actions.ask(query, variables)),
    now,
    fault,
    start() {
      const stop = ports.bundle.onNewer?.((when) => {
        if (when === "at next navigation") newer = when;
        else void takeNewer();
      });
      return () => stop?.();
    },
  };
}

function sameShown(one: Resolution, other: Resolution): boolean {
  return (
    one.title === other.title &&
    one.layout === other.layout &&
    one.nav.length === other.nav.length &&
    one.nav.every((item, index) => item.key === other.nav[index]?.key && item.badge === other.nav[index]?.badge)
  );
}
