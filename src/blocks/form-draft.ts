/** Exports the draft of a form, what was typed and may be saved, and what is left of it after a call, for the form block and for scenarios. */
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import { pick, withValue } from "./form-data.js";
import { serialized } from "./form-errors.js";
import { draftFields } from "./form-ui.js";
import { isObject } from "./json-object.js";

/** Fields with which the depositor agrees to what the form does: their schema requires `true`. An agreement counts for one call. */
function agreements({ fields, schema }: FormBlock): readonly string[] {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  return fields.order.filter((field) => {
    const property = properties[field];
    return isObject(property) && property.const === true;
  });
}

/** What was typed into one form since it was first rendered. */
export class FormDraft {
  /** Of the initial data with which the form was first rendered. */
  readonly name: string;
  #fields: readonly string[];
  readonly #first: string;
  #saved: string;
  #isSettled = false;

  /** `data`: with which the form is first rendered. */
  constructor(block: FormBlock, name: string, data: Json) {
    this.name = name;
    this.#fields = draftFields(block);
    this.#first = serialized(pick(this.#fields, data));
    this.#saved = this.#first;
  }

  /** The form has other fields from now on. */
  blockChanged(block: FormBlock): void {
    this.#fields = draftFields(block);
  }

  /** The draft to save, without secrets; null while it is the last one. rjsf also reports its defaults: the depositor has changed nothing. */
  changed(data: Json): Json | null {
    const draft = pick(this.#fields, data);
    const text = serialized(draft);
    if (text === this.#saved) return null;
    this.#saved = text;
    this.#isSettled = false;
    return draft;
  }

  /** Whether a call has done what the form asked for, and nothing was typed since: the runtime has deleted the draft. `stored`: the draft in the state. */
  isSettled(stored: Json): boolean {
    return this.#isSettled || (this.#isTyped && stored === null);
  }

  /** The form's action has run: the data without the agreements that counted for its call. Null where they still count, and where there are none. */
  settle(block: FormBlock, data: Json, stored: Json): Json | null {
    const given = agreements(block);
    if (given.length === 0 || !this.isSettled(stored)) return null;
    // As if the depositor had cleared them: rjsf reports a value that is removed as a change.
    const left = given.reduce((rest, field) => withValue(rest, field, false), data);
    this.#isSettled = true;
    // The same values typed again are a new draft.
    this.#saved = serialized(pick(this.#fields, left));
    return left;
  }

  /** Whether the last draft is another one than at first. */
  get #isTyped(): boolean {
    return this.#saved !== this.#first;
  }
}
