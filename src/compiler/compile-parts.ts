/** Exports the compilation of each part of a definition (app, predicates, decisions, screens), for `compile`. */

import type {
  CompiledAction,
  CompiledData,
  CompiledEffect,
  CompiledLookup,
  CompiledMonitor,
  CompiledOrdered,
  CompiledPredicate,
  Control,
  Text,
} from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { BrandFile, FormatsDefinition, ShellDefinition } from "../language/keywords.js";
import type { LanguageSchema } from "../language/meta-schema.js";
import { nothingToPatch } from "../language/overlay-problems.js";
import { childOf, entriesOf, type SourceNode, textOf } from "../language/source.js";
import { ANY, constantType, type StaticType, staticType, union } from "../language/static-types.js";
import * as problems from "../language/unused-problems.js";
import type { Context, Linker, ScreenEntry } from "./compile-context.js";
import { compileNode } from "./compile-node.js";
import { whereHolds } from "./condition-context.js";
import { checkFailedData } from "./failed-data.js";
import { checkFrames } from "./frames.js";
import { checkLookups } from "./lookups.js";
import type { Definition } from "./merged-definition.js";
import { common, NO_PATHS, type NonNullPaths } from "./non-null-paths.js";
import { checkOutcomes } from "./outcomes.js";
import { checkPolls } from "./polls.js";
import { checkQueryToState } from "./query-to-state.js";
import { checkRouteState } from "./route-state.js";
import { ScreenMemory } from "./screen-memory.js";
import { checkTimes } from "./timing.js";
import { checkWizards } from "./wizards.js";

interface AppPart {
  readonly durations: Readonly<Record<string, number>>;
  readonly polls: Readonly<
    Record<string, { readonly first: number; readonly factor: number; readonly max: number; readonly limit: number }>
  >;
  readonly gates: Readonly<Record<string, { readonly when: CompiledPredicate; readonly go: string }>>;
  readonly fallback: readonly { readonly when?: CompiledPredicate; readonly go: string }[];
  readonly failures: Readonly<Record<string, readonly CompiledEffect[]>>;
  readonly events: Readonly<Record<string, CompiledAction>>;
  readonly actions: Readonly<Record<string, CompiledAction>>;
  readonly loads: Readonly<Record<string, CompiledData>>;
  readonly lookups?: Readonly<Record<string, CompiledLookup>>;
  readonly startPages: Readonly<Record<string, string>>;
  readonly formats: FormatsDefinition;
  readonly shells: Readonly<Record<string, ShellDefinition>>;
  readonly stages: CompiledOrdered<{ readonly label: Text; readonly from: number; readonly to: number }>;
  readonly bar?: CompiledPredicate;
  readonly navigation: CompiledOrdered<{
    readonly path: string;
    readonly also?: readonly string[];
    readonly label: Text;
    readonly icon: string;
    readonly when?: CompiledPredicate;
    readonly badge?: Json;
  }>;
  readonly chrome: Readonly<Record<string, Text>>;
  readonly texts: Readonly<Record<string, Text>>;
  readonly logoDecision: string;
  readonly monitors: Readonly<Record<string, CompiledMonitor>>;
}

interface PredicatePart {
  readonly logic: CompiledPredicate;
}

export interface DecisionPart {
  readonly order: readonly string[];
  readonly rows: Readonly<
    Record<
      string,
      {
        readonly when?: CompiledPredicate;
        readonly go: string | { readonly path: string; readonly state?: Readonly<Record<string, Json>> };
        readonly waivers?: unknown;
      }
    >
  >;
  readonly precondition?: CompiledPredicate;
}

/** A screen as its schema compiles it. */
export type ScreenPart = Readonly<Record<string, unknown>>;

export interface Parts {
  readonly app: AppPart;
  readonly appNode: SourceNode | null;
  readonly brand: BrandFile;
  readonly predicates: Readonly<Record<string, PredicatePart>>;
  readonly decisions: Readonly<Record<string, DecisionPart>>;
  readonly screens: ReadonlyMap<string, ScreenPart>;
  /** The controls of the body of each screen. */
  readonly controls: ReadonlyMap<string, readonly Control[]>;
  readonly forms: Readonly<Record<string, Json>>;
}

