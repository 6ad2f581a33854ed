/** Exports `writeAction` for `wizards.ts`: what an action with a `step` sends, and which page it opens. */
import { childOf, type Entry, type ObjectNode, type SourceNode, textOf } from "../../language/source.js";
import { generated, replaceEntry } from "./rewrite.js";
import { editing, firstOf, listOf, type Page, returning, type Step, stepPath, type Wizard } from "./wizard.js";

/** The explicit action; an action whose `step` has no meaning here stays as it is, and the linker reports the keyword. */
export function writeAction(action: ObjectNode, page: Page | null, wizards: readonly Wizard[]): SourceNode {
  const entry = action.entries.get("step");
  const keyword = textOf(entry?.node ?? null);
  const named = childOf(action, "wizard");
  if (entry === undefined || keyword === null) return action;
  const wizard = named === null ? page?.wizard : wizards.find(({ name }) => name === textOf(named));
  if (wizard === undefined) return action;
  const own = wizard === page?.wizard ? page.step : null;
  const step: Stepping | null = steppingOf(keyword, own, wizard);
  // A page that opens another screen would skip the following pages.
  if (step === null || (step.kind === "next" && step.to !== null && leadsItself(action))) return action;
  const bare = replaceEntry(replaceEntry(action, "step", []), "wizard", []);
  const written = stepPath(wizard) === null ? moving(bare, step, wizard, entry.node.at) : saving(bare, step, wizard, entry.node.at);
  return written ?? action;
}

/** The action's own effects after a successful call. */
function ownEffects(action: ObjectNode): SourceNode | null {
  return childOf(action, "on", "ok") ?? childOf(action, "then");
}

/** Whether an action declares the next page itself: by one effect with a target, or by several effects, any of which may have one. */
function leadsItself(action: ObjectNode): boolean {
  const own = ownEffects(action);
  return own !== null && ["items", "go", "decide", "when"].some((keyword) => childOf(own, keyword) !== null);
}

/** The action's own effects, followed by the wizard's; only its own where they navigate. */
function followed(action: ObjectNode, rows: Readonly<Record<string, SourceNode>>, at: SourceNode["at"]): SourceNode {
  const own = ownEffects(action);
  if (own !== null && leadsItself(action)) return own;
  const [only, ...more] = Object.values(rows);
  if (own === null) return only !== undefined && more.length === 0 ? only : firstOf(at, rows);
  return firstOf(at, { own, ...rows });
}

/** The position of an action within its wizard. */
interface Stepping {
  readonly kind: "next" | "back" | "edit" | "to";
  /** The page that raises it; null outside of the wizard. */
  readonly from: Step | null;
  /** Null after the last page, and before the first. */
  readonly to: Step | null;
}

function steppingOf(keyword: string, from: Step | null, wizard: Wizard): Stepping | null {
  const { steps, review } = wizard;
  const index = from === null ? -1 : steps.indexOf(from);
  if (keyword === "next") return from === null ? null : { kind: "next", from, to: steps[index + 1] ?? null };
  if (keyword === "back") return from === null ? null : { kind: "back", from, to: steps[index - 1] ?? null };
  const to = keyword === "first" ? steps[0] : steps.find(({ name }) => name === keyword);
  if (to === undefined) return null;
  return { kind: from !== null && from === review && to !== from ? "edit" : "to", from, to };
}

/** For a wizard whose step the server stores: the call sends the next step, and the resuming decision navigates to it. */
function saving(action: ObjectNode, { kind, from, to }: Stepping, wizard: Wizard, at: SourceNode["at"]): ObjectNode | null {
  const { node, review } = wizard;
  const keyword = (name: string): SourceNode | null => childOf(node, name);
  const follows = to?.name ?? (kind === "next" ? textOf(keyword("then")) : null);
  const back = kind === "next" || kind === "back";
  const reviewed = back && from !== null ? returning(wizard, from, at) : null;
  const exit = keyword("exit");
  if (follows === null && kind === "back" && reviewed === null)
    return exit === null ? null : withEntry(action, "then", firstOf(at, { exit: generated(at, { go: exit }) }));
  const resume = keyword("resume");
  const named = keyword("variable");
  const variable = textOf(named);
  const call = childOf(action, "call") ?? keyword("save");
  if (call === null || named === null || variable === null || resume === null) return null;
  const name = follows ?? review?.name ?? null;
  if (name === null) return null;
  const next: SourceNode | string =
    reviewed === null || review === null || name === review.name ? name : generated(at, { if: listOf(at, [reviewed, review.name, name]) });
  const ok = kind === "edit" && to !== null ? generated(at, { go: editing(wizard, to, at) }) : generated(at, { decide: resume });
  // The key has the location of the wizard's keyword: an operation without this variable is reported there once.
  const variables = generated(named.at, {
    [variable]: typeof next === "string" ? { kind: "scalar", value: next, at, partial: false } : next,
  });
  const sent = withEntry(action, "call", call);
  return withOutcomes(
    withEntry(sent, "with", under(childOf(action, "with"), variables)),
    kind,
    wizard,
    followed(action, { page: ok }, at),
    at,
  );
}

/** For a wizard in the browser only: the next page opens after a successful call, or immediately without a call. */
function moving(action: ObjectNode, { kind, from, to }: Stepping, wizard: Wizard, at: SourceNode["at"]): ObjectNode | null {
  const exit = textOf(childOf(wizard.node, "exit"));
  const path = to?.path ?? (kind === "back" ? exit : null);
  const called = childOf(action, "call") !== null;
  // The action of the last page declares the following screen itself.
  if (leadsItself(action)) return action;
  if (path === null) return null;
  const straight = generated(at, { go: kind === "edit" && to !== null ? editing(wizard, to, at) : path });
  const reviewed = (kind === "next" || kind === "back") && from !== null ? returning(wizard, from, at) : null;
  const first = reviewed === null || to === wizard.review ? null : generated(at, { when: reviewed, go: wizard.review?.path ?? "" });
  const effects = followed(action, first === null ? { page: straight } : { review: first, page: straight }, at);
  return called ? withOutcomes(action, kind, wizard, effects, at) : withEntry(action, "then", effects);
}

/** The outcomes of a call: a good answer continues to the next page; Continue inherits the other outcomes from the wizard. */
function withOutcomes(action: ObjectNode, kind: Stepping["kind"], { node }: Wizard, ok: SourceNode, at: SourceNode["at"]): ObjectNode {
  const own = under(childOf(action, "on"), (kind === "next" ? childOf(node, "on") : null) ?? generated(at, {}));
  return own.kind === "object" ? withEntry(action, "on", withEntry(own, "ok", ok)) : action;
}

/** An object's own entries, and the entries of another object for its missing keys. */
function under(own: SourceNode | null, other: SourceNode): SourceNode {
  if (own === null) return other;
  if (own.kind !== "object" || other.kind !== "object") return own;
  const added = [...other.entries].filter(([key]) => !own.entries.has(key));
  return { ...own, entries: new Map([...own.entries, ...added]) };
}

function withEntry(node: ObjectNode, keyword: string, value: SourceNode): ObjectNode {
  const written = node.entries.get(keyword);
  const entry: Entry = { key: written?.key ?? value.at, node: value };
  return { ...node, entries: new Map(node.entries).set(keyword, entry) };
}
