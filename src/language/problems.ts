/** Exports the findings of the compiler, one function each. Tests assert by calling these functions. */

import type { Origin } from "./bundle.js";
import { type Json, LANGUAGE } from "./definition.js";
import { RULES, type RuleId } from "./rules/registry.js";
import type { Severity } from "./rules/rule.js";
import { suggested } from "./suggest.js";

/** A finding at a place of a file, as `flows check` prints it. Lines and columns count from 1. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Where it ends, where that is known: the line, and the column after its last. */
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly severity: Severity;
  readonly rule: RuleId;
  readonly message: string;
  /** The smallest counterexample, in the format of an input line of `flows resolve`. */
  readonly shown?: Json;
  /** The path of the depositor, step by step from an initial state. */
  readonly path?: readonly string[];
  /** The finding from which this one follows. */
  readonly causedBy?: Problem;
  /** The findings that follow from this one; `rootsFirst` fills it. */
  readonly consequences?: readonly Problem[];
  /** The other places that cause the finding, in the base and in the overlay. */
  readonly see?: readonly Place[];
  /** Of a finding in a named value: where the value is used; `rootsFirst` moves them to the message and to `see`. */
  readonly uses?: readonly Place[];
}

/** A place of a file, and its end where that is known. */
export type Place = Pick<Problem, "file" | "line" | "column" | "endLine" | "endColumn">;

/** A message and its rule, not yet at a place. */
export interface Finding {
  readonly severity: Severity;
  readonly rule: RuleId;
  readonly message: string;
}

/** A finding with the severity that the registry gives its rule. */
export function finding(rule: RuleId, message: string): Finding {
  return { severity: RULES[rule].severity, rule, message };
}

/** A place without its other properties. */
export function placeOf({ file, line, column }: Place): Place {
  return { file, line, column };
}

/** Places a finding of the compiler; the result has no end, counterexample or path. */
export function problemAt(at: Pick<Origin, "file" | "line" | "column">, found: Finding): Problem {
  return { file: at.file, line: at.line, column: at.column, ...found };
}

const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");

/** The end of a message about an unknown name: `; did you mean "..."?`, or the empty text where no known name is similar. */
export function orNearest(name: string, known: Iterable<string>): string {
  const found = suggested(name, [...known]);
  return found === null ? "" : `; did you mean "${found}"?`;
}

/** The same for a value; only texts can have similar ones. */
export function orNearestValue(value: unknown, allowed: readonly unknown[]): string {
  if (typeof value !== "string") return "";
  return orNearest(
    value,
    allowed.filter((one) => typeof one === "string"),
  );
}

const unknownName =
  (kind: string) =>
  (name: string, known: Iterable<string>): Finding =>
    finding("unknown-name", `There is no ${kind} "${name}"${orNearest(name, known)}`);

// Files
export const duplicateKey = (name: string): Finding => finding("duplicate-name", `"${name}" is written twice in the same object`);
export const internalError = (stage: string, error: string): Finding =>
  finding("internal-error", `The compiler failed in its stage "${stage}": ${error}`);
export const missingFile = (file: string): Finding => finding("file-name", `The file ${file} is missing`);
export const unknownBrand = unknownName("brand");
export const unknownLanguage = (version: unknown): Finding =>
  finding(
    "language-version",
    version === 1
      ? "This file is written in language 1; rewrite it with: npm run flows -- migrate"
      : `There is no language ${JSON.stringify(version)}; this compiler reads language ${LANGUAGE}`,
  );
export const slugMismatch = (slug: string, folder: string): Finding =>
  finding("brand", `The slug "${slug}" must be its folder's name, "${folder}"`);

// Structure
export const unknownKeyword = (keyword: string, known: readonly string[]): Finding =>
  finding("unknown-keyword", `"${keyword}" is not known here${orNearest(keyword, known)}`);
/** An operator of json-logic beside the keywords of an object that has a condition: `within` is the keyword of the condition. */
export const operatorWithoutKeyword = (operator: string, within: string): Finding =>
  finding("unknown-keyword", `"${operator}" is not known here; write the condition as "${within}": {"${operator}": ...}`);
