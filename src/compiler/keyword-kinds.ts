/** Exports the table of compile functions by `x-kind` of the language's schemas, for `compileNode`. */

import type { CompiledOrdered, Control } from "../language/bundle.js";
import { type Json, LANGUAGE } from "../language/definition.js";
import type { LanguageSchema } from "../language/meta-schema.js";
import { TEXT_OPERATORS } from "../language/operators.js";
import { orderInRows } from "../language/overlay-problems.js";
import * as problems from "../language/problems.js";
import { childOf, entriesOf, plain, type SourceNode, textOf } from "../language/source.js";
import { ANY } from "../language/static-types.js";
import { compileAction, compileOutcomes } from "./actions.js";
import { compileData } from "./calls.js";
import { type Context, type NameTable, named, type UsedKind, withScope } from "./compile-context.js";
import { noteControl } from "./controls.js";
import { checkLabels } from "./distinct-labels.js";
import { compileDuration } from "./durations.js";
import { applicationOf, namedValueOf, variableOf } from "./expression-parts.js";
import { checkFormats } from "./formats.js";
import { compileFormBlock } from "./forms.js";
import { compileCondition, compilePredicate, compileValue } from "./logic.js";
import { compileProse } from "./markdown.js";
import { compileText } from "./messages.js";
import { checkOrder, inOrder } from "./ordered-items.js";
import { checkPattern } from "./schema-consistency.js";
import { compileEffect, compileEffects } from "./state-writes.js";
import { structure } from "./structure.js";
import { checkPath, checkTarget, parametersOf } from "./targets.js";
import { compileLimit } from "./value-limits.js";
import { compileStatePath, reportResumed, reportStep } from "./wizards.js";

export type Kind = (node: SourceNode, schema: LanguageSchema, context: Context) => unknown;

type Unknown = (name: string, known: Iterable<string>) => problems.Finding;

/** A text that must be one of the names of a table. */
function name<T>(table: (context: Context) => NameTable<T>, unknown: Unknown, then?: (name: string, context: Context) => void): Kind {
  return (node, schema, context) => {
    const text = textOf(node);
    if (text === null) return structure(node, { ...schema, type: "string" }, context);
    if (named(table(context), text, node.at, context, unknown) !== null) then?.(text, context);
    return text;
  };
}

const used =
  (kind: UsedKind) =>
  (text: string, context: Context): void =>
    context.linker.use(kind, text);

/** The source of an action's events and their data: a form only where the language allows it, an item where one can be read. */
function noteRaised(node: SourceNode, schema: LanguageSchema, context: Context): void {
  const { screen, scope, block, facts } = context;
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
  noteControl(context, `the action ${action}`, node.at, { action });
}

const actionsOf = (context: Context): NameTable<SourceNode> => context.screen?.actions ?? context.linker.names.appActions;

/** The names that `refetch` accepts: the screen's own queries and the app's loads. */
function queriesOf(context: Context): NameTable<SourceNode> {
  const { loads } = context.linker.names;
  if (context.screen === null) return loads;
  return { entries: new Map([...loads.entries, ...context.screen.data.entries]), complete: loads.complete };
}

