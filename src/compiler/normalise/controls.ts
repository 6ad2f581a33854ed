/**
 * Exports `writeSingleControls` and `writeControlActions` for `normalise.ts`: a single `control` of a block becomes the only
 * one of `controls`, and a control that goes to a target, or to the screen that a decision chooses, gets an action for
 * it.
 */
import type { Language, LanguageSchema } from "../../language/meta-schema.js";
import { childOf, type Entry, entriesOf, type ObjectNode, type SourceNode } from "../../language/source.js";
import type { Merged } from "./merged.js";
import { type Concerns, generated, type Rewriter, type Rewritten, replaceEntry, rewriteAll, rewriteNode } from "./rewrite.js";

/** The key of a control that was written without one. */
const ONLY = "only";

const known: Rewritten = new WeakMap();

const hasControls: Concerns = ({ properties }) => properties?.controls !== undefined;

/** A single `control` in place of `controls`. */
export function writeSingleControls(merged: Merged, language: Language): Merged {
  const single: Rewriter = (node, schema) => {
    if (node.kind !== "object" || !hasControls(schema)) return node;
    const control = node.entries.get("control");
    // `control` beside `controls` is an error, which the linker reports.
    if (control === undefined || node.entries.has("controls")) return node;
    const controls = generated(control.key, { items: generated(control.key, { [ONLY]: control.node }) });
    return replaceEntry(node, "control", [["controls", { ...control, node: controls }]]);
  };
  return rewriteAll(merged, language, { rewriter: single, concerns: hasControls, known });
}

/** The kinds of keywords that raise an action, go to a path, or decide. */
const RAISING: ReadonlySet<string> = new Set(["control", "backRow"]);
const isRaising: Concerns = ({ "x-kind": kind = "" }) => RAISING.has(kind);

/** Controls and back links that `decide`, or `go` to a target, raise an action that is generated for them; its name is the path of the control. */
export function writeControlActions(merged: Merged, language: Language): Merged {
  const schema = language.file("flow.schema.json").$defs?.screen;
  if (schema === undefined || merged.screens?.kind !== "object") return merged;
  const screens = new Map<string, Entry>();
  const made = withControlActions.get(schema) ?? new WeakMap<SourceNode, SourceNode>();
  withControlActions.set(schema, made);
  for (const [id, entry] of merged.screens.entries) {
    const node = made.get(entry.node) ?? screenWithActions(entry.node, schema, language);
    made.set(entry.node, node);
    screens.set(id, { ...entry, node });
  }
  return { ...merged, screens: { ...merged.screens, entries: screens } };
}

/** The results of `screenWithActions`. */
const withControlActions: Rewritten = new WeakMap();

function screenWithActions(screen: SourceNode, schema: LanguageSchema, language: Language): SourceNode {
  const actions = new Map<string, Entry>();
  const rewriter: Rewriter = (inner, own, path) =>
    isRaising(own) && inner.kind === "object" ? withAction(inner, own, path, actions, screen) : inner;
  const node = rewriteNode(screen, schema, language, { rewriter, concerns: isRaising });
  return node.kind === "object" && actions.size > 0 ? withActions(node, actions) : node;
}

function withAction(
  control: ObjectNode,
  schema: LanguageSchema,
  path: readonly string[],
  actions: Map<string, Entry>,
  screen: SourceNode,
): SourceNode {
  const keyword = (["decide", "go"] as const).find((one) => control.entries.has(one));
  const entry = keyword === undefined ? undefined : control.entries.get(keyword);
  const others = ["action", "decide", "go"].filter((one) => control.entries.has(one));
  if (keyword === undefined || entry === undefined || others.length > 1) return control;
  // A path of a control, and any target of a back link, needs no action.
  if (keyword === "go" && (entry.node.kind === "scalar" || schema["x-kind"] === "backRow")) return control;
  const name = nameOf(path, [...actions.keys(), ...entriesOf(childOf(screen, "actions")).map(([key]) => key)]);
  actions.set(name, { key: entry.key, node: generated(entry.key, { then: generated(entry.key, { [keyword]: entry.node }) }) });
  return replaceEntry(control, keyword, [["action", { ...entry, node: { kind: "scalar", value: name, at: entry.key, partial: false } }]]);
}

/** Keywords of the language that a generated name omits. */
const UNSAID: ReadonlySet<string> = new Set(["body", "items", "controls", "control", "options"]);

function nameOf(path: readonly string[], taken: readonly string[]): string {
  const name = path.filter((key) => !UNSAID.has(key)).join(".");
  let unique = name;
  for (let count = 2; taken.includes(unique); count += 1) unique = `${name}.${count}`;
  return unique;
}

function withActions(screen: ObjectNode, actions: ReadonlyMap<string, Entry>): ObjectNode {
  const written = screen.entries.get("actions");
  const [first] = actions.values();
  const own = written?.node.kind === "object" ? written.node : generated(first?.key ?? screen.at, {});
  const node: ObjectNode = { ...own, entries: new Map([...own.entries, ...actions]) };
  return { ...screen, entries: new Map([...screen.entries, ["actions", { key: written?.key ?? own.at, node }]]) };
}
