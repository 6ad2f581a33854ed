/** Ways on that lead back: a page that refuses sends its depositor to where they came from, round and round. */
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import { routed } from "../transitions/relations.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";
import { fixedRoute } from "../transitions/screen-sets.js";
import type { Move, Moves } from "../transitions/transitions.js";
import { undone } from "../transitions/transitions.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";

/** What a depositor does on a screen itself that goes well: not chrome, not Back, no failure. */
function isWayOn({ deed }: Move, { screen }: ScreenSpace): boolean {
  if (deed.kind === "go") return deed.control !== null;
  return deed.kind === "action" && deed.owner === screen.id && deed.control !== null && (deed.outcome === null || deed.outcome === "ok");
}

/** Those who ask for `to` and end, by its redirects, on another screen than `from`. */
function endsElsewhere(moves: Moves, from: ScreenSpace, to: ScreenSpace, passed: readonly ScreenSpace[] = []): Bdd {
  const { space, screens } = moves;
  const { diagrams } = space;
  const led = to.sendings.map(({ target, to: path, when }) => {
    const next = screens.get(target.id);
    if (next === undefined || when === FALSE || passed.includes(next)) return FALSE;
    const there = endsElsewhere(moves, from, next, [...passed, to]);
    return diagrams.and(when, routed(space, fixedRoute(space, path, new Map(), new Set())).before(there));
  });
  return diagrams.any([to === from ? FALSE : to.admits, ...led]);
}

/** Depositors whom everything that they can do on a screen brings back to it. */
export function checkReturns(moves: Moves, told: readonly Suspicion[]): readonly Suspicion[] {
  const { space, screens } = moves;
  const { diagrams } = space;
  return [...screens.values()].flatMap((place): readonly Suspicion[] => {
    const { screen } = place;
    const content = moves.content(place);
    if (content === undefined || content.end !== undefined) return [];
    const owner = `screen:${screen.id}`;
    // Where nothing leads anywhere, that is told.
    const ends = told.flatMap((one) => (one.rule === "dead-end" && one.owner === owner && one.where !== null ? [one.where] : []));
    let left = diagrams.minus(diagrams.and(space.valid, place.admits), diagrams.any(ends));
    for (const move of moves.of(place)) {
      if (left === FALSE) return [];
      if (move.to !== null && isWayOn(move, place)) left = diagrams.minus(left, undone(move, endsElsewhere(moves, place, move.to)));
    }
    if (left === FALSE) return [];
    return [{ rule: "dead-end", message: messages.ledBack(screen.id), at: [screen.at], owner, where: left, ask: { pathname: place.path } }];
  });
}