export const missingKeyword = (keyword: string): Finding => finding("missing-keyword", `"${keyword}" is missing`);
export const wrongType = (expected: readonly string[], found: string): Finding =>
  finding("invalid-value", `Expected ${expected.join(" or ")}, found ${found}`);
export const wrongChoice = (value: unknown, allowed: readonly unknown[]): Finding =>
  finding(
    "invalid-value",
    `${JSON.stringify(value)} is none of ${allowed.map((one) => JSON.stringify(one)).join(", ")}${orNearestValue(value, allowed)}`,
  );
export const wrongPattern = (value: string, pattern: string, advice?: string): Finding =>
  finding("invalid-value", advice === undefined ? `"${value}" does not match ${pattern}` : `"${value}" is not valid. ${advice}`);
export const notInStandard = (value: string, kind: string): Finding => finding("invalid-value", `"${value}" is not ${kind}`);
export const outOfRange = (value: number, least: number | undefined, most: number | undefined): Finding =>
  finding("invalid-value", `${value} is not between ${least ?? "any"} and ${most ?? "any"}`);
export const notAbove = (value: number, bound: number): Finding => finding("invalid-value", `${value} is not above ${bound}`);
export const tooFew = (least: number): Finding => finding("invalid-value", `At least ${least} must be here`);
export const exactlyOne = (keywords: readonly string[], found: readonly string[]): Finding =>
  finding("conflicting-keywords", found.length === 0 ? `One of ${list(keywords)} must be here` : `Only one of ${list(found)} may be here`);
export const notInOrder = (key: string): Finding => finding("order", `"${key}" is not in "order", so it would never be shown`);
export const unknownInOrder = (key: string, known: readonly string[]): Finding =>
  finding("order", `"order" names "${key}", which is not among the items${orNearest(key, known)}`);
export const twiceInOrder = (key: string): Finding => finding("order", `"order" names "${key}" twice`);
export const lastRowOpen = (): Finding =>
  finding("last-row", 'The last row must have no "when": the table would not be total. "order" says where a row is that an overlay adds');
export const rowNeverReached = (): Finding =>
  finding("last-row", 'A row without "when" that is not the last: the rows after it are never reached');

// Wizards
export const unknownScreen = unknownName("screen");
export const unknownWizard = unknownName("wizard");
export const unknownStep = unknownName("step");
export const screenInTwoSteps = (screen: string, other: string): Finding =>
  finding("wizard", `"${screen}" is the page of the step ${other} already: a page has one place`);
export const reviewNotLast = (review: string, later: string): Finding =>
  finding("order", `"${later}" comes after "${review}", the review of the wizard, which must be the last page`);
export const stepOutsideWizard = (screen: string): Finding =>
  finding("wizard", `"${screen}" is not the page of a step: name the wizard with "wizard", and one of its steps`);
export const stepWithoutTarget = (step: string): Finding =>
  finding(
    "wizard",
    `"${step}" has no page to go to: Continue of the last page needs a target of its own in "on.ok", Continue of any other page must have none, and Back of the first page needs the "exit" of the wizard`,
  );
export const wizardNotResumed = (name: string): Finding =>
  finding("wizard", `The wizard "${name}" has no "step" in the state, so nothing says where to resume it`);

