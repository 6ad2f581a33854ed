/** Exports the rule `guard-weakened` (an overlay admits depositors whom the base refuses) for the analysis. */
import type { BundleCore, Origin } from "../../language/bundle.js";
import type { StateSpace } from "../abstraction/state-space.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import { screenDifferences } from "./differences.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";
import type { OverlayOrigins } from "./overlay-origins.js";
import { originsBehind } from "./overlay-origins.js";
import { chainOf } from "./redirects.js";

/** The flows without the brand's overlay. */
export interface LinkedBase {
  readonly core: BundleCore;
}

/** Depositors whom the overlay admits to a screen and the base doesn't; `before` has the screens of the base. An overlay may refuse more depositors than the base. */
export function checkWeakenedGuards(
  base: LinkedBase,
  before: ReadonlyMap<string, ScreenSets>,
  core: BundleCore,
  space: StateSpace,
  screens: ReadonlyMap<string, ScreenSets>,
  overlay: OverlayOrigins,
): readonly CandidateFinding[] {
  return screenDifferences(space, before, screens)
    .filter(({ kind }) => kind === "opened")
    .map(({ id: key, where }): CandidateFinding => {
      const path = screens.get(key)?.path ?? "/";
      const was = before.get(key);
      const id = was?.screen.id ?? key;
      const found = { rule: "guard-weakened" as const, owner: `screen:${id}`, where, question: { pathname: path } };
      // The screen's own guard before what else the overlay changes.
      const guard = screens.get(key)?.screen.guard.at;
      const isGuard = ({ file, line }: Origin): boolean => file === guard?.file && line === guard.line;
      const places = originsBehind(found, core, overlay);
      return {
        ...found,
        message: messages.weakened(id),
        at: [...places.filter(isGuard), ...places.filter((place) => !isGuard(place)), ...(was === undefined ? [] : [was.screen.guard.at])],
        isReproducedBy: (witness) =>
          chainOf(core, path, witness).length === 1 && was !== undefined && chainOf(base.core, was.path, witness).length > 1,
      };
    });
}
