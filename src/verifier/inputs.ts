/** Exports `analysisInput`: waivers, invariants, outcomes and overlay locations from the source files, for `prove`. */
import type { Compilation } from "../compiler/compile.js";
import type { Bundle, BundleCore, Origin } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { inlined } from "../language/inline-names.js";
import type { LinkedOutcomes, OutcomesFile } from "../language/outcomes.js";
import { linkOutcomes } from "../language/outcomes.js";
import { isCompilerRule } from "../language/rules/registry.js";
import type { FlowSource, SourceNode } from "../language/source.js";
import { childOf, entriesOf, plain, readDocument, textOf } from "../language/source.js";
import type { AnalysisInput } from "./analyse.js";
import type { LinkedWaiver } from "./report/waivers.js";
import type { LinkedInvariant } from "./rules/invariants.js";
import { boundInvariants, removedScreens } from "./rules/optional-screens.js";
import { outcomeKeys } from "./rules/outcome-keys.js";
import type { OverlayOrigins } from "./rules/overlay-origins.js";
import { overlayOrigins } from "./rules/overlay-origins.js";

import type { LinkedBase } from "./rules/weakened-guards.js";
import { linkedWizards } from "./wizard-inputs.js";

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

function waivers(core: BundleCore, owners: readonly string[], node: SourceNode | null): readonly LinkedWaiver[] {
  return itemsOf(childOf(node, "waivers")).flatMap((accept): LinkedWaiver[] => {
    const when = childOf(accept, "when");
    const rule = textOf(childOf(accept, "rule")) ?? "";
    // The compiler matches the waivers of its own rules.
    if (isCompilerRule(rule)) return [];
    return [
      {
        owners,
        rule,
        reason: textOf(childOf(accept, "reason")) ?? "",
        at: accept.at,
        target: textOf(childOf(accept, "target")),
        logic: when === null ? null : inlined(core, plain(when)),
      },
    ];
  });
}

/** The base's flow files. */
function flowsOf(source: FlowSource): readonly (SourceNode | null)[] {
  return [...source.files.keys()].filter((file) => /^flows\/[^/]+\.flow\.json$/.test(file)).map((file) => document(source, file, "base"));
}

/** The waivers of the base, and those of the overlay on what it adds; the compiler rejects others in an overlay. */
function waiversOf(source: FlowSource, slug: string, core: BundleCore): readonly LinkedWaiver[] {
  const found: LinkedWaiver[] = [];
  const add = (owner: string, node: SourceNode, owners: readonly string[] = [owner]): void => {
    found.push(...waivers(core, owners, node));
  };
  const addAll = (screens: SourceNode | null, predicates: SourceNode | null, decisions: SourceNode | null): void => {
    for (const [id, entry] of entriesOf(screens)) if (core.screens[id] !== undefined) add(`screen:${id}`, entry.node);
    for (const [name, entry] of entriesOf(predicates)) if (core.predicates[name] !== undefined) add(`predicate:${name}`, entry.node);
    for (const [name, entry] of entriesOf(decisions)) {
      for (const [row, { key, node }] of entriesOf(childOf(entry.node, "rows"))) {
        if (childOf(node, "waivers") === null) continue;
        // The rows of the steps of a wizard have the location of the row that names it.
        const steps = (core.decisions[name]?.rows ?? []).filter(
          ({ at }) => at.file === key.file && at.line === key.line && at.column === key.column,
        );
        const present = (core.decisions[name]?.rows ?? []).some(({ key: one }) => one === row);
        // A brand may remove a row or a wizard with its waivers.
        if (present || steps.length > 0)
          add(
            `decision:${name}.${row}`,
            node,
            [row, ...steps.map((step) => step.key)].map((one) => `decision:${name}.${one}`),
          );
      }
    }
  };
  for (const flow of flowsOf(source)) addAll(childOf(flow, "screens"), null, null);
  addAll(
    null,
    childOf(document(source, "flows/predicates.json", "base"), "predicates"),
    childOf(document(source, "flows/decisions.json", "base"), "decisions"),
  );
  const overlay = document(source, overlayFile(slug), "overlay");
  const app = document(source, "flows/app.flow.json", "base");
  if (app !== null) add("app", app);
  const decisions = childOf(overlay, "decisions");
  const predicates = childOf(overlay, "predicates");
  addAll(childOf(overlay, "screens"), childOf(predicates, "predicates") ?? predicates, childOf(decisions, "decisions") ?? decisions);
  return found;
}

function texts(node: SourceNode | null): readonly string[] {
  return itemsOf(node)
    .map(textOf)
    .filter((text): text is string => text !== null);
}

/** The screens of patterns (`deposit.**`) without exceptions. A pattern without screens stays, so that a rule reports it. */
function screensOf(core: BundleCore, patterns: readonly string[], exceptions: readonly string[]): readonly string[] {
  const ids = Object.keys(core.screens);
  const matching = (pattern: string): readonly string[] => {
    if (pattern === "**") return ids;
    if (!pattern.endsWith(".**")) return [pattern];
    const root = pattern.slice(0, -".**".length);
    const found = ids.filter((id) => id === root || id.startsWith(`${root}.`));
    return found.length === 0 ? [pattern] : found;
  };
  const excluded = new Set(exceptions.flatMap(matching));
  const unknown = [...excluded].filter((id) => core.screens[id] === undefined);
  return [...new Set(patterns.flatMap(matching))].filter((id) => !excluded.has(id)).concat(unknown);
}

