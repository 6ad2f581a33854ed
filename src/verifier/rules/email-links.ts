/** Exports the rule `link-refused` (email links to screens that refuse everybody) for the analysis. */

import type { StateSpace } from "../abstraction/state-space.js";
import { FALSE } from "../bdd/diagrams.js";
import { addressRoutes, emailLinks } from "../transitions/addresses.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";

export function checkEmailLinks(space: StateSpace, screens: ReadonlyMap<string, ScreenSets>): readonly CandidateFinding[] {
  const { bdd } = space;
  return emailLinks(screens).flatMap((link): readonly CandidateFinding[] => {
    const { screen, admits } = link.place;
    const followers = bdd.all([space.valid, addressRoutes(space, link), admits]);
    // The rule `screen-unreachable` reports a screen that admits nobody.
    if (followers !== FALSE || bdd.and(space.valid, admits) === FALSE) return [];
    const message = messages.emailedRefused(screen.id, link.keys);
    return [{ rule: "link-refused", message, at: [screen.at, screen.guard.at], owner: `screen:${screen.id}`, where: null, question: null }];
  });
}
