/** The monitors of `app.flow.json`: what is asked of the server, or of the depositor, as time passes. */
import type { BundleCore, CompiledMonitor } from "../language/bundle.js";
import { holds, type Scope } from "../language/predicate.js";
import { duration } from "./durations.js";
import type { ClockPort } from "./port.js";

/** Signs of the person in front of the page. */
export interface PresencePort {
  visible(): boolean;
  onVisibility(listener: () => void): () => void;
  /** Keys, pointer, touch, wheel. */
  onInput(listener: () => void): () => void;
}

export interface MonitorHands {
  readonly clock: ClockPort;
  readonly presence: PresencePort;
  scope(): Scope;
  /** A question stands open: what is typed then is no sign that it has been answered. */
  asking(): boolean;
  raise(action: string): Promise<void>;
  /** Epoch milliseconds of the last answer to what an action fetches again, in this tab or another; null before any. */
  answeredAt(action: string): number | null;
}

interface Watch {
  /** Begins (again) to count; called when the monitor's `when` has come to hold. */
  begin(): void;
  /** Ends counting; called when it no longer holds. */
  end(): void;
  stop(): void;
}

type KindHands = Pick<MonitorHands, "clock" | "presence" | "asking"> & { answeredAt(): number | null };
type Kind = (wait: number, raise: () => void, hands: KindHands) => Watch;

/** Every `wait`. */
const interval: Kind = (wait, raise, { clock }) => {
  let cancel = () => {};
  const begin = () => {
    cancel();
    cancel = clock.after(wait, () => {
      raise();
      begin();
    });
  };
  const end = () => cancel();
  return { begin, end, stop: end };
};

/** Once what was answered is `wait` old, by the time of its answer: that may lie before this page was loaded. */
const age: Kind = (wait, raise, { clock, answeredAt }) => {
  let cancel = () => {};
  let since = 0;
  const arm = () => {
    cancel();
    cancel = clock.after(Math.max(0, since + wait - clock.now()), () => {
      since = Math.max(since, answeredAt() ?? 0);
      if (clock.now() - since >= wait) {
        since = clock.now();
        raise();
      }
      arm();
    });
  };
  const end = () => cancel();
  return {
    begin() {
      since = answeredAt() ?? clock.now();
      arm();
    },
    end,
    stop: end,
  };
};

/** Every `wait` in which something was touched: somebody who types for long without a call is no idle session. */
const active: Kind = (wait, raise, hands) => {
  let touched = false;
  const each = interval(
    wait,
    () => {
      if (touched) raise();
      touched = false;
    },
    hands,
  );
  const stopInput = hands.presence.onInput(() => {
    if (!hands.asking()) touched = true;
  });
  return {
    begin() {
      touched = false;
      each.begin();
    },
    end: each.end,
    stop() {
      each.stop();
      stopInput();
    },
  };
};

/** On return to a page that had been visible for `wait` in all since the last time. */
const visibility: Kind = (wait, raise, { clock, presence }) => {
  let counting = false;
  let seen = 0;
  let since: number | null = null;
  const pause = () => {
    if (since !== null) seen += clock.now() - since;
    since = null;
  };
  const resume = () => {
    since = presence.visible() ? clock.now() : null;
  };
  const stop = presence.onVisibility(() => {
    if (!counting) return;
    if (!presence.visible()) {
      pause();
      return;
    }
    resume();
    if (seen < wait) return;
    seen = 0;
    raise();
  });
  return {
    begin() {
      counting = true;
      seen = 0;
      resume();
    },
    end() {
      counting = false;
      pause();
    },
    stop,
  };
};

/** Once nothing has been touched for `wait`. Told by the time, not by the timer: a computer that slept has been idle. */
const idle: Kind = (wait, raise, { clock, presence, asking }) => {
  let cancel = () => {};
  let last = 0;
  let counting = false;
  let raised = false;
  const arm = () => {
    cancel();
    cancel = clock.after(Math.max(0, last + wait - clock.now()), due);
  };
  const due = () => {
    if (clock.now() - last < wait) {
      arm();
      return;
    }
    raised = true;
    raise();
  };
  const stopInput = presence.onInput(() => {
    if (!counting || asking()) return;
    // Slept through: the first touch afterwards does not bring back what has ended.
    if (!raised && clock.now() - last >= wait) {
      due();
      return;
    }
    last = clock.now();
    if (raised) {
      raised = false;
      arm();
    }
  });
  const stopVisibility = presence.onVisibility(() => {
    if (counting && !raised && presence.visible() && clock.now() - last >= wait) due();
  });
  const end = () => {
    counting = false;
    cancel();
  };
  return {
    begin() {
      counting = true;
      raised = false;
      last = clock.now();
      arm();
    },
    end,
    stop() {
      end();
      stopInput();
      stopVisibility();
    },
  };
};

const KINDS: Readonly<Record<CompiledMonitor["kind"], Kind>> = { interval, active, age, visibility, idle };

export interface Monitors {
  /** Called after each change of the state: monitors whose `when` has come to hold begin, others end. */
  changed(): void;
  /** The depositor has answered a question: that is a sign of life. */
  touched(): void;
  stop(): void;
}

export function startMonitors(core: BundleCore, hands: MonitorHands): Monitors {
  const watches = Object.values(core.monitors).map((monitor) => ({
    monitor,
    running: false,
    watch: KINDS[monitor.kind](duration(core, monitor.wait), () => void hands.raise(monitor.do), {
      ...hands,
      answeredAt: () => hands.answeredAt(monitor.do),
    }),
  }));
  function changed(): void {
    const scope = hands.scope();
    for (const each of watches) {
      const wanted = holds(each.monitor.when, scope);
      if (wanted === each.running) continue;
      each.running = wanted;
      if (wanted) each.watch.begin();
      else each.watch.end();
    }
  }
  changed();
  return {
    changed,
    touched() {
      for (const each of watches) if (each.running && each.monitor.kind === "idle") each.watch.begin();
    },
    stop() {
      for (const each of watches) each.watch.stop();
    },
  };
}
