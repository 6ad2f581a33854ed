/** Exports the replay of a path: the real engine executes its steps, for the forward search. */
import { decide } from "../../engine/decide.js";
import type { Location, Resolution } from "../../engine/events.js";
import { matchPath } from "../../engine/paths.js";
import { queryToState, resolve } from "../../engine/resolve.js";
import type { BundleCore } from "../../language/bundle.js";
import { RedirectLoop } from "../../language/failures.js";
import { bitsOf, intersects } from "../abstraction/state-cube.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import { preimage } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import { type Configuration, locationIn, locationOf, StepExecutor, type StepResult } from "./execute-step.js";
import type { CandidatePath, ReplayedStep, SearchNode, Step, Target } from "./nodes.js";

export interface ReplayResult {
  /** Null where the engine doesn't reach the target on this path. */
  readonly steps: readonly ReplayedStep[] | null;
  /** The step whose untried values might reach it; null where all were tried. */
  readonly untried: string | null;
}

/** Where a replay of the path to a node arrived. */
export interface ReplayedNode {
  readonly configuration: Configuration;
  readonly steps: readonly ReplayedStep[];
}

/** The nodes to which a path was replayed, by its instant: a longer path continues there if its next steps can begin in that state. */
export type ReplayedNodes = Map<string, NodesAtInstant>;
type NodesAtInstant = WeakMap<SearchNode, ReplayedNode>;

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
      return resolve(core, state, location).chain;
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
  const isIn = (route: Resolution["route"]): boolean => intersects(space, bitsOf(space, state, route), set);
  if ("decision" in requests) return location !== null && decide(core, state, requests.decision) === location.pathname && isIn(from);
  return requestedScreens(core, state, location ?? locationOf(from)).some(({ screen, route }) => screen === requests.screen && isIn(route));
}

/** One node of a path with the steps after it, up to the next node or the target. */
interface Segment {
  readonly node: SearchNode;
  readonly steps: readonly Step[];
  /** The states needed before each step, and after the last one. */
  readonly wanted: readonly Bdd[];
}

/** The nodes of a path, from its end to its start: a later node is needed before an earlier one. */
function* segmentsBack({ space: { bdd } }: TransitionRelation, { node, lastSteps, target }: CandidatePath): Generator<Segment> {
  let steps = lastSteps;
  let after = target.set;
  for (let one: SearchNode | null = node; one !== null; one = one.parent) {
    const wanted: Bdd[] = [after];
    for (const step of [...steps].reverse()) {
      const before = preimage(step, after);
      after = step.timing === "always" ? before : bdd.or(after, before);
      wanted.unshift(after);
    }
    yield { node: one, steps, wanted };
    steps = one.steps;
  }
}

/**
 * Replays a path: computes the states needed before each step from the target backwards, then executes the steps. It begins
 * at the last node of the path that was replayed earlier to one of these states, and at the start where that fails. The whole
 * path is at one instant: the first of those that conditions distinguish at which the engine reaches the target.
 */
export function replay(transitions: TransitionRelation, path: CandidatePath, maxValuations: number, known: ReplayedNodes): ReplayResult {
  let untried: string | null = null;
  for (const instant of transitions.space.instants) {
    const nodes = known.get(instant) ?? new WeakMap<SearchNode, ReplayedNode>();
    known.set(instant, nodes);
    const found = replayAt(instant, transitions, path, maxValuations, nodes);
    if (found.steps !== null) return found;
    untried ??= found.untried;
  }
  return { steps: null, untried };
}

function replayAt(
  instant: string,
  transitions: TransitionRelation,
  path: CandidatePath,
  maxValuations: number,
  known: NodesAtInstant,
): ReplayResult {
  const { core } = transitions;
  const { target } = path;
  const executor = new StepExecutor(
    transitions,
    "decision" in target.requests ? withFallbackRow(core, target.requests.decision) : core,
    maxValuations,
  );
  const segments: Segment[] = [];
  let isContinued = false;
  for (const segment of segmentsBack(transitions, path)) {
    segments.unshift(segment);
    const earlier = isContinued ? undefined : known.get(segment.node);
    if (earlier === undefined || !intersects(transitions.space, earlier.configuration.bits, segment.wanted[0] ?? FALSE)) continue;
    const steps = replaySegments(executor, earlier, segments, target, known);
    if (steps !== null) return { steps, untried: null };
    isContinued = true;
  }
  const steps = replayFromStart(executor, segments, target, instant, known);
  return { steps, untried: steps === null ? executor.untried : null };
}

