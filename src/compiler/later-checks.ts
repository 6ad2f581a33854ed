/**
 * Exports `LaterChecks`: the checks that rely on valid names and logic, and which of them can run although some screens have
 * errors. For `compile`.
 */
import type { Problem } from "../language/problems.js";

interface LaterCheck {
  /** The screen that registered it; null for a check that reads several parts of the definition. */
  readonly screen: string | null;
  readonly look: () => void;
}

export class LaterChecks {
  readonly #checks: LaterCheck[] = [];
  readonly #ofScreens = new Map<Problem, string>();
  #screen: string | null = null;

  /** Runs `work` as part of a screen; null: as part of what all screens share. */
  within<T>(screen: string | null, work: () => T): T {
    const around = this.#screen;
    this.#screen = screen;
    try {
      return work();
    } finally {
      this.#screen = around;
    }
  }

  /** Records which screen a finding belongs to. */
  note(problem: Problem): void {
    if (this.#screen !== null) this.#ofScreens.set(problem, this.#screen);
  }

  add(look: () => void): void {
    this.#checks.push({ screen: this.#screen, look });
  }

  /** The screens with errors; null where an error is in a part that screens may share. */
  faulty(found: readonly Problem[]): ReadonlySet<string> | null {
    const errors = found.filter(({ severity }) => severity === "error").map((problem) => this.#ofScreens.get(problem));
    return errors.every((screen) => screen !== undefined) ? new Set(errors) : null;
  }

  /** Runs all checks if there is no error, else those of the screens without errors. An error in a shared part prevents all checks. */
  run(found: readonly Problem[]): void {
    const faulty = this.faulty(found);
    if (faulty === null) return;
    for (const { screen, look } of this.#checks)
      if (faulty.size === 0 || (screen !== null && !faulty.has(screen))) this.within(screen, look);
  }
}