// Names
export const unknownRule = unknownName("rule");
/** A negated name is a separate expression: the name alone would mean the opposite. */
export const unknownPredicate = (name: string, known: Iterable<string>): Finding => {
  const negated = name.startsWith("!") ? [...known].find((one) => one === name.slice(1).trim()) : undefined;
  return negated === undefined
    ? unknownName("predicate")(name, known)
    : finding("unknown-name", `There is no predicate "${name}"; write { "!": ["${negated}"] } for its opposite`);
};
export const unknownDecision = unknownName("decision");
export const unknownGate = unknownName("gate");
export const unknownShell = unknownName("shell");
export const unknownAction = unknownName("action");
export const unknownDuration = unknownName("duration");
export const unknownPoll = unknownName("poll");
export const unknownTable = unknownName("table or list of options");
export const unknownFieldType = unknownName("field type");
export const unknownLookup = unknownName("lookup");
export const unknownOptionList = unknownName("option list");
export const unknownOperation = unknownName("operation");
export const unknownSchema = unknownName("schema");
export const unknownPath = unknownName("path");
export const unknownBlock = unknownName("block");
export const unknownSlice = unknownName("slice");
export const unknownData = unknownName("query of this screen");
export const unknownJourney = unknownName("journey");
export const unknownOutcome = (key: string): Finding =>
  finding(
    "invalid-value",
    `"${key}" is not an outcome: write ok, a status (422), a status and its code (422.duplicate_ssn), network, timeout or *`,
  );
export const unknownResult = (value: Json, known: readonly Json[]): Finding =>
  finding(
    "invalid-value",
    `${JSON.stringify(value)} is not one of the values allowed here: ${known.map((each) => JSON.stringify(each)).join(", ")}`,
  );
export const unknownNamedValue = unknownName("named value");
export const valueCycle = (name: string): Finding => finding("cycle", `The value "${name}" needs itself`);
export const unusedNamedValue = (name: string): Finding => finding("unused", `Nothing uses the value "${name}"`);
export const predicateCycle = (names: readonly string[]): Finding => finding("cycle", `The predicates form a cycle: ${names.join(" -> ")}`);
export const nameInsideItems = (name: string): Finding =>
  finding(
    "invalid-logic",
    `The predicate "${name}" cannot be used here: inside some, all, none, filter and map, only the item can be read`,
  );
export const duplicateScreen = (id: string, other: Origin): Finding =>
  finding("duplicate-name", `The screen "${id}" is already at ${other.file}:${other.line}`);
export const duplicatePath = (path: string, other: string): Finding =>
  finding("duplicate-name", `The path "${path}" already belongs to the screen "${other}"`);
export const screenIdMismatch = (id: string, wanted: readonly string[]): Finding =>
  finding("id-mismatch", `The id "${id}" must be the path with dots: ${wanted.map((one) => `"${one}"`).join(" or ")}`);
export const emailLinkKeyKept = (key: string): Finding =>
  finding("query-key-unread", `The email link has the query key "${key}", which "queryToState" does not name`);
export const noCatchAll = (): Finding => finding("missing-keyword", 'No screen has the path "*"');
export const missingParameter = (name: string, path: string): Finding => finding("missing-argument", `"${path}" needs "params.${name}"`);
export const unknownParameter = (name: string, path: string): Finding => finding("unknown-name", `"${path}" has no parameter "${name}"`);
export const notADefault = (count: number): Finding => finding("brand", `Exactly one brand must say "default": true; ${count} do`);

// Logic
export const notLogic = (): Finding => finding("invalid-logic", "Expected an object with exactly one operator");
export const textInValue = (): Finding =>
  finding(
    "invalid-logic",
    'A value cannot contain a text with "values": name it in flows/values.json, or choose its words in the text by "{value, select, …}"',
  );
export const notAPredicate = (): Finding =>
  finding("invalid-logic", "Expected the name of a predicate, true, false, or an object with one operator");
export const unknownOperator = (name: string, known: Iterable<string>): Finding =>
  finding("unknown-name", `"${name}" is not an operator${orNearest(name, known)}`);
export const noFormThere = (screen: string): Finding =>
  finding("conflicting-keywords", `The screen "${screen}" has no form that could show errors of fields`);
export const errorsAtWithout = (): Finding => finding("conflicting-keywords", '"fieldErrorsAt" needs "fieldErrors" beside it');
export const leavesWithout = (): Finding => finding("conflicting-keywords", '"leaves" needs "go" or "decide" beside it');
export const operatorKey = (operator: string): Finding =>
  finding(
    "invalid-logic",
    `"${operator}" is an operator, and an object whose only key is an operator is evaluated: give the object a second key, or rename this one`,
  );
