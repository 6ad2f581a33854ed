/** Exports the compilation of texts: ICU messages, parsed, with exactly the values that they use. */
import { parse } from "@formatjs/icu-messageformat-parser";
import type { Text } from "../language/bundle.js";
import type { Json, Value } from "../language/definition.js";
import { literalsIn } from "../language/logic-reads.js";
import { TEXT_OPERATORS } from "../language/operators.js";
import * as problems from "../language/problems.js";
import { childOf, type Entry, entriesOf, plain, type SourceNode, textOf } from "../language/source.js";
import { typeOfJson } from "../language/static-types.js";
import { checkNoBrand } from "./brands.js";
import type { Context } from "./compile-context.js";
import { checkBlank } from "./distinct-labels.js";
import { applicationOf, namedValueOf, variableOf } from "./expression-parts.js";
import { compileArgument, typeOfValue } from "./logic.js";
import { branchFindings, type Element } from "./message-branches.js";
import { checkNotSecret } from "./secrets.js";
import { checkShown, checkUnformatted } from "./semantic-checks.js";

/** One piece of text and the arguments it uses; null when it cannot be parsed (reported). */
interface Message {
  readonly elements: readonly unknown[];
  readonly used: ReadonlySet<string>;
}

/** Whether a text is a value alone (`{"var": ...}`, `{"date": ...}`), which is then the whole text. */
function isWordValue(node: SourceNode): boolean {
  return namedValueOf(node) !== null || TEXT_OPERATORS.has(applicationOf(node)?.name ?? "");
}

/** A text of the language, compiled. */
export function compileText(node: SourceNode, context: Context): Text {
  return compileMessages(node, context, (text, piece) => piece(text, node));
}

/**
 * Compiles a text that `take` cuts into pieces: each piece becomes a `Text` with the values it uses, and a value
 * that no piece uses is reported once all are known.
 */
export function compileMessages<R>(
  node: SourceNode,
  context: Context,
  take: (text: string, piece: (text: string, at: SourceNode) => Text) => R,
): R | "" {
  const whole = isWordValue(node);
  const textNode = whole || node.kind !== "object" ? node : childOf(node, "text");
  const text = whole ? "{value}" : textOf(textNode);
  if (textNode === null || text === null) {
    context.linker.report(
      node.at,
      node.kind === "object" ? problems.missingKeyword("text") : problems.wrongType(["string", "object"], typeOfJson(plain(node))),
    );
    return "";
  }
  if (!whole) unknownKeywords(node, context);
  checkBlank(text, textNode, context);
  checkNoBrand(text, textNode, context.linker);
  const valueNodes: ReadonlyMap<string, Entry> = whole
    ? new Map([["value", { key: node.at, node }]])
    : new Map(entriesOf(childOf(node, "values")));
  const values = new Map([...valueNodes].map(([name, entry]) => [name, compileNamed(name, entry.node, whole, context)]));
  const used = new Set<string>();
  const shown = new Set<string>();
  const branching: Element[] = [];
  let broken = false;
  const result = take(text, (piece) => {
    const message = parseMessage(piece, textNode, context);
    if (message === null) {
      broken = true;
      return "";
    }
    for (const name of message.used) used.add(name);
    collectShown(message.elements, shown);
    branching.push(...(message.elements as readonly Element[]).filter(({ type }) => type > 1));
    return textFrom(message, values);
  });
  if (broken) return result;
  compareArguments(used, valueNodes, textNode, context);
  for (const [name, { node: value }] of valueNodes) if (shown.has(name)) checkUnformatted(value, context);
  context.linker.later(() => {
    const argumentOf = (name: string) => {
      const entry = valueNodes.get(name);
      if (entry === undefined) return null;
      return { type: typeOfValue(entry.node, context), written: literalsIn(values.get(name) ?? null).map(String) };
    };
    for (const finding of branchFindings(branching, argumentOf, context.linker.formats.locale)) context.linker.report(textNode.at, finding);
  });
  return result;
}

/** The value of an argument. The name of an argument states what the text shows. */
function compileNamed(name: string, node: SourceNode, whole: boolean, context: Context): Json {
  const { value, type } = compileArgument(node, context);
  const wanted = whole ? undefined : context.linker.semantics.arguments.get(name);
  checkShown(type, wanted, `the argument "${name}"`, { at: node.at, path: variableOf(node) ?? undefined, context });
  checkNotSecret(type, "this text", node.at, variableOf(node), context);
  return value;
}

