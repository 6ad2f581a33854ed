/** Exports how a form submits itself (`submitOn`), for the form block and for scenarios. */
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import { valueAt } from "./form-data.js";
import { serialized } from "./form-errors.js";

interface Change {
  /** Evaluated only when the form may submit itself. */
  readonly isValid: () => boolean;
  /** The pause without changes after which the form is submitted, in milliseconds. */
  readonly pause: () => number;
  readonly submit: () => void;
}

/** Submits once for each value of the field, after a pause without changes. A form without `submitOn` never does. */
export class SelfSubmit {
  readonly #after: (milliseconds: number, done: () => void) => () => void;
  #cancel = (): void => {};
  /** The value with which the form was sent last. */
  #sent: string | null = null;

  constructor(after: (milliseconds: number, done: () => void) => () => void) {
    this.#after = after;
  }

  /** Call when the depositor has changed the data. */
  changed({ submitOn }: FormBlock, data: Json, { isValid, pause, submit }: Change): void {
    if (submitOn === undefined) return;
    this.#cancel();
    if (serialized(valueAt(data, submitOn)) !== this.#sent && isValid()) this.#cancel = this.#after(pause(), submit);
  }

  /** Call when the form is sent, in any way. */
  sent({ submitOn }: FormBlock, data: Json): void {
    this.#cancel();
    if (submitOn !== undefined) this.#sent = serialized(valueAt(data, submitOn));
  }

  /** The form leaves the page. */
  stop(): void {
    this.#cancel();
    this.#sent = null;
  }
}
