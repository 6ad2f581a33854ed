/** Exports the reader of a brand's files: it merges the overlay and lists every name. For `compile`. */
import type { Origin } from "../language/bundle.js";
import type { Language, LanguageSchema } from "../language/meta-schema.js";
import { schemaNotInBase } from "../language/overlay-problems.js";
import type { Problem } from "../language/problems.js";
import * as problems from "../language/problems.js";
import {
  childOf,
  type Entry,
  entriesOf,
  type FlowSource,
  type ObjectNode,
  readDocument,
  type SourceDocument,
  type SourceNode,
  textOf,
} from "../language/source.js";
import type { Linker, Names, NameTable, PredicateEntry, ScreenEntry } from "./compile-context.js";
import { schemaProblems } from "./file-schemas.js";
import { normalise } from "./normalise/normalise.js";
import type { Operations } from "./operations.js";
import { mergePatch } from "./overlay.js";
import { type WithRemovals, withoutPatterns } from "./removed-screens.js";
import type { SchemaDocuments } from "./schemas.js";
import { pathsOf } from "./targets.js";
import { withLimits } from "./value-limits.js";

/** A brand's definition: its overlay merged over the base. */
export interface Definition {
  readonly app: SourceNode | null;
  readonly brand: SourceNode | null;
  readonly predicates: SourceNode | null;
  readonly decisions: SourceNode | null;
  readonly values: SourceNode | null;
  /** Names of the values that something uses. */
  readonly usedValues: ReadonlySet<string>;
  readonly wizards: SourceNode | null;
  /** Null where there is none. */
  readonly fields: SourceNode | null;
  readonly flows: readonly { readonly file: string; readonly root: SourceNode }[];
  readonly overlay: SourceNode | null;
  readonly removals: WithRemovals;
  /** Null where there is none: the verifier reports that. */
  readonly outcomes: SourceNode | null;
  readonly schemas: SchemaDocuments;
  readonly names: Names;
  readonly problems: readonly Problem[];
}

const FLOW = /^flows\/[a-z][a-z0-9-]*\.flow\.json$/;
const APP = "flows/app.flow.json";
const PREDICATES = "flows/predicates.json";
const DECISIONS = "flows/decisions.json";
const VALUES = "flows/values.json";
const FIELDS = "flows/fields.json";
/** Schemas of forms and their shared schemas, without those of the language and the sandbox. */
const SCHEMA = /^schemas\/(?:forms\/[a-z0-9-]+|[a-z0-9-]+)\.json$/;

