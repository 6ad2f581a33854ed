/** What the proof needs beyond the bundle, read from the files: acceptances, invariants, outcomes. */

import type { Compilation } from "../compiler/compile.js";
import type { Bundle, BundleCore, Origin } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { ACCEPTABLE } from "../language/form-problems.js";
import { inlined } from "../language/inlined.js";
import type { LinkedOutcomes, OutcomesFile } from "../language/outcomes.js";
import { linkOutcomes } from "../language/outcomes.js";
import type { FlowSource, SourceNode } from "../language/source.js";
import { childOf, entriesOf, plain, readDocument, textOf } from "../language/source.js";
import type { AnalysisInput } from "./analyse.js";
import type { LinkedAcceptance } from "./report/acceptances.js";
import type { OverlayPlaces } from "./rules/overlay-origins.js";
import { overlayPlaces } from "./rules/overlay-origins.js";
import type { LinkedInvariant } from "./rules/screen-invariants.js";
import type { LinkedBase } from "./rules/weakened-guards.js";

/** The compiler, passed in: the verifier depends on its output types only. */
export type Compile = (source: FlowSource, slug: string) => Compilation;

function overlayFile(slug: string): string {
  return `flows/brands/${slug}/overlay.json`;
}

function document(source: FlowSource, file: string, layer: Origin["layer"]): SourceNode | null {
  const text = source.files.get(file);
  return text === undefined ? null : readDocument(file, text, layer).root;
}

function itemsOf(node: SourceNode | null): readonly SourceNode[] {
  return node?.kind === "list" ? node.items : [];
}

function acceptances(core: BundleCore, owner: string, node: SourceNode | null): readonly LinkedAcceptance[] {
  return itemsOf(childOf(node, "accept")).flatMap((accept): LinkedAcceptance[] => {
    const when = childOf(accept, "when");
    // Findings of forms are the compiler's, and so are their acceptances.
    if (ACCEPTABLE.has(textOf(childOf(accept, "rule")) ?? "")) return [];
    return [
      {
        owner,
        rule: textOf(childOf(accept, "rule")) ?? "",
        reason: textOf(childOf(accept, "reason")) ?? "",
        at: accept.at,
        logic: when === null ? null : inlined(core, plain(when)),
      },
    ];
  });
}

/** Acceptances by their owner; an overlay's list stands in place of the base's. */
function acceptancesOf(source: FlowSource, slug: string, core: BundleCore): readonly LinkedAcceptance[] {
  const found = new Map<string, readonly LinkedAcceptance[]>();
  const take = (owner: string, node: SourceNode): void => {
    if (childOf(node, "accept") !== null) found.set(owner, acceptances(core, owner, node));
  };
  const takeAll = (screens: SourceNode | null, predicates: SourceNode | null, decisions: SourceNode | null): void => {
    for (const [id, entry] of entriesOf(screens)) if (core.screens[id] !== undefined) take(`screen:${id}`, entry.node);
    for (const [name, entry] of entriesOf(predicates)) if (core.predicates[name] !== undefined) take(`predicate:${name}`, entry.node);
    for (const [name, entry] of entriesOf(decisions)) {
      for (const [row, rowEntry] of entriesOf(childOf(entry.node, "rows"))) take(`decision:${name}.${row}`, rowEntry.node);
    }
  };
  for (const file of source.files.keys()) {
    if (/^flows\/[^/]+\.flow\.json$/.test(file)) takeAll(childOf(document(source, file, "base"), "screens"), null, null);
  }
  takeAll(
    null,
    childOf(document(source, "flows/predicates.json", "base"), "predicates"),
    childOf(document(source, "flows/decisions.json", "base"), "decisions"),
  );
  const overlay = document(source, overlayFile(slug), "overlay");
  for (const app of [document(source, "flows/app.flow.json", "base"), childOf(overlay, "app")]) if (app !== null) take("app", app);
  const decisions = childOf(overlay, "decisions");
  const predicates = childOf(overlay, "predicates");
  takeAll(childOf(overlay, "screens"), childOf(predicates, "predicates") ?? predicates, childOf(decisions, "decisions") ?? decisions);
  return [...found.values()].flat();
}

