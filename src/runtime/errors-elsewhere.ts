/** Exports the errors of fields that the runtime keeps for forms of screens that are not shown yet (`fieldErrorsAt`). */
import type { ScreenView } from "./view.js";

type FieldErrors = ScreenView["fieldErrors"];

/** Field errors by the id of the screen whose form shows them. */
export interface ErrorsElsewhere {
  /**
   * Keeps the errors for a screen that is named, and returns whether the current one shows them now. The current one may be
   * named: it is then entered again in another state, with the form of an earlier step.
   */
  keep(errors: FieldErrors, screen: string | undefined, current: string | undefined): boolean;
  /** The errors for a screen that is entered; they are kept no longer. */
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
