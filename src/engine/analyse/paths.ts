/**
 * Ways to screens, shown: breadth first from the starts, with whole states (all slices together) at every step, and each
 * way then walked by the run-time itself. A screen counts as reached when `transition` and `resolve` came there.
 */
import type { Bdd } from "./bdd.js";
import { FALSE } from "./bdd.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";
import type { Arrival, Leg } from "./legs.js";
import type { Load, Move, Moves, Parts } from "./moves.js";
import { Done } from "./moves.js";
import type { Operation } from "./operations.js";
import { only, routed, sequence } from "./operations.js";
import { reachable, startsOf } from "./reach.js";
import { walked } from "./replay.js";
import type { ScreenSpace } from "./routes.js";
import { fixedRoute } from "./routes.js";

/** How a screen is reached, in words; why it is not, where it is not. */
export type Reached =
  | { readonly path: readonly string[] }
  /** `nobody`: proven. `unshown`: slice by slice it might be reached, and no way was found that the run-time walks. */
  | { readonly path: null; readonly why: "nobody" | "unshown" };

/** When diagrams of whole states have grown to this, no more ways are looked for. */
const MOST_NODES = 1_000_000;

export class Paths {
  readonly #shown = new Map<string, readonly string[]>();
  /** What was at each screen with every answer that it asks for. */
  readonly #seen = new Map<ScreenSpace, Bdd>();
  readonly #queue: Arrival[] = [];
  readonly #left = new Map<ScreenSpace, number>();
  /** Screens to which ways are looked for: all, until it is known which nobody reaches. */
  #wanted: ReadonlySet<string>;
  #proven = false;

  constructor(readonly moves: Moves) {
    this.#wanted = new Set(moves.screens.keys());
    const { space } = moves;
    for (const start of startsOf(moves)) {
      this.#arrive(start.place, start.set, only(space, space.valid), (place, set, led) => ({
        place,
        set,
        start,
        from: null,
        legs: [],
        led,
      }));
    }
    for (let next = this.#next(); next !== undefined && !this.#done(); next = this.#next()) {
      // Every screen that was come to was left once: what is missing now may well be out of reach.
      if ((this.#left.get(next.place) ?? 0) > 1) this.#prove();
      if (!this.#done()) this.#leave(next);
    }
    this.#prove();
  }

  #prove(): void {
    if (!this.#proven && this.#shown.size < this.#wanted.size) this.#wanted = reachable(this.moves, this.#seen);
    this.#proven = true;
  }

  /** What came first of the screens that were left least often: every screen is left once before one is left again. */
  #next(): Arrival | undefined {
    const times = ({ place }: Arrival): number => this.#left.get(place) ?? 0;
    const [first] = this.#queue;
    if (first === undefined) return undefined;
    const next = this.#queue.reduce((least, one) => (times(one) < times(least) ? one : least), first);
    this.#queue.splice(this.#queue.indexOf(next), 1);
    this.#left.set(next.place, times(next) + 1);
    return next;
  }

  /** How a screen is reached. */
  to(id: string): Reached {
    const path = this.#shown.get(id);
    return path === undefined ? { path: null, why: this.#wanted.has(id) ? "unshown" : "nobody" } : { path };
  }

  #done(): boolean {
    return this.#shown.size >= this.#wanted.size || this.moves.space.diagrams.size > MOST_NODES;
  }

  /** Takes states to a screen, and on to where it sends them. */
  #arrive(
    place: ScreenSpace,
    set: Bdd,
    before: Operation,
    arrival: (place: ScreenSpace, set: Bdd, led: Operation) => Arrival,
    passed: readonly ScreenSpace[] = [],
  ): void {
    const { space, screens } = this.moves;
    const { diagrams } = space;
    if (set === FALSE || passed.includes(place)) return;
    const admitted = diagrams.and(set, place.admits);
    if (admitted !== FALSE && !diagrams.implies(admitted, this.#seen.get(place) ?? FALSE)) {
      const made = arrival(place, admitted, sequence([before, only(space, place.admits)]));
      this.#show(made);
      this.#seen.set(place, diagrams.or(admitted, this.#seen.get(place) ?? FALSE));
      this.#queue.push(made);
    }
    for (const { target, to, when } of place.sendings) {
      const next = screens.get(target.id);
      const sent = diagrams.and(set, when);
      if (next === undefined || sent === FALSE) continue;
      const route = routed(space, fixedRoute(space, to, new Map(), new Set()));
      this.#arrive(next, route.after(sent), sequence([before, only(space, when), route]), arrival, [...passed, place]);
    }
  }

  #show(arrival: Arrival): void {
    const { id } = arrival.place.screen;
    if (this.#shown.has(id)) return;
    const path = walked(this.moves, arrival);
    if (path !== null) this.#shown.set(id, path);
  }

  #leave(arrival: Arrival): void {
    const { place } = arrival;
    const { space } = this.moves;
    const { diagrams } = space;
    const stays = only(space, place.admits);
    const legs: Leg[] = [];
    let set = arrival.set;
    for (const load of this.moves.loads(place)) {
      const answered = done(load, set);
      // An answer after which one may not stay leads on.
      const gone = diagrams.minus(answered, place.admits);
      if (gone !== FALSE) this.#move(arrival, legs, load, place, gone);
      const stayed = diagrams.and(answered, place.admits);
      const untold = Object.keys(load.deed.answer.becomes).some((path) => !space.tells(path));
      const more = !diagrams.implies(stayed, set);
      if (more || untold) legs.push({ ...load, then: stays, place, comes: untold ? "untold" : "maybe" });
      set = diagrams.or(set, stayed);
    }
    this.#seen.set(place, diagrams.or(set, this.#seen.get(place) ?? FALSE));
    const before = new Done(space);
    for (const move of this.moves.of(place)) {
      if (this.#done()) return;
      if (before.before(move, move.raised.after(set))) continue;
      this.#move(arrival, legs, move, move.to ?? place, done(move, set));
    }
  }

  #move(from: Arrival, before: readonly Leg[], move: Move | Load, to: ScreenSpace, set: Bdd): void {
    this.#arrive(to, set, move.then, (place, admitted, led) => ({
      place,
      set: admitted,
      start: from.start,
      from,
      legs: [...before, { by: move.by, deed: move.deed, raised: move.raised, answered: move.answered, then: led, place, comes: "always" }],
      led,
    }));
  }
}

function done({ raised, answered, then }: Parts, set: Bdd): Bdd {
  const after = raised.after(set);
  return then.after(answered === null ? after : answered.after(after));
}

/** Screens that nobody reaches, or to which no way is shown. */
export function checkReached(paths: Paths): readonly Suspicion[] {
  return [...paths.moves.screens.values()].flatMap(({ screen }): readonly Suspicion[] => {
    const reached = paths.to(screen.id);
    if (reached.path !== null) return [];
    const message = reached.why === "nobody" ? messages.unreachable(screen.id) : messages.unshown(screen.id);
    return [{ rule: "screen-unreachable", message, at: [screen.at], owner: `screen:${screen.id}`, where: null, ask: null }];
  });
}
