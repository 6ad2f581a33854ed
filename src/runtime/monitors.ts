/** Exports the monitors of `app.flow.json` for `activity-monitors.tsx`: each raises an app action after a time, by the rule of its kind. */
import type { BundleCore, CompiledMonitor } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Scope } from "../language/predicate.js";
import { duration } from "./durations.js";
import type { ClockPort } from "./port.js";
import { watchedCondition } from "./watched-condition.js";

/** The activity of the depositor, in this tab and in the other tabs of the browser. */
export interface PresencePort {
  visible(): boolean;
  onVisibility(listener: () => void): () => void;
  /** Calls the listener on keys, pointer, touch and wheel. */
  onInput(listener: () => void): () => void;
  /** Shares the time of an input with the other tabs. */
  shareInput(at: number): void;
  /** Epoch milliseconds of the last input that a tab has shared; null before any. */
  sharedInput(): number | null;
  /** Calls the listener when another tab has shared an input. */
  onInputElsewhere(listener: () => void): () => void;
  /** Calls the listener when the browser shows the page again from its back/forward cache, with the milliseconds that it was away. */
  onRestored(listener: (away: number) => void): () => void;
  /** Runs the work while no other tab of the browser runs work of this name. `waited`: another tab was running it. */
  alone(name: string, work: (waited: boolean) => Promise<void>): Promise<void>;
}

export interface MonitorDependencies {
  readonly clock: ClockPort;
  readonly presence: PresencePort;
  scope(): Scope;
  /** Whether a confirmation is open: input then is not activity, only the answer is. */
  isQuestionOpen(): boolean;
  /** Closes the question of a monitor: the depositor has answered it, or continued to work, in another tab. */
  closeOwnQuestion(): void;
  /** `item`: the value that the action reads as `item`. */
  raise(action: string, item?: Json): Promise<void>;
  /** Epoch milliseconds of the last answer to what an action fetches, in this tab or another; null before any. */
  answeredAt(action: string): number | null;
}

/** The longest time for which one tab ends the session while the others wait. */
const END_LIMIT = 10_000;

/** The time after which a tab has adopted what another tab has persisted. */
const ADOPTION = 500;

interface MonitorTimer {
  /** Starts, or restarts, the count: the monitor's `when` has become true. */
  start(): void;
  /** Stops the count: `when` has become false. */
  stop(): void;
  /** Stops the count and removes the listeners. */
  dispose(): void;
}

type KindDependencies = Pick<MonitorDependencies, "clock" | "presence" | "isQuestionOpen" | "closeOwnQuestion"> & {
  answeredAt(): number | null;
};
/** `since`: the last input, where the kind counts from it. */
type Raise = (since?: number) => void;
type Kind = (wait: number, raise: Raise, dependencies: KindDependencies) => MonitorTimer;

/** Raises after every `wait`. */
const interval: Kind = (wait, raise, { clock }) => {
  let cancel = () => {};
  const start = () => {
    cancel();
    cancel = clock.after(wait, () => {
      raise();
      start();
    });
  };
  const stop = () => cancel();
  return { start, stop, dispose: stop };
};

/** Raises when the last answer is `wait` old. The answer may be older than this page. */
const age: Kind = (wait, raise, { clock, answeredAt }) => {
  let cancel = () => {};
  let since = 0;
  const schedule = () => {
    cancel();
    cancel = clock.after(Math.max(0, since + wait - clock.now()), () => {
      since = Math.max(since, answeredAt() ?? 0);
      if (clock.now() - since >= wait) {
        since = clock.now();
        raise();
      }
      schedule();
    });
  };
  const stop = () => cancel();
  return {
    start() {
      since = answeredAt() ?? clock.now();
      schedule();
    },
    stop,
    dispose: stop,
  };
};

/** Raises after every `wait` with input, so that a depositor who types for long without a call keeps the session. */
const active: Kind = (wait, raise, dependencies) => {
  let hadInput = false;
  const timer = interval(
    wait,
    () => {
      if (hadInput) raise();
      hadInput = false;
    },
    dependencies,
  );
  const removeListener = dependencies.presence.onInput(() => {
    if (!dependencies.isQuestionOpen()) hadInput = true;
  });
  return {
    start() {
      hadInput = false;
      timer.start();
    },
    stop: timer.stop,
    dispose() {
      timer.dispose();
      removeListener();
    },
  };
};

/** Raises on return to the page, once the page has been visible for `wait` in total since the last time. */
const visibility: Kind = (wait, raise, { clock, presence }) => {
  let counting = false;
  let visibleFor = 0;
  let since: number | null = null;
  const pause = () => {
    if (since !== null) visibleFor += clock.now() - since;
    since = null;
  };
  const resume = () => {
    since = presence.visible() ? clock.now() : null;
  };
  const removeListener = presence.onVisibility(() => {
    if (!counting) return;
    if (!presence.visible()) {
      pause();
      return;
    }
    resume();
    if (visibleFor < wait) return;
    visibleFor = 0;
    raise();
  });
  return {
    start() {
      counting = true;
      visibleFor = 0;
      resume();
    },
    stop() {
      counting = false;
      pause();
    },
    dispose: removeListener,
  };
};

/**
 * Raises once there was no input in any tab for `wait`. The clock decides, not the timer: a computer that slept was idle. A
 * tab in the background may miss the message of another tab, so the shared time is read again before raising.
 */
