/**
 * The depositors whom findings show, and ways to them: the smallest that some way leads to, by moves of the flows, or
 * else by an address that is typed; each way is walked by the run-time to the very depositor that is told.
 */

import type { Space, Variable } from "../abstraction/state-space.js";
import { cheapest } from "../abstraction/witness.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import { typedAddress } from "../transitions/addresses.js";
import type { Operation } from "../transitions/relations.js";
import { only } from "../transitions/relations.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";
import type { Moves } from "../transitions/transitions.js";
import { done } from "../transitions/transitions.js";
import type { Paths } from "./forward-search.js";
import { legOf } from "./forward-search.js";
import type { Aim, Arrival, Leg, Step } from "./nodes.js";

/** Whom a finding is about: who asks for this screen, or this decision, in one of these states. */
export interface Goal {
  readonly where: Bdd;
  readonly asks: Aim["asks"];
}

/** One to whom a way was found. */
export interface Come {
  /** The states that differ in nothing that the finding is about. */
  readonly where: Bdd;
  /** What it is about, by the variables' names. */
  readonly about: readonly string[];
  readonly steps: readonly Step[];
}

/** States that a way might lead to. */
interface Candidate {
  readonly arrival: Arrival;
  readonly more: readonly Leg[];
  readonly set: Bdd;
}

/** Ways that are walked for one goal at the most. */
const MOST_WALKED = 24;

/** Arrivals at which an address is typed at the most, and how many at once. */
const MOST_TYPED = 200;
const BATCH = 20;

const NOTHING: Operation = { after: (set) => set, before: (set) => set };

/** What a set is about: variables whose values, within what is possible, decide who is in it. With each all that is under it. */
function about(space: Space, set: Bdd): readonly Variable[] {
  const { diagrams, valid } = space;
  return space.variables.filter(({ stands, name }) => {
    if (stands === "open") return false;
    const levels = space.levelsOf(`at and under ${name}`, (other) => other.name === name || other.name.startsWith(`${name}.`));
    return diagrams.and(diagrams.forget(set, levels), valid) !== set;
  });
}

/** The smallest of some states, and all that agree with it in what `whole` is about. */
function likeSmallest(space: Space, some: Bdd, whole: Bdd, variables: readonly Variable[]): Bdd {
  const chosen = cheapest(space, some);
  const like = variables.map((variable) => space.is(variable, chosen.get(variable) ?? 0));
  return space.diagrams.and(whole, space.diagrams.all(like.reverse()));
}

/** What an arrival may come to by what its screen asks for. */
function* settledOf(paths: Paths, arrival: Arrival): Generator<Candidate> {
  const { set, legs, gone } = paths.settled(arrival);
  const { place } = arrival;
  // Who stays where they may not be any more asks for nothing.
  yield { arrival, more: legs, set: paths.moves.space.diagrams.and(set, place.admits) };
  for (const { before, load, set: left } of gone) yield { arrival, more: [...before, legOf(load, place, NOTHING)], set: left };
}

/** Looks for ways to goals, all of them together. */
class Search {
  readonly #walks = new Map<Goal, number>();
  readonly #about = new Map<Goal, readonly Variable[]>();
  readonly found = new Map<Goal, Come>();

  constructor(readonly paths: Paths) {}

  /** What an arrival has of a goal, as it asks for the screen and once it stands there. */
  *candidates({ asks }: Goal, from: { readonly asked: number; readonly arrived: number }): Generator<Candidate> {
    const { asked, arrivals, moves } = this.paths;
    if ("decision" in asks) {
      for (const arrival of arrivals.slice(from.arrived)) {
        const { set, legs } = this.paths.settled(arrival);
        for (const asking of moves.asking(arrival.place, asks.decision)) {
          const leg = legOf({ ...asking, by: `${asking.by}, which asks ${asking.decision}` }, arrival.place, asking.then);
          yield { arrival, more: [...legs, leg], set: done(leg, set) };
        }
      }
      return;
    }
    const place = moves.screens.get(asks.screen);
    if (place === undefined) return;
    for (const arrival of asked.slice(from.asked)) if (arrival.place === place) yield { arrival, more: [], set: arrival.set };
    for (const arrival of arrivals.slice(from.arrived)) if (arrival.place === place) yield* settledOf(this.paths, arrival);
  }