/** Compiles all parts. They are complete only if nothing was reported: the walker validates each against its schema. */
export function compileParts(definition: Definition, linker: Linker): Parts {
  const { language } = linker;
  const everywhere: Context = { linker, scope: new Map(), screen: null, waivers: [], facts: NO_PATHS, holding: [], shown: null };
  const file = (node: SourceNode | null, schema: LanguageSchema): unknown => (node === null ? null : compileNode(node, schema, everywhere));
  const predicates = file(definition.predicates, language.file("predicates.schema.json")) as {
    readonly predicates: Parts["predicates"];
  } | null;
  file(definition.fields, language.file("fields.schema.json"));
  const decisions = file(definition.decisions, language.file("decisions.schema.json")) as { readonly decisions: Parts["decisions"] } | null;
  // The app's texts may read an item: one that the chrome counts, or the item of an action's event.
  const app = (
    definition.app === null
      ? null
      : compileNode(definition.app, language.file("app.schema.json"), { ...everywhere, scope: new Map([["item", ANY]]) })
  ) as AppPart | null;
  checkWizards(definition.wizards, everywhere);
  linker.later(() => checkFrames(definition.app, definition.wizards, linker));
  file(definition.values, language.file("values.schema.json"));
  file(linker.semantics.root, language.file("semantics.schema.json"));
  checkTimes(definition.app, linker);
  checkLookups(linker, everywhere);
  checkOutcomes(definition.outcomes, linker);
  linker.later(() => checkRouteState(definition, linker));
  for (const { root } of definition.flows) file(root, withoutScreens(language.file("flow.schema.json")));
  file(definition.overlay, language.file("overlay-file.schema.json"));
  return {
    app: app as AppPart,
    appNode: definition.app,
    brand: file(definition.brand, language.file("brand.schema.json")) as BrandFile,
    predicates: predicates?.predicates ?? {},
    decisions: decisions?.decisions ?? {},
    ...compileScreens(linker),
    forms: compileForms(linker),
  };
}

/** Compiles the screens one by one, with the names and the defaults of their file, and the wizards once for all files. */
function withoutScreens(schema: LanguageSchema): LanguageSchema {
  const { defaults, ...properties } = schema.properties ?? {};
  const keywords = Object.fromEntries(Object.keys(defaults?.properties ?? {}).map((keyword) => [keyword, {}]));
  return {
    ...schema,
    properties: {
      ...properties,
      screens: { type: "object" },
      wizards: { type: "object" },
      defaults: { ...defaults, properties: keywords },
    },
  };
}

function compileScreens(linker: Linker): Pick<Parts, "screens" | "controls"> {
  const written = linker.language.file("flow.schema.json").$defs?.screen;
  if (written === undefined) throw new Error("schemas/flow.schema.json does not define a screen");
  // `normalise` has added the guard of the wizard and the defaults of the file.
  const required = Object.keys(written.properties ?? {}).filter(
    (keyword) => keyword === "guard" || keyword === "shell" || written.required?.includes(keyword),
  );
  const schema: LanguageSchema = { ...written, required };
  const screens = new Map<string, ScreenPart>();
  const controls = new Map<string, readonly Control[]>();
  for (const screen of linker.names.screens.entries.values()) {
    const missing =
      screen.entry.beside === undefined || screen.node.kind !== "object"
        ? []
        : (schema.required ?? []).filter((keyword) => childOf(screen.node, keyword) === null);
    if (missing.length > 0) linker.report(screen.key, nothingToPatch(screen.id, screen.entry.beside ?? [], missing, screen.entry.renamed));
    else {
      linker.enter(`screen ${screen.id}`, screen.key);
      const compiled = linker.within(screen.id, () => memory.of(screen, linker, (observing) => compiledScreen(screen, schema, observing)));
      screens.set(screen.id, compiled.part);
      controls.set(screen.id, compiled.controls);
    }
  }
  return { screens, controls };
}

interface CompiledScreen {
  readonly part: ScreenPart;
  readonly controls: readonly Control[];
}

const memory = new ScreenMemory<CompiledScreen>();

function compiledScreen(screen: ScreenEntry, schema: LanguageSchema, linker: Linker): CompiledScreen {
  const context = placeOf(screen, linker);
  const part = compileScreen(screen, schema, context);
  linker.later(() => {
    linker.enter(`checks of screen ${screen.id}`, screen.key);
    checkQueryToState(screen, part, linker);
    checkFailedData(screen, part, linker);
  });
  return { part, controls: context.screen?.controls ?? [] };
}

/** Compiles a screen. Its actions come last: they need the events that raise them. */
function compileScreen(screen: ScreenEntry, schema: LanguageSchema, context: Context): ScreenPart {
  const { node } = screen;
  const { linker } = context;
  linker.later(() => checkRaised(screen, context, linker));
  linker.later(() => checkPolls(node, context));
  const actions = node.kind === "object" ? node.entries.get("actions") : undefined;
  if (node.kind !== "object" || actions === undefined) return compileNode(node, schema, context) as ScreenPart;
  const { actions: _first, ...others } = Object.fromEntries(node.entries);
  return compileNode({ ...node, entries: new Map([...Object.entries(others), ["actions", actions]]) }, schema, context) as ScreenPart;
}