const idle: Kind = (wait, raise, { clock, presence, isQuestionOpen, closeOwnQuestion }) => {
  let cancel = () => {};
  let lastInput = 0;
  let counting = false;
  let raised = false;
  const schedule = () => {
    cancel();
    cancel = clock.after(Math.max(0, lastInput + wait - clock.now()), check);
  };
  /** The time since the last input. */
  const idleFor = () => {
    lastInput = Math.max(lastInput, presence.sharedInput() ?? 0);
    return clock.now() - lastInput;
  };
  const check = () => {
    if (idleFor() < wait) {
      schedule();
      return;
    }
    raised = true;
    raise(lastInput);
  };
  /** Counts again after it was raised. */
  const resume = () => {
    if (!raised) return;
    raised = false;
    schedule();
  };
  const removeInputListener = presence.onInput(() => {
    if (!counting || isQuestionOpen()) return;
    // After a sleep, the first input must not revive a session that has ended.
    if (!raised && idleFor() >= wait) {
      check();
      return;
    }
    lastInput = clock.now();
    presence.shareInput(lastInput);
    resume();
  });
  const followOtherTabs = () => {
    if (!raised || idleFor() >= wait) return;
    closeOwnQuestion();
    resume();
  };
  const removeOtherListener = presence.onInputElsewhere(() => {
    if (counting) followOtherTabs();
  });
  const removeVisibilityListener = presence.onVisibility(() => {
    if (!counting || !presence.visible()) return;
    if (!raised && idleFor() >= wait) check();
    else followOtherTabs();
  });
  const stop = () => {
    counting = false;
    cancel();
  };
  return {
    start() {
      counting = true;
      raised = false;
      lastInput = clock.now();
      schedule();
    },
    stop,
    dispose() {
      stop();
      removeInputListener();
      removeOtherListener();
      removeVisibilityListener();
    },
  };
};

/** Raises when the page is shown again from the back/forward cache after `wait`: the session may have ended meanwhile. */
const restored: Kind = (wait, raise, { presence }) => {
  let counting = false;
  const removeListener = presence.onRestored((away) => {
    if (counting && away >= wait) raise();
  });
  return {
    start() {
      counting = true;
    },
    stop() {
      counting = false;
    },
    dispose: removeListener,
  };
};

const KINDS: Readonly<Record<CompiledMonitor["kind"], Kind>> = { interval, active, age, visibility, idle, restored };

/** The running monitors of the app. */
export interface Monitors {
  /** Call after each change of the state: starts monitors whose `when` has become true, and stops the others. */
  stateChanged(): void;
  /** The depositor has answered a question: restarts the idle monitors. */
  depositorActed(): void;
  stop(): void;
}

/**
 * Raises the action of an idle monitor in one tab at a time, since all tabs become idle together: while the first one ends the
 * session, the others wait, and raise it only if the session continues.
 */
function raiseAlone(action: string, isWanted: () => boolean, { presence, clock, raise }: MonitorDependencies): void {
  const pause = (milliseconds: number) => new Promise<void>((resolve) => clock.after(milliseconds, resolve));
  void presence.alone(action, async (waited) => {
    if (waited) await pause(ADOPTION);
    if (!isWanted()) return;
    await raise(action);
    for (let passed = 0; isWanted() && passed < END_LIMIT; passed += ADOPTION) await pause(ADOPTION);
  });
}

/** The instant at which the next idle monitor of the same condition runs after the last input; null when there is none. */
function endOf(core: BundleCore, { wait, when }: CompiledMonitor, lastInput: number): string | null {
  const waits = Object.values(core.monitors)
    .filter((other) => other.kind === "idle" && JSON.stringify(other.when.logic) === JSON.stringify(when.logic))
    .map((other) => duration(core, other.wait))
    .filter((other) => other > duration(core, wait));
  return waits.length === 0 ? null : new Date(lastInput + Math.min(...waits)).toISOString();
}

/** Starts the monitors of the bundle whose `when` holds. They run until `stop`. */
export function startMonitors(core: BundleCore, dependencies: MonitorDependencies): Monitors {
  const monitors = Object.values(core.monitors).map((monitor) => {
    const { kind, wait, action } = monitor;
    const each = { monitor, isWanted: watchedCondition(monitor.when), running: false };
    // Every tab asks the question: the depositor answers it in the visible one.
    const isAlone = kind === "idle" && core.actions[action]?.confirm === undefined;
    const raise: Raise = isAlone
      ? () => raiseAlone(action, () => each.running, dependencies)
      : (since) => void dependencies.raise(action, since === undefined ? undefined : { endsAt: endOf(core, monitor, since) });
    const timer = KINDS[kind](duration(core, wait), raise, { ...dependencies, answeredAt: () => dependencies.answeredAt(action) });
    return Object.assign(each, { timer });
  });
  function stateChanged(): void {
    const scope = dependencies.scope();
    for (const each of monitors) {
      const wanted = each.isWanted(scope);
      if (wanted === each.running) continue;
      each.running = wanted;
      if (wanted) each.timer.start();
      else each.timer.stop();
    }
  }
  stateChanged();
  return {
    stateChanged,
    depositorActed() {
      dependencies.presence.shareInput(dependencies.clock.now());
      for (const each of monitors) if (each.running && each.monitor.kind === "idle") each.timer.start();
    },
    stop() {
      for (const each of monitors) {
        each.running = false;
        each.timer.dispose();
      }
    },
  };
}
