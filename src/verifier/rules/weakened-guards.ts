/** A brand's overlay may ask more of depositors than the base does; where it asks less, it says so with a reason. */
import type { BundleCore } from "../../language/bundle.js";
import type { Space } from "../abstraction/state-space.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";
import { screenSpaces } from "../transitions/screen-sets.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";
import type { OverlayPlaces } from "./overlay-origins.js";
import { writtenBehind } from "./overlay-origins.js";
import { chainOf } from "./redirects.js";
import { screensTreated } from "./treatment.js";

/** The flows without the brand's overlay. */
export interface LinkedBase {
  readonly core: BundleCore;
}

/** Depositors whom the overlay lets onto a screen that the base keeps them from. */
export function checkWeakened(
  base: LinkedBase,
  core: BundleCore,
  space: Space,
  screens: ReadonlyMap<string, ScreenSpace>,
  overlay: OverlayPlaces,
): readonly Suspicion[] {
  const before = screenSpaces(base.core, space);
  return screensTreated(space, before, screens)
    .filter(({ kind }) => kind === "opened")
    .map(({ id, where }): Suspicion => {
      const path = screens.get(id)?.path ?? "/";
      const was = before.get(id);
      const found = { rule: "guard-weakened" as const, owner: `screen:${id}`, where, ask: { pathname: path } };
      return {
        ...found,
        message: messages.weakened(id),
        at: [...writtenBehind(found, core, overlay), ...(was === undefined ? [] : [was.screen.guard.at])],
        shows: (witness) =>
          chainOf(core, path, witness).length === 1 && was !== undefined && chainOf(base.core, was.path, witness).length > 1,
      };
    });
}
