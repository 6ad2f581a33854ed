/** Exports the rules `screen-unreachable` and `screen-undecided` for the analysis. */
import type { Paths } from "../search/forward-search.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";

/** Screens that nobody reaches, to which no way is shown, or of which it is not decided. */
export function checkReached(paths: Paths): readonly Suspicion[] {
  const words = { nobody: messages.unreachable, unshown: messages.unshown, limit: messages.undecided };
  return [...paths.moves.screens.values()].flatMap(({ screen }): readonly Suspicion[] => {
    const reached = paths.to(screen.id);
    if (reached.path !== null) return [];
    const rule = reached.why === "limit" ? "screen-undecided" : "screen-unreachable";
    return [{ rule, message: words[reached.why](screen.id), at: [screen.at], owner: `screen:${screen.id}`, where: null, ask: null }];
  });
}
