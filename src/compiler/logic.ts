/** Exports the compilation of json-logic: checks it against state schema and names, and inlines named predicates and tables. */
import type { CompiledPredicate, Origin } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { type Definitions, inlineNames } from "../language/inline-names.js";
import { isWithin, stepsOf } from "../language/logic-reads.js";
import {
  arityOf,
  CONDITION_OPERATORS,
  type Gives,
  isOverItems,
  type OperatorDefinition,
  type Reads,
  readingOf,
  TEXT_OPERATORS,
  VALUE_OPERATORS,
} from "../language/operators.js";
import * as problems from "../language/problems.js";
import { fieldNotInFragment } from "../language/selection-problems.js";
import { childOf, entriesOf, keysOf, type ObjectNode, plain, type SourceNode } from "../language/source.js";
import {
  ANY,
  BOOLEAN,
  constantType,
  type Missing,
  NUMBER,
  neverMatches,
  orNull,
  read,
  type StaticType,
  staticType,
  TEXT,
  typeOfJson,
  union,
} from "../language/static-types.js";
import { checkComparison, checkOperands, checkOrder, type Operand } from "./comparison.js";
import { type Context, type Names, named } from "./compile-context.js";
import { type Application, applicationOf, isText, namedValueOf, variableOf } from "./expression-parts.js";
import { fragmentAround } from "./fragments.js";
import { NO_PATHS, type NonNullPaths, nonNullPathsOf } from "./non-null-paths.js";
import { originsWithin, pathOf, placeOf } from "./origins.js";
import { checkCompared, checkFormatted, meaningOf } from "./semantic-operands.js";

interface Reader {
  readonly context: Context;
  readonly root: StaticType;
  /** Whether predicates may be used by name: not inside a list's items, where the state cannot be read. */
  readonly names: boolean;
  readonly facts: NonNullPaths;
  readonly operators: ReadonlyMap<string, OperatorDefinition>;
}

/** Checks a predicate and compiles it. */
export function compilePredicate(node: SourceNode, context: Context): CompiledPredicate {
  readPredicate(node, readerAt(context, CONDITION_OPERATORS));
  const { written: _written, ...at } = node.at;
  return { logic: inline(node, "predicate", context.linker.names), named: plain(node), at };
}

/** Checks a condition over a form during input, and compiles it to a boolean value. */
export function compileCondition(node: SourceNode, context: Context): Json {
  readPredicate(node, readerAt(context, VALUE_OPERATORS));
  return { "!!": [inline(node, "predicate", context.linker.names)] };
}

/** Checks a value; the names in its conditions are inlined. */
export function compileValue(node: SourceNode, context: Context): Json {
  readWhole(node, readerAt(context, VALUE_OPERATORS));
  return inline(node, "value", context.linker.names);
}

/** Checks a value in a text, which may use the operators of texts, and compiles it. */
export function compileArgument(node: SourceNode, context: Context): { readonly value: Json; readonly type: StaticType } {
  const { type } = readWhole(node, readerAt(context, TEXT_OPERATORS));
  return { value: inline(node, "value", context.linker.names), type };
}

/** The type of a value, without reports. */
export function typeOfValue(node: SourceNode, context: Context): StaticType {
  return readValue(node, readerAt(quietly(context), TEXT_OPERATORS)).type;
}

/** Beginnings of the path that a value reads which may be null; none where it reads none, or has another value to fall back on. */
export function nullableOf(node: SourceNode, context: Context): readonly string[] {
  return applicationOf(node)?.operands.length === 1 ? readValue(node, readerAt(quietly(context), TEXT_OPERATORS)).nullable : [];
}

/** A context without reports and usage marks, for a node that is compiled elsewhere. */
function quietly(context: Context): Context {
  return { ...context, linker: { ...context.linker, report: () => undefined, use: () => undefined, read: () => undefined } };
}

/** The names and paths that can be read in a scope. */
const roots = new WeakMap<Context["scope"], { readonly state: StaticType; readonly root: StaticType }>();

function rootOf({ linker: { state }, scope }: Context): StaticType {
  const known = roots.get(scope);
  if (known?.state === state) return known.root;
  const root = state.any ? ANY : { ...state, properties: new Map([...state.properties, ...scope]) };
  roots.set(scope, { state, root });
  return root;
}

function readerAt(context: Context, operators: ReadonlyMap<string, OperatorDefinition>): Reader {
  return { context, root: rootOf(context), names: true, facts: NO_PATHS, operators };
}

