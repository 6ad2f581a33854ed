/** Exports the exceptions of the engine during replays, which executors record and the rule `runtime-error` reports. */
import type { Json } from "../../language/definition.js";

/** An event in which the engine threw: the depositor, the values of the free inputs, and the message. */
export interface RuntimeFailure {
  /** The screen on which the event occurred. */
  readonly screen: string;
  readonly by: string;
  readonly message: string;
  /** Whether it is a redirect loop, which `redirect-loop` reports for all states at once. */
  readonly isLoop: boolean;
  readonly state: Json;
  readonly inputs: { readonly [name: string]: Json };
}

export class RuntimeFailures {
  readonly #found = new Map<string, RuntimeFailure>();

  /** Records a failure; of equal ones, the first. */
  add(failure: RuntimeFailure): void {
    const key = JSON.stringify([failure.screen, failure.by, failure.message]);
    if (!this.#found.has(key)) this.#found.set(key, failure);
  }

  /** The failures since a number of earlier ones. */
  since(earlier: number): readonly RuntimeFailure[] {
    return [...this.#found.values()].slice(earlier);
  }
}