export function readDefinition(source: FlowSource, slug: string, language: Language, operations: Operations): Definition {
  const found: Problem[] = [];
  const report: Linker["report"] = (at, finding) => found.push(problems.problemAt(at, finding));
  const documents = new Map<string, SourceDocument>();
  const open = (file: string, layer: Origin["layer"] = "base"): SourceDocument => {
    const known = documents.get(file);
    if (known !== undefined) return known;
    const text = source.files.get(file);
    if (text === undefined) report({ file, line: 1, column: 1, layer }, problems.missingFile(file));
    const document = text === undefined ? { file, root: null, problems: [], incomplete: true } : readDocument(file, text, layer);
    found.push(...document.problems);
    documents.set(file, document);
    return document;
  };
  /**
   * A file that the compiler does not interpret as a whole. Null where it does not match its schema: then nothing else
   * about it is reported.
   */
  const validated = (name: "outcomes" | "invariants"): SourceNode | null => {
    const file = `flows/${name}.json`;
    const { root, incomplete } = source.files.has(file) ? open(file) : { root: null, incomplete: true };
    const mismatches = incomplete ? [] : schemaProblems(source, root, `schemas/${name}.schema.json`);
    found.push(...mismatches);
    return mismatches.length > 0 ? null : root;
  };
  const overlayFile = `flows/brands/${slug}/overlay.json`;
  const overlayDocument = source.files.has(overlayFile) ? open(overlayFile, "overlay") : null;
  const overlay = overlayDocument?.root ?? null;
  const patched = (root: SourceNode | null, section: string, schema: LanguageSchema | null): SourceNode | null => {
    const patch = childOf(overlay, section);
    return root === null || patch === null ? root : mergePatch(root, patch, schema, language, report);
  };
  const patchedApp = patched(open(APP).root, "app", language.file("app.schema.json"));
  const predicatesDocument = open(PREDICATES);
  const patchedPredicates = patched(
    childOf(predicatesDocument.root, "predicates"),
    "predicates",
    language.file("predicates.schema.json").properties?.predicates ?? null,
  );
  const decisionsDocument = open(DECISIONS);
  const patchedDecisions = patched(
    childOf(decisionsDocument.root, "decisions"),
    "decisions",
    language.file("decisions.schema.json").properties?.decisions ?? null,
  );
  const files = [...source.files.keys()].sort();
  const outcomes = validated("outcomes");
  // The verifier reads them.
  validated("invariants");
  const flowFiles = files.filter((file) => FLOW.test(file) && file !== APP).map((file) => open(file));
  const flows = flowFiles.flatMap((document) => (document.root === null ? [] : [{ file: document.file, root: document.root }]));
  const written = screensOf(flows, childOf(overlay, "screens"), language, report);
  const valuesDocument = source.files.has(VALUES) ? open(VALUES) : null;
  const values = patched(childOf(valuesDocument?.root, "values"), "values", language.file("values.schema.json").properties?.values ?? null);
  const fields = source.files.has(FIELDS) ? patched(open(FIELDS).root, "fields", language.file("fields.schema.json")) : null;
  const schemas = schemasOf(
    files.filter((file) => SCHEMA.test(file)).map((file) => open(file)),
    childOf(overlay, "schemas"),
    language,
    report,
  );
  const baseWizards = wizardsIn(flows, report);
  const merged = {
    app: patchedApp,
    decisions: patchedDecisions,
    screens: written.root,
    predicates: patchedPredicates,
    wizards: patched(baseWizards, "wizards", language.file("flow.schema.json").properties?.wizards ?? null),
    baseWizards,
    values: withLimits(values, schemas),
    fields,
  };
  const { app, decisions, predicates, wizards, screens: screensNode, usedValues } = normalise(merged, language);
  const screens = screenEntries(screensNode, written.journeys, slug);
  const whole = (...of: readonly (SourceDocument | null)[]): boolean => of.every((document) => document === null || !document.incomplete);
  const appTable = (key: string): NameTable<SourceNode> => tableOf(childOf(app, key), whole(open(APP), overlayDocument));
  const names: Names = {
    paths: pathsOf(screens.values()),
    predicates: {
      entries: new Map(entriesOf(predicates).map(([name, entry]) => [name, predicateOf(entry)])),
      complete: whole(predicatesDocument, overlayDocument),
    },
    decisions: tableOf(decisions, whole(decisionsDocument, overlayDocument)),
    gates: appTable("gates"),
    shells: appTable("shells"),
    durations: appTable("durations"),
    polls: appTable("polls"),
    tables: appTable("tables"),
    lookups: appTable("lookups"),
    appActions: appTable("actions"),
    failures: appTable("failures"),
    loads: appTable("loads"),
    values: tableOf(values, whole(valuesDocument, overlayDocument)),
    wizards: tableOf(wizards, whole(...flowFiles, overlayDocument)),
    fieldTypes: tableOf(childOf(fields, "types"), fields === null || whole(open(FIELDS), overlayDocument)),
    optionLists: tableOf(childOf(fields, "options"), fields === null || whole(open(FIELDS), overlayDocument)),
    fieldFormats: tableOf(childOf(fields, "formats"), fields === null || whole(open(FIELDS), overlayDocument)),
    autocomplete: childOf(fields, "autocomplete"),
    journeys: journeysOf(flows, screens, whole(...flowFiles, overlayDocument)),
    screens: {
      entries: screens,
      complete: whole(...flowFiles, overlayDocument),
      removed: written.root.kind === "object" ? written.root.removed : undefined,
    },
    operations: { entries: operations.entries, complete: operations.complete },
    forms: {
      entries: schemas,
      complete:
        whole(overlayDocument) && [...documents.values()].filter(({ file }) => SCHEMA.test(file)).every((document) => !document.incomplete),
    },
  };
  return {
    app,
    fields,
    brand: open(`flows/brands/${slug}/brand.json`).root,
    overlay,
    removals: { merged, baseScreens: written.base },
    outcomes: outcomes ?? null,
    schemas,
    flows,
    names,
    problems: found,
    values: withSection(valuesDocument?.root ?? null, "values", values),
    usedValues,
    wizards,
    predicates: withSection(predicatesDocument.root, "predicates", predicates),
    decisions: withSection(decisionsDocument.root, "decisions", decisions),
  };
}

function withSection(root: SourceNode | null, section: string, merged: SourceNode | null): SourceNode | null {
  if (root?.kind !== "object" || merged === null) return root;
  const entry = root.entries.get(section);
  return entry === undefined ? root : { ...root, entries: new Map([...root.entries, [section, { ...entry, node: merged }]]) };
}

/** The wizards of all flow files, by name. */
function wizardsIn(flows: Definition["flows"], report: Linker["report"]): ObjectNode {
  const entries = new Map<string, Entry>();
  for (const { root } of flows) {
    for (const [name, entry] of entriesOf(childOf(root, "wizards"))) {
      if (entries.has(name)) report(entry.key, problems.duplicateKey(name));
      else entries.set(name, entry);
    }
  }
  return { kind: "object", entries, at: { file: "flows", line: 1, column: 1, layer: "base" }, partial: false };
}