export const wrongArity = (operator: string, wanted: string, found: number): Finding =>
  finding("invalid-logic", `"${operator}" takes ${wanted}, found ${found}`);
export const variableNotText = (): Finding => finding("unknown-variable", '"var" must name what it reads');
export const unknownVariable = (path: string, part: string, known: readonly string[]): Finding =>
  finding("unknown-variable", `"${path}" cannot be read: there is no "${part}"${orNearest(part, known)}`);
export const stateInsideItems = (path: string): Finding =>
  finding("unknown-variable", `"${path}" cannot be read here: inside some, all, none, filter and map, only the item can be read`);
/** `selected`: a place where its operation selects another field of the same object. */
export const notSelected = (path: string, part: string, selected: Pick<Place, "file" | "line">): Finding =>
  finding("unknown-variable", `"${path}" cannot be read: "${part}" is not selected with the fields at ${selected.file}:${selected.line}`);
export const notWritable = (path: string): Finding =>
  finding("not-writable", `"${path}" cannot be set: schemas/state.schema.json does not mark it x-writable`);
export const wrongItems = (path: string): Finding =>
  finding("not-writable", `"${path}" cannot be set: write the items of one list as "list[].field", narrowed by "where"`);
export const whereWithoutItems = (): Finding =>
  finding("conflicting-keywords", '"where" narrows the items that "set" writes to, and "set" has no path like "list[].field" here');
export const operatorInCondition = (operator: string): Finding =>
  finding("unknown-name", `"${operator}" is allowed only in values: not in a condition, nor in a value that a condition reads`);
export const valueOperatorOutside = (operator: string): Finding =>
  finding("unknown-name", `"${operator}" is allowed only in the values of a text`);

export const tableGap = (name: string, variable: string, keys: readonly unknown[], what: "table" | "list of options" = "table"): Finding =>
  finding(
    "table-gap",
    `The ${what} "${name}" has no entry for ${keys.map((key) => JSON.stringify(key)).join(", ")}, which ${variable} may be`,
  );
export const tableAndOptions = (name: string): Finding =>
  finding("duplicate-name", `A table and a list of options have the name "${name}": rename one, since "entry" reads both`);
export const optionWithArguments = (value: string, list: string): Finding =>
  finding("type-mismatch", `The option ${JSON.stringify(value)} of "${list}" has a text with values, which "entry" cannot read`);

// Texts
export const messageSyntax = (what: string): Finding => finding("message-syntax", `Not an ICU message: ${what}`);
export const argumentWithoutValue = (name: string, known: readonly string[]): Finding =>
  finding("message-arguments", `The argument "{${name}}" has no value${orNearest(name, known)}`);
export const valueNeverUsed = (name: string): Finding => finding("message-arguments", `The value "${name}" is not in the text`);
export const branchImpossible = (name: string, branch: string, possible: readonly string[]): Finding =>
  finding("message-arguments", `The branch "${branch}" is never read: "${name}" may be ${list(possible)}${orNearest(branch, possible)}`);
export const branchUnmatched = (name: string, branch: string, pattern: string, written: readonly string[]): Finding =>
  finding(
    "message-arguments",
    `The branch "${branch}" is never read: the texts of "${name}" match ${pattern}${orNearest(branch, written)}`,
  );
export const branchMisspelled = (name: string, branch: string, meant: string): Finding =>
  finding(
    "message-arguments",
    `"${name}" may be "${meant}", for which there is no branch; did you mean "${meant}" in place of "${branch}"?`,
  );
export const valuesUnsaid = (name: string, values: readonly string[]): Finding =>
  finding("select-incomplete", `"${name}" may also be ${list(values)}, for which there is no branch but "other"`);
export const selectWithoutBranch = (name: string): Finding =>
  finding("select-incomplete", `"{${name}, select}" has only the branch "other": the text is the same for every value`);
export const argumentNotFigure = (name: string, kind: string, types: readonly string[]): Finding =>
  finding("type-mismatch", `"{${name}, ${kind}}" takes a number, and its value is ${types.filter((type) => type !== "null").join(" or ")}`);
