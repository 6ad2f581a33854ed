/** Exports `Stages`: which stage of a compilation runs on which file, for the finding about an exception in it. */
import type { Origin } from "../language/bundle.js";
import { internalError, type Problem, problemAt } from "../language/problems.js";

type Location = Pick<Origin, "file" | "line" | "column">;

export class Stages {
  #stage: string;
  #at: Location;

  constructor(stage: string, at: Location) {
    this.#stage = stage;
    this.#at = at;
  }

  /** A stage begins. */
  enter(stage: string, at: Location): void {
    this.#stage = stage;
    this.#at = at;
  }

  /** The finding about an exception of the stage that runs. */
  failure(error: unknown): Problem {
    return problemAt(this.#at, internalError(this.#stage, String(error)));
  }
}
