/** A way to a screen or a state, walked by the run-time: its steps, or that it does not lead there. */

import { decide } from "../../engine/decide.js";
import type { Location, Resolution } from "../../engine/events.js";
import { matchPath } from "../../engine/paths.js";
import { lift, resolve } from "../../engine/resolve.js";
import type { BundleCore } from "../../language/bundle.js";
import { RedirectLoop } from "../../language/failures.js";
import { NOW } from "../abstraction/state-classes.js";
import { cubeOf, lies } from "../abstraction/state-cube.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import type { Moves } from "../transitions/transitions.js";
import { undone } from "../transitions/transitions.js";
import type { Left, Standing } from "./execute-step.js";
import { locationIn, Walk } from "./execute-step.js";
import type { Aim, Leg, Step, Way } from "./nodes.js";

/** What a walk came to. */
export interface Walked {
  /** Null where the run-time does not walk this way to its aim. */
  readonly steps: readonly Step[] | null;
  /** Whether more might have been tried. */
  readonly cut: boolean;
}

/** A decision as it stands, and one more row: who has none of its own is led on all the same, so that one sees who asked. */
function openEnded(core: BundleCore, name: string): BundleCore {
  const decision = core.decisions[name];
  const path = Object.values(core.screens).find(({ paths }) => paths.includes("/"))?.paths[0];
  if (decision === undefined || path === undefined) return core;
  const row = { key: "", go: path, at: { file: "", line: 0, column: 0, layer: "base" as const } };
  return { ...core, decisions: { ...core.decisions, [name]: { ...decision, rows: [...decision.rows, row] } } };
}

/** The routes that are asked for on the way of a location through its redirects, with their screens. */
function askedFor(core: BundleCore, state: Left["state"], location: Location): readonly { screen: string; route: Resolution["route"] }[] {
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
    return { screen: match.screen.id, route: lift(match, index === 0 ? location : { search: "", state: null }).route };
  });
}

/** Whether what was done comes to what was aimed at. */
function meets({ moves: { space }, core }: Walk, { set, asks }: Aim, from: Resolution["route"], { state, location }: Left): boolean {
  if ("decision" in asks)
    return (
      location !== null && decide(core, state, asks.decision, NOW) === location.pathname && lies(space, cubeOf(space, state, from), set)
    );
  const there = location ?? { pathname: from.path, search: from.search, state: from.state };
  return askedFor(core, state, there).some(({ screen, route }) => screen === asks.screen && lies(space, cubeOf(space, state, route), set));
}

interface Stood {
  readonly standing: Standing;
  readonly step: Step;
}

/** Walks a way: each step by the run-time, the last to what is aimed at. */
export function walked(moves: Moves, { arrival, more, aim }: Way, most: number): Walked {
  const { core, space } = moves;
  const { diagrams } = space;
  const legs: Leg[] = [...more];
  let first = arrival;
  for (let one: Way["arrival"] | null = arrival; one !== null; one = one.from) {
    legs.unshift(...one.legs);
    first = one;
  }
  const wanted: Bdd[] = [aim.set];
  for (const leg of [...legs].reverse()) {
    const [after = FALSE] = wanted;
    wanted.unshift(leg.comes !== "always" ? diagrams.or(after, undone(leg, after)) : undone(leg, after));
  }
  const walk = new Walk(moves, "decision" in aim.asks ? openEnded(core, aim.asks.decision) : core, most);
  const steps = onFoot(walk, first, legs, wanted, aim);
  return { steps, cut: steps === null && walk.cut };
}

function onFoot(walk: Walk, first: Way["arrival"], legs: readonly Leg[], wanted: readonly Bdd[], aim: Aim): readonly Step[] | null {
  const { moves, core } = walk;
  const { space } = moves;
  const { start } = first;
  const begun = space.diagrams.and(start.set, first.led.before(wanted[0] ?? FALSE));
  if (begun === FALSE) return null;
  const location =
    start.by === "start" ? { pathname: start.place.path, search: "", state: null } : locationIn(space, begun, start.place.path);
  const state = { ...core.initial, now: NOW };
  const opening: Step = { says: `${start.by} -> ${first.place.screen.id}`, did: [{ kind: "opened", location }] };
  if (legs.length === 0) {
    const route = lift(matchPath(core, location.pathname), location).route;
    return meets(walk, aim, route, { state, location, did: [] }) ? [opening] : null;
  }
  const begins = walk.stand(state, location);
  if (begins === null || !lies(space, begins.cube, wanted[0] ?? FALSE)) return null;
  let standing: Standing = begins;
  const steps = [opening];
  for (const [index, leg] of legs.entries()) {
    const next = wanted[index + 1] ?? FALSE;
    const always = leg.comes === "always";
    const needed = always || !lies(space, standing.cube, next);
    if (!needed && leg.comes === "maybe") continue;
    const asks = "decision" in aim.asks && index === legs.length - 1;
    const says = always && !asks ? `${leg.by} -> ${leg.place.screen.id}` : needed ? leg.by : null;
    const from: Standing = standing;
    if (index === legs.length - 1 && needed) {
      const { route } = from.resolution;
      const last = walk.go(from, leg, next, (left): Step | null => (meets(walk, aim, route, left) ? { says, did: left.did } : null));
      return last === null ? null : [...steps, last];
    }
    const done = walk.go(from, leg, next, (left): Stood | null => {
      const { path, search, state: given } = from.resolution.route;
      const stood =
        leg.stays && left.location === null
          ? walk.stay(from, left.state)
          : walk.stand(left.state, left.location ?? { pathname: path, search, state: given });
      const right = stood !== null && stood.resolution.screen === leg.place.screen.id && lies(space, stood.cube, next);
      return right ? { standing: stood, step: { says, did: left.did } } : null;
    });
    if (done !== null) {
      standing = done.standing;
      steps.push(done.step);
    } else if (needed) return null;
  }
  const { route } = standing.resolution;
  return meets(walk, aim, route, { state: standing.state, location: null, did: [] }) ? steps : null;
}