function readPredicate(node: SourceNode, reader: Reader): void {
  const { linker } = reader.context;
  if (isText(node)) {
    if (!reader.names) return linker.report(node.at, problems.nameInsideItems(node.value));
    named(linker.names.predicates, node.value, node.at, reader.context, problems.unknownPredicate);
    return linker.use("predicate", node.value);
  }
  if (node.kind === "scalar" && typeof node.value === "boolean") return;
  if (applicationOf(node) === null) return linker.report(node.at, node.kind === "object" ? notLogicIn(node) : problems.notAPredicate());
  apply(node, "predicate", reader);
}

function readValue(node: SourceNode, reader: Reader): Operand {
  if (node.kind === "object") return apply(node, "value", reader);
  if (node.kind === "scalar") return { node, type: constantType(node.value), nullable: [], constant: true };
  const items = node.items.map((item) =>
    isRecord(item) ? { node: item, type: recordType(item), constant: true } : readValue(item, reader),
  );
  const constant = items.every((item) => item.constant);
  const each = items.length === 0 ? ANY : union(items.map((item) => item.type));
  const isOptional = (name: string): boolean => items.some(({ type }) => !type.properties.has(name));
  const properties = [...each.properties].map(([name, type]) => [name, isOptional(name) ? orNull(type) : type] as const);
  return { node, type: staticType({ types: ["array"], items: { ...each, properties: new Map(properties) } }), nullable: [], constant };
}

/** A record of constants in a list: two or more keys, none of them an operator, so that it is no logic. */
function isRecord(node: SourceNode): node is ObjectNode {
  const entries = entriesOf(node);
  return entries.length > 1 && entries.every(([key, entry]) => entry.node.kind === "scalar" && !TEXT_OPERATORS.has(key));
}

function recordType(node: ObjectNode): StaticType {
  return staticType({
    types: ["object"],
    properties: new Map(entriesOf(node).map(([key, entry]) => [key, constantType(plain(entry.node))])),
  });
}

function apply(node: SourceNode, whole: "predicate" | "value", reader: Reader): Operand {
  const unknown: Operand = { node, type: ANY, nullable: [], constant: false };
  const { linker } = reader.context;
  const application = applicationOf(node);
  if (application === null) {
    linker.report(node.at, notLogicIn(node));
    return unknown;
  }
  if (namedValueOf(node) !== null) return readNamedValue(node, reader, unknown);
  const operator = reader.operators.get(application.name);
  if (operator === undefined) {
    linker.report(application.at, operatorProblem(application.name, reader));
    return unknown;
  }
  const count = application.operands.length;
  if (count < operator.least || count > operator.most) {
    linker.report(application.at, problems.wrongArity(application.name, arityOf(operator), count));
    return unknown;
  }
  if (application.name === "var") return readVariable(node, application, reader);
  if (application.name === "entry") return readEntry(node, application, reader);
  const operands = application.operands.map((operand, index) =>
    readOperand(operand, readingOf(operator, index, count, whole), operandReader(application, operator, index, reader)),
  );
  checkOperands(application, operator, operands, linker);
  checkComparison(application, operator, operands, linker);
  checkOrder(application, operator, operands, reader.facts, linker);
  checkFormatted(application, operands, reader.context);
  checkCompared(application, operator, operands, reader.context);
  const type = RESULTS[operator.gives](operands, whole);
  const semantics = meaningOf(operator, operands);
  return { node, type: semantics === null ? type : { ...type, semantics }, nullable: [], constant: false };
}

/** A named value that could not be written out: the name is unknown, or the value uses itself; a value without `value` is reported itself. */
function readNamedValue(node: SourceNode, { context: { linker } }: Reader, unknown: Operand): Operand {
  const { values } = linker.names;
  const name = namedValueOf(node) ?? "";
  const entry = values.entries.get(name);
  if (entry !== undefined && childOf(entry, "value") !== null) linker.report(node.at, problems.valueCycle(name));
  else if (entry === undefined && values.complete) linker.report(node.at, problems.unknownNamedValue(name, values.entries.keys()));
  return unknown;
}

/** A value that is passed on with all its fields, unless something else reads these. */
function readWhole(node: SourceNode, reader: Reader): Operand {
  const operand = readValue(node, reader);
  const { linker, inParts } = reader.context;
  if (inParts !== node) for (const origin of originsWithin(operand.type)) linker.read(origin, node.at);
  return operand;
}

