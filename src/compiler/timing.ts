/** Exports the checks of timing over the whole app: intervals of polls, order of idle monitors, stages of the registration. */
import * as durationProblems from "../language/duration-problems.js";
import { durationText } from "../language/durations.js";
import * as problems from "../language/problems.js";
import { childOf, entriesOf, plain, type SourceNode, textOf } from "../language/source.js";
import type { Linker } from "./compile-context.js";
import { millisecondsOf } from "./durations.js";
import { effectsIn } from "./ordered-items.js";

export function checkTimes(app: SourceNode | null, linker: Linker): void {
  for (const [, { node }] of entriesOf(childOf(app, "polls"))) checkPoll(node, linker);
  checkIdle(app, linker);
  checkStages(childOf(app, "stages"), linker);
}

/** The percentages of the stages must increase in their order. */
function checkStages(stages: SourceNode | null, { report }: Linker): void {
  const order = childOf(stages, "order");
  let before: { readonly key: string; readonly to: number } | null = null;
  for (const item of order?.kind === "list" ? order.items : []) {
    const key = textOf(item) ?? "";
    const stage = childOf(stages, "items", key);
    const begin = childOf(stage, "from");
    const from = figureOf(begin);
    const to = figureOf(childOf(stage, "to"));
    if (begin === null || from === null || to === null) continue;
    if (from > to) report(begin.at, problems.stageReversed(from, to));
    else if (before !== null && from <= before.to) report(begin.at, problems.stageOverlap(from, before.key, before.to));
    before = { key, to };
  }
}

const figureOf = (node: SourceNode | null): number | null => {
  const value = node === null ? null : plain(node);
  return typeof value === "number" ? value : null;
};

/** The waits begin at `first`, grow to `max`, and end at `limit`. */
function checkPoll(poll: SourceNode, { report }: Linker): void {
  for (const [low, high] of [
    ["first", "max"],
    ["first", "limit"],
  ] as const) {
    const at = childOf(poll, low);
    const value = millisecondsOf(at);
    const bound = millisecondsOf(childOf(poll, high));
    if (at !== null && value !== null && bound !== null && value > bound)
      report(at.at, durationProblems.pollOrder(low, durationText(value), high, durationText(bound)));
  }
}

/** Thirty minutes of inactivity end a session (NIST SP 800-63B, 4.2.3). */
const LONGEST_IDLENESS = 30 * 60_000;

/** A monitor that leaves the screen prevents every later one: the session would end without the warning. */
function checkIdle(app: SourceNode | null, { report }: Linker): void {
  const monitors = entriesOf(childOf(app, "monitors")).flatMap(([name, { node }]) => {
    const duration = childOf(app, "durations", textOf(childOf(node, "wait")) ?? "");
    const wait = millisecondsOf(duration);
    if (wait === null || duration === null) return [];
    const written = { name: durationText(wait), at: duration.at };
    const kind = textOf(childOf(node, "kind"));
    const action = childOf(app, "actions", textOf(childOf(node, "action")) ?? "");
    return [{ name, node, kind, wait, written, when: JSON.stringify(plain(childOf(node, "when") ?? node)), leaves: leavesScreen(action) }];
  });
  for (const ending of monitors.filter(({ kind, leaves }) => kind === "idle" && leaves)) {
    if (ending.wait > LONGEST_IDLENESS)
      report(
        (childOf(ending.node, "wait") ?? ending.node).at,
        durationProblems.idleTooLong(durationText(ending.wait), durationText(LONGEST_IDLENESS)),
      );
    for (const other of monitors)
      if (other !== ending && other.kind === "idle" && other.when === ending.when && other.wait >= ending.wait)
        report((childOf(other.node, "wait") ?? other.node).at, durationProblems.idleOrder(other.written, ending.name, ending.written));
  }
}

/** Whether an action leaves to another screen without a confirmation. */
function leavesScreen(action: SourceNode | null): boolean {
  if (action === null || childOf(action, "confirm") !== null || childOf(action, "when") !== null) return false;
  const then = childOf(action, "then");
  return effectsIn(then).some(
    (effect) => childOf(effect, "when") === null && (childOf(effect, "go") ?? childOf(effect, "decide")) !== null,
  );
}
