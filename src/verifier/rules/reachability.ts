/** Exports the rules `screen-unreachable` and `screen-undecided` for the analysis. */
import type { ForwardSearch } from "../search/forward-search.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";

const MESSAGES = { nobody: messages.unreachable, "not-replayed": messages.notReplayed };

/** Screens that nobody reaches, to which the engine replays no path, or whose reachability is not decided. */
export function checkReachability(search: ForwardSearch): readonly CandidateFinding[] {
  return Object.values(search.transitions.core.screens).flatMap((screen): readonly CandidateFinding[] => {
    const reached = search.to(screen.id);
    if (reached.path !== null) return [];
    const rule = reached.why === "limit" ? "screen-undecided" : "screen-unreachable";
    const message = reached.why === "limit" ? messages.undecided(screen.id, reached.cause) : MESSAGES[reached.why](screen.id);
    return [{ rule, message, at: [screen.at], owner: `screen:${screen.id}`, where: null, question: null }];
  });
}
