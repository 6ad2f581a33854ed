/** Exports the draft of a form, what was typed and may be saved, and what of it counts for one call, for the form block and for scenarios. */
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import { pick } from "./form-data.js";
import { serialized } from "./form-errors.js";
import { draftFields } from "./form-ui.js";
import { isObject } from "./json-object.js";

/** Fields with which the depositor agrees to what the form does: their schema requires `true`. An agreement counts for one call. */
export function agreements({ fields, schema }: FormBlock): readonly string[] {
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
    return draft;
  }

  /** Whether the last draft is another one than at first. */
  get isTyped(): boolean {
    return this.#saved !== this.#first;
  }
}
