/**
 * Exports `writeWizards` and `orderedWizards` for `normalise.ts`: from the order of a wizard's steps follow each page's guard,
 * `progress` and Back, what its actions with a `step` send and which page they open, and the rows of a decision that resumes
 * it. As all of it is computed from one order, a wizard cannot skip a page or form a cycle.
 */
import type { Language, LanguageSchema } from "../../language/meta-schema.js";
import { childOf, type Entry, type ObjectNode, type SourceNode, textOf } from "../../language/source.js";
import type { Merged } from "./merged.js";
import { writeOrders } from "./order.js";
import { type Concerns, generated, type Rewriter, rewriteNode } from "./rewrite.js";
import { allOf, atStep, firstOf, type Page, returning, stepPath, type Wizard, wizardsOf } from "./wizard.js";
import { writeAction } from "./wizard-actions.js";
import { resumeRows } from "./wizard-resume.js";
import { writeSections } from "./wizard-sections.js";

const isOrdered: Concerns = ({ "x-kind": kind }) => kind === "ordered";
const isAction: Concerns = ({ "x-kind": kind }) => kind === "actionDefinition";

/** The results for screens and decisions with the same wizards, so that they keep their nodes in the next compilation. */
interface Written {
  readonly language: Language;
  readonly wizards: readonly Wizard[];
  readonly screens: WeakMap<SourceNode, SourceNode>;
  readonly decisions: WeakMap<SourceNode, SourceNode>;
}

/** Both brands, and an edit of the wizards of each. */
const KEPT = 4;
let recent: readonly Written[] = [];

function writtenWith(wizards: readonly Wizard[], language: Language): Written {
  const known = recent.find((one) => one.language === language && isSame(one.wizards, wizards));
  const first = known ?? { language, wizards, screens: new WeakMap(), decisions: new WeakMap() };
  recent = [first, ...recent.filter((one) => one !== first)].slice(0, KEPT);
  return first;
}

/** Whether everything that is generated from wizards is the same. */
function isSame(some: readonly Wizard[], others: readonly Wizard[]): boolean {
  return isEachEqual(some, others, (one, other) => {
    const { steps, removed, review, ...rest } = one;
    return (
      hasSameValues(rest, other) &&
      review?.name === other.review?.name &&
      isEachEqual(steps, other.steps, hasSameValues) &&
      isEachEqual([...removed].flat(), [...other.removed].flat(), Object.is)
    );
  });
}

function isEachEqual<T>(some: readonly T[], others: readonly T[], isEqual: (one: T, other: T) => boolean): boolean {
  return some.length === others.length && some.every((one, index) => isEqual(one, others[index] as T));
}

/** Whether an object has the values of another one: immutable nodes and texts. */
function hasSameValues(one: object, other: object): boolean {
  return Object.entries(one).every(([keyword, value]) => (other as Readonly<Record<string, unknown>>)[keyword] === value);
}

/** Everything that follows from the wizards, written out. A step that does not fit stays: the linker reports it. */
export function writeWizards(merged: Merged, language: Language): Merged {
  const { screens, decisions } = merged;
  const read = wizardsOf(merged);
  const schema = language.file("flow.schema.json").$defs?.screen;
  if (read.length === 0 || screens?.kind !== "object" || schema === undefined) return merged;
  const { wizards, screens: made, decisions: resumed } = writtenWith(read, language);
  const pages = new Map(wizards.flatMap((wizard) => wizard.steps.map((step) => [step.screen, { wizard, step }] as const)));
  const removed = new Set(wizards.flatMap((wizard) => [...wizard.removed.values()]).filter((id) => !pages.has(id)));
  const entries = [...screens.entries].flatMap(([id, entry]): readonly (readonly [string, Entry])[] => {
    if (removed.has(id)) return [];
    const node = made.get(entry.node) ?? writtenScreen(entry.node, pages.get(id) ?? null, { wizards, schema, language });
    made.set(entry.node, node);
    return [[id, { ...entry, node }]];
  });
  const rows = decisions === null ? null : (resumed.get(decisions) ?? resumeRows(decisions, wizards));
  if (decisions !== null && rows !== null) resumed.set(decisions, rows);
  return { ...merged, screens: { ...screens, entries: new Map(entries) }, decisions: rows };
}

