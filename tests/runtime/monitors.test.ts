/** Tests the monitors with a fake clock. */
import { describe, expect, it } from "vitest";
import type { DepositorState } from "../../src/engine/events.js";
import type { CompiledMonitor } from "../../src/language/bundle.js";
import { startMonitors } from "../../src/runtime/monitors.js";
import { bundleOf, FakeClock, INITIAL, SIGNED_IN } from "./fakes.js";
import { loggedIn } from "./runtime-fixture.js";

function monitorFixture(monitor: Pick<CompiledMonitor, "kind" | "wait">, start: DepositorState = SIGNED_IN) {
  const clock = new FakeClock();
  const raised: number[] = [];
  const from = clock.now();
  let state = start;
  let visible = true;
  let asking = false;
  let answered: number | null = null;
  const seen = new Set<() => void>();
  const touched = new Set<() => void>();
  const elsewhere = new Set<() => void>();
  const restored = new Set<(away: number) => void>();
  let shared: number | null = null;
  let elsewhereEnds: Promise<void> | undefined;
  const listen = (to: Set<() => void>) => (listener: () => void) => {
    to.add(listener);
    return () => to.delete(listener);
  };
  const monitors = startMonitors(bundleOf({}, { monitors: { it: { ...monitor, when: loggedIn, action: "it" } } }).core, {
    clock,
    presence: {
      visible: () => visible,
      onVisibility: listen(seen),
      onInput: listen(touched),
      shareInput: (at) => {
        shared = at;
      },
      sharedInput: () => shared,
      onInputElsewhere: listen(elsewhere),
      onRestored(listener) {
        restored.add(listener);
        return () => restored.delete(listener);
      },
      async alone(_name, work) {
        await elsewhereEnds;
        await work(elsewhereEnds !== undefined);
      },
    },
    scope: () => state,
    isQuestionOpen: () => asking,
    closeOwnQuestion: () => {
      asking = false;
    },
    raise: async () => {
      raised.push((clock.now() - from) / 1000);
    },
    answeredAt: () => answered,
  });
  return {
    /** What the action fetches again is answered so many seconds after the start. */
    answer(seconds: number) {
      answered = from + seconds * 1000;
    },
    clock,
    raised,
    monitors,
    /** Another tab ends the session until the returned function is called. */
    endElsewhere(): () => void {
      let ended = () => {};
      elsewhereEnds = new Promise((resolve) => {
        ended = resolve;
      });
      return ended;
    },
    show(next: boolean) {
      visible = next;
      for (const listener of seen) listener();
    },
    touch() {
      for (const listener of touched) listener();
    },
    /** The depositor uses another tab; `heard`: this tab is not frozen. */
    touchElsewhere(heard = true) {
      shared = clock.now();
      if (heard) for (const listener of elsewhere) listener();
    },
    restore(seconds: number) {
      for (const listener of restored) listener(seconds * 1000);
    },
    ask(next: boolean) {
      asking = next;
    },
    isAsking: () => asking,
    become(next: DepositorState) {
      state = next;
      monitors.stateChanged();
    },
    listening: () => seen.size + touched.size + elsewhere.size + restored.size,
  };
}

describe("an age", () => {
  it("counts from the last answer, in whichever page or tab", async () => {
    const { clock, raised, answer, become } = monitorFixture({ kind: "age", wait: "check" }, INITIAL);
    answer(-45);
    become(SIGNED_IN);
    await clock.pass(15_000);
    expect(raised).toEqual([15]);
    answer(16);
    await clock.pass(60_000);
    expect(raised).toEqual([15]);
    await clock.pass(1_000);
    expect(raised).toEqual([15, 76]);
  });

  it("counts from the start when nothing has been answered", async () => {
    const { clock, raised } = monitorFixture({ kind: "age", wait: "check" });
    await clock.pass(125_000);
    expect(raised).toEqual([60, 120]);
  });
});

describe("an interval", () => {
  it("raises after every wait while its predicate holds", async () => {
    const { clock, raised, become } = monitorFixture({ kind: "interval", wait: "check" }, INITIAL);
    await clock.pass(120_000);
    expect(raised).toEqual([]);
    become(SIGNED_IN);
    await clock.pass(125_000);
    expect(raised).toEqual([180, 240]);
    become(INITIAL);
    await clock.pass(300_000);
    expect(raised).toHaveLength(2);
  });
});

