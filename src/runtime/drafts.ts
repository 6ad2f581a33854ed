/** Exports the functions on drafts (typed and unsent form data) in the depositor state, for the runtime. */
import { beginsWithEntry, draftName } from "../engine/draft-name.js";
import type { DepositorState } from "../engine/events.js";
import type { FormBlock } from "../language/blocks.js";
import type { BundleCore, CompiledBlock, ScreenContent } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Formats } from "../language/formats.js";
import { isObject } from "../language/json.js";
import { build, holds, type Scope } from "../language/predicate.js";

type Core = Pick<BundleCore, "operations" | "formats">;
type Drafts = { readonly [form: string]: Json };

/** The drafts of a state, by name. */
export function draftsOf(state: DepositorState): Drafts {
  const { drafts } = state;
  return isObject(drafts) ? drafts : {};
}

/** The state with the draft of this name; the same object when the draft is unchanged. */
export function withDraft(state: DepositorState, name: string, typed: Json): DepositorState {
  const drafts = draftsOf(state);
  if (JSON.stringify(drafts[name] ?? null) === JSON.stringify(typed)) return state;
  return { ...state, drafts: { ...drafts, [name]: typed } };
}

/** Whether a draft, by its name, is to be deleted. */
export type DraftChoice = (name: string) => boolean;

/** All drafts of the forms with these schema ids, for any record. */
export const draftsOfForms =
  (schemaIds: readonly string[]): DraftChoice =>
  (name) =>
    schemaIds.some((id) => name === id || name.startsWith(`${id} `));

/** The drafts of a form on a screen: that of its present record; of a form that begins with its history entry, those of all entries. */
function draftsOfForm(form: FormBlock, formats: Formats, scope: Scope): DraftChoice {
  if (form.record === undefined && beginsWithEntry(form)) return draftsOfForms([form.schemaId]);
  const own = draftName(form, (value) => build(value, scope, formats));
  return (name) => name === own;
}

/** The state without the chosen drafts; the same object when there are none. */
export function withoutDrafts(state: DepositorState, isDeleted: DraftChoice): DepositorState {
  const drafts = draftsOf(state);
  const rest = Object.fromEntries(Object.entries(drafts).filter(([name]) => !isDeleted(name)));
  return Object.keys(rest).length === Object.keys(drafts).length ? state : { ...state, drafts: rest };
}

function isBlock(node: object): node is CompiledBlock {
  return "block" in node && "key" in node;
}

/** Whether the action of a screen changes data on the server: it calls a mutation. */
function isSaving({ operations }: Pick<BundleCore, "operations">, { actions }: Pick<ScreenContent, "actions">, action: string): boolean {
  return operations[actions[action]?.call ?? ""]?.kind === "mutation";
}

/**
 * The drafts that are deleted when an action has sent a form. A mutation that has succeeded deletes the drafts
 * of the forms that it sent and of those that the screen has only previewed. A query (a preview) saves nothing: the draft stays, so
 * that Back shows what was typed. An action without a call passes a form such as a search on to the next history entry, which
 * begins with it: the draft is deleted, so that Back shows the search of that entry.
 */
export function draftsSettledBy(core: Core, content: ScreenContent, action: string, scope: Scope): DraftChoice {
  const saves = isSaving(core, content, action);
  if (!saves && content.actions[action]?.call !== undefined) return () => false;
  const choices = formsOf(content)
    .filter((form) =>
      saves ? form.submit === action || !isSaving(core, content, form.submit) : form.submit === action && beginsWithEntry(form),
    )
    .map((form) => draftsOfForm(form, core.formats, scope));
  return (name) => choices.some((isChosen) => isChosen(name));
}

const formsByBody = new WeakMap<object, readonly FormBlock[]>();

function formsOf({ body }: ScreenContent): readonly FormBlock[] {
  const known = formsByBody.get(body) ?? formsIn(body);
  formsByBody.set(body, known);
  return known;
}

function formsIn(node: unknown): readonly FormBlock[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(formsIn);
  const own = isBlock(node) && node.block === "form" ? [node as FormBlock] : [];
  return [...own, ...Object.values(node).flatMap(formsIn)];
}

/** The visible forms of a body. */
function visibleForms(node: unknown, scope: Scope): readonly FormBlock[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((part) => visibleForms(part, scope));
  if (isBlock(node)) {
    if (node.when !== undefined && !holds(node.when, scope)) return [];
    if (node.block === "form") return [node as FormBlock];
  }
  return Object.values(node).flatMap((part) => visibleForms(part, scope));
}

/** Whether a visible form has typed and unsent data. */
export function hasDraft({ formats }: Core, state: DepositorState, body: readonly CompiledBlock[], scope: Scope): boolean {
  const typed = Object.entries(draftsOf(state)).filter(([, draft]) => isObject(draft) && Object.keys(draft).length > 0);
  return visibleForms(body, scope).some((form) => {
    const isOwn = draftsOfForm(form, formats, scope);
    return typed.some(([name]) => isOwn(name));
  });
}
