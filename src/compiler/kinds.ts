/** What the compiler makes of each `x-kind` of the language's schemas. */

import type { CompiledOrdered, Control } from "../language/bundle.js";
import { type Json, LANGUAGE } from "../language/definition.js";
import type { LanguageSchema } from "../language/meta-schema.js";
import { TEXT_OPERATORS } from "../language/operators.js";
import * as problems from "../language/problems.js";
import { childOf, entriesOf, plain, type SourceNode, textOf } from "../language/source.js";
import { ANY } from "../language/static-types.js";
import { compileAction, compileOutcomes } from "./actions.js";
import { compileData } from "./calls.js";
import { noteControl } from "./controls.js";
import { checkFormats } from "./formats.js";
import { compileFormBlock } from "./forms.js";
import { checkLabels } from "./labels.js";
import { compileCondition, compilePredicate, compileValue } from "./logic.js";
import { applicationOf, namedValueOf, variableOf } from "./operand.js";
import { checkOrder, inOrder } from "./ordered.js";
import { type NameTable, named, type Place, type UsedKind, withScope } from "./place.js";
import { compileProse } from "./prose.js";
import { structure } from "./structure.js";
import { checkPath, checkTarget, parametersOf } from "./targets.js";
import { compileWords } from "./text.js";
import { compileStatePath, reportResumed, reportStep } from "./wizards.js";
import { compileEffect, compileEffects } from "./writes.js";

export type Kind = (node: SourceNode, schema: LanguageSchema, place: Place) => unknown;

type Unknown = (name: string, known: Iterable<string>) => problems.Finding;

/** A text that must be one of the names of a table. */
function name<T>(table: (place: Place) => NameTable<T>, unknown: Unknown, then?: (name: string, place: Place) => void): Kind {
  return (node, schema, place) => {
    const text = textOf(node);
    if (text === null) return structure(node, { ...schema, type: "string" }, place);
    if (named(table(place), text, node.at, place, unknown) !== null) then?.(text, place);
    return text;
  };
}

const used =
  (kind: UsedKind) =>
  (text: string, place: Place): void =>
    place.linker.use(kind, text);

/** What raises an action, and with what: a form only where the language says so, an item where one can be read. */
function noteRaised(node: SourceNode, schema: LanguageSchema, place: Place): void {
  const { screen, scope, block, facts } = place;
  const action = textOf(node);
  if (screen === null || action === null) return;
  const source = schema["x-scope"]?.form;
  const raising = {
    form: source === undefined ? null : (scope.get("form") ?? null),
    item: scope.get("item") ?? null,
    block: source === "schema" ? (block ?? null) : null,
    facts,
  };
  screen.raised.set(action, [...(screen.raised.get(action) ?? []), raising]);
  noteControl(place, `the action ${action}`, { action });
}

const actionsOf = (place: Place): NameTable<SourceNode> => place.screen?.actions ?? place.linker.names.appActions;

/** What `refetch` may name: the screen's own queries and the app's loads. */
function queriesOf(place: Place): NameTable<SourceNode> {
  const { loads } = place.linker.names;
  if (place.screen === null) return loads;
  return { entries: new Map([...loads.entries, ...place.screen.data.entries]), complete: loads.complete };
}

export const KINDS: Readonly<Record<string, Kind>> = {
  predicate: (node, _schema, place) => compilePredicate(node, place),
  value: (node, schema, place) => {
    checkResults(node, schema["x-values"], place);
    return compileValue(node, place);
  },
  condition: (node, _schema, place) => compileCondition(node, place),
  template: (node, _schema, place) => compileTemplate(node, place),
  words: (node, _schema, place) => compileWords(node, place),
  markdown: (node, _schema, place) => compileProse(node, place),
  path: (node, schema, place) => {
    const path = textOf(node);
    if (path !== null) checkPath(path, node.at, place);
    for (const name of parametersOf(path ?? "")) place.linker.report(node.at, problems.missingParameter(name, path ?? ""));
    return structure(node, { ...schema, type: "string" }, place);
  },
  target: (node, schema, place) => {
    checkTarget(node, place);
    const target = structure(node, schema, place);
    // What is no target is reported, and no bundle is made then.
    noteControl(place, "a control", { go: target as NonNullable<Control["go"]> });
    return target;
  },
  dynamicPath: (node, schema, place) => {
    if (variableOf(node) !== null) return compileValue(node, place);
    return structure(node, { ...schema, type: "string" }, place);
  },
  message: (node, _schema, place) => (variableOf(node) === null ? compileWords(node, place) : compileValue(node, place)),
  action: (node, schema, place) => {
    noteRaised(node, schema, place);
    return name(actionsOf, problems.unknownAction, place.screen === null ? used("appAction") : undefined)(node, schema, place);
  },
  fieldType: name((place) => place.linker.names.fieldTypes, problems.unknownFieldType, used("fieldType")),
  optionList: name((place) => place.linker.names.optionLists, problems.unknownOptionList, used("optionList")),
  decision: name((place) => place.linker.names.decisions, problems.unknownDecision, used("decision")),
  gate: name((place) => place.linker.names.gates, problems.unknownGate, used("gate")),
  duration: name((place) => place.linker.names.durations, problems.unknownDuration, used("duration")),
  poll: name((place) => place.linker.names.polls, problems.unknownPoll, used("poll")),
  shell: name((place) => place.linker.names.shells, problems.unknownShell, used("shell")),
  screen: name((place) => place.linker.names.screens, problems.unknownScreen),
  statePath: compileStatePath,
  wizard: name((place) => place.linker.names.wizards, problems.unknownWizard),
  wizardStep: reportStep,
  resumedWizard: reportResumed,
  // A named value is checked wherever it is used.
  namedValue: (node) => plain(node),
  journey: name((place) => place.linker.names.journeys, problems.unknownJourney),
  query: name(queriesOf, problems.unknownData),
  slice: (node, schema, place) => {
    const slice = textOf(node);
    const { state } = place.linker;
    if (slice !== null && !state.any && !state.properties.has(slice))
      place.linker.report(node.at, problems.unknownSlice(slice, state.properties.keys()));
    return structure(node, { ...schema, type: "string" }, place);
  },
  formats: (node, schema, place) => {
    checkFormats(node, place.linker.report);
    return structure(node, schema, place);
  },
  language: (node, _schema, place) => {
    const version = plain(node);
    if (version !== LANGUAGE) place.linker.report(node.at, problems.unknownLanguage(version));
    return LANGUAGE;
  },
  // What the operation is given and answers is checked where it is called (calls.ts, actions.ts).
  operation: (node, schema, place) => structure(node, schema, place),
  outcomes: (node, schema, place) =>
    compileOutcomes(
      node,
      schema,
      ANY,
      withScope(place, [
        ["form", ANY],
        ["item", ANY],
      ]),
    ),
  effect: compileEffect,
  effects: compileEffects,
  control: structure,
  backRow: structure,
  ordered: compileOrdered,
  body: compileBody,
  block: compileBlock,
  rows: compileRows,
  decisionTable: compileDecision,
  actionDefinition: (node, schema, place) => compileAction(node, schema, place),
  dataDefinition: (node, schema, place) => compileData(node, schema, place),
  form: (node, schema, place) => compileFormBlock(node, schema, place),
};