/** The invariant of an entry; its schema admits exactly one of the forms. */
function invariantOf(name: string, node: SourceNode, at: Origin, core: BundleCore): LinkedInvariant {
  const text = (keyword: string): string | null => textOf(childOf(node, keyword));
  const list = (keyword: string): readonly string[] => texts(childOf(node, keyword));
  const predicate = (keyword: string): Json | null => {
    const written = childOf(node, keyword);
    return written === null ? null : inlined(core, plain(written));
  };
  const named = { name, description: text("description") ?? "", at };
  const [operation, failure, monitored, decision, target] = ["operation", "failure", "monitor", "decision", "redirectsTo"].map(text);
  const when = predicate("when");
  const consequence = { when, target: target ?? null, then: predicate("then") };
  const required = { require: predicate("require"), never: predicate("never") };
  if (operation) {
    const onlyFrom = childOf(node, "onlyFrom") === null ? null : list("onlyFrom");
    return { ...named, kind: "operation", operation, onlyFrom, ...required };
  }
  if (failure) return { ...named, kind: "failure", failure, except: list("except"), ...consequence };
  if (monitored) return { ...named, kind: "monitor", monitored, when };
  if (decision) return { ...named, kind: "decision", decision, when, target: target ?? "" };
  if (childOf(node, "actions") !== null)
    return { ...named, kind: "actions", actions: list("actions"), outcome: text("outcome"), ...consequence };
  const screens = screensOf(core, list("screens"), list("except"));
  if (target) return { ...named, kind: "redirect", screens, when, target };
  return { ...named, kind: "admission", screens, ...required, admit: predicate("admit") };
}

function invariantsOf(source: FlowSource, core: BundleCore): readonly LinkedInvariant[] {
  const root = document(source, "flows/invariants.json", "base");
  return entriesOf(childOf(root, "invariants")).map(([name, { node, key }]) => invariantOf(name, node, key, core));
}

function outcomesOf(source: FlowSource, core: BundleCore): LinkedOutcomes {
  const root = document(source, "flows/outcomes.json", "base");
  return linkOutcomes(core, root === null ? null : (plain(root) as unknown as OutcomesFile));
}

/** A brand without an overlay, whose flows are the base of the other brands; undefined where every brand has one. */
function brandOfBase({ files }: FlowSource): string | undefined {
  const slugs = [...files.keys()].flatMap((name) => /^flows\/brands\/([^/]+)\/brand\.json$/.exec(name)?.[1] ?? []);
  return slugs.find((one) => !files.has(overlayFile(one)));
}

/**
 * The flows without the brand's overlay; null where they do not compile: the check of any brand reports the errors of the base.
 * `brand.json` changes texts and formats alone, so the bundle of a brand without an overlay serves, which is often compiled already.
 */
function withoutOverlay(source: FlowSource, slug: string, compile: Compile): Bundle | null {
  const other = brandOfBase(source);
  const compiled = other === undefined ? null : compile(source, other).bundle;
  return compiled ?? compile({ files: new Map([...source.files].filter(([name]) => name !== overlayFile(slug))) }, slug).bundle;
}

/** The core without the brand's overlay; null where the overlay changes no routing. */
function baseOf(source: FlowSource, slug: string, compile: Compile, { screens, predicates, app }: OverlayOrigins): LinkedBase | null {
  if (predicates.size + app.length === 0 && [...screens.values()].every(({ routing }) => routing.length === 0)) return null;
  const base = withoutOverlay(source, slug, compile);
  return base === null ? null : { core: base.core };
}

/** The input of the analysis of a brand. `compile`: the compiler, also for the base without the overlay. */
export function analysisInput(source: FlowSource, slug: string, bundle: Bundle, compile: Compile): AnalysisInput {
  const { core } = bundle;
  const schema = document(source, "schemas/state.schema.json", "base");
  const overlayRoot = document(source, overlayFile(slug), "overlay");
  const overlay = overlayOrigins(overlayRoot);
  return {
    bundle,
    stateSchema: schema === null ? {} : plain(schema),
    waivers: waiversOf(source, slug, core),
    invariants: boundInvariants(invariantsOf(source, core), removedScreens(flowsOf(source), core), bundle, () =>
      withoutOverlay(source, slug, compile),
    ),
    outcomes: outcomesOf(source, core),
    outcomeKeys: outcomeKeys(flowsOf(source), document(source, "flows/app.flow.json", "base"), overlayRoot),
    base: baseOf(source, slug, compile, overlay),
    wizards: linkedWizards(source, overlayRoot, core),
    hasOverlay: source.files.has(overlayFile(slug)),
    overlay,
  };
}