export const argumentNotDate = (name: string, kind: string): Finding =>
  finding(
    "type-mismatch",
    `"{${name}, ${kind}}" takes no text, and dates are texts here: format the value with the operator "date" or "dateTime"`,
  );
export const markdownNotAllowed = (what: string): Finding => finding("markdown", `Not in the Markdown subset: ${what}`);
export const markdownOpen = (mark: string): Finding => finding("markdown", `"${mark}" is not closed, so it is shown as it is written`);
export const linkNotAllowed = (href: string): Finding =>
  finding("markdown", `"${href}" is neither a path of the flows, nor https: with a host, nor mailto: with an address`);

// Forms
export const unknownField = (path: string, schema: string, known: readonly string[]): Finding =>
  finding("unknown-name", `schemas/${schema} has no property "${path}"${orNearest(path, known)}`);
export const requiredWithoutField = (path: string, schema: string): Finding =>
  finding("form-mismatch", `schemas/${schema} requires "${path}", which the form does not ask for`);
export const optionNotInEnum = (value: string, allowed: readonly string[], schema: string): Finding =>
  finding("unknown-name", `"${value}" is not in the "enum" of the field in schemas/${schema}${orNearest(value, allowed)}`);
export const optionWithoutText = (value: string, schema: string): Finding =>
  finding("form-mismatch", `The value "${value}", which is in the "enum" of the field in schemas/${schema}, has no text in "options"`);
export const orderOfTexts = (): Finding =>
  finding(
    "unknown-keyword",
    'These texts have no "order" and no "items": write them by key. The options of a field are shown in the order of the "enum" of its schema',
  );
export const unknownFormat = unknownName("format");
export const invalidSchema = (what: string): Finding => finding("invalid-schema", `Not a valid JSON Schema: ${what}`);
export const unresolvedReference = (reference: string): Finding => finding("invalid-schema", `"$ref" has no target: ${reference}`);
export const circularReference = (reference: string): Finding => finding("cycle", `"$ref" forms a cycle: ${reference}`);

// Calls
export const connect = (what: string): Finding => finding("connect", what);
export const graphqlSyntax = (what: string): Finding => finding("syntax", what);
export const graphqlInvalid = (what: string): Finding => finding("graphql", what);
export const anonymousOperation = (): Finding => finding("graphql", "An operation must have a name");
export const duplicateOperation = (name: string, other: string): Finding =>
  finding("duplicate-name", `The operation "${name}" is already in ${other}`);
export const duplicateFragment = (name: string, other: string): Finding =>
  finding("graphql", `The fragment "${name}" is already in ${other}`);
export const unusedFragment = (name: string): Finding => finding("graphql", `The fragment "${name}" is never used`);
export const wrongOperationKind = (name: string, wanted: string): Finding => finding("graphql", `"${name}" must be a ${wanted}`);
export const deprecatedField = (what: string): Finding => finding("deprecated", what);
export const missingVariable = (name: string, operation: string): Finding =>
  finding("missing-argument", `"with" lacks "${name}", which ${operation} requires`);
export const notAVariable = (name: string, operation: string, known: readonly string[]): Finding =>
  finding("unknown-name", `${operation} has no variable "${name}"${orNearest(name, known)}`);
export const outcomeUncovered = (outcome: string): Finding =>
  finding("outcome-uncovered", `The outcome "${outcome}" is covered neither here nor in app.flow.json's failures`);
export const failedDataShown = (block: string, query: string): Finding =>
  finding(
    "failed-data-shown",
    `"${block}" is shown while "${query}" has failed, as if there were nothing: leave the failure to the runtime, or hide the block by "failed.${query}"`,
  );
export const failedDataDecides = (block: string, query: string): Finding =>
  finding(
    "failed-data-shown",
    `A condition of "${block}" may hold because "${query}" has failed: leave the failure to the runtime, or let the condition be false without the data`,
  );
