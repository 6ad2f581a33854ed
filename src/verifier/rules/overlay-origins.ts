/** What a brand's overlay wrote of the places that a finding is about: a line of the base that is found may be the overlay's doing. */
import type { BundleCore, CompiledPredicate, Origin } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import type { SourceNode } from "../../language/source.js";
import { childOf, entriesOf } from "../../language/source.js";
import { parts } from "../abstraction/atoms.js";
import type { Rule, Suspicion } from "./findings.js";

/** Words of a screen that say who may be on it, and as what; all others say what is there. */
const ROUTING: ReadonlySet<string> = new Set(["guard", "gates", "otherwise", "path", "shell"]);

/** Rules that speak of what is on a screen. */
const OF_CONTENT: ReadonlySet<Rule> = new Set([
  "dead-end",
  "link-refused",
  "effect-refused",
  "outcome-unhandled",
  "outcome-impossible",
  "predicate-constant",
]);

export interface OverlayPlaces {
  readonly screens: ReadonlyMap<string, { readonly routing: readonly Origin[]; readonly content: readonly Origin[] }>;
  readonly decisions: ReadonlyMap<string, readonly Origin[]>;
  readonly predicates: ReadonlyMap<string, Origin>;
  /** Of the app's words for everybody: gates, and where a failed guard leads. */
  readonly app: readonly Origin[];
}

/** Everything that an overlay says of who may be where, and of what is there. */
export function overlayPlaces(overlay: SourceNode | null): OverlayPlaces {
  const screens = entriesOf(childOf(overlay, "screens")).map(([id, { node, key }]) => {
    const words = entriesOf(node);
    const keys = (routing: boolean): readonly Origin[] =>
      words.flatMap(([word, entry]) => (ROUTING.has(word) === routing ? [entry.key] : []));
    // A screen that is taken away is written as one word.
    return [id, node.kind === "object" ? { routing: keys(true), content: keys(false) } : { routing: [key], content: [] }] as const;
  });
  const decisions = entriesOf(childOf(overlay, "decisions")).map(
    ([name, { node, key }]) => [name, node.kind === "object" ? entriesOf(node).map(([, entry]) => entry.key) : [key]] as const,
  );
  return {
    screens: new Map(screens),
    decisions: new Map(decisions),
    predicates: new Map(entriesOf(childOf(overlay, "predicates")).map(([name, { key }]) => [name, key])),
    app: entriesOf(childOf(overlay, "app")).flatMap(([word, { key }]) => (word === "gates" || ROUTING.has(word) ? [key] : [])),
  };
}

/** Names of predicates that are asked, those within others included. */
function namesIn(core: BundleCore, named: Json, found: Set<string>): void {
  if (typeof named === "string") {
    const predicate = core.predicates[named];
    if (predicate === undefined || found.has(named)) return;
    found.add(named);
    namesIn(core, predicate.named, found);
    return;
  }
  const node = parts(named);
  if (node !== null && ["and", "or", "!", "!!", "if"].includes(node.operator)) for (const part of node.args) namesIn(core, part, found);
}

/** The overlay's lines behind a suspicion. */
export function writtenBehind(
  { rule, owner, where, ask }: Pick<Suspicion, "rule" | "owner" | "where" | "ask">,
  core: BundleCore,
  places: OverlayPlaces,
): readonly Origin[] {
  const asked = new Set<string>();
  const take = (predicate: CompiledPredicate | undefined): void => {
    if (predicate !== undefined) namesIn(core, predicate.named, asked);
  };
  const found: Origin[] = [];
  const [kind = "", name = ""] = owner.split(/:(.*)/s);
  const screen = kind === "screen" ? core.screens[name] : undefined;
  if (screen !== undefined) {
    const own = places.screens.get(name);
    const content = OF_CONTENT.has(rule) || (rule === "invariant" && where === null);
    // What is there for somebody may be found because somebody else is let in.
    found.push(...(content ? (own?.content ?? []) : places.app), ...(own?.routing ?? []));
    take(screen.guard);
    for (const gate of screen.gates) take(core.gates[gate]?.when);
    for (const row of [...screen.otherwise, ...core.otherwise]) take(row.when);
  }
  const decision = ask !== null && "decide" in ask ? ask.decide : kind === "decision" ? name.split(".", 1)[0] : undefined;
  if (decision !== undefined) {
    found.push(...(places.decisions.get(decision) ?? []));
    for (const row of core.decisions[decision]?.rows ?? []) take(row.when);
  }
  if (kind === "predicate") namesIn(core, name, asked);
  return [...found, ...[...asked].flatMap((one) => places.predicates.get(one) ?? [])];
}

/** A suspicion with the overlay's lines among those responsible. */
export function withOverlay(suspicion: Suspicion, core: BundleCore, places: OverlayPlaces): Suspicion {
  const has = ({ file, line, column }: Origin): boolean =>
    suspicion.at.some((one) => one.file === file && one.line === line && one.column === column);
  return { ...suspicion, at: [...suspicion.at, ...writtenBehind(suspicion, core, places).filter((place) => !has(place))] };
}
