/** Links of e-mails: each leads somebody who follows it to its screen. */

import type { Space } from "../abstraction/state-space.js";
import { FALSE } from "../bdd/diagrams.js";
import { emailedLinks, routesOf } from "../transitions/addresses.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";

export function checkEmailed(space: Space, screens: ReadonlyMap<string, ScreenSpace>): readonly Suspicion[] {
  const { diagrams } = space;
  return emailedLinks(screens).flatMap((link): readonly Suspicion[] => {
    const { screen, admits } = link.place;
    const followers = diagrams.all([space.valid, routesOf(space, link), admits]);
    // A screen that admits nobody at all is told as such.
    if (followers !== FALSE || diagrams.and(space.valid, admits) === FALSE) return [];
    const message = messages.emailedRefused(screen.id, link.keys);
    return [{ rule: "emailed-refused", message, at: [screen.at, screen.guard.at], owner: `screen:${screen.id}`, where: null, ask: null }];
  });
}
