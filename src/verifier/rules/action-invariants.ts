/** Promises about what is done (`flows/invariants.json`): what an action leaves of the state, where it leads, and what a failure leads to. */
import type { Origin } from "../../language/bundle.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";
import type { Move, Moves } from "../transitions/transitions.js";
import { done, undone } from "../transitions/transitions.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";
import type { LinkedInvariant } from "./screen-invariants.js";

/** Where an action is done: on its screen; the app's own wherever one is, so where nobody is refused. */
interface Stage {
  readonly place: ScreenSpace;
  readonly owner: string | null;
  readonly action: string;
}

/** A screen that is open to everybody. */
function openPlace({ screens, space }: Moves): ScreenSpace | null {
  const { diagrams } = space;
  const open = ({ screen, admits }: ScreenSpace): boolean => screen.guard.logic === true && diagrams.and(space.valid, admits) !== FALSE;
  return [...screens.values()].find(open) ?? null;
}

/** A promised action where it is done; null where there is none of this name. */
function stageOf(moves: Moves, name: string): Stage | null {
  const dot = name.lastIndexOf(".");
  const action = name.slice(dot + 1);
  const place = dot < 0 ? openPlace(moves) : moves.screens.get(name.slice(0, dot));
  if (place === null || place === undefined) return null;
  const all = dot < 0 ? moves.core.actions : moves.content(place)?.actions;
  return all?.[action] === undefined ? null : { place, owner: dot < 0 ? null : place.screen.id, action };
}

const isNamed = (failure: string, name: string): boolean => failure === name || failure.startsWith(`${name}.`);

/** Whether a move is what is spoken of: the action, with the outcome that is named, or else what goes well. */
function isMeant({ deed }: Move, { owner, action }: Stage, outcome: string | null): boolean {
  if (deed.kind !== "action" || deed.owner !== owner || deed.name !== action) return false;
  // What is hoped for is not what has come of it.
  if (deed.outcome === null) return deed.action.call === undefined;
  return outcome === null ? deed.outcome === "ok" : isNamed(deed.outcome, outcome);
}

function brokenBy(invariant: LinkedInvariant, by: string, at: readonly Origin[], place: ScreenSpace, owner: string, where: Bdd): Suspicion {
  const message = messages.invariant(invariant.name, invariant.description, by);
  return { rule: "invariant", message, at: [invariant.at, ...at], owner, where, ask: { pathname: place.path } };
}

/** What moves do against a promise: those for whom they do. */
function against(invariant: LinkedInvariant, moves: Moves, here: Bdd, meant: readonly Move[]): Bdd {
  const { space } = moves;
  const { diagrams } = space;
  const spoken = invariant.when === null ? space.valid : diagrams.and(space.valid, space.holds(invariant.when));
  // What changes nothing is no move: the state stays, and nobody is led anywhere.
  if (meant.length === 0) {
    const left = invariant.then === null ? FALSE : diagrams.minus(diagrams.and(here, spoken), space.holds(invariant.then));
    return invariant.leads === null ? left : diagrams.and(here, spoken);
  }
  const bad = meant.map((move): Bdd => {
    const after = diagrams.and(done(move, here), spoken);
    const elsewhere = invariant.leads !== null && move.to?.screen.paths.includes(invariant.leads) !== true;
    const wrong = elsewhere ? after : invariant.then === null ? FALSE : diagrams.minus(after, space.holds(invariant.then));
    return wrong === FALSE ? FALSE : diagrams.and(here, undone(move, wrong));
  });
  return diagrams.any(bad);
}

export function checkPromised(invariants: readonly LinkedInvariant[], moves: Moves): readonly Suspicion[] {
  const { space } = moves;
  const { diagrams } = space;
  return invariants.flatMap((invariant): readonly Suspicion[] => {
    const found: Suspicion[] = [];
    for (const name of invariant.actions) {
      const stage = stageOf(moves, name);
      if (stage === null) {
        const message = `${invariant.name} ${messages.speaksOf(name)}`;
        found.push({ rule: "invariant", message, at: [invariant.at], owner: "app", where: null, ask: null });
        continue;
      }
      const { place } = stage;
      const here = diagrams.and(space.valid, place.admits);
      const where = against(
        invariant,
        moves,
        here,
        moves.of(place).filter((move) => isMeant(move, stage, invariant.outcome)),
      );
      const owner = stage.owner === null ? "app" : `screen:${stage.owner}`;
      if (where !== FALSE) found.push(brokenBy(invariant, name, stage.owner === null ? [] : [place.screen.at], place, owner, where));
    }
    const { failure } = invariant;
    const open = failure === null ? null : openPlace(moves);
    if (failure === null || open === null) return found;
    const failing = moves.of(open).filter(({ deed }) => deed.kind === "failure" && isNamed(deed.failure, failure));
    const where = against(invariant, moves, diagrams.and(space.valid, open.admits), failing);
    if (where !== FALSE) found.push(brokenBy(invariant, failure, [], open, "app", where));
    return found;
  });
}
