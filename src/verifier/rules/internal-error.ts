/** Exports the rule `internal-error`: an exception of a rule becomes a finding that names the rule and the location. For the analysis. */
import type { Origin } from "../../language/bundle.js";
import { TooManyNodes } from "../bdd/diagrams.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";

/** An exception with the screen that the rule was checking. */
class ScreenFailure extends Error {
  override readonly name = "ScreenFailure";
  constructor(
    readonly owner: string,
    readonly at: Origin,
    override readonly cause: unknown,
  ) {
    super(`The check of ${owner} failed`);
  }
}

/** Checks one screen; an exception keeps the screen for `runRule`. */
export function checkScreen<T>({ screen }: ScreenSets, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof TooManyNodes) throw error;
    throw new ScreenFailure(`screen:${screen.id}`, screen.at, error);
  }
}

/** The part that a rule was checking when it failed: its name, and the owner and locations if they are known. */
interface Checked {
  readonly rule: string;
  readonly owner?: string;
  readonly at?: readonly Origin[];
}

/** Runs a rule. The only place that catches its exceptions; a node limit is not an error of the rule and is thrown on. */
export function runRule({ rule, owner = "app", at = [] }: Checked, check: () => readonly CandidateFinding[]): readonly CandidateFinding[] {
  try {
    return check();
  } catch (error) {
    if (error instanceof TooManyNodes) throw error;
    return [
      error instanceof ScreenFailure ? internalError(rule, error.cause, error.owner, [error.at]) : internalError(rule, error, owner, at),
    ];
  }
}

/** The finding for an exception. */
export function internalError(rule: string, error: unknown, owner = "app", at: readonly Origin[] = []): CandidateFinding {
  const message = messages.internalError(rule, owner, String(error));
  return { rule: "internal-error", message, at, owner, where: null, question: null };
}