function tableOf(node: SourceNode | null, complete: boolean): NameTable<SourceNode> {
  return { entries: new Map(entriesOf(node).map(([name, entry]) => [name, entry.node])), complete };
}

function predicateOf(entry: Entry): PredicateEntry {
  return { key: entry.key, node: entry.node, logic: childOf(entry.node, "logic") };
}

function journeysOf(flows: Definition["flows"], screens: ReadonlyMap<string, ScreenEntry>, complete: boolean): NameTable<string> {
  const written = flows.flatMap(({ root }) => textOf(childOf(root, "journey")) ?? []);
  const names = new Set([...written, ...[...screens.values()].map((screen) => screen.journey)]);
  return { entries: new Map([...names].map((name) => [name, name])), complete };
}

/** The screens of all flow files with the overlay's patch, and the journey of each screen of the base. */
function screensOf(
  flows: Definition["flows"],
  patch: SourceNode | null,
  language: Language,
  report: Linker["report"],
): { readonly root: SourceNode; readonly journeys: ReadonlyMap<string, string>; readonly base: ObjectNode } {
  const written = new Map<string, Entry>();
  const journeys = new Map<string, string>();
  for (const { root } of flows) {
    for (const [id, entry] of entriesOf(childOf(root, "screens"))) {
      const other = written.get(id);
      if (other !== undefined) report(entry.key, problems.duplicateScreen(id, other.key));
      else journeys.set(id, textOf(childOf(root, "journey")) ?? "");
      if (other === undefined) written.set(id, withDefaults(entry, childOf(root, "defaults")));
    }
  }
  const at: Origin = { file: "flows", line: 1, column: 1, layer: "base" };
  const base: ObjectNode = { kind: "object", entries: written, at, partial: false };
  const schema = language.file("flow.schema.json").properties?.screens ?? null;
  return { root: patch === null ? base : mergePatch(base, withoutPatterns(patch, base), schema, language, report), journeys, base };
}

/** Screens with the defaults of their file, so that a screen keeps its node in the next compilation. */
const completed = new WeakMap<SourceNode, { readonly defaults: SourceNode; readonly node: SourceNode }>();

/** A screen with the defaults of its file for the keywords that it does not have. */
function withDefaults(entry: Entry, defaults: SourceNode | null): Entry {
  const { node } = entry;
  if (node.kind !== "object" || defaults?.kind !== "object") return entry;
  const known = completed.get(node);
  if (known?.defaults === defaults) return { ...entry, node: known.node };
  const missing = [...defaults.entries].filter(([keyword]) => !node.entries.has(keyword));
  const made: SourceNode = { ...node, entries: new Map([...node.entries, ...missing]) };
  completed.set(node, { defaults, node: made });
  return { ...entry, node: made };
}

/** The screens by id. A screen that an overlay adds belongs to a journey named like the brand. */
function screenEntries(screens: SourceNode | null, journeys: ReadonlyMap<string, string>, slug: string): ReadonlyMap<string, ScreenEntry> {
  return new Map(
    entriesOf(screens).map(([id, entry]) => [
      id,
      { id, journey: journeys.get(id) ?? slug, key: entry.key, entry, node: entry.node, paths: pathsIn(entry.node) },
    ]),
  );
}

function pathsIn(node: SourceNode): string[] {
  const path = childOf(node, "path");
  return path?.kind === "list" ? path.items.flatMap((item) => textOf(item) ?? []) : [textOf(path) ?? []].flat();
}

function schemasOf(
  documents: readonly SourceDocument[],
  patch: SourceNode | null,
  language: Language,
  report: Linker["report"],
): SchemaDocuments {
  const schemas = new Map<string, SourceNode>();
  for (const { file, root } of documents) if (root !== null) schemas.set(file.slice("schemas/".length), root);
  for (const [name, entry] of entriesOf(patch)) {
    const base = schemas.get(name);
    if (base === undefined) report(entry.key, schemaNotInBase(name, schemas.keys()));
    // The form that names it is not a second mistake.
    schemas.set(name, base === undefined ? entry.node : mergePatch(base, entry.node, null, language, report));
  }
  return schemas;
}

/** A brand's slug, which is the name of its folder. */
export const SLUG = /^[a-z0-9-]+$/;

/** The slugs of the brands, in order. */
export function brandSlugs(source: FlowSource): string[] {
  return [...source.files.keys()]
    .flatMap((file) => /^flows\/brands\/([^/]+)\/brand\.json$/.exec(file)?.[1] ?? [])
    .filter((folder) => SLUG.test(folder))
    .sort();
}