function readOperand(node: SourceNode, reads: Exclude<Reads, "same">, reader: Reader): Operand {
  if (reads === "predicate" || reads === "itemPredicate") {
    readPredicate(node, reader);
    return { node, type: BOOLEAN, nullable: [], constant: false };
  }
  return readValue(node, reader);
}

/** The reader of one operand: its scope inside a list's items, and the facts from the other operands. */
function operandReader(application: Application, operator: OperatorDefinition, index: number, reader: Reader): Reader {
  const { operands } = application;
  const reads = operator.operand(index, operands.length);
  const [items] = operands;
  if (items !== undefined && isOverItems(reads)) {
    const item = readValue(items, { ...reader, context: quietly(reader.context) }).type.items ?? ANY;
    return { ...reader, root: reads === "stepValue" ? stepType(item) : item, names: false, facts: NO_PATHS };
  }
  const { predicates } = reader.context.linker.names;
  const facts = new Set(reader.facts);
  const add = (node: SourceNode, truth: boolean): void => {
    for (const fact of nonNullPathsOf(node, truth, predicates)) facts.add(fact);
  };
  // Where an operand decides the result, the other operands of `and` hold, and those of `or` do not.
  if (operator.gives === "operand") {
    for (const [other, operand] of operands.entries()) if (other !== index) add(operand, operator.rulesOutNull === "all");
  }
  if (operator.gives === "branch") {
    for (let condition = 0; condition < index && condition < operands.length - 1; condition += 2) {
      const node = operands[condition];
      if (node !== undefined) add(node, condition === index - 1 && index % 2 === 1);
    }
  }
  return { ...reader, facts };
}

/** The scope of a step of `reduce`. */
function stepType(item: StaticType): StaticType {
  return staticType({
    types: ["object"],
    properties: new Map([
      ["current", item],
      ["accumulator", ANY],
    ]),
  });
}

/** An object that is not one operator; a text with values is the likely mistake. */
function notLogicIn(node: SourceNode): problems.Finding {
  return childOf(node, "text") === null ? problems.notLogic() : problems.textInValue();
}

function operatorProblem(name: string, { operators }: Reader): problems.Finding {
  if (name === "text") return problems.textInValue();
  if (VALUE_OPERATORS.has(name)) return problems.operatorInCondition(name);
  return TEXT_OPERATORS.has(name) ? problems.valueOperatorOutside(name) : problems.unknownOperator(name, operators.keys());
}

/** What a path reads does not exist. A field that a fragment does not select is reported there, once for all that read it. */
function reportMissing(at: Origin, { missing, known, within }: Missing, path: string, { names, context }: Reader): void {
  const { report, names: all } = context.linker;
  if (!names && path.split(".")[0] === missing && rootOf(context).properties.has(missing))
    return report(at, problems.stateInsideItems(path));
  const origins = within.unselected.has(missing) ? [...within.properties.values()].flatMap((field) => [...field.origins]) : [];
  const selected = origins.filter((origin) => pathOf(origin) === null).map(placeOf);
  const [first] = selected;
  if (first === undefined) return report(at, problems.unknownVariable(path, missing, known));
  const fragment = fragmentAround(selected, all.operations.entries.values());
  if (fragment === null) report(at, problems.notSelected(path, missing, first));
  else report({ ...(at.written ?? at), written: fragment.at }, fieldNotInFragment(missing, fragment.name));
}

function readVariable(node: SourceNode, application: Application, reader: Reader): Operand {
  const { linker } = reader.context;
  const path = variableOf(node);
  const [first, fallback] = application.operands;
  if (path === null) {
    linker.report(first?.at ?? application.at, problems.variableNotText());
    return { node, type: ANY, nullable: [], constant: false };
  }
  const other = fallback === undefined ? null : readValue(fallback, reader).type;
  noteRead(path, reader);
  if (path === "") return { node, type: reader.root, nullable: [], constant: false };
  const found = read(reader.root, path);
  if ("missing" in found) {
    reportMissing(first?.at ?? application.at, found, path, reader);
    return { node, type: ANY, nullable: [], constant: false };
  }
  for (const origin of found.type.origins) linker.read(origin, node.at);
  return { node, type: other === null ? found.type : union([found.type, other]), nullable: found.nullable, constant: false, path };
}

/** The name under which the use of a table entry is recorded; `*`: any entry. */
export function entryName(table: string, key: string): string {
  return `${table}/${key}`;
}

