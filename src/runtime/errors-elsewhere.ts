/** Exports the errors of fields that the runtime keeps for forms of screens that are not shown yet (`fieldErrorsAt`). */
import type { ScreenView } from "./view.js";

type FieldErrors = ScreenView["fieldErrors"];

/** Field errors by the id of the screen whose form shows them. */
export interface ErrorsElsewhere {
  /**
   * Keeps the errors for the named screen, and returns whether the current screen shows them now. The named screen may
   * be the current one: it is then entered again in another state, with the form of an earlier step.
   */
  keep(errors: FieldErrors, screen: string | undefined, current: string | undefined): boolean;
  /** Removes and returns the errors for a screen that is entered. */
  take(screen: string): FieldErrors;
  /** The session has ended. */
  clear(): void;
}

const NONE: FieldErrors = [];

export function createErrorsElsewhere(): ErrorsElsewhere {
  const kept = new Map<string, FieldErrors>();
  return {
    keep(errors, screen, current) {
      if (screen !== undefined) kept.set(screen, errors);
      return screen === undefined || screen === current;
    },
    take(screen) {
      const errors = kept.get(screen) ?? NONE;
      kept.delete(screen);
      return errors;
    },
    clear: () => kept.clear(),
  };
}
