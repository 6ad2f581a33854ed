/**
 * Exports the state of a form while the depositor types, for the form block: the present data and the errors shown, without a
 * rendering by rjsf. rjsf gets the typed values with the next rendering of the whole form: when the data is sent or changed from
 * outside, and at once when a value changes which fields or warnings are shown.
 */
import type { ValidatorType } from "@rjsf/utils";
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import { COMMIT_PAUSE_MS, type FormError, FormErrors, type LiveForm } from "../theme/index.js";
import type { ScreenHandle } from "./block.js";
import { ITEMS, valueAt, withValue } from "./form-data.js";
import { FormDraft } from "./form-draft.js";
import { type DataError, fieldOf, type ServerError, serialized, type Validate, validationOf } from "./form-errors.js";
import { warningsOf } from "./form-warnings.js";
import { type ShownData, shownData, withoutHiddenSecrets } from "./hidden-fields.js";
import { isObject } from "./json-object.js";

/** The time after a pause in typing after which a draft is saved. */
const DRAFT_PAUSE_MS = 1000;
/** The pause after which a text is taken that nothing reads but the draft. */
const UNREAD_PAUSE_MS = COMMIT_PAUSE_MS + DRAFT_PAUSE_MS;

/** What depends on the form's data and is rendered by rjsf: hidden fields and warnings, as keys that can be compared. */
export interface Rendered extends ShownData {
  readonly hiddenKey: string;
  readonly warningKey: string;
}

export function renderedOf(block: FormBlock, typed: Json, validator: ValidatorType, screen: ScreenHandle): Rendered {
  const { data, hidden } = shownData(block, typed, screen);
  return { data, hidden, hiddenKey: hidden.join(" "), warningKey: JSON.stringify(warningsOf(block, data, hidden, validator, screen)) };
}

/** Names of fields that a condition of the schema reads: rjsf includes other fields when one of them changes. */
function conditionNames(schema: Json, inside = false): readonly string[] {
  if (Array.isArray(schema)) return (schema as readonly Json[]).flatMap((part) => conditionNames(part, inside));
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([name, part]) => {
    const names = conditionNames(part, inside || CONDITIONS.has(name));
    if (DEPENDENT.has(name)) return [...names, ...Object.keys(isObject(part) ? part : {})];
    if (!inside) return names;
    if (name === "properties") return [...names, ...Object.keys(isObject(part) ? part : {})];
    return name === "required" && Array.isArray(part) ? [...names, ...part.map(String)] : names;
  });
}

const CONDITIONS = new Set(["if", "oneOf", "anyOf", "not"]);
const DEPENDENT = new Set(["dependencies", "dependentSchemas", "dependentRequired"]);

/** The fields whose text need not be rendered by rjsf, by the id of their control. */
function quietFields({ key, fields, schema }: FormBlock): ReadonlyMap<string, string> {
  const read = new Set(conditionNames(schema));
  const quiet = fields.order.filter((path) => !path.includes(ITEMS) && !path.split(".").some((name) => read.has(name)));
  return new Map(quiet.map((path) => [controlId(key, path), path]));
}

/** The path in the data of the field with this control, also of an item's field. */
function pathOf(id: string, { key, fields }: FormBlock, data: Json, screen: ScreenHandle): string | undefined {
  return fields.order.flatMap((field) => screen.placesOf(field, data)).find(({ path }) => controlId(key, path) === id)?.path;
}

const controlId = (form: string, path: string): string => [form, ...path.split(".")].join("_");

/** The name of the list item that a path of the data is in: `Person 2` for `people.1.name`. */
function itemName(path: string, data: Json, { items }: FormBlock["fields"], screen: ScreenHandle): string | null {
  const names = path.split(".");
  const index = names.findLastIndex((name) => /^\d+$/.test(name));
  const list = names
    .slice(0, Math.max(index, 0))
    .join(".")
    .replace(/\.\d+(?=\.|$)/g, ITEMS);
  const item = items[list]?.item;
  if (index < 0 || item === undefined) return null;
  return screen.text(item, valueAt(data, names.slice(0, index + 1).join(".")), undefined, Number(names[index]) + 1);
}

/** The values that the form block passes on at each rendering. */
export interface Surroundings {
  readonly block: FormBlock;
  readonly validator: ValidatorType;
  readonly screen: ScreenHandle;
  /** The data that rjsf has rendered. */
  readonly rendered: Rendered;
  /** The data that rjsf has, with the values of hidden fields. */
  readonly data: Json;
  /** Called with the data that is shown after each change. */
  readonly onData: (data: Json) => void;
  /** The part of the shown data that a submit sends; null while an earlier submit is in progress. */
  readonly toSend: (data: Json) => Json | null;
}