function replayFromStart(
  executor: StepExecutor,
  segments: readonly Segment[],
  target: Target,
  instant: string,
  known: NodesAtInstant,
): readonly ReplayedStep[] | null {
  const { transitions, core } = executor;
  const { space } = transitions;
  const [segment] = segments;
  if (segment === undefined) return null;
  const { node: first, steps, wanted: [wanted = FALSE] = [] } = segment;
  const { start } = first;
  const initial = space.bdd.and(start.set, first.redirects.preimage(wanted));
  if (initial === FALSE) return null;
  const location =
    start.by === "start" ? { pathname: start.place.path, search: "", state: null } : locationIn(space, initial, start.place.path);
  const state = { ...core.initial, now: instant };
  const opening: ReplayedStep = { text: `${start.by} -> ${first.place.screen.id}`, executed: [{ kind: "opened", location }] };
  if (segments.length === 1 && steps.length === 0) {
    const { route } = queryToState(matchPath(core, location.pathname), location);
    return meetsTarget(executor, target, route, { state, location, executed: [] }) ? [opening] : null;
  }
  const configuration = executor.attempt({ screen: first.place.screen.id, by: start.by, state, inputs: {} }, () =>
    executor.configurationAt(state, location),
  );
  if (configuration === null || !intersects(space, configuration.bits, wanted)) return null;
  return replaySegments(executor, { configuration, steps: [opening] }, segments, target, known);
}

/** Executes the steps of segments one after another, and records where each of their nodes was reached. */
function replaySegments(
  executor: StepExecutor,
  begin: ReplayedNode,
  segments: readonly Segment[],
  target: Target,
  known: NodesAtInstant,
): readonly ReplayedStep[] | null {
  const { space } = executor.transitions;
  let { configuration } = begin;
  const replayed = [...begin.steps];
  for (const [at, { node, steps, wanted }] of segments.entries()) {
    if (!known.has(node)) known.set(node, { configuration, steps: [...replayed] });
    for (const [index, step] of steps.entries()) {
      const next = wanted[index + 1] ?? FALSE;
      const always = step.timing === "always";
      const needed = always || !intersects(space, configuration.bits, next);
      if (!needed && step.timing === "optional") continue;
      const isLast = at === segments.length - 1 && index === steps.length - 1;
      const evaluates = isLast && "decision" in target.requests;
      const text = always && !evaluates ? `${step.by} -> ${step.place.screen.id}` : needed ? step.by : null;
      if (isLast && needed) {
        const last = lastStep(executor, configuration, step, next, text, target);
        return last === null ? null : [...replayed, last];
      }
      const from = configuration;
      const done = executor.execute(from, step, next, (result) => {
        const after =
          step.stays && result.location === null
            ? executor.stay(from, result.state)
            : executor.configurationAt(result.state, result.location ?? locationOf(from.resolution.route));
        const fits = after.resolution.screen === step.place.screen.id && intersects(space, after.bits, next);
        return fits ? { configuration: after, step: { text, executed: result.executed } } : null;
      });
      if (done !== null) {
        configuration = done.configuration;
        replayed.push(done.step);
      } else if (needed) return null;
    }
  }
  const { route } = configuration.resolution;
  return meetsTarget(executor, target, route, { state: configuration.state, location: null, executed: [] }) ? replayed : null;
}

/** Executes the last step of a path, whose target may be a request that its screen refuses. */
function lastStep(
  executor: StepExecutor,
  from: Configuration,
  step: Step,
  next: Bdd,
  text: string | null,
  target: Target,
): ReplayedStep | null {
  const { route } = from.resolution;
  return executor.execute(from, step, next, (result): ReplayedStep | null =>
    meetsTarget(executor, target, route, result) ? { text, executed: result.executed } : null,
  );
}
