/** Exports the path of an app action that only navigates, for `app-link.tsx`. */
import { soleTarget } from "../engine/target.js";
import type { BundleCore } from "../language/bundle.js";

/** The path that an app action navigates to, if it does nothing else; else null. */
export function pathOfAction(core: BundleCore, name: string): string | null {
  const go = soleTarget(core.actions[name]);
  return typeof go === "string" ? go : null;
}
