/** Where what is done leads: an effect of an answer, or Back, that leads to a screen which refuses whom it leads there. */

import { FALSE } from "../bdd/diagrams.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";
import type { Move, Moves } from "../transitions/transitions.js";
import { done, undone } from "../transitions/transitions.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";

/** How it is told what leads there; null where another rule speaks of it. */
function toldAs(
  { deed }: Move,
  { screen }: ScreenSpace,
): { readonly rule: "effect-refused" | "link-refused"; readonly what: string } | null {
  if (deed.kind === "go" && deed.control === null) return { rule: "link-refused", what: "Back" };
  if (deed.kind !== "action" || deed.owner !== screen.id) return null;
  // What leads on at once is a link, but for what no control raises.
  const plain = deed.action.call === undefined && !deed.effects.some(({ set, reset }) => set ?? reset);
  if (plain && deed.control !== null) return null;
  return { rule: "effect-refused", what: deed.outcome === null ? deed.name : `${deed.name} (${deed.outcome})` };
}

/** Gates send on whoever they are about wherever they ask: those are no fault of what leads there. */
export function checkLed(moves: Moves): readonly Suspicion[] {
  const { space, screens } = moves;
  const { diagrams } = space;
  const found = new Map<string, Suspicion>();
  for (const place of screens.values()) {
    const { screen, path } = place;
    for (const move of moves.of(place)) {
      const { to } = move;
      const told = to === null || move.decided ? null : toldAs(move, place);
      if (to === null || told === null || to.screen.guard.logic === true) continue;
      const gated = diagrams.any(to.sendings.flatMap(({ by, when }) => (by === "gate" ? [when] : [])));
      const here = diagrams.and(space.valid, place.admits);
      const refused = diagrams.minus(diagrams.minus(done(move, here), to.admits), gated);
      if (refused === FALSE) continue;
      const { rule, what } = told;
      const key = `${screen.id} ${what} ${to.screen.id}`;
      const where = diagrams.or(found.get(key)?.where ?? FALSE, diagrams.and(here, undone(move, refused)));
      const message =
        rule === "link-refused" ? messages.linkRefused(screen.id, what, to.path) : messages.effectRefused(screen.id, what, to.path);
      const at = [screen.at, to.screen.guard.at];
      found.set(key, { rule, message, at, owner: `screen:${screen.id}`, where, ask: { pathname: path } });
    }
  }
  return [...found.values()];
}