describe("a return to the page (S4)", () => {
  it("raises after 30 seconds of visibility in total", async () => {
    const { clock, raised, show } = monitorFixture({ kind: "visibility", wait: "visible" });
    await clock.pass(20_000);
    show(false);
    await clock.pass(3_600_000);
    show(true);
    expect(raised).toEqual([]);
    await clock.pass(10_000);
    show(false);
    show(true);
    expect(raised).toEqual([3630]);
    show(false);
    show(true);
    expect(raised).toHaveLength(1);
  });
});

describe("idleness", () => {
  it("raises once, by the time since the last input", async () => {
    const { clock, raised, touch } = monitorFixture({ kind: "idle", wait: "idleEnd" });
    await clock.pass(600_000);
    touch();
    await clock.pass(899_999);
    expect(raised).toEqual([]);
    await clock.pass(1_000_000);
    expect(raised).toEqual([1500]);
  });

  it.each([true, false])("counts from the last input in any tab (message received: %s)", async (heard) => {
    const { clock, raised, touchElsewhere } = monitorFixture({ kind: "idle", wait: "idleEnd" });
    await clock.pass(600_000);
    touchElsewhere(heard);
    await clock.pass(899_999);
    expect(raised).toEqual([]);
    await clock.pass(1);
    expect(raised).toEqual([1500]);
  });

  it("counts again when another tab is used after it was raised", async () => {
    const { clock, raised, touchElsewhere } = monitorFixture({ kind: "idle", wait: "idleWarning" });
    await clock.pass(780_000);
    touchElsewhere();
    await clock.pass(780_000);
    expect(raised).toEqual([780, 1560]);
  });

  it.each(["by its message", "when this tab is shown again"])("closes its question after another tab was used (%s)", async (how) => {
    const { clock, ask, isAsking, show, touchElsewhere } = monitorFixture({ kind: "idle", wait: "idleWarning" });
    await clock.pass(780_000);
    ask(true);
    show(true);
    expect(isAsking()).toBe(true);
    touchElsewhere(how === "by its message");
    if (how !== "by its message") show(true);
    expect(isAsking()).toBe(false);
  });

  it("restarts when the depositor answers a confirmation, not on input while it is open", async () => {
    const { clock, raised, touch, ask, monitors } = monitorFixture({ kind: "idle", wait: "idleEnd" });
    await clock.pass(800_000);
    ask(true);
    touch();
    await clock.pass(99_000);
    ask(false);
    monitors.depositorActed();
    await clock.pass(899_000);
    expect(raised).toEqual([]);
    await clock.pass(1_000);
    expect(raised).toEqual([1799]);
  });

  it("raises nothing when another tab, idle at the same time, has ended the session", async () => {
    const { clock, raised, become, endElsewhere } = monitorFixture({ kind: "idle", wait: "idleEnd" });
    const ended = endElsewhere();
    await clock.pass(900_000);
    expect(raised).toEqual([]);
    ended();
    await clock.pass(100);
    become(INITIAL);
    await clock.pass(10_000);
    expect(raised).toEqual([]);
  });

  it("raises when the session continues although another tab was ending it", async () => {
    const { clock, raised, endElsewhere } = monitorFixture({ kind: "idle", wait: "idleEnd" });
    const ended = endElsewhere();
    await clock.pass(900_000);
    ended();
    await clock.pass(10_000);
    expect(raised).toEqual([900.5]);
  });

  it("raises nothing after it was stopped", async () => {
    const { clock, raised, monitors, listening } = monitorFixture({ kind: "idle", wait: "idleEnd" });
    monitors.stop();
    await clock.pass(2_000_000);
    expect(raised).toEqual([]);
    expect(listening()).toBe(0);
  });
});

describe("a page from the back/forward cache", () => {
  it("raises when the page was away for the wait, and only while its predicate holds", () => {
    const { raised, restore, become } = monitorFixture({ kind: "restored", wait: "check" });
    restore(59);
    expect(raised).toEqual([]);
    restore(60);
    expect(raised).toHaveLength(1);
    become(INITIAL);
    restore(60);
    expect(raised).toHaveLength(1);
  });
});

describe("an active monitor", () => {
  it("raises only after a wait with input", async () => {
    const { clock, raised, touch } = monitorFixture({ kind: "active", wait: "check" });
    await clock.pass(60_000);
    expect(raised).toEqual([]);
    touch();
    await clock.pass(60_000);
    expect(raised).toEqual([120]);
    await clock.pass(120_000);
    expect(raised).toEqual([120]);
  });

  it("ignores input while a confirmation is open", async () => {
    const { clock, raised, touch, ask } = monitorFixture({ kind: "active", wait: "check" });
    ask(true);
    touch();
    await clock.pass(60_000);
    expect(raised).toEqual([]);
  });
});
