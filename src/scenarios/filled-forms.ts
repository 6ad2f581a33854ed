/** Exports what a depositor has typed into the forms of a screen, for a scenario: the data, and the errors of a refused submit. */
import { valueAt, withValue } from "../blocks/form-data.js";
import { FormDraft, firstData } from "../blocks/form-draft.js";
import { type DataError, type FormValidator, validationOf } from "../blocks/form-errors.js";
import { type FormWarnings, warningsOf } from "../blocks/form-warnings.js";
import { shownData, withoutHiddenSecrets } from "../blocks/hidden-fields.js";
import { SelfSubmit } from "../blocks/self-submit.js";
import type { FormBlock } from "../language/blocks.js";
import type { ValidatorFunctions } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import type { ScreenEvaluation } from "../runtime/screen-evaluation.js";

/** rjsf's way to call a validator that was compiled with the bundle, on a day of the scenario. */
function validatorOf({ schemaId }: FormBlock, functions: ValidatorFunctions, today: string): FormValidator {
  const validate = functions[schemaId];
  if (validate === undefined) throw new Error(`There is no validator for ${schemaId}.`);
  return {
    rawValidation: <Result>(_schema: unknown, data: unknown) => ({
      errors: (validate.call({ today }, data) ? [] : [...(validate.errors ?? [])]) as Result[],
    }),
  };
}

/** rjsf fills in the defaults of a form's schema. */
function withDefaults(schema: Json, data: Json): Json {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  const missing = Object.entries(properties).flatMap(([name, property]) =>
    isObject(property) && property.default !== undefined && valueAt(data, name) === undefined ? [[name, property.default] as const] : [],
  );
  return missing.reduce((filled, [name, value]) => withValue(filled, name, value as Json), data);
}

export interface SavedDraft {
  readonly name: string;
  readonly data: Json;
}

export interface FilledForms {
  /** The present data of a form, with the values of hidden fields. */
  data(form: FormBlock, screen: ScreenEvaluation, draft: Json): Json;
  /** The depositor changes the data of a form. Returns the draft to save; null where it has not changed. */
  fill(form: FormBlock, before: Json, data: Json, screen: ScreenEvaluation): SavedDraft | null;
  /** The data to send; null, and the errors are kept, where the form's rules reject it. */
  submit(form: FormBlock, data: Json, screen: ScreenEvaluation): Json | null;
  /** The action of a form has run. As in a browser, what it has agreed to counts once where its draft has been deleted. */
  sent(form: FormBlock, draftOf: (name: string) => Json): void;
  /** The errors that a submit of this data would have. */
  rejected(form: FormBlock, data: Json, screen: ScreenEvaluation): readonly DataError[];
  /** Messages about valid but unlikely values, by path. */
  warnings(form: FormBlock, data: Json, screen: ScreenEvaluation): FormWarnings;
  errors(): readonly DataError[];
  /** Another screen is shown. */
  clear(): void;
}

interface Around {
  /** The compiled validators of a form. */
  readonly functions: (form: FormBlock) => ValidatorFunctions;
  /** The scenario's date (UTC), `YYYY-MM-DD`. */
  readonly today: () => string;
  /** Called when the data of a form changes. */
  readonly onChange: () => void;
  readonly after: (milliseconds: number, done: () => void) => () => void;
  /** The pause after which a form submits itself, in milliseconds. */
  readonly pause: () => number;
  readonly submit: (form: FormBlock) => void;
}

export function createFilledForms({ functions, today, onChange, after, pause, submit: submitItself }: Around): FilledForms {
  const rejected: FilledForms["rejected"] = (form, data, screen) =>
    validationOf(form, validatorOf(form, functions(form), today()), screen)(shownData(form, data, screen).data);
  const selfSubmit = new SelfSubmit(after);
  const typed = new Map<string, Json>();
  const drafts = new Map<string, FormDraft>();
  let errors: readonly DataError[] = [];
  /** The form that was refused, and the fields that it did not show then: they show no errors until the next submit. */
  let refused: { readonly key: string; readonly hidden: readonly string[] } | null = null;
  return {
    data(form, screen, draft) {
      const present = typed.get(form.key);
      if (present !== undefined) {
        // As the form block does with each rendering.
        const left = drafts.get(form.key)?.withoutOutdated(form, present, screen) ?? present;
        typed.set(form.key, left);
        return left;
      }
      const initial = form.initial === undefined ? null : screen.value(form.initial);
      return withDefaults(form.schema as Json, firstData(form, draft, initial, screen));
    },
    fill(form, before, filled, screen) {
      const data = withoutHiddenSecrets(form, filled, screen);
      const draft = drafts.get(form.key) ?? new FormDraft(form, screen.draftName(form), before, screen);
      drafts.set(form.key, draft);
      typed.set(form.key, data);
      onChange();
      const { hidden = [] } = refused ?? {};
      if (refused?.key === form.key) errors = rejected(form, data, screen).filter(({ path }) => !hidden.includes(path));
      const isValid = () => rejected(form, data, screen).length === 0;
      selfSubmit.changed(form, shownData(form, data, screen).data, { isValid, pause, submit: () => submitItself(form) });
      const changed = draft.changed(form, data, screen);
      return changed === null ? null : { name: draft.name, data: changed };
    },
    submit(form, data, screen) {
      const shown = shownData(form, data, screen);
      errors = rejected(form, data, screen);
      refused = errors.length === 0 ? null : { key: form.key, hidden: shown.hidden };
      if (errors.length === 0) selfSubmit.sent(form, shown.data);
      return errors.length === 0 ? shown.data : null;
    },
    sent(form, draftOf) {
      const draft = drafts.get(form.key);
      const present = typed.get(form.key);
      const left = draft === undefined || present === undefined ? null : draft.settle(present, draftOf(draft.name));
      if (left === null) return;
      typed.set(form.key, left);
      onChange();
    },
    rejected,
    warnings(form, typed, screen) {
      const { data, hidden } = shownData(form, typed, screen);
      return warningsOf(form, data, hidden, validatorOf(form, functions(form), today()), screen);
    },
    errors: () => errors,
    clear() {
      selfSubmit.stop();
      typed.clear();
      drafts.clear();
      onChange();
      errors = [];
      refused = null;
    },
  };
}