export class FormTyping implements LiveForm {
  readonly errors = new FormErrors();
  #around: Surroundings;
  #validate: Validate;
  /** `quietFields` of the block, from the first key on. */
  #quietFields: ReadonlyMap<string, string> | undefined;
  #readsData: boolean;
  #hasLists: boolean;
  /** The typed values that rjsf does not have yet, by path. */
  readonly #typed = new Map<string, string | undefined>();
  /** The texts that the controls have committed to nobody yet, by the id of the control. */
  readonly #uncommitted = new Map<string, () => string | null>();
  #serverErrors: readonly ServerError[] = [];
  /** The errors that were shown last. */
  #shownErrors: readonly DataError[] = [];
  /** Whether errors of the data are shown: from the first refused submit on. */
  #showsErrors = false;
  /** The controls that the form had at the last refused submit: others have no error before the depositor could fill them in. */
  #asked: ReadonlySet<string> = new Set();
  readonly #draft: FormDraft;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();
  /** The last result of `present`, while nothing has changed. */
  #present: Json | undefined;

  constructor(around: Surroundings) {
    const { block, validator, screen, data } = around;
    this.#around = around;
    this.#validate = validationOf(block, validator, screen);
    this.#readsData = readsData(block);
    this.#hasLists = hasLists(block);
    this.#draft = new FormDraft(block, screen.draftName(block), data, screen);
  }

  /** Call at each rendering. */
  rendering(around: Surroundings): void {
    const { block, validator, screen, data } = this.#around;
    if (data !== around.data) this.#present = undefined;
    this.#around = around;
    if (block !== around.block) {
      this.#quietFields = undefined;
      this.#readsData = readsData(around.block);
      this.#hasLists = hasLists(around.block);
      this.#draft.blockChanged(around.block);
    }
    if (block !== around.block || validator !== around.validator || screen !== around.screen)
      this.#validate = validationOf(around.block, around.validator, around.screen);
  }