/** The facts or texts by key of a table or an option list: the names of both are looked up as one. */
const keyedOf = (name: string, { tables, optionLists }: Pick<Names, "tables" | "optionLists">): SourceNode | null =>
  childOf(tables.entries.get(name), "entries") ?? optionLists.entries.get(name) ?? null;

/** The value of a table or an option list for a key. Every known key that can occur must have an entry. */
function readEntry(node: SourceNode, application: Application, reader: Reader): Operand {
  const { linker } = reader.context;
  const { tables, optionLists } = linker.names;
  const both = { entries: new Map([...optionLists.entries, ...tables.entries]), complete: tables.complete && optionLists.complete };
  const [first, second] = application.operands;
  const unknown: Operand = { node, type: ANY, nullable: [], constant: false };
  const key = second === undefined ? null : readValue(second, reader);
  if (first === undefined || key === null) return unknown;
  if (!isText(first)) {
    linker.report(first.at, problems.unknownTable(JSON.stringify(plain(first)), both.entries.keys()));
    return unknown;
  }
  const name = first.value;
  if (named(both, name, first.at, reader.context, problems.unknownTable) === null) return unknown;
  if (tables.entries.has(name) && optionLists.entries.has(name)) linker.report(first.at, problems.tableAndOptions(name));
  linker.use(tables.entries.has(name) ? "table" : "optionList", name);
  const entries = keyedOf(name, linker.names);
  const matching = key.type.pattern === null ? null : keysOf(entries).filter((one) => !neverMatches(one, key.type));
  for (const value of key.type.values ?? matching ?? ["*"]) linker.use("entry", entryName(name, String(value)));
  const lacking = (key.type.values ?? []).filter((value) => value !== null && childOf(entries, String(value)) === null);
  if (lacking.length > 0 && entries?.partial === false)
    linker.report(
      key.node.at,
      problems.tableGap(
        name,
        key.path === undefined ? "this" : `"${key.path}"`,
        lacking,
        tables.entries.has(name) ? "table" : "list of options",
      ),
    );
  const written = entriesOf(entries).map(([value, entry]) => [value, plain(entry.node)] as const);
  for (const [value, one] of written) if (typeof one === "object") linker.report(first.at, problems.optionWithArguments(value, name));
  const types = [...new Set(written.map(([, one]) => typeOfJson(one)))];
  return { node, type: staticType({ types: [...types, "null"] }), nullable: [], constant: false };
}

/** The answers of the screen's queries that are read. */
function noteRead(path: string, { context, names }: Reader): void {
  if (!names || !isWithin(path, "data")) return;
  const [, key = ""] = stepsOf(path);
  context.screen?.read.add(key);
}

/** The type of an operator's result. */
const RESULTS: Readonly<Record<Gives, (operands: readonly Operand[], whole: "predicate" | "value") => StaticType>> = {
  boolean: () => BOOLEAN,
  number: () => NUMBER,
  text: () => TEXT,
  listOfTexts: () => staticType({ types: ["array"], items: TEXT }),
  first: ([first]) => first?.type ?? ANY,
  listOfSecond: ([, second]) => staticType({ types: ["array"], items: second?.type ?? ANY }),
  operand: (operands, whole) => (whole === "predicate" ? BOOLEAN : union(operands.map((operand) => operand.type))),
  branch: (operands, whole) =>
    whole === "predicate"
      ? BOOLEAN
      : union(operands.filter((_, index) => index % 2 === 1 || index === operands.length - 1).map((operand) => operand.type)),
  read: () => ANY,
  any: () => ANY,
};

/** What `inline` replaces. */
type Inlined = Pick<Names, "predicates" | "tables" | "optionLists">;

/** An expression with every name of a predicate, a table or an option list replaced by its definition. */
export function inline(node: SourceNode, whole: "predicate" | "value", names: Inlined): Json {
  return inlineNames(plain(node), whole, definitionsOf(names));
}

/** The definitions of the names. An unknown name and a cycle are reported elsewhere, and prevent a bundle. */
function definitionsOf(names: Inlined): Definitions {
  const { predicates } = names;
  const inside = new Set<string>();
  const definitions: Definitions = {
    predicate: (name) => {
      const logic = predicates.entries.get(name)?.logic ?? null;
      if (logic === null || inside.has(name)) return false;
      inside.add(name);
      const inlined = inlineNames(plain(logic), "predicate", definitions);
      inside.delete(name);
      return inlined;
    },
    table: (name) => {
      const entries = keyedOf(name, names);
      return entries === null ? name : plain(entries);
    },
  };
  return definitions;
}
