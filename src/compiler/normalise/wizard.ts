/** Exports the reader of the wizards of the merged definition, for the rewriters that depend on them. */
import { canonical } from "../../language/hash.js";
import { childOf, type Entry, entriesOf, keysOf, type ObjectNode, plain, type SourceNode, textOf } from "../../language/source.js";
import { nearest } from "../../language/suggest.js";
import type { Merged } from "./merged.js";
import { generated } from "./rewrite.js";

/** One page of a wizard, in its place. */
export interface Step {
  readonly name: string;
  readonly key: Entry["key"];
  readonly node: ObjectNode;
  /** The id of its screen. */
  readonly screen: string;
  /** The path of its screen; null where there is none. */
  readonly path: string | null;
}

export interface Wizard {
  readonly name: string;
  readonly node: ObjectNode;
  readonly steps: readonly Step[];
  /** The step at which a depositor sees everything and may edit it. */
  readonly review: Step | null;
  /** Steps of the base that the overlay removed, or whose screen it removed: their names, and the ids of their screens. */
  readonly removed: ReadonlyMap<string, string>;
  /** The named predicates of the definition. */
  readonly predicates: SourceNode | null;
}

/** A screen's place in a wizard. */
export interface Page {
  readonly wizard: Wizard;
  readonly step: Step;
}

/** The key of the route state that records that the review opened a page. */
const RETURN = "return";

/** The wizards of a definition that can be read; invalid ones are reported at their own location. */
export function wizardsOf({ wizards, baseWizards, screens, predicates }: Merged): readonly Wizard[] {
  return entriesOf(wizards).flatMap(([name, { node }]): readonly Wizard[] => {
    if (node.kind !== "object") return [];
    const review = textOf(childOf(node, "review"));
    const written = stepsOf(node, screens);
    // A page that a brand adds without an order precedes the review.
    const steps = [...written.filter((step) => step.name !== review), ...written.filter((step) => step.name === review)];
    const before = entriesOf(childOf(baseWizards, name, "steps", "items"));
    const removed = before.flatMap(([step, entry]): readonly (readonly [string, string])[] => {
      const screen = textOf(childOf(entry.node, "screen"));
      const isThere = childOf(node, "steps", "items", step) !== null && childOf(screens, screen ?? "") !== null;
      return isThere || screen === null ? [] : [[step, screen]];
    });
    return [{ name, node, steps, review: steps.find((step) => step.name === review) ?? null, removed: new Map(removed), predicates }];
  });
}

/**
 * The steps in their order, each once, without those whose screen does not exist. Unknown and missing names are
 * reported where they are. A misspelled screen counts as the similar one that no step names; otherwise all keywords of
 * that screen would be reported.
 */
function stepsOf(node: ObjectNode, screens: SourceNode | null): readonly Step[] {
  const items = childOf(node, "steps", "items");
  const order = childOf(node, "steps", "order");
  const names = [...(order?.kind === "list" ? order.items.flatMap((item) => textOf(item) ?? []) : []), ...keysOf(items)];
  const named = new Set(entriesOf(items).map(([, entry]) => textOf(childOf(entry.node, "screen"))));
  const unnamed = () => keysOf(screens).filter((id) => !named.has(id));
  return [...new Set(names)].flatMap((name): readonly Step[] => {
    const entry = items?.kind === "object" ? items.entries.get(name) : undefined;
    const written = textOf(childOf(entry?.node, "screen"));
    const screen = written === null || childOf(screens, written) !== null ? written : nearest(written, unnamed());
    if (entry?.node.kind !== "object" || screen === null) return [];
    const path = childOf(screens, screen, "path");
    return [{ name, key: entry.key, node: entry.node, screen, path: textOf(path?.kind === "list" ? (path.items[0] ?? null) : path) }];
  });
}

/** The path of the state that contains the step; null where the pages follow each other in the browser alone. */
export function stepPath({ node }: Wizard): string | null {
  return textOf(childOf(node, "step"));
}

/** The condition that the depositor is at a step: the named predicate with this condition, where there is one. */
export function atStep({ predicates }: Wizard, path: string, name: string, at: SourceNode["at"]): SourceNode {
  const logic = generated(at, { "===": listOf(at, [generated(at, { var: path }), name]) });
  const written = canonical(plain(logic));
  const named = entriesOf(predicates).find(([, { node }]) => {
    const own = childOf(node, "logic");
    return own !== null && canonical(plain(own)) === written;
  });
  return named === undefined ? logic : { kind: "scalar", value: named[0], at, partial: false };
}

/** How a page records that the review opened it: by a key of the search, or of the route state. */
interface Marker {
  readonly keyword: "search" | "state";
  readonly value: string;
}

/** Null without a review: then the pages open only in their order. */
function markerOf({ node, review }: Wizard): Marker | null {
  if (review === null) return null;
  const search = textOf(childOf(node, "return", "search"));
  if (search !== null) return { keyword: "search", value: search };
  return { keyword: "state", value: textOf(childOf(node, "return", "state")) ?? review.name };
}

/** The condition that the review opened a page; null on the review itself, and without one. */
export function returning(wizard: Wizard, step: Step, at: SourceNode["at"]): ObjectNode | null {
  const marker = step === wizard.review ? null : markerOf(wizard);
  if (marker === null) return null;
  if (marker.keyword === "search") return generated(at, { in: listOf(at, [marker.value, generated(at, { var: "route.search" })]) });
  return generated(at, { "===": listOf(at, [generated(at, { var: `route.state.${RETURN}` }), marker.value]) });
}

/** The target that opens the page of a step from the review. */
export function editing(wizard: Wizard, step: Step, at: SourceNode["at"]): ObjectNode {
  const marker = markerOf(wizard);
  const path = step.path ?? "";
  if (marker === null) return generated(at, { path });
  if (marker.keyword === "search") return generated(at, { path, search: generated(at, { [marker.value]: "" }) });
  return generated(at, { path, state: generated(at, { [RETURN]: marker.value }) });
}

/** A list whose parts all have one location. */
export function listOf(at: SourceNode["at"], items: readonly (SourceNode | string)[]): SourceNode {
  const nodes = items.map((item): SourceNode => (typeof item === "string" ? { kind: "scalar", value: item, at, partial: false } : item));
  return { kind: "list", items: nodes, at, partial: false };
}

/** Effects, or rows: the first one whose condition holds navigates. */
export function firstOf(at: SourceNode["at"], rows: Readonly<Record<string, SourceNode>>): SourceNode {
  return generated(at, { items: generated(at, rows) });
}

/** Several conditions as one; null where there are none. */
export function allOf(at: SourceNode["at"], conditions: readonly (SourceNode | null)[]): SourceNode | null {
  const written = conditions.filter((condition) => condition !== null && plain(condition) !== true) as readonly SourceNode[];
  const [only] = written;
  if (only === undefined) return conditions.find((condition) => condition !== null) ?? null;
  return written.length === 1 ? only : generated(at, { and: listOf(at, written) });
}
