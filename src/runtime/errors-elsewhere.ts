/** Exports the errors of fields that the runtime keeps for forms of screens that are not shown yet (`fieldErrorsAt`). */
import type { ScreenView } from "./view.js";

type FieldErrors = ScreenView["fieldErrors"];

/** Field errors by the id of the screen whose form shows them. */
export interface ErrorsElsewhere {
  keep(screen: string, errors: FieldErrors): void;
  /** The errors for a screen that is entered; they are kept no longer. */
  take(screen: string): FieldErrors;
  /** The session has ended. */
  clear(): void;
}

const NONE: FieldErrors = [];

export function createErrorsElsewhere(): ErrorsElsewhere {
  const kept = new Map<string, FieldErrors>();
  return {
    keep: (screen, errors) => void kept.set(screen, errors),
    take(screen) {
      const errors = kept.get(screen) ?? NONE;
      kept.delete(screen);
      return errors;
    },
    clear: () => kept.clear(),
  };
}