function writtenScreen(
  screen: SourceNode,
  page: Page | null,
  { wizards, schema, language }: { readonly wizards: readonly Wizard[]; readonly schema: LanguageSchema; readonly language: Language },
): SourceNode {
  if (screen.kind !== "object") return screen;
  const placed = page === null ? screen : withPlace(screen, page);
  const sections = new Map<string, Entry>();
  const writingSections: Rewriter = (node, own) =>
    page !== null && isOrdered(own) && node.kind === "object" ? writeSections(node, page, sections) : node;
  const sectioned = page === null ? placed : rewriteNode(placed, schema, language, { rewriter: writingSections, concerns: isOrdered });
  const writingActions: Rewriter = (node, own) => (isAction(own) && node.kind === "object" ? writeAction(node, page, wizards) : node);
  return rewriteNode(withActions(sectioned, sections), schema, language, { rewriter: writingActions, concerns: isAction });
}

/** The wizards with the order of their steps: everything else follows from it. */
export function orderedWizards(merged: Merged, language: Language): Merged {
  const { wizards } = writeOrders({ ...merged, app: null, decisions: null, predicates: null, screens: null }, language);
  return { ...merged, wizards };
}

/** A page of a wizard with what its place gives it: its guard, its share of the progress, and Back. */
function withPlace(screen: ObjectNode, { wizard, step }: Page): ObjectNode {
  const at = childOf(step.node, "screen")?.at ?? step.key;
  const path = stepPath(wizard);
  const own = screen.entries.get("guard");
  const guard = allOf(at, [childOf(wizard.node, "guard"), path === null ? null : atStep(wizard, path, step.name, at), own?.node ?? null]);
  const progress = childOf(step.node, "progress");
  const entries = new Map(screen.entries);
  if (guard !== null) entries.set("guard", { key: own?.key ?? at, node: guard });
  if (progress !== null && !entries.has("progress")) entries.set("progress", { key: progress.at, node: progress });
  const placed: ObjectNode = { ...screen, entries };
  return entries.has("back") ? placed : withBack(placed, { wizard, step }, at);
}

/** The name of the action that Back raises where it saves a step. */
const BACK = "goBack";

/** Back: to the review where it opened the page, else to the previous page, and from the first page to where the wizard was entered. */
function withBack(screen: ObjectNode, { wizard, step }: Page, at: SourceNode["at"]): ObjectNode {
  const before = wizard.steps[wizard.steps.indexOf(step) - 1] ?? null;
  const exit = textOf(childOf(wizard.node, "exit"));
  const saves = stepPath(wizard) !== null;
  const back = generated(at, { action: BACK, browser: true });
  const reviewed = returning(wizard, step, at);
  const rows: [string, SourceNode][] = [];
  if (before !== null && saves) rows.push(["before", back]);
  else {
    const review: Readonly<Record<string, string>> = saves ? { action: BACK } : { go: wizard.review?.path ?? "" };
    if (reviewed !== null) rows.push(["review", generated(at, { when: reviewed, ...review, browser: true })]);
    const to = before === null ? exit : before.path;
    if (to !== null) rows.push(["before", generated(at, { go: to, browser: true })]);
  }
  const raised = rows.some(([, row]) => childOf(row, "action") !== null);
  if (rows.length === 0) return screen;
  const entries = new Map(screen.entries).set("back", { key: at, node: firstOf(at, Object.fromEntries(rows)) });
  const action: Entry = { key: at, node: generated(at, { step: "back" }) };
  const whole: ObjectNode = { ...screen, entries };
  return raised && childOf(screen, "actions", BACK) === null ? (withActions(whole, new Map([[BACK, action]])) as ObjectNode) : whole;
}

/** A screen with further actions; its own action with the same name stays. */
function withActions(screen: SourceNode, actions: ReadonlyMap<string, Entry>): SourceNode {
  const [first] = actions.values();
  if (screen.kind !== "object" || first === undefined) return screen;
  const written = screen.entries.get("actions");
  const own = written?.node.kind === "object" ? written.node : generated(first.key, {});
  const node: ObjectNode = { ...own, entries: new Map([...own.entries, ...[...actions].filter(([name]) => !own.entries.has(name))]) };
  return { ...screen, entries: new Map([...screen.entries, ["actions", { key: written?.key ?? first.key, node }]]) };
}