  /** By an address that is typed where one is by these arrivals. */
  *typed(place: ScreenSpace, arrivals: readonly Arrival[]): Generator<Candidate> {
    const { moves } = this.paths;
    const opening = moves.opening(typedAddress(place));
    for (const arrival of arrivals) {
      const { set, legs } = this.paths.settled(arrival);
      const asked = done(opening, set);
      yield { arrival, more: [...legs, legOf(opening, place, NOTHING)], set: asked };
      const admitted = moves.space.diagrams.and(asked, place.admits);
      if (admitted === FALSE) continue;
      const led = only(moves.space, place.admits);
      const there = {
        place,
        set: admitted,
        start: arrival.start,
        from: arrival,
        legs: [...legs, legOf(opening, place, led)],
        led,
        stays: false,
        again: opening.again,
      };
      yield* settledOf(this.paths, there);
    }
  }

  /** Tries candidates: the smallest depositor of all if some way leads to it, else the smallest that they have. */
  try(goal: Goal, candidates: Iterable<Candidate>): boolean {
    const { space } = this.paths.moves;
    const { diagrams } = space;
    const whole = diagrams.and(goal.where, space.valid);
    const fitting: Candidate[] = [];
    for (const candidate of candidates) if (diagrams.and(candidate.set, whole) !== FALSE) fitting.push(candidate);
    if (fitting.length === 0) return false;
    const variables = this.#about.get(goal) ?? about(space, whole);
    this.#about.set(goal, variables);
    let left = diagrams.and(whole, diagrams.any(fitting.map(({ set }) => set)));
    let where = likeSmallest(space, whole, whole, variables);
    if (diagrams.and(left, where) === FALSE) where = likeSmallest(space, left, whole, variables);
    while (left !== FALSE) {
      for (const { arrival, more, set } of fitting) {
        if (diagrams.and(set, where) === FALSE) continue;
        const walks = this.#walks.get(goal) ?? 0;
        if (walks >= MOST_WALKED) return false;
        this.#walks.set(goal, walks + 1);
        const steps = this.paths.walk({ arrival, more, aim: { set: where, asks: goal.asks } });
        if (steps === null) continue;
        this.found.set(goal, { where, about: variables.map(({ name }) => name), steps });
        return true;
      }
      left = diagrams.minus(left, where);
      if (left !== FALSE) where = likeSmallest(space, left, whole, variables);
    }
    return false;
  }
}

/** The screens that goals ask for, and those on which their decisions are asked. */
function screensOf(moves: Moves, goals: readonly Goal[]): readonly ScreenSpace[] {
  const asked = (place: ScreenSpace): boolean =>
    goals.some(({ asks }) => ("screen" in asks ? place.screen.id === asks.screen : moves.asking(place, asks.decision).length > 0));
  return [...moves.screens.values()].filter(asked);
}

/** For each goal the one to whom a way was found; not in the map: nobody to whom one was found. */
export function waysTo(paths: Paths, goals: readonly Goal[]): ReadonlyMap<Goal, Come> {
  const search = new Search(paths);
  const { arrivals, asked, moves } = paths;
  let open = [...goals];
  let from = { asked: 0, arrived: 0 };
  do {
    const now = { asked: asked.length, arrived: arrivals.length };
    open = open.filter((goal) => !search.try(goal, search.candidates(goal, from)));
    from = now;
  } while (open.length > 0 && paths.further(screensOf(moves, open)));
  for (const goal of open) {
    const place = "screen" in goal.asks ? moves.screens.get(goal.asks.screen) : undefined;
    for (let at = 0; place !== undefined && at < Math.min(arrivals.length, MOST_TYPED); at += BATCH)
      if (search.try(goal, search.typed(place, arrivals.slice(at, at + BATCH)))) break;
  }
  return search.found;
}
