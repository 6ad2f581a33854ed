/** Exports the functions on drafts (typed and unsent form data) in the depositor state, for the runtime. */

import type { DepositorState } from "../engine/events.js";
import type { CompiledBlock } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import { holds, type Scope } from "../language/predicate.js";

type Drafts = { readonly [form: string]: Json };

/** The drafts of a state, by form schema. */
export function draftsOf(state: DepositorState): Drafts {
  const { drafts } = state;
  return isObject(drafts) ? drafts : {};
}

/** The state with a form's draft; the same object when the draft is unchanged. */
export function withDraft(state: DepositorState, form: string, typed: Json): DepositorState {
  const drafts = draftsOf(state);
  if (JSON.stringify(drafts[form] ?? null) === JSON.stringify(typed)) return state;
  return { ...state, drafts: { ...drafts, [form]: typed } };
}

/** The state without the drafts of these forms; the same object when there are none. */
export function withoutDrafts(state: DepositorState, forms: readonly string[]): DepositorState {
  const drafts = draftsOf(state);
  const rest = Object.fromEntries(Object.entries(drafts).filter(([form]) => !forms.includes(form)));
  return Object.keys(rest).length === Object.keys(drafts).length ? state : { ...state, drafts: rest };
}

function isBlock(node: object): node is CompiledBlock {
  return "block" in node && "key" in node;
}

/** Schema ids of the forms of a body that an action sends. */
export function formsSentBy(action: string, node: unknown): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((part) => formsSentBy(action, part));
  if (isBlock(node) && node.block === "form") {
    const { submit, schemaId } = node as CompiledBlock & { readonly submit?: unknown; readonly schemaId?: unknown };
    return submit === action && typeof schemaId === "string" ? [schemaId] : [];
  }
  return Object.values(node).flatMap((part) => formsSentBy(action, part));
}

/** Schema ids of the visible forms of a body. */
function visibleForms(node: unknown, scope: Scope): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((part) => visibleForms(part, scope));
  if (isBlock(node)) {
    if (node.when !== undefined && !holds(node.when, scope)) return [];
    const { schemaId } = node as CompiledBlock & { readonly schemaId?: unknown };
    if (node.block === "form") return typeof schemaId === "string" ? [schemaId] : [];
  }
  return Object.values(node).flatMap((part) => visibleForms(part, scope));
}

/** Whether a visible form has typed and unsent data. */
export function hasDraft(state: DepositorState, body: readonly CompiledBlock[], scope: Scope): boolean {
  const drafts = draftsOf(state);
  return visibleForms(body, scope).some((form) => {
    const draft = drafts[form];
    return typeof draft === "object" && draft !== null && Object.keys(draft).length > 0;
  });
}
