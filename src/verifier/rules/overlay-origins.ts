/** Exports the locations in a brand's overlay that may have caused a finding at a location of the base, for rules and the report. */
import type { BundleCore, CompiledPredicate, Origin } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { namesIn } from "../../language/operation.js";
import type { ProofRule } from "../../language/rules/registry.js";
import type { SourceNode } from "../../language/source.js";
import { childOf, entriesOf } from "../../language/source.js";
import type { CandidateFinding } from "./findings.js";

/** Keys of a screen that determine routing; all other keys are its content. */
const ROUTING: ReadonlySet<string> = new Set(["guard", "gates", "fallback", "path", "shell"]);

/** Rules about the content of screens. */
const CONTENT_RULES: ReadonlySet<ProofRule> = new Set([
  "dead-end",
  "link-refused",
  "outcome-unhandled",
  "outcome-impossible",
  "predicate-constant",
]);

/** Locations of patched keys in the overlay, by the name of what they patch; empty for a brand that patches nothing. */
export interface OverlayOrigins {
  readonly screens: ReadonlyMap<string, { readonly routing: readonly Origin[]; readonly content: readonly Origin[] }>;
  readonly decisions: ReadonlyMap<string, readonly Origin[]>;
  readonly predicates: ReadonlyMap<string, Origin>;
  /** The routing keys of the app: gates and fallbacks. */
  readonly app: readonly Origin[];
}

/** The locations of everything that an overlay patches. */
export function overlayOrigins(overlay: SourceNode | null): OverlayOrigins {
  const screens = entriesOf(childOf(overlay, "screens")).map(([id, { node, key }]) => {
    const entries = entriesOf(node);
    const keys = (routing: boolean): readonly Origin[] =>
      entries.flatMap(([keyword, entry]) => (ROUTING.has(keyword) === routing ? [entry.key, ...removedIn(entry.node)] : []));
    // An overlay removes a screen with the value null.
    return [id, node.kind === "object" ? { routing: keys(true), content: keys(false) } : { routing: [key], content: [] }] as const;
  });
  const decisions = entriesOf(childOf(overlay, "decisions")).map(
    ([name, { node, key }]) => [name, node.kind === "object" ? entriesOf(node).map(([, entry]) => entry.key) : [key]] as const,
  );
  return {
    screens: new Map(screens),
    decisions: new Map(decisions),
    predicates: new Map(entriesOf(childOf(overlay, "predicates")).map(([name, { key }]) => [name, key])),
    app: [
      ...entriesOf(childOf(overlay, "app")).flatMap(([keyword, { key }]) => (keyword === "gates" || ROUTING.has(keyword) ? [key] : [])),
      // The guards of a wizard's pages follow from it.
      ...entriesOf(childOf(overlay, "wizards")).map(([, { key }]) => key),
    ],
  };
}

/** The parts of a keyword that an overlay removes, such as blocks of a body. */
function removedIn(node: SourceNode): readonly Origin[] {
  return entriesOf(node).flatMap(([, { key, node: part }]) => (part.kind === "scalar" && part.value === null ? [key] : removedIn(part)));
}

/** Adds the names of predicates in a predicate, transitively. */
function addNamesIn(core: BundleCore, named: Json, found: Set<string>): void {
  for (const name of namesIn(named)) {
    const predicate = core.predicates[name];
    if (predicate === undefined || found.has(name)) continue;
    found.add(name);
    addNamesIn(core, predicate.named, found);
  }
}

/** The locations in the overlay that may have caused a finding. */
export function originsBehind(
  { rule, owner, where, question }: Pick<CandidateFinding, "rule" | "owner" | "where" | "question">,
  core: BundleCore,
  origins: OverlayOrigins,
): readonly Origin[] {
  const names = new Set<string>();
  const addNames = (predicate: CompiledPredicate | undefined): void => {
    if (predicate !== undefined) addNamesIn(core, predicate.named, names);
  };
  const found: Origin[] = [];
  const [kind = "", name = ""] = owner.split(/:(.*)/s);
  const screen = kind === "screen" ? core.screens[name] : undefined;
  if (screen !== undefined) {
    const own = origins.screens.get(name);
    // Gates and fallbacks decide about an email link: it is the finding of `link-refused` about no state.
    const content = rule === "link-refused" ? where !== null : CONTENT_RULES.has(rule) || (rule === "invariant" && where === null);
    // A changed guard may cause a finding about content, because it admits other depositors.
    found.push(...(content ? (own?.content ?? []) : origins.app), ...(own?.routing ?? []));
    addNames(screen.guard);
    for (const gate of screen.gates) addNames(core.gates[gate]?.when);
    for (const row of [...screen.fallback, ...core.fallback]) addNames(row.when);
  }
  const decision = question !== null && "decide" in question ? question.decide : kind === "decision" ? name.split(".", 1)[0] : undefined;
  if (decision !== undefined) {
    found.push(...(origins.decisions.get(decision) ?? []));
    for (const row of core.decisions[decision]?.rows ?? []) addNames(row.when);
  }
  if (kind === "predicate") addNamesIn(core, name, names);
  return [...found, ...[...names].flatMap((one) => origins.predicates.get(one) ?? [])];
}

/** A candidate with the responsible locations of the overlay. */
export function withOverlayOrigins(candidate: CandidateFinding, core: BundleCore, origins: OverlayOrigins): CandidateFinding {
  const has = ({ file, line, column }: Origin): boolean =>
    candidate.at.some((one) => one.file === file && one.line === line && one.column === column);
  return { ...candidate, at: [...candidate.at, ...originsBehind(candidate, core, origins).filter((place) => !has(place))] };
}
