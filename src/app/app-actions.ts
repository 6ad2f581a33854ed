/** The app's own actions as the chrome offers them: one that only leads somewhere is a link. */
import type { BundleCore } from "../language/bundle.js";

/** The path that an action of the app leads to, when that is all it does; else null. */
export function pathOfAction(core: BundleCore, name: string): string | null {
  const action = core.actions[name];
  if (action === undefined || action.call !== undefined || action.confirm !== undefined) return null;
  const [first, ...rest] = action.then ?? [];
  return rest.length === 0 && typeof first?.go === "string" ? first.go : null;
}
