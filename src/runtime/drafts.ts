/** What was typed and not sent, by form. */

import type { DepositorState } from "../engine/events.js";
import type { CompiledBlock } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { holds, type Scope } from "../language/predicate.js";

type Drafts = { readonly [form: string]: Json };

/** The drafts of a state. */
export function draftsOf(state: DepositorState): Drafts {
  const { drafts } = state;
  return typeof drafts === "object" && drafts !== null && !Array.isArray(drafts) ? (drafts as Drafts) : {};
}

/** The state with a form's draft; the same state when it says nothing new. */
export function withDraft(state: DepositorState, form: string, typed: Json): DepositorState {
  const drafts = draftsOf(state);
  if (JSON.stringify(drafts[form] ?? null) === JSON.stringify(typed)) return state;
  return { ...state, drafts: { ...drafts, [form]: typed } };
}

/** The state without the drafts of these forms: they have been sent. */
export function withoutDrafts(state: DepositorState, forms: readonly string[]): DepositorState {
  const drafts = draftsOf(state);
  const rest = Object.fromEntries(Object.entries(drafts).filter(([form]) => !forms.includes(form)));
  return Object.keys(rest).length === Object.keys(drafts).length ? state : { ...state, drafts: rest };
}

function isBlock(node: object): node is CompiledBlock {
  return "block" in node && "key" in node;
}

/** The forms of a body that an action sends, by schema id. */
export function formsSentBy(action: string, node: unknown): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((part) => formsSentBy(action, part));
  if (isBlock(node) && node.block === "form") {
    const { submit, schemaId } = node as CompiledBlock & { readonly submit?: unknown; readonly schemaId?: unknown };
    return submit === action && typeof schemaId === "string" ? [schemaId] : [];
  }
  return Object.values(node).flatMap((part) => formsSentBy(action, part));
}

/** The forms that a body shows at the moment, by schema id. */
function formsShown(node: unknown, scope: Scope): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((part) => formsShown(part, scope));
  if (isBlock(node)) {
    if (node.when !== undefined && !holds(node.when, scope)) return [];
    const { schemaId } = node as CompiledBlock & { readonly schemaId?: unknown };
    if (node.block === "form") return typeof schemaId === "string" ? [schemaId] : [];
  }
  return Object.values(node).flatMap((part) => formsShown(part, scope));
}

/** Whether a form that is shown holds what was typed and not sent. */
export function hasTypedInto(state: DepositorState, body: readonly CompiledBlock[], scope: Scope): boolean {
  const drafts = draftsOf(state);
  return formsShown(body, scope).some((form) => {
    const draft = drafts[form];
    return typeof draft === "object" && draft !== null && Object.keys(draft).length > 0;
  });
}