export const withoutCall = (keyword: string): Finding => finding("conflicting-keywords", `"${keyword}" needs a "call"`);

export const waiverStale = (rule: string): Finding =>
  finding("waiver-stale", `There is no finding of the rule ${rule} here: remove the waiver`);
export const notWaivable = (rule: string): Finding => finding("waiver-stale", `A waiver cannot accept findings of the rule ${rule}`);
export const waiverIncomplete = (rule: string, keyword: string): Finding =>
  finding("missing-keyword", `A waiver of ${rule} names its "${keyword}"`);

// Order and time
export const listedTwice = (value: Json): Finding => finding("order", `${JSON.stringify(value)} is listed twice`);
export const effectUnreached = (keyword: string, before: Pick<Origin, "line">): Finding =>
  finding("last-row", `This effect is never performed: the "${keyword}" at line ${before.line} always ends the list`);
export const silentBeside = (keywords: readonly string[]): Finding =>
  finding("conflicting-keywords", `"silent" performs nothing, and ${list(keywords)} is beside it: remove one of the two`);
export const parameterMaybeNull = (name: string, path: string): Finding =>
  finding(
    "maybe-null",
    `"params.${name}" may be null here, and null is no part of an address of "${path}": test it for null in the guard or in "when"`,
  );
export const unreadQueryKey = (key: string, path: string, known: readonly string[]): Finding =>
  finding("query-key-unread", `"queryToState" of the screen of "${path}" does not name "${key}"${orNearest(key, known)}`);

// Lookups and tables
export const lookupField = (path: string, form: Pick<Origin, "file" | "line">, lookup: string, known: readonly string[]): Finding =>
  finding("lookup", `The form at ${form.file}:${form.line} has the lookup "${lookup}" and no field "${path}"${orNearest(path, known)}`);
export const lookupType = (path: string, type: string): Finding =>
  finding("lookup", `A lookup fills in texts, and "${path}" takes a ${type}`);
export const lookupGives = (path: string, found: string): Finding =>
  finding("lookup", `A lookup fills in texts, and the value for "${path}" is ${found}`);
export const lookupOwn = (path: string, form: Pick<Origin, "file" | "line">): Finding =>
  finding(
    "lookup",
    `Nothing is filled into "${path}", whose text is looked up (${form.file}:${form.line}): what was half typed would stay`,
  );
export const lookupWidget = (path: string, lookup: string): Finding =>
  finding("lookup", `"${path}" has the lookup "${lookup}", which makes it a combobox: remove its widget`);
export const chooseWithoutLookup = (): Finding => finding("lookup", '"choose" is never raised: no field of the form has a lookup');
export const lookupList = (query: string): Finding =>
  finding("lookup", `"${query}" does not answer with one list: there is nothing to choose from`);
export const unusedEntry = (table: string, key: string): Finding =>
  finding("unused", `Nothing reads the entry "${key}" of the table "${table}": no key is ever this text`);
export const pluralGap = (name: string, category: string): Finding =>
  finding("message-arguments", `"{${name}, plural}" has no branch "${category}", which the brand's language distinguishes from "other"`);

// Brands and files
export const unknownLocale = (locale: string): Finding =>
  finding("invalid-value", `The locale "${locale}" is not supported: there are no rules for its plurals, dates and numbers`);
export const fileUnread = (): Finding =>
  finding(
    "file-name",
    "Nothing reads a file of this name: flows are NAME.flow.json and NAME.graphql, a brand has brand.json, overlay.json and its logos",
  );
export const refusedField = (field: string, operation: string, known: readonly string[]): Finding =>
  finding("unknown-name", `${operation} takes no variable "${field}", so this field error cannot be shown${orNearest(field, known)}`);
export const stageReversed = (from: number, to: number): Finding =>
  finding("number-order", `This stage ends at ${to}, before it begins at ${from}`);
export const stageOverlap = (from: number, before: string, to: number): Finding =>
  finding("number-order", `This begins at ${from}, and "${before}" before it ends at ${to}: stages must not overlap`);
