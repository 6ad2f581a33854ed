/** Exports the path of an app action that only navigates, for `app-link.tsx`. */
import type { BundleCore } from "../language/bundle.js";

/** The path that an app action navigates to, if it does nothing else; else null. */
export function pathOfAction(core: BundleCore, name: string): string | null {
  const action = core.actions[name];
  if (action === undefined || action.call !== undefined || action.confirm !== undefined) return null;
  const [first, ...rest] = action.then ?? [];
  return rest.length === 0 && typeof first?.go === "string" ? first.go : null;
}
