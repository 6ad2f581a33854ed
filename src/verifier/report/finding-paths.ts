/** Exports the paths of findings, for the analysis. */
import { matchPath } from "../../engine/paths.js";
import type { CandidateFinding } from "../rules/findings.js";
import type { ForwardSearch } from "../search/forward-search.js";
import { type Goal, pathsToGoals } from "../search/paths-to-goals.js";

/**
 * Adds a path to each candidate: to the smallest depositor that the search reaches, whose states then replace those of the
 * candidate, or to the screen of a candidate without states.
 */
export function withPaths(candidates: readonly CandidateFinding[], search: ForwardSearch): readonly CandidateFinding[] {
  const { core } = search.transitions;
  const goals = new Map<CandidateFinding, Goal>();
  for (const candidate of candidates) {
    const { where, question } = candidate;
    if (where === null || question === null) continue;
    const requests = "decide" in question ? { decision: question.decide } : { screen: matchPath(core, question.pathname).screen.id };
    goals.set(candidate, { where, requests });
  }
  const found = pathsToGoals(search, [...goals.values()]);
  return candidates.map((candidate): CandidateFinding => {
    const goal = goals.get(candidate);
    if (goal === undefined) {
      const steps = search.stepsTo(candidate.owner.replace(/^screen:/, ""));
      return { ...candidate, path: { to: "screen", about: [], steps } };
    }
    const path = found.get(goal);
    if (path === undefined) return { ...candidate, path: { to: "unknown", about: [], steps: [] } };
    return { ...candidate, where: path.where, path: { to: "depositor", about: path.about, steps: path.steps } };
  });
}