function texts(node: SourceNode | null): readonly string[] {
  return itemsOf(node)
    .map(textOf)
    .filter((text): text is string => text !== null);
}

/** The screens of patterns (`deposit.**`), without the excepted. A pattern of nothing stays as it is, so that it is found. */
function spokenOf(core: BundleCore, patterns: readonly string[], excepted: readonly string[]): readonly string[] {
  const ids = Object.keys(core.screens);
  const matching = (pattern: string): readonly string[] => {
    if (pattern === "**") return ids;
    if (!pattern.endsWith(".**")) return [pattern];
    const root = pattern.slice(0, -".**".length);
    const found = ids.filter((id) => id === root || id.startsWith(`${root}.`));
    return found.length === 0 ? [pattern] : found;
  };
  const without = new Set(excepted.flatMap(matching));
  const strange = [...without].filter((id) => core.screens[id] === undefined);
  return [...new Set(patterns.flatMap(matching))].filter((id) => !without.has(id)).concat(strange);
}

function invariantsOf(source: FlowSource, core: BundleCore): readonly LinkedInvariant[] {
  const root = document(source, "flows/invariants.json", "base");
  return entriesOf(childOf(root, "invariants")).map(([name, { node, key }]): LinkedInvariant => {
    const predicate = (word: string): Json | null => {
      const written = childOf(node, word);
      return written === null ? null : inlined(core, plain(written));
    };
    return {
      name,
      description: textOf(childOf(node, "description")) ?? "",
      screens: spokenOf(core, texts(childOf(node, "screens")), texts(childOf(node, "except"))),
      require: predicate("require"),
      never: predicate("never"),
      admit: predicate("admit"),
      decision: textOf(childOf(node, "decision")),
      when: predicate("when"),
      leads: textOf(childOf(node, "leads")),
      actions: texts(childOf(node, "actions")),
      outcome: textOf(childOf(node, "outcome")),
      then: predicate("then"),
      watched: textOf(childOf(node, "watched")),
      failure: textOf(childOf(node, "failure")),
      operation: textOf(childOf(node, "operation")),
      onlyFrom: texts(childOf(node, "onlyFrom")),
      at: key,
    };
  });
}

function outcomesOf(source: FlowSource, core: BundleCore): LinkedOutcomes {
  const root = document(source, "flows/outcomes.json", "base");
  return linkOutcomes(core, root === null ? null : (plain(root) as unknown as OutcomesFile));
}

/** The flows as they are without the brand's overlay; null where it says nothing of who may be where. */
function baseOf(source: FlowSource, slug: string, compile: Compile, { screens, predicates, app }: OverlayPlaces): LinkedBase | null {
  if (predicates.size + app.length === 0 && [...screens.values()].every(({ routing }) => routing.length === 0)) return null;
  const { bundle } = compile({ files: new Map([...source.files].filter(([name]) => name !== overlayFile(slug))) }, slug);
  // A base that is broken by itself is said where it is broken: any brand's check finds the same.
  if (bundle === null) return null;
  return { core: bundle.core };
}

/** Collects everything that the proof of a brand needs. `compile` is the compiler: it also compiles the base without the overlay. */
export function analysisInput(source: FlowSource, slug: string, bundle: Bundle, compile: Compile): AnalysisInput {
  const { core } = bundle;
  const schema = document(source, "schemas/state.schema.json", "base");
  const overlay = overlayPlaces(document(source, overlayFile(slug), "overlay"));
  return {
    bundle,
    stateSchema: schema === null ? {} : plain(schema),
    acceptances: acceptancesOf(source, slug, core),
    invariants: invariantsOf(source, core),
    outcomes: outcomesOf(source, core),
    base: baseOf(source, slug, compile, overlay),
    overlay,
  };
}
