/**
 * Ways to screens, shown: breadth first from the starts, with whole states (all slices together) at every step, and each
 * way then walked by the run-time itself. A screen counts as reached when `transition` and `resolve` came there.
 */

import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, MOST_NODES } from "../bdd/diagrams.js";
import { startsOf } from "../transitions/addresses.js";
import type { Operation } from "../transitions/relations.js";
import { only, routed, sequence } from "../transitions/relations.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";
import { fixedRoute } from "../transitions/screen-sets.js";
import type { Load, Move, Moves, Parts } from "../transitions/transitions.js";
import { Done, done } from "../transitions/transitions.js";
import type { Arrival, Leg, Step, Way } from "./nodes.js";
import { walked } from "./replay.js";
import { ScreenGraph } from "./screen-graph.js";
import { reachable } from "./slice-reachability.js";

/** How a screen is reached, in words; why it is not, where it is not. */
export type Reached =
  | { readonly path: readonly string[] }
  /**
   * `nobody`: proven. `unshown`: slice by slice it might be reached, and none of all ways is one that the run-time walks.
   * `limit`: not all ways were looked at.
   */
  | { readonly path: null; readonly why: "nobody" | "unshown" | "limit" };

/** How far is looked; what lies beyond is not decided. */
export interface Limits {
  /** Nodes of diagrams with which the whole proof is given up. */
  readonly diagrams: number;
  /** Nodes of diagrams: when there are so many, no more ways are looked for. */
  readonly nodes: number;
  /** Values that are tried of what is typed and answered beyond the state, for one deed. */
  readonly worlds: number;
  /** Arrivals that are left in looking for the depositors of findings, once the screens are reached. */
  readonly leavings: number;
}

export const LIMITS: Limits = { diagrams: MOST_NODES, nodes: 1_000_000, worlds: 400, leavings: 300 };

/** Ways to one screen that are tried although its states have been at it before. */
const MOST_TRIED = 50;

/** An arrival once everything that the screen asks for by itself may have been answered. */
export interface Settled {
  readonly set: Bdd;
  readonly legs: readonly Leg[];
  /** Answers after which one may not stay, and what came before each. */
  readonly gone: readonly { readonly before: readonly Leg[]; readonly load: Load; readonly set: Bdd }[];
}

const NONE: ReadonlySet<string> = new Set();

/** What leads from one arrival to the next. */
type Doing = Pick<Move, "by" | "deed" | "again" | keyof Parts>;

type Made = (place: ScreenSpace, set: Bdd, led: Operation) => Arrival;

export class Paths {
  readonly #shown = new Map<string, readonly Step[]>();
  readonly #tried = new Map<string, number>();
  /** What was at each screen with every answer that it asks for. */
  readonly #seen = new Map<ScreenSpace, Bdd>();
  readonly #sought = new Map<ScreenSpace, Bdd>();
  /** What was left, or is still to be left, at each screen, whether a way to it is walked or not. */
  readonly #led = new Map<ScreenSpace, Bdd>();
  /** For whom the same was asked again, by the screen and what it was. */
  readonly #again = new Map<string, Bdd>();
  readonly #settled = new WeakMap<Arrival, Settled>();
  readonly #queue: Arrival[] = [];
  readonly #left = new Map<ScreenSpace, number>();
  /** Whoever was let in, in the order in which they came; and whoever asked for a screen, let in or not. */
  readonly arrivals: Arrival[] = [];
  readonly asked: Arrival[] = [];
  readonly #graph: ScreenGraph;
  /** Screens to which ways are looked for: all that are led to, until it is known which nobody reaches. */
  #wanted: ReadonlySet<string>;
  /** How far each screen is from one that is still looked for. */
  #distances: ReadonlyMap<ScreenSpace, number> | null = null;
  /** Arrivals that were left since a screen was come to for the first time. */
  #idle = 0;
  #proven = false;
  #cut = false;
  #further = 0;
  #towards: string | null = null;