export const KINDS: Readonly<Record<string, Kind>> = {
  predicate: (node, _schema, context) => compilePredicate(node, context),
  value: (node, schema, context) => {
    checkResults(node, schema["x-values"], context);
    return compileValue(node, context);
  },
  condition: (node, _schema, context) => compileCondition(node, context),
  template: (node, _schema, context) => compileTemplate(node, context),
  text: (node, _schema, context) => compileText(node, context),
  markdown: (node, _schema, context) => compileProse(node, context),
  path: (node, schema, context) => {
    const path = textOf(node);
    if (path !== null) checkPath(path, node.at, context);
    for (const name of parametersOf(path ?? "")) context.linker.report(node.at, problems.missingParameter(name, path ?? ""));
    return structure(node, { ...schema, type: "string" }, context);
  },
  target: (node, schema, context) => {
    checkTarget(node, context);
    const target = structure(node, schema, context);
    // An invalid target is reported, which prevents a bundle.
    noteControl(context, "a control", node.at, { go: target as NonNullable<Control["go"]> });
    return target;
  },
  dynamicPath: (node, schema, context) => {
    if (variableOf(node) !== null) return compileValue(node, context);
    return structure(node, { ...schema, type: "string" }, context);
  },
  message: (node, _schema, context) => (variableOf(node) === null ? compileText(node, context) : compileValue(node, context)),
  action: (node, schema, context) => {
    noteRaised(node, schema, context);
    return name(actionsOf, problems.unknownAction, context.screen === null ? used("appAction") : undefined)(node, schema, context);
  },
  fieldType: name((context) => context.linker.names.fieldTypes, problems.unknownFieldType, used("fieldType")),
  // A semantic type names it, which does not count as a use.
  fieldTypeName: name((context) => context.linker.names.fieldTypes, problems.unknownFieldType),
  optionList: name((context) => context.linker.names.optionLists, problems.unknownOptionList, used("optionList")),
  regularExpression: (node, schema, context) => {
    checkPattern(node, context.linker.report);
    return structure(node, { ...schema, type: "string" }, context);
  },
  decision: name((context) => context.linker.names.decisions, problems.unknownDecision, used("decision")),
  gate: name((context) => context.linker.names.gates, problems.unknownGate, used("gate")),
  durationText: compileDuration,
  duration: name((context) => context.linker.names.durations, problems.unknownDuration, used("duration")),
  lookup: name((context) => context.linker.names.lookups, problems.unknownLookup, used("lookup")),
  poll: name((context) => context.linker.names.polls, problems.unknownPoll, used("poll")),
  shell: name((context) => context.linker.names.shells, problems.unknownShell, used("shell")),
  screen: name((context) => context.linker.names.screens, problems.unknownScreen),
  formSchema: name((context) => context.linker.names.forms, problems.unknownSchema),
  formScreen: (node, schema, context) => {
    const { screens } = context.linker.names;
    const found = named(screens, textOf(node) ?? "", node.at, context, problems.unknownScreen);
    if (found !== null && !found.node.partial && !hasForm(childOf(found.node, "body")))
      context.linker.report(node.at, problems.noFormThere(textOf(node) ?? ""));
    return structure(node, { ...schema, type: "string" }, context);
  },
  statePath: compileStatePath,
  wizard: name((context) => context.linker.names.wizards, problems.unknownWizard),
  wizardStep: reportStep,
  resumedWizard: reportResumed,
  // A named value is checked wherever it is used.
  namedValue: (node) => plain(node),
  limit: compileLimit,
  journey: name((context) => context.linker.names.journeys, problems.unknownJourney),
  query: name(queriesOf, problems.unknownData),
  slice: (node, schema, context) => {
    const slice = textOf(node);
    const { state } = context.linker;
    if (slice !== null && !state.any && !state.properties.has(slice))
      context.linker.report(node.at, problems.unknownSlice(slice, state.properties.keys()));
    return structure(node, { ...schema, type: "string" }, context);
  },
  formats: (node, schema, context) => {
    checkFormats(node, context.linker.report);
    return structure(node, schema, context);
  },
  language: (node, _schema, context) => {
    const version = plain(node);
    if (version !== LANGUAGE) context.linker.report(node.at, problems.unknownLanguage(version));
    return LANGUAGE;
  },
  // The variables and the answer of the operation are checked at its calls (`calls.ts`, `actions.ts`).
  operation: (node, schema, context) => structure(node, schema, context),
  outcomes: (node, schema, context) =>
    compileOutcomes(
      node,
      schema,
      ANY,
      withScope(context, [
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
  actionDefinition: (node, schema, context) => compileAction(node, schema, context),
  dataDefinition: (node, schema, context) => compileData(node, schema, context),
  form: (node, schema, context) => compileFormBlock(node, schema, context),
};

/** The constants that an expression can give must be among `known`; in every branch of an `if`. */
function checkResults(node: SourceNode, known: readonly Json[] | undefined, context: Context): void {
  if (known === undefined) return;
  if (node.kind === "scalar") {
    if (!known.includes(node.value)) context.linker.report(node.at, problems.unknownResult(node.value, known));
    return;
  }
  const application = applicationOf(node);
  if (application === null || TEXT_OPERATORS.get(application.name)?.gives !== "branch") return;
  const { operands } = application;
  for (const [index, operand] of operands.entries())
    if (index % 2 === 1 || index === operands.length - 1) checkResults(operand, known, context);
}

/** Whether a block below a body is a form. */
function hasForm(node: SourceNode | null): boolean {
  if (node?.kind !== "object") return node?.kind === "list" && node.items.some(hasForm);
  return textOf(childOf(node, "block")) === "form" || [...node.entries.values()].some((entry) => hasForm(entry.node));
}

/** An object is built field by field, unless its only key is an operator. */
function compileTemplate(node: SourceNode, context: Context): Json {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map((item) => compileTemplate(item, context));
  const application = applicationOf(node);
  const operator = application === null ? undefined : TEXT_OPERATORS.get(application.name);
  if (application !== null && operator !== undefined) {
    const { length } = application.operands;
    if (length >= operator.least && length <= operator.most) return compileValue(node, context);
    context.linker.report(application.at, problems.operatorKey(application.name));
    return null;
  }
  if (namedValueOf(node) !== null) return compileValue(node, context);
  return Object.fromEntries(entriesOf(node).map(([key, entry]) => [key, compileTemplate(entry.node, context)]));
}

/** The schema of a collection in its explicit form. */
function closed(schema: LanguageSchema): LanguageSchema {
  return { ...schema, required: ["items"], additionalProperties: false };
}

/** A keyed map with its order. */
function compileOrdered(node: SourceNode, schema: LanguageSchema, context: Context): unknown {
  checkOrder(node, context);
  checkLabels(childOf(node, "items"), context);
  return structure(node, closed(schema), context);
}

/** A body becomes the list of its blocks, each with its key. */
function compileBody(node: SourceNode, schema: LanguageSchema, outer: Context): unknown {
  const context = { ...outer, shown: outer.shown ?? { when: [], items: null } };
  checkOrder(node, context);
  const compiled = structure(node, closed(schema), context) as {
    readonly order?: readonly string[];
    readonly items?: Readonly<Record<string, object | null>>;
  } | null;
  return (compiled?.order ?? []).map((key) => ({ key, ...compiled?.items?.[key] }));
}

function compileBlock(node: SourceNode, schema: LanguageSchema, context: Context): unknown {
  const nameNode = childOf(node, "block");
  const blockName = textOf(nameNode);
  if (nameNode === null || blockName === null)
    return structure(node, { type: "object", required: ["block"], properties: schema.properties }, context);
  const block = context.linker.language.block(blockName);
  if (block === null) {
    context.linker.report(nameNode.at, problems.unknownBlock(blockName, context.linker.language.blocks));
    return null;
  }
  return context.linker.compileNode(node, block, context);
}

/** Rows become a list in their order. Of `x-total` rows the last has no `when`, and only the last. */
function compileRows(node: SourceNode, schema: LanguageSchema, context: Context): unknown {
  checkOrder(node, context);
  const total = schema["x-total"] === true && childOf(node, "items") !== null && !node.partial;
  if (total) checkLastRow(inOrder(node, "items"), node, context);
  const compiled = structure(node, schema, context) as CompiledOrdered<unknown> | null;
  return (compiled?.order ?? []).map((key) => compiled?.items[key]);
}

function checkLastRow(rows: readonly SourceNode[], whole: SourceNode, { linker }: Context): void {
  for (const [index, row] of rows.entries()) {
    const open = childOf(row, "when") === null;
    if (open && index < rows.length - 1) linker.report(row.at, problems.rowNeverReached());
    if (!open && index === rows.length - 1) linker.report(row.at, problems.lastRowOpen());
  }
  if (rows.length === 0) linker.report(whole.at, problems.tooFew(1));
}

function compileDecision(node: SourceNode, schema: LanguageSchema, context: Context): unknown {
  const misplaced = entriesOf(childOf(node, "rows")).find(([key, row]) => key === "order" && row.node.kind === "list");
  if (misplaced !== undefined) {
    const [, { key: at }] = misplaced;
    context.linker.report(at, orderInRows());
    return null;
  }
  checkOrder(node, context, "rows");
  const rows = childOf(node, "rows");
  if (rows !== null && childOf(node, "order")?.kind === "list") checkLastRow(inOrder(node, "rows"), rows, context);
  return structure(node, schema, context);
}