  get #quiet(): ReadonlyMap<string, string> {
    this.#quietFields ??= quietFields(this.#around.block);
    return this.#quietFields;
  }

  /** The data with all that was typed, also into fields that are hidden now. */
  data(): Json {
    return [...this.#typed].reduce((data, [path, value]) => withValue(data, path, value), this.#around.data);
  }

  /** The data of the fields that are shown: the same object until it changes. */
  present = (): Json => {
    this.#present ??= this.#shownOf(this.data());
    return this.#present;
  };

  #shownOf(typed: Json): Json {
    const { block, screen } = this.#around;
    return shownData(block, typed, screen).data;
  }

  /** Calls the listener after the data has changed. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  pause(id: string): number {
    return this.#quiet.has(id) && !this.#isRead() ? UNREAD_PAUSE_MS : COMMIT_PAUSE_MS;
  }

  /** Whether something on the page depends on the typed texts. */
  #isRead(): boolean {
    return this.#listeners.size > 0 || this.#showsErrors || this.#serverErrors.length > 0 || this.#readsData;
  }

  typed(id: string, value: string | undefined, isLast: boolean): boolean {
    const path = this.#quiet.get(id);
    if (path === undefined) return false;
    const { block, validator, screen, rendered } = this.#around;
    const next = withValue(this.data(), path, value);
    if (this.#readsData) {
      const { hiddenKey, warningKey } = renderedOf(block, next, validator, screen);
      if (hiddenKey !== rendered.hiddenKey || warningKey !== rendered.warningKey) return false;
    }
    this.#typed.set(path, value);
    this.#present = undefined;
    this.notify();
    if (this.#showsErrors || this.#serverErrors.length > 0) this.#show(this.present());
    if (this.#isRead() && !isLast) {
      clearTimeout(this.#draftTimer);
      this.#draftTimer = setTimeout(() => this.#saveDraft(this.data()), DRAFT_PAUSE_MS);
    } else this.#saveDraft(next);
    this.#around.onData(this.present());
    return true;
  }

  committing(id: string): void {
    const path = this.#quiet.get(id);
    if (path === undefined) return;
    this.#typed.delete(path);
    this.#present = undefined;
  }

  register(id: string, uncommitted: () => string | null): () => void {
    this.#uncommitted.set(id, uncommitted);
    return () => {
      if (this.#uncommitted.get(id) === uncommitted) this.#uncommitted.delete(id);
    };
  }

  /** The form's data has changed to `data`; returns it with the values that rjsf does not have yet, and without secrets of hidden fields. */
  changed(data: Json): Json {
    const { block, screen } = this.#around;
    this.#around = { ...this.#around, data };
    const next = withoutHiddenSecrets(block, this.data(), screen);
    this.#typed.clear();
    this.#present = undefined;
    this.#around = { ...this.#around, data: next };
    if (this.#showsErrors || this.#serverErrors.length > 0) this.#show(this.present());
    this.#saveDraft(next);
    this.#around.onData(this.present());
    return next;
  }

  /** The data with all that was typed, for a rendering: rjsf gets these values with it. */
  flushed(): Json {
    const data = this.data();
    this.#typed.clear();
    this.#around = { ...this.#around, data };
    return data;
  }

  /** Whether the data of the shown fields can be sent. Shows nothing. */
  isValid(data: Json): boolean {
    return this.#validate(data).length === 0;
  }

  /** Validates the data to send. Shows the errors, and returns whether there are none. */
  accepts(data = this.#around.toSend(this.present())): boolean {
    if (data === null) return true;
    this.#serverErrors = [];
    const errors = this.#validate(data);
    this.#showsErrors = errors.length > 0;
    if (this.#showsErrors) {
      const { key } = this.#around.block;
      this.#asked = new Set([...this.errors.fields(), ...errors.map(({ path }) => controlId(key, path))]);
    }
    this.#shownErrors = errors;
    this.errors.replace(this.#shown(errors, data), errors.length > 0);
    return errors.length === 0;
  }

  /** The server has rejected values of the sent data. */
  refused(errors: readonly DataError[], sent: Json): void {
    for (const { path, text } of this.#notTaken())
      if (this.#quiet.get(controlId(this.#around.block.key, path)) === path) this.#typed.set(path, text);
    this.#present = undefined;
    this.#serverErrors = errors.map(({ path, message }) => ({ path, message, value: serialized(valueAt(sent, path)) }));
    this.#show(this.present(), this.#serverErrors.length > 0);
  }

  /** Shows errors of the data again only from the next refused submit on. */
  stopShowingErrors(): void {
    this.#showsErrors = false;
    this.#show(this.present());
  }

  /** The data without agreements to a text that is no longer shown; null where there are none. */
  withoutOutdated(): Json | null {
    const { block, screen } = this.#around;
    return this.#draft.withoutOutdated(block, this.data(), screen);
  }

  /** The form's action has run: the data that is left to show; null where it stays as it is. */
  settled(): Json | null {
    const left = this.#draft.settle(this.data(), this.#around.screen.draft(this.#draft.name));
    if (left !== null) this.stopShowingErrors();
    return left;
  }

  /** The form leaves the page: saves what was typed since the last pause, unless its draft has been deleted (the form was sent). */
  leave(): void {
    clearTimeout(this.#draftTimer);
    if (this.#draft.isSettled(this.#around.screen.draft(this.#draft.name))) return;
    this.#saveDraft(this.#notTaken().reduce((present, { path, text }) => withValue(present, path, text), this.data()));
  }

  /** The texts of controls that the form has not taken yet. */
  #notTaken(): readonly { readonly path: string; readonly text: string | undefined }[] {
    const { block, screen } = this.#around;
    return [...this.#uncommitted].flatMap(([id, uncommitted]) => {
      const text = uncommitted();
      const path = text === null ? undefined : pathOf(id, block, this.data(), screen);
      return path === undefined ? [] : [{ path, text: text || undefined }];
    });
  }

  /** The errors of the data, without those of fields that have come since the last refused submit. */
  #errorsOf(data: Json): readonly DataError[] {
    const errors = this.#validate(data);
    const { key } = this.#around.block;
    const isAsked = ({ path }: DataError): boolean => this.#asked.has(controlId(key, path));
    return errors.every(isAsked) ? errors : errors.filter(isAsked);
  }

  #show(data: Json, focus = false): void {
    const errors = this.#showsErrors ? this.#errorsOf(data) : [];
    const server = this.#serverErrors.filter(({ path, value }) => serialized(valueAt(data, path)) === value);
    const all = server.length === 0 ? errors : [...errors, ...server];
    // The names of list items in the summary may change with the data.
    if (all === this.#shownErrors && !focus && !this.#hasLists) return;
    this.#shownErrors = all;
    this.errors.replace(this.#shown(all, data), focus);
  }

  #shown(errors: readonly DataError[], data: Json): readonly FormError[] {
    const { block, screen } = this.#around;
    const { fields, key } = block;
    return errors.map(({ path, message }) => {
      const item = itemName(path, data, fields, screen);
      return {
        // An error that belongs to no field of this form is one of the form.
        id: fields.items[fieldOf(path, fields)] === undefined ? null : controlId(key, path),
        message,
        summary: item === null ? message : screen.translate("errorOfItem", { item, message }),
      };
    });
  }

  #saveDraft(data: Json): void {
    clearTimeout(this.#draftTimer);
    const { block, screen } = this.#around;
    const draft = this.#draft.changed(block, data, screen);
    if (draft !== null) screen.saveDraft(this.#draft.name, draft);
  }
}

/** Whether conditions or warnings of the fields read the form's data, or the form submits itself when they change. */
function readsData({ fields: { items }, submitOn }: FormBlock): boolean {
  return submitOn !== undefined || Object.values(items).some(({ when, warnings = [] }) => when !== undefined || warnings.length > 0);
}

const hasLists = ({ fields }: FormBlock): boolean => fields.order.some((path) => path.includes(ITEMS));