/** Reports actions that nothing raises, and queries whose answers nothing reads. */
function checkRaised(screen: ScreenEntry, { screen: own }: Context, linker: Linker): void {
  for (const [name, { key }] of entriesOf(childOf(screen.node, "actions")))
    if (own?.raised.has(name) === false) linker.report(key, problems.unusedAction(name));
  for (const [name, { key, node }] of entriesOf(childOf(screen.node, "data"))) {
    const fields = linker.names.operations.entries.get(textOf(childOf(node, "query")) ?? "")?.fields ?? [];
    const kept = fields.some((field) => linker.state.properties.has(field));
    if (!kept && own?.read.has(name) === false && !own.read.has("")) linker.report(key, problems.unusedData(name));
  }
}

function placeOf(screen: ScreenEntry, linker: Linker): Context {
  const table = (keyword: string) => ({
    entries: new Map(entriesOf(childOf(screen.node, keyword)).map(([key, entry]) => [key, entry.node])),
    complete: !screen.node.partial,
  });
  const context: Context = {
    linker,
    scope: new Map([
      ["data", dataType(screen, linker)],
      ["failed", failedType(screen, linker)],
      ["pending", pendingType(screen)],
    ]),
    screen: {
      id: screen.id,
      actions: table("actions"),
      data: table("data"),
      node: screen.node,
      raised: new Map(),
      read: new Set(),
      controls: [],
    },
    waivers: linker.waivers(screen.node, true),
    facts: parametersOf(screen),
    holding: [],
    shown: null,
  };
  return gatesOf(screen, linker).reduce(
    (inside, gate) => whereHolds(inside, gate, false),
    whereHolds(context, childOf(screen.node, "guard")),
  );
}

/** The parameters that every path of a screen has. */
function parametersOf({ paths }: ScreenEntry): NonNullPaths {
  return common(paths.map((path) => new Set([...path.matchAll(/:([^/]+)/g)].map(([, name = ""]) => `route.params.${name}`))));
}

/** The conditions of a screen's gates, which are all false on the screen. */
function gatesOf({ node }: ScreenEntry, { names }: Linker): readonly (SourceNode | null)[] {
  const gates = childOf(node, "gates");
  return (gates?.kind === "list" ? gates.items : []).map((item) => childOf(names.gates.entries.get(textOf(item) ?? "") ?? null, "when"));
}

/** `data`: each query's answer by its key (the value of its only field), null until it has arrived. */
function dataType(screen: ScreenEntry, linker: Linker): StaticType {
  const { operations } = linker.names;
  const answers = entriesOf(childOf(screen.node, "data")).map(([key, entry]) => {
    const answer = operations.entries.get(textOf(childOf(entry.node, "query")) ?? "")?.answer ?? ANY;
    const [only, ...more] = answer.properties.values();
    const type = only === undefined || more.length > 0 ? answer : only;
    return [key, type.any ? ANY : union([type, constantType(null)])] as const;
  });
  return screen.node.partial ? ANY : staticType({ types: ["object"], properties: new Map(answers) });
}

/** `failed`: true by the key of a query of the screen, or a load of the app, whose last request failed; null otherwise. */
function failedType(screen: ScreenEntry, { names }: Linker): StaticType {
  const yes = union([constantType(true), constantType(null)]);
  const keys = [...names.loads.entries.keys(), ...entriesOf(childOf(screen.node, "data")).map(([key]) => key)].map(
    (key) => [key, yes] as const,
  );
  return screen.node.partial ? ANY : staticType({ types: ["object"], properties: new Map(keys) });
}

/** `pending`: true for each action of `onEnter` while it is in progress, else null. */
function pendingType({ node }: ScreenEntry): StaticType {
  const yes = union([constantType(true), constantType(null)]);
  const onEnter = childOf(node, "onEnter");
  const names = (onEnter?.kind === "list" ? onEnter.items : []).flatMap((item) => textOf(item) ?? []);
  return node.partial ? ANY : staticType({ types: ["object"], properties: new Map(names.map((name) => [name, yes])) });
}

function compileForms(linker: Linker): Record<string, Json> {
  const names = [...linker.names.forms.entries.keys()].filter((name) => name.startsWith("forms/")).sort();
  return Object.fromEntries(names.map((name) => [name, linker.formSchema(name)]));
}
