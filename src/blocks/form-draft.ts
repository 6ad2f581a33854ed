/** Exports the draft of a form, what was typed and may be saved, and what the depositor agrees to in it, for the form block and for scenarios. */
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import type { ScreenHandle } from "./block.js";
import { pick, valueAt, withValue } from "./form-data.js";
import { serialized } from "./form-errors.js";
import { draftFields } from "./form-ui.js";
import { isObject } from "./json-object.js";

/** The formatter of a form's texts. */
type Texts = Pick<ScreenHandle, "text">;

/** Fields with which the depositor agrees to a text, that of their label: their schema requires `true`. */
function agreements({ fields, schema }: FormBlock): readonly string[] {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  return fields.order.filter((field) => {
    const property = properties[field];
    return isObject(property) && property.const === true;
  });
}

/** The text that the depositor agrees to with a field, as it is shown now. */
function textOf({ fields }: FormBlock, field: string, texts: Texts): string {
  const label = fields.items[field]?.label;
  return label === undefined ? "" : texts.text(label);
}

/** The data without some agreements, as if the depositor had cleared them: rjsf reports a value that is removed as a change. */
function cleared(data: Json, fields: readonly string[]): Json {
  return fields.reduce((rest, field) => withValue(rest, field, false), data);
}

/** The data of a draft as the form has them: a draft has the text of an agreement in place of `true`. */
export function dataOfDraft(block: FormBlock, draft: Json): Json {
  return agreements(block).reduce((data, field) => (valueAt(data, field) ? withValue(data, field, true) : data), draft);
}

/** The data with which a form is first rendered: those of its draft, without the agreements to other texts, and else its initial data. */
export function firstData(block: FormBlock, draft: Json, initial: Json, texts: Texts): Json {
  const isOther = (field: string): boolean => {
    const agreed = valueAt(draft, field);
    return agreed !== undefined && agreed !== false && agreed !== textOf(block, field, texts);
  };
  return pick(block.fields.order, dataOfDraft(block, cleared(draft, agreements(block).filter(isOther))), initial);
}

/** The input of one form since it was first rendered. */
export class FormDraft {
  /** Of the initial data with which the form was first rendered. */
  readonly name: string;
  #fields: readonly string[];
  #agreements: readonly string[];
  /** The text that each checked agreement was given to. */
  readonly #agreed = new Map<string, string>();
  readonly #first: string;
  #saved: string;
  #isSettled = false;

  /** `data`: with which the form is first rendered. */
  constructor(block: FormBlock, name: string, data: Json, texts: Texts) {
    this.name = name;
    this.#fields = draftFields(block);
    this.#agreements = agreements(block);
    this.#first = serialized(this.#draftOf(block, data, texts));
    this.#saved = this.#first;
  }

  /** The form has other fields from now on. */
  blockChanged(block: FormBlock): void {
    this.#fields = draftFields(block);
    this.#agreements = agreements(block);
  }

  /** The draft to save, without secrets; null while it is the last one. rjsf also reports its defaults: the depositor has changed nothing. */
  changed(block: FormBlock, data: Json, texts: Texts): Json | null {
    const draft = this.#draftOf(block, data, texts);
    const text = serialized(draft);
    if (text === this.#saved) return null;
    this.#saved = text;
    this.#isSettled = false;
    return draft;
  }

  /** The data without agreements whose text is another one now, such as a transfer of another amount; null where there are none. */
  withoutOutdated(block: FormBlock, data: Json, texts: Texts): Json | null {
    const outdated = this.#agreements.filter((field) => {
      const agreed = this.#agreed.get(field);
      return agreed !== undefined && valueAt(data, field) === true && agreed !== textOf(block, field, texts);
    });
    for (const field of outdated) this.#agreed.delete(field);
    return outdated.length === 0 ? null : cleared(data, outdated);
  }

  /** Whether a call has done what the form asked for, and nothing was typed since: the runtime has deleted the draft. `stored`: the draft in the state. */
  isSettled(stored: Json): boolean {
    return this.#isSettled || (this.#isTyped && stored === null);
  }

  /** The form's action has run: the data without the agreements, which count for one call. Null where they still count, and where there are none. */
  settle(data: Json, stored: Json): Json | null {
    if (this.#agreements.length === 0 || !this.isSettled(stored)) return null;
    const left = cleared(data, this.#agreements);
    this.#isSettled = true;
    this.#agreed.clear();
    // The same values typed again are a new draft.
    this.#saved = serialized(pick(this.#fields, left));
    return left;
  }

  #draftOf(block: FormBlock, data: Json, texts: Texts): Json {
    let draft = pick(this.#fields, data);
    for (const field of this.#agreements) {
      if (valueAt(data, field) !== true) this.#agreed.delete(field);
      else if (!this.#agreed.has(field)) this.#agreed.set(field, textOf(block, field, texts));
      const agreed = this.#agreed.get(field);
      if (agreed !== undefined) draft = withValue(draft, field, agreed);
    }
    return draft;
  }

  /** Whether the last draft is another one than at first. */
  get #isTyped(): boolean {
    return this.#saved !== this.#first;
  }
}
