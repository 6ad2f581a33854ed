/** Exports the registry of the rules of `flows check`, for everything that reports, waives or explains findings. */
import { CALL_RULES } from "./calls.js";
import { FILE_RULES } from "./files.js";
import { FORM_RULES } from "./forms.js";
import { LOGIC_RULES } from "./logic.js";
import { NAME_RULES } from "./names.js";
import { OVERLAY_RULES } from "./overlays.js";
import { ROUTING_RULES } from "./routing.js";
import type { RuleEntry } from "./rule.js";
import { SCHEMA_RULES } from "./schemas.js";
import { SCREEN_RULES } from "./screens.js";
import { TEXT_RULES } from "./text.js";
import { UNUSED_RULES } from "./unused.js";

const COMPILER_RULES = {
  ...FILE_RULES,
  ...OVERLAY_RULES,
  ...NAME_RULES,
  ...LOGIC_RULES,
  ...TEXT_RULES,
  ...SCHEMA_RULES,
  ...FORM_RULES,
  ...CALL_RULES,
  ...UNUSED_RULES,
};
const PROOF_RULES = { ...ROUTING_RULES, ...SCREEN_RULES };

/** The id of a rule. */
export type RuleId = CompilerRule | ProofRule;
/** A rule of the compiler. It reports `waiver-stale` too. */
export type CompilerRule = keyof typeof COMPILER_RULES | "waiver-stale";
/** A rule of the verifier: its findings may be about a set of states. */
export type ProofRule = keyof typeof PROOF_RULES;

/** Every rule by its id. */
export const RULES: Readonly<Record<RuleId, RuleEntry>> = { ...COMPILER_RULES, ...PROOF_RULES };

/** The categories in the order of the index, with their rules. */
export const CATEGORIES: readonly { readonly title: string; readonly rules: readonly RuleId[] }[] = [
  { title: "Files and structure", rules: ids(FILE_RULES) },
  { title: "Brands and overlays", rules: ids(OVERLAY_RULES) },
  { title: "Names and references", rules: ids(NAME_RULES) },
  { title: "Conditions and values", rules: ids(LOGIC_RULES) },
  { title: "Texts", rules: ids(TEXT_RULES) },
  { title: "Schemas and conditions of forms", rules: ids(SCHEMA_RULES) },
  { title: "Fields of forms and what they send", rules: ids(FORM_RULES) },
  { title: "Calls of the gateway", rules: ids(CALL_RULES) },
  { title: "Unused definitions", rules: ids(UNUSED_RULES) },
  { title: "Proof: predicates, redirects, decisions and links", rules: ids(ROUTING_RULES) },
  { title: "Proof: screens, outcomes, invariants and waivers", rules: ids(SCREEN_RULES) },
];

function ids<Id extends string>(entries: Readonly<Record<Id, RuleEntry>>): readonly Id[] {
  return Object.keys(entries) as Id[];
}

/** Whether a text, such as the `rule` of a waiver, is the id of a rule of the compiler or of the proof. */
export function isRule(name: string): name is RuleId {
  return Object.hasOwn(RULES, name);
}

/** Whether a waiver of this rule is for findings of the compiler (true) or of the proof. */
export function isCompilerRule(name: string): name is CompilerRule {
  return Object.hasOwn(COMPILER_RULES, name);
}