/** The constants that an expression can give must be among `known`; through every branch of an `if`. */
function checkResults(node: SourceNode, known: readonly Json[] | undefined, place: Place): void {
  if (known === undefined) return;
  if (node.kind === "scalar") {
    if (!known.includes(node.value)) place.linker.report(node.at, problems.unknownResult(node.value, known));
    return;
  }
  const application = applicationOf(node);
  if (application === null || TEXT_OPERATORS.get(application.name)?.gives !== "branch") return;
  const { operands } = application;
  for (const [index, operand] of operands.entries())
    if (index % 2 === 1 || index === operands.length - 1) checkResults(operand, known, place);
}

/** An object is built field by field, unless its only key is an operator. */
function compileTemplate(node: SourceNode, place: Place): Json {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map((item) => compileTemplate(item, place));
  const application = applicationOf(node);
  if (application !== null && (namedValueOf(node) !== null || TEXT_OPERATORS.has(application.name))) return compileValue(node, place);
  return Object.fromEntries(entriesOf(node).map(([key, entry]) => [key, compileTemplate(entry.node, place)]));
}

/** A keyed map with its order. */
function compileOrdered(node: SourceNode, schema: LanguageSchema, place: Place): unknown {
  checkOrder(node, place);
  checkLabels(childOf(node, "items"), place);
  return structure(node, schema, place);
}

/** A body becomes the list of its blocks, each with its key. */
function compileBody(node: SourceNode, schema: LanguageSchema, outer: Place): unknown {
  const place = { ...outer, shown: outer.shown ?? { when: [], items: null } };
  checkOrder(node, place);
  const compiled = structure(node, schema, place) as {
    readonly order?: readonly string[];
    readonly items?: Readonly<Record<string, object | null>>;
  } | null;
  return (compiled?.order ?? []).map((key) => ({ key, ...compiled?.items?.[key] }));
}

function compileBlock(node: SourceNode, schema: LanguageSchema, place: Place): unknown {
  const nameNode = childOf(node, "block");
  const blockName = textOf(nameNode);
  if (nameNode === null || blockName === null)
    return structure(node, { type: "object", required: ["block"], properties: schema.properties }, place);
  const block = place.linker.language.block(blockName);
  if (block === null) {
    place.linker.report(nameNode.at, problems.unknownBlock(blockName, place.linker.language.blocks));
    return null;
  }
  return place.linker.walk(node, block, place);
}

/** Rows become a list in their order. Of `x-total` rows the last has no `when`, and only the last. */
function compileRows(node: SourceNode, schema: LanguageSchema, place: Place): unknown {
  checkOrder(node, place);
  const total = schema["x-total"] === true && childOf(node, "items") !== null && !node.partial;
  if (total) checkLastRow(inOrder(node, "items"), node, place);
  const compiled = structure(node, schema, place) as CompiledOrdered<unknown> | null;
  return (compiled?.order ?? []).map((key) => compiled?.items[key]);
}

function checkLastRow(rows: readonly SourceNode[], whole: SourceNode, { linker }: Place): void {
  for (const [index, row] of rows.entries()) {
    const open = childOf(row, "when") === null;
    if (open && index < rows.length - 1) linker.report(row.at, problems.rowNeverReached());
    if (!open && index === rows.length - 1) linker.report(row.at, problems.lastRowOpen());
  }
  if (rows.length === 0) linker.report(whole.at, problems.tooFew(1));
}

function compileDecision(node: SourceNode, schema: LanguageSchema, place: Place): unknown {
  checkOrder(node, place, "rows");
  const rows = childOf(node, "rows");
  if (rows !== null && childOf(node, "order")?.kind === "list") checkLastRow(inOrder(node, "rows"), rows, place);
  return structure(node, schema, place);
}
