/**
 * Exports how the runtime raises the `onEnter` actions of a screen, for `runtime.ts`; the screen reads the ones in
 * progress as `pending`.
 */
import type { Actions } from "./actions.js";
import { slicesRead } from "./slice-reads.js";
import type { ScreenView } from "./view.js";

export interface OnEnterDependencies {
  readonly actions: Actions;
  /** The screen that is shown and not being left. */
  currentScreen(): ScreenView | null;
  patchScreen(part: Pick<ScreenView, "pending">): void;
}

/** `pending` with these actions. */
export function pendingOf(names: readonly string[]): ScreenView["pending"] {
  return Object.fromEntries(names.map((name) => [name, true]));
}

/** Raises the actions in order, each once the slices that it reads have loaded, until the screen is left. */
export async function raiseOnEnter({ entry, resolution, content }: ScreenView, dependencies: OnEnterDependencies): Promise<void> {
  const { actions, currentScreen, patchScreen } = dependencies;
  for (const [index, name] of content.onEnter.entries()) {
    await actions.raiseAfter(slicesRead(content.actions[name] ?? {}), resolution.screen, name);
    if (currentScreen()?.entry !== entry) return;
    patchScreen({ pending: pendingOf(content.onEnter.slice(index + 1)) });
  }
}
