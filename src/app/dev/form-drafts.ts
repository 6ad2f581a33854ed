/** Exports the fields of the visible forms for the recording of a scenario: what was typed since the last look, and which inputs are secret. */
import { pick, valueAt } from "../../blocks/form-data.js";
import { dataOfDraft } from "../../blocks/form-draft.js";
import type { DepositorState } from "../../engine/events.js";
import type { FormBlock } from "../../language/blocks.js";
import type { BundleCore } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { isObject } from "../../language/json.js";
import { draftsOf } from "../../runtime/drafts.js";
import type { Runtime } from "../../runtime/runtime.js";
import { screenEvaluation } from "../../runtime/screen-evaluation.js";
import type { Store } from "../../state/store.js";
import { type CommonData, changedValues, SECRET_SAMPLE } from "./recorder.js";

type Values = { readonly [path: string]: Json };

const isForm = (node: object): node is FormBlock => "block" in node && node.block === "form";

function formsIn(node: unknown): readonly FormBlock[] {
  if (typeof node !== "object" || node === null) return [];
  const own = isForm(node) ? [node] : [];
  return [...own, ...Object.values(node).flatMap(formsIn)];
}

function visibleForms({ view }: Runtime): readonly FormBlock[] {
  const present = view.get();
  return present.kind === "screen" ? formsIn(present.content.body) : [];
}

/** The values by path that a form has from its start and reports with its first draft: `default` of the schema, and false of a checkbox. */
function defaultsOf({ fields, schema, uiSchema }: FormBlock): Values {
  const defaults: Record<string, Json> = {};
  for (const path of fields.order) {
    const names = path.split(".");
    const property = valueAt(schema as Json, names.flatMap((name) => ["properties", name]).join("."));
    if (!isObject(property)) continue;
    const widget = valueAt(uiSchema as Json, `${path}.ui:widget`) ?? "checkbox";
    if (property.default !== undefined) defaults[path] = property.default;
    else if (property.type === "boolean" && widget === "checkbox") defaults[path] = false;
  }
  return defaults;
}

/** The state without the drafts of visible forms in which nothing has changed: a scenario does not give them. */
export function withoutUntouched(runtime: Runtime, state: DepositorState): DepositorState {
  const evaluation = screenEvaluation(runtime.core.get(), runtime.scope());
  const untouched = new Set<string>();
  for (const form of visibleForms(runtime)) {
    const name = evaluation.draftName(form);
    const initial = form.initial === undefined ? {} : pick(form.fields.order, evaluation.value(form.initial));
    const defaults = defaultsOf(form);
    const changes = Object.entries(changedValues(initial, draftsOf(state)[name] ?? {}));
    if (changes.every(([path, value]) => valueAt(initial, path) === undefined && defaults[path] === value)) untouched.add(name);
  }
  const kept = Object.entries(draftsOf(state)).filter(([name]) => !untouched.has(name));
  return kept.length === Object.keys(draftsOf(state)).length ? state : { ...state, drafts: Object.fromEntries(kept) };
}

/** Follows the drafts of the forms. They have no secrets: what the depositor types there is never read. */
export class FormDrafts {
  readonly #runtime: Runtime;
  readonly #store: Store;
  /** The data that is recorded, by the name of the draft. */
  readonly #known = new Map<string, Json>();
  /** The forms, by the name of the draft. */
  readonly #forms = new Map<string, FormBlock>();

  constructor(runtime: Runtime, store: Store) {
    this.#runtime = runtime;
    this.#store = store;
    for (const [name, draft] of Object.entries(draftsOf(store.get()))) this.#known.set(name, draft);
    this.takeChanges();
  }

  /** The values that have changed since the last call, by path. */
  takeChanges(): Values {
    const drafts = draftsOf(this.#store.get());
    for (const name of this.#known.keys()) if (drafts[name] === undefined) this.#known.delete(name);
    this.#addInitial(this.#runtime.core.get());
    const changed: Record<string, Json> = {};
    for (const [name, saved] of Object.entries(drafts)) {
      const known = this.#known.get(name) ?? {};
      const form = this.#forms.get(name);
      const defaults = form === undefined ? {} : defaultsOf(form);
      const draft = form === undefined ? saved : dataOfDraft(form, saved);
      for (const [path, value] of Object.entries(changedValues(known, draft)))
        if (valueAt(known, path) !== undefined || defaults[path] !== value) changed[path] = value;
      this.#known.set(name, draft);
    }
    return changed;
  }

  /** The initial data of the visible forms without a draft. */
  #addInitial(core: BundleCore): void {
    const evaluation = screenEvaluation(core, this.#runtime.scope());
    for (const form of visibleForms(this.#runtime)) {
      const name = evaluation.draftName(form);
      this.#forms.set(name, form);
      if (!this.#known.has(name))
        this.#known.set(name, form.initial === undefined ? {} : pick(form.fields.order, evaluation.value(form.initial)));
    }
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The field whose input has this id: its form, its name there, and its path in the data; null for any other input. */
function fieldWith(runtime: Runtime, id: string): { readonly form: FormBlock; readonly field: string; readonly path: string } | null {
  for (const form of visibleForms(runtime)) {
    for (const field of form.fields.order) {
      // `people[].ssn`: an input for each item, `<key>_people_0_ssn`.
      const parts = field.split("[]").map((part) => escaped(part.replaceAll(".", "_")));
      const match = new RegExp(`^${escaped(form.key)}_${parts.join("_(\\d+)")}$`).exec(id);
      if (match === null) continue;
      const [first = "", ...rest] = field.split("[]");
      const path = rest.reduce((before, part, index) => `${before}.${match[index + 1] ?? "0"}${part}`, first);
      return { form, field, path };
    }
  }
  return null;
}

/** The path of the field whose input has this id; null for any other input. */
export const pathOfInput = (runtime: Runtime, id: string): string | null => fieldWith(runtime, id)?.path ?? null;

/** The path of the secret field whose input has this id, with a sample value; null for any other input. */
export function secretOf(runtime: Runtime, { fills }: CommonData, id: string): { readonly path: string; readonly sample: Json } | null {
  const { form, field, path } = fieldWith(runtime, id) ?? {};
  if (form === undefined || field === undefined || path === undefined || form.fields.items[field]?.secret !== true) return null;
  return { path, sample: valueAt(fills[form.schemaId], path) ?? SECRET_SAMPLE };
}
