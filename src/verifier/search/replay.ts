/** Exports the replay of a path: the real engine executes its steps, for the forward search. */
import { decide } from "../../engine/decide.js";
import type { Location, Resolution } from "../../engine/events.js";
import { matchPath } from "../../engine/paths.js";
import { queryToState, resolve } from "../../engine/resolve.js";
import type { BundleCore } from "../../language/bundle.js";
import { RedirectLoop } from "../../language/failures.js";
import { NOW } from "../abstraction/state-classes.js";
import { cubeOf, intersects } from "../abstraction/state-cube.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import { preimage } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import { type Configuration, locationIn, locationOf, StepExecutor, type StepResult } from "./execute-step.js";
import type { CandidatePath, ReplayedStep, SearchNode, Step, Target } from "./nodes.js";

export interface ReplayResult {
  /** Null where the engine doesn't reach the target on this path. */
  readonly steps: readonly ReplayedStep[] | null;
  /** Whether untried values of the free inputs might reach it. */
  readonly truncated: boolean;
}

/** The core with a last row that always holds in a decision, so that a depositor without a row shows as well. */
function withFallbackRow(core: BundleCore, name: string): BundleCore {
  const decision = core.decisions[name];
  const path = Object.values(core.screens).find(({ paths }) => paths.includes("/"))?.paths[0];
  if (decision === undefined || path === undefined) return core;
  const row = { key: "", go: path, at: { file: "", line: 0, column: 0, layer: "base" as const } };
  return { ...core, decisions: { ...core.decisions, [name]: { ...decision, rows: [...decision.rows, row] } } };
}

/** The screens that a location requests through its redirects, each with its route. */
function requestedScreens(
  core: BundleCore,
  state: StepResult["state"],
  location: Location,
): readonly { screen: string; route: Resolution["route"] }[] {
  const chain = (): readonly string[] => {
    try {
      return resolve(core, state, location, NOW).chain;
    } catch (error) {
      if (error instanceof RedirectLoop) return error.chain;
      throw error;
    }
  };
  return chain().map((path, index) => {
    const match = matchPath(core, index === 0 ? location.pathname : path);
    return { screen: match.screen.id, route: queryToState(match, index === 0 ? location : { search: "", state: null }).route };
  });
}

/** Whether the result of a step reaches the target. */
function meetsTarget(
  { transitions: { space }, core }: StepExecutor,
  { set, requests }: Target,
  from: Resolution["route"],
  { state, location }: StepResult,
): boolean {
  const isIn = (route: Resolution["route"]): boolean => intersects(space, cubeOf(space, state, route), set);
  if ("decision" in requests) return location !== null && decide(core, state, requests.decision, NOW) === location.pathname && isIn(from);
  return requestedScreens(core, state, location ?? locationOf(from)).some(({ screen, route }) => screen === requests.screen && isIn(route));
}

/** Replays a path: computes the states needed before each step from the target backwards, then executes the steps. */
export function replay(transitions: TransitionRelation, { node, lastSteps, target }: CandidatePath, maxValuations: number): ReplayResult {
  const { core, space } = transitions;
  const { bdd } = space;
  const steps: Step[] = [...lastSteps];
  let first = node;
  for (let one: SearchNode | null = node; one !== null; one = one.parent) {
    steps.unshift(...one.steps);
    first = one;
  }
  const wanted: Bdd[] = [target.set];
  for (const step of [...steps].reverse()) {
    const [after = FALSE] = wanted;
    const before = preimage(step, after);
    wanted.unshift(step.timing === "always" ? before : bdd.or(after, before));
  }
  const executor = new StepExecutor(
    transitions,
    "decision" in target.requests ? withFallbackRow(core, target.requests.decision) : core,
    maxValuations,
  );
  const replayed = replaySteps(executor, first, steps, wanted, target);
  return { steps: replayed, truncated: replayed === null && executor.truncated };
}

/** `wanted`: the states needed before each step, and after the last one. */
function replaySteps(
  executor: StepExecutor,
  first: SearchNode,
  steps: readonly Step[],
  wanted: readonly Bdd[],
  target: Target,
): readonly ReplayedStep[] | null {
  const { transitions, core } = executor;
  const { space } = transitions;
  const { start } = first;
  const initial = space.bdd.and(start.set, first.redirects.preimage(wanted[0] ?? FALSE));
  if (initial === FALSE) return null;
  const location =
    start.by === "start" ? { pathname: start.place.path, search: "", state: null } : locationIn(space, initial, start.place.path);
  const state = { ...core.initial, now: NOW };
  const opening: ReplayedStep = { text: `${start.by} -> ${first.place.screen.id}`, executed: [{ kind: "opened", location }] };
  if (steps.length === 0) {
    const { route } = queryToState(matchPath(core, location.pathname), location);
    return meetsTarget(executor, target, route, { state, location, executed: [] }) ? [opening] : null;
  }
  const begin = executor.attempt({ screen: first.place.screen.id, by: start.by, state, inputs: {} }, () =>
    executor.configurationAt(state, location),
  );
  if (begin === null || !intersects(space, begin.cube, wanted[0] ?? FALSE)) return null;
  let configuration: Configuration = begin;
  const replayed = [opening];
  for (const [index, step] of steps.entries()) {
    const next = wanted[index + 1] ?? FALSE;
    const always = step.timing === "always";
    const needed = always || !intersects(space, configuration.cube, next);
    if (!needed && step.timing === "optional") continue;
    const isLast = index === steps.length - 1;
    const evaluates = isLast && "decision" in target.requests;
    const text = always && !evaluates ? `${step.by} -> ${step.place.screen.id}` : needed ? step.by : null;
    const from = configuration;
    if (isLast && needed) {
      const { route } = from.resolution;
      const last = executor.execute(from, step, next, (result): ReplayedStep | null =>
        meetsTarget(executor, target, route, result) ? { text, executed: result.executed } : null,
      );
      return last === null ? null : [...replayed, last];
    }
    const done = executor.execute(from, step, next, (result) => {
      const after =
        step.stays && result.location === null
          ? executor.stay(from, result.state)
          : executor.configurationAt(result.state, result.location ?? locationOf(from.resolution.route));
      const fits = after.resolution.screen === step.place.screen.id && intersects(space, after.cube, next);
      return fits ? { configuration: after, step: { text, executed: result.executed } } : null;
    });
    if (done !== null) {
      configuration = done.configuration;
      replayed.push(done.step);
    } else if (needed) return null;
  }
  const { route } = configuration.resolution;
  return meetsTarget(executor, target, route, { state: configuration.state, location: null, executed: [] }) ? replayed : null;
}