  constructor(
    readonly moves: Moves,
    readonly limits: Limits = LIMITS,
  ) {
    this.#graph = new ScreenGraph(moves);
    this.#wanted = new Set(this.#graph.connected.map(({ screen }) => screen.id));
    const { space } = moves;
    for (const start of startsOf(space, moves.screens)) {
      this.#arrive(start.place, start.set, only(space, space.valid), (place, set, led) => ({
        place,
        set,
        start,
        from: null,
        legs: [],
        led,
        stays: false,
        again: NONE,
      }));
    }
    while (!this.#done()) {
      const next = this.#next();
      if (next === undefined) break;
      // As much was done as there are screens, and nothing came of it: what is missing may well be out of reach.
      if (this.#idle > this.#wanted.size) this.#prove();
      if (this.#done()) this.#queue.unshift(next);
      else this.#leave(next, () => this.#done());
    }
    this.#prove();
  }

  #prove(): void {
    if (!this.#proven && this.#shown.size < this.#wanted.size) {
      this.#wanted = reachable(this.moves, this.#seen);
      this.#distances = null;
    }
    this.#proven = true;
  }

  /** What came first of the screens that are near to one that is looked for and were left least often. */
  #next(): Arrival | undefined {
    const [first] = this.#queue;
    if (first === undefined) return undefined;
    this.#distances ??= this.#graph.distances(
      this.#graph.connected.filter(({ screen: { id } }) => this.#wanted.has(id) && !this.#shown.has(id)),
    );
    const distances = this.#distances;
    const off = ({ place }: Arrival): number => (this.#left.get(place) ?? 0) + (distances.get(place) ?? this.#wanted.size);
    const next = this.#queue.reduce((least, one) => (off(one) < off(least) ? one : least), first);
    this.#queue.splice(this.#queue.indexOf(next), 1);
    this.#left.set(next.place, (this.#left.get(next.place) ?? 0) + 1);
    this.#idle += 1;
    return next;
  }

  /** How a screen is reached. */
  to(id: string): Reached {
    const steps = this.#shown.get(id);
    if (steps !== undefined) return { path: wordsOf(steps) };
    return { path: null, why: !this.#wanted.has(id) ? "nobody" : this.whole ? "unshown" : "limit" };
  }

  /** The steps to a screen that is reached; none to another. */
  stepsTo(id: string): readonly Step[] {
    return this.#shown.get(id) ?? [];
  }

  /** Whether all ways were looked at, and everything that may be done tried. */
  get whole(): boolean {
    return this.#queue.length === 0 && !this.#cut;
  }

  /** Looks at one arrival more, towards some screens; false where there is none, or where enough was looked at. */
  further(towards: readonly ScreenSpace[]): boolean {
    if (this.#further >= this.limits.leavings || this.#full()) return false;
    const key = towards.map(({ screen }) => screen.id).join();
    if (key !== this.#towards) this.#distances = this.#graph.distances(towards);
    this.#towards = key;
    const next = this.#next();
    if (next === undefined) return false;
    this.#further += 1;
    this.#leave(next, () => this.#full());
    return true;
  }

  /** The steps of a way that the run-time walks; null when it does not. */
  walk(way: Way): readonly Step[] | null {
    const { steps, cut } = walked(this.moves, way, this.limits.worlds);
    this.#cut ||= cut;
    return steps;
  }

  #full(): boolean {
    return this.moves.space.diagrams.size > this.limits.nodes;
  }

  #done(): boolean {
    return this.#shown.size >= this.#wanted.size || this.#full();
  }

  /** Takes states to a screen, and on to where it sends them. */
  #arrive(place: ScreenSpace, set: Bdd, before: Operation, arrival: Made, passed: readonly ScreenSpace[] = []): void {
    const { space, screens } = this.moves;
    const { diagrams } = space;
    if (set === FALSE || passed.includes(place)) return;
    const asked = diagrams.implies(set, this.#sought.get(place) ?? FALSE) ? null : arrival(place, set, before);
    if (asked !== null) this.asked.push(asked);
    const admitted = diagrams.and(set, place.admits);
    if (admitted !== FALSE) {
      const made = arrival(place, admitted, sequence([before, only(space, place.admits)]));
      this.#keep(made, this.#show(made));
    }
    if (asked !== null && (admitted === FALSE || this.#seen.has(place)))
      this.#sought.set(place, diagrams.or(set, this.#sought.get(place) ?? FALSE));
    for (const { target, to, when } of place.sendings) {
      const next = screens.get(target.id);
      const sent = diagrams.and(set, when);
      if (next === undefined || sent === FALSE) continue;
      const route = routed(space, fixedRoute(space, to, new Map(), new Set()));
      this.#arrive(next, route.after(sent), sequence([before, only(space, when), route]), arrival, [...passed, place]);
    }
  }

  /** Those who have come; where they are nothing new by themselves, with what is asked again for them, once. */
  #brings(made: Arrival, seen: Bdd): Bdd {
    const { diagrams } = this.moves.space;
    const { place, set, again } = made;
    if (again.size === 0 || !diagrams.implies(set, seen)) return set;
    const key = `${place.screen.id} ${[...again].sort().join()}`;
    const before = this.#again.get(key) ?? FALSE;
    if (diagrams.implies(set, before)) return set;
    this.#again.set(key, diagrams.or(set, before));
    return this.settled(made).set;
  }

  /** Keeps who has come, where some of them are new there. */
  #keep(made: Arrival, walkedTo: boolean): void {
    const { diagrams } = this.moves.space;
    const { place } = made;
    const seen = this.#seen.get(place) ?? FALSE;
    const led = this.#led.get(place) ?? FALSE;
    const brings = this.#brings(made, seen);
    // States to which no way is walked yet hide none to which one is; among themselves they lead on once.
    if (!diagrams.implies(brings, seen) && (walkedTo || !diagrams.implies(brings, led))) {
      this.#queue.push(made);
      this.arrivals.push(made);
      this.#led.set(place, diagrams.or(brings, led));
    }
    if (walkedTo) this.#seen.set(place, diagrams.or(brings, seen));
  }

  /** Whether a way to the screen is shown, by this arrival at the latest, or enough ways were tried. */
  #show(arrival: Arrival): boolean {
    const { id } = arrival.place.screen;
    if (this.#shown.has(id)) return true;
    const tried = (this.#tried.get(id) ?? 0) + 1;
    this.#tried.set(id, tried);
    if (tried > MOST_TRIED) {
      this.#cut = true;
      return true;
    }
    const steps = this.walk({ arrival, more: [], aim: { set: arrival.set, asks: { screen: id } } });
    if (steps === null) return false;
    this.#shown.set(id, steps);
    this.#distances = null;
    this.#idle = 0;
    return true;
  }

  /** An arrival with every answer that its screen asks for. */
  settled(arrival: Arrival): Settled {
    const known = this.#settled.get(arrival);
    if (known !== undefined) return known;
    const { place, again } = arrival;
    const { space } = this.moves;
    const { diagrams } = space;
    const admitted = only(space, place.admits);
    const legs: Leg[] = [];
    const gone: Settled["gone"][number][] = [];
    let set = arrival.set;
    for (const load of [...this.moves.loads(place), ...this.moves.loadsAgain(again)]) {
      const answered = done(load, set);
      // What the app asks for is waited for where a guard reads it, and leads on who may not stay; who is there already stays.
      const stays = arrival.stays || load.deed.owner !== null;
      const left = stays ? FALSE : diagrams.minus(answered, place.admits);
      if (left !== FALSE) gone.push({ before: [...legs], load, set: left });
      const stayed = stays ? answered : diagrams.and(answered, place.admits);
      const untold = Object.keys(load.deed.answer.becomes).some((path) => !space.tells(path));
      const more = !diagrams.implies(stayed, set);
      if (more || untold) legs.push({ ...load, then: stays ? load.then : admitted, place, comes: untold ? "untold" : "maybe", stays });
      set = diagrams.or(set, stayed);
    }
    const made = { set, legs, gone };
    this.#settled.set(arrival, made);
    return made;
  }

  #leave(arrival: Arrival, enough: () => boolean): void {
    const { place } = arrival;
    const { space } = this.moves;
    const { set, legs, gone } = this.settled(arrival);
    for (const { before, load, set: left } of gone) this.#move(arrival, before, { ...load, again: NONE }, place, left);
    if (this.#seen.has(place)) this.#seen.set(place, space.diagrams.or(set, this.#seen.get(place) ?? FALSE));
    const before = new Done(space);
    for (const move of this.moves.of(place)) {
      if (enough()) {
        // What was not done here is still to be done.
        this.#queue.unshift(arrival);
        return;
      }
      if (before.before(move, move.raised.after(set))) continue;
      if (move.to === null) this.#stay(arrival, legs, move, done(move, set));
      else this.#move(arrival, legs, move, move.to, done(move, set));
    }
    // Who may not be there any more is sent on where the page is loaded again.
    const { reload } = this.moves;
    this.#move(arrival, legs, { ...reload, again: NONE }, place, done(reload, space.diagrams.minus(set, place.admits)));
  }

  #move(from: Arrival, before: readonly Leg[], move: Doing, to: ScreenSpace, set: Bdd): void {
    this.#arrive(to, set, move.then, (place, admitted, led) => ({
      place,
      set: admitted,
      start: from.start,
      from,
      legs: [...before, legOf(move, place, led)],
      led,
      stays: false,
      again: move.again,
    }));
  }

  /** Who is led nowhere stays in front of what is shown, in what the state has become: no guard is asked. */
  #stay(from: Arrival, before: readonly Leg[], move: Doing, set: Bdd): void {
    if (set === FALSE) return;
    const { place, start } = from;
    const legs = [...before, { ...legOf(move, place, move.then), stays: true }];
    this.#keep({ place, set, start, from, legs, led: move.then, stays: true, again: move.again }, this.#shown.has(place.screen.id));
  }
}

/** Something that is done, as a leg that ends at a screen. */
export function legOf({ by, deed, raised, answered }: Omit<Leg, "place" | "comes" | "stays">, place: ScreenSpace, then: Operation): Leg {
  return { by, deed, raised, answered, then, place, comes: "always", stays: false };
}

/** A way as it is told. */
export function wordsOf(steps: readonly Step[]): readonly string[] {
  return steps.flatMap(({ says }) => (says === null ? [] : [says]));
}