function unknownKeywords(node: SourceNode, { linker }: Context): void {
  for (const [keyword, entry] of entriesOf(node)) {
    if (keyword !== "text" && keyword !== "values") linker.report(entry.key, problems.unknownKeyword(keyword, ["text", "values"]));
  }
}

function compareArguments(used: ReadonlySet<string>, values: ReadonlyMap<string, Entry>, textNode: SourceNode, { linker }: Context): void {
  for (const name of used) if (!values.has(name)) linker.report(textNode.at, problems.argumentWithoutValue(name, [...values.keys()]));
  for (const [name, entry] of values) if (!used.has(name)) linker.report(entry.key, problems.valueNeverUsed(name));
}

/** Parsed messages: the brands share most of them, and a long-running process compiles again after each edit. */
const parsed = new Map<string, { readonly elements: string; readonly used: ReadonlySet<string> }>();
const MAX_PARSED = 20_000;

function parseMessage(text: string, node: SourceNode, { linker }: Context): Message | null {
  // Most texts: a copy of their only element needs no reading.
  if (text !== "" && !SYNTAX.test(text)) return { elements: [{ type: LITERAL, value: text }], used: NONE };
  try {
    const { elements, used } = parsed.get(text) ?? parsedNow(text);
    // Each bundle has its own elements.
    return { elements: JSON.parse(elements) as readonly unknown[], used };
  } catch (error) {
    // The parser throws a SyntaxError whose message is its error's name.
    if (!(error instanceof Error)) throw error;
    linker.report(node.at, problems.messageSyntax(error.message.toLowerCase().replaceAll("_", " ")));
    return null;
  }
}

/** The pieces of a message beside its arguments, also inside of branches; none where it cannot be parsed, which its compilation reports. */
export function literalsOf(text: string): readonly string[] {
  if (!SYNTAX.test(text)) return [text];
  try {
    return literalsAmong(JSON.parse((parsed.get(text) ?? parsedNow(text)).elements) as readonly Element[]);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [];
  }
}

function literalsAmong(elements: readonly Element[]): readonly string[] {
  return elements.flatMap(({ type, value, options }) =>
    type === LITERAL ? [String(value)] : Object.values(options ?? {}).flatMap((option) => literalsAmong(option.value)),
  );
}

/** Characters that the parser of ICU messages does not read literally. */
const SYNTAX = /[{}<>#]|''/;
const NONE: ReadonlySet<string> = new Set();
const LITERAL = 0;
const ARGUMENT = 1;

function parsedNow(text: string): { readonly elements: string; readonly used: ReadonlySet<string> } {
  const elements = parse(text, { ignoreTag: true, requiresOtherClause: true, shouldParseSkeletons: true, captureLocation: false });
  const used = new Set<string>();
  collectArguments(elements, used);
  const made = { elements: JSON.stringify(elements), used };
  if (parsed.size >= MAX_PARSED) parsed.clear();
  parsed.set(text, made);
  return made;
}

/** Element types of the parser that name an argument: all but literal (0), pound (7) and tag (8). */
const WITHOUT_NAME = new Set([0, 7, 8]);

function collectArguments(elements: readonly unknown[], used: Set<string>): void {
  for (const element of elements as readonly Element[]) {
    if (!WITHOUT_NAME.has(element.type)) used.add(String(element.value));
    for (const option of Object.values(element.options ?? {})) {
      if (Array.isArray(option.value)) collectArguments(option.value, used);
    }
  }
}

/** The arguments that the text shows, also inside of branches; a `select` only chooses by its argument. */
function collectShown(elements: readonly unknown[], shown: Set<string>): void {
  for (const element of elements as readonly Element[]) {
    if (element.type === ARGUMENT) shown.add(String(element.value));
    for (const option of Object.values(element.options ?? {})) if (Array.isArray(option.value)) collectShown(option.value, shown);
  }
}

/** A message without arguments is its text. */
function textFrom(message: Message, values: ReadonlyMap<string, Json>): Text {
  const elements = message.elements as readonly Element[];
  if (elements.every((element) => element.type === 0)) return elements.map((element) => String(element.value)).join("");
  const own: Record<string, Value> = {};
  for (const name of [...message.used].sort()) own[name] = values.get(name) ?? null;
  return { icu: message.elements, values: own };
}
