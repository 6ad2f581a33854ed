/** Exports the reader of JSON files with positions; it continues after a syntax error where that is certain. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { tooDeepAt, unbalancedBracket } from "./brackets.js";
import type { Origin } from "./bundle.js";
import type { Json } from "./definition.js";
import { duplicateKey, type Finding, type Problem, problemAt } from "./problems.js";
import { RecentTexts } from "./recent-texts.js";
import { byteOrderMark, garbledText, nestedTooDeeply, notUtf8, syntaxError, unbalanced, unreadableCharacter } from "./syntax-problems.js";

/** Every file that a compilation may read, by its path from the repository's root. */
export interface FlowSource {
  readonly files: ReadonlyMap<string, string>;
}

interface Placed {
  readonly at: Origin;
  /** Whether a part of it could not be read, so that missing keys are not reported. */
  readonly partial: boolean;
}

/** A value of a JSON file and its location. Trees are immutable: an overlay creates new nodes. */
export type SourceNode = ObjectNode | ListNode | ScalarNode;

/**
 * An object of a JSON file, its keys in the order of the file. If a key is written twice, the last value counts, as in
 * JSON.parse.
 */
export interface ObjectNode extends Placed {
  readonly kind: "object";
  readonly entries: ReadonlyMap<string, Entry>;
  /** The keys that an overlay removed, and the locations of the removals. */
  readonly removed?: ReadonlyMap<string, Origin>;
}

/** A list of a JSON file, without the items that a syntax error made unreadable (`partial`). */
export interface ListNode extends Placed {
  readonly kind: "list";
  readonly items: readonly SourceNode[];
}

/** A text, number, boolean or null of a JSON file. */
export interface ScalarNode extends Placed {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
}

/** A key of an object with its value, and how the overlay or a field type affects it. */
export interface Entry {
  /** The location of the key. */
  readonly key: Origin;
  readonly node: SourceNode;
  /** Set when an overlay wrote a key that the base does not have: the keys that the base has there. */
  readonly beside?: readonly string[];
  /** The key of the base that the author most likely intended. */
  readonly renamed?: string;
  /** Set when a field has the keyword from its type. */
  readonly inherited?: true;
}

/** A file as it could be read; after a syntax error, `root` has only the parts whose nesting is certain. */
export interface SourceDocument {
  readonly file: string;
  /** Null when nothing could be read. */
  readonly root: SourceNode | null;
  readonly problems: readonly Problem[];
  /** Whether `root` may lack names of the file. */
  readonly incomplete: boolean;
}

/** Line and column (from 1) of an offset. */
export function positionIn(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0];
  for (let index = text.indexOf("\n"); index >= 0; index = text.indexOf("\n", index + 1)) starts.push(index + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** The newest documents by file and layer: most files are the same in the next compilation. */
const documents = new Map<string, RecentTexts<SourceDocument>>();

/**
 * Reads a JSON file. Never throws: syntax errors and duplicate keys are in `problems`. The newest texts of a file are parsed
 * once.
 */
export function readDocument(file: string, text: string, layer: Origin["layer"]): SourceDocument {
  const key = `${layer} ${file}`;
  const known = documents.get(key) ?? new RecentTexts<SourceDocument>();
  documents.set(key, known);
  return known.of([text], (recent) => {
    const document = parsed(file, text, layer);
    const root = recent.reduce((node, one) => (node === null || one.root === null ? node : shared(node, one.root)), document.root);
    return { ...document, root };
  });
}

/**
 * The node, reusing the parts of an earlier reading of the file that are equal and at the same place, so that results
 * can be stored by node (hash consing, Ershov 1958).
 */
function shared(node: SourceNode, other: SourceNode): SourceNode {
  if (node === other || node.kind !== other.kind) return node;
  const at = placeIn(node.at, other.at);
  const isPlaced = at === other.at && node.partial === other.partial;
  if (node.kind === "scalar") return isPlaced && other.kind === "scalar" && node.value === other.value ? other : node;
  if (node.kind === "list") {
    const others = other.kind === "list" ? other.items : [];
    const items = node.items.map((item, index) => sharedWith(item, others[index]));
    return isPlaced && isSameList(items, others) ? other : { ...node, at, items };
  }
  const others = other.kind === "object" ? other.entries : new Map<string, Entry>();
  const entries = [...node.entries].map(([name, entry]): [string, Entry] => {
    const one = others.get(name);
    if (one === undefined) return [name, entry];
    const [key, inner] = [placeIn(entry.key, one.key), shared(entry.node, one.node)];
    return [name, key === one.key && inner === one.node ? one : { ...entry, key, node: inner }];
  });
  return isPlaced && isSameList(entries.flat(), [...others].flat()) ? other : { ...node, at, entries: new Map(entries) };
}

const sharedWith = (node: SourceNode, other: SourceNode | undefined): SourceNode => (other === undefined ? node : shared(node, other));

/** The other place where both are the same. */
function placeIn(one: Origin, other: Origin): Origin {
  return one.line === other.line && one.column === other.column && one.file === other.file && one.layer === other.layer ? other : one;
}

const isSameList = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index]);

/** Editors do not show it, and a reader of the file would report the first character as an unknown one (RFC 8259, 8.1). */
const BYTE_ORDER_MARK = "\uFEFF";

function parsed(file: string, written: string, layer: Origin["layer"]): SourceDocument {
  const isMarked = written.startsWith(BYTE_ORDER_MARK);
  // As editors count columns: without the mark.
  const text = isMarked ? written.slice(BYTE_ORDER_MARK.length) : written;
  const position = positionIn(text);
  const originOf = (offset: number): Origin => ({ file, ...position(offset), layer });
  const unread = unreadFrom(text);
  if (unread !== null) return { file, root: null, problems: [problemAt(originOf(unread.offset), unread.finding)], incomplete: true };
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const mark = isMarked ? [problemAt(originOf(0), byteOrderMark())] : [];
  const problems = [...mark, ...syntaxProblems(errors, text, originOf)];
  const lost = lostFrom(errors, text);
  const found: Problem[] = [];
  const root = tree === undefined || tree.offset >= lost ? null : convert(tree, { originOf, lost, found });
  return { file, root, problems: [...problems, ...found], incomplete: lost < Number.POSITIVE_INFINITY || root === null };
}

/** Far above the depth of any definition; beyond it, walking the tree would exhaust the stack. */
const DEEPEST = 200;

/**
 * The offset from which a file is not read: it has another encoding, so that most of its characters are errors, or it
 * is nested too deeply.
 */
function unreadFrom(text: string): { readonly offset: number; readonly finding: Finding } | null {
  // UTF-16 has a NUL beside each ASCII character; bytes that are not UTF-8 arrive as U+FFFD.
  const encoding = text.search(/[\0\uFFFD]/);
  if (encoding >= 0) return { offset: encoding, finding: notUtf8() };
  const deep = tooDeepAt(text, DEEPEST);
  return deep === null ? null : { offset: deep, finding: nestedTooDeeply(DEEPEST) };
}

/** Control characters but tabs and line ends, zero-width spaces, marks of byte order and overridden directions, halves of pairs. */
const UNREADABLE = /(?![\t\n\r])[\p{Cc}\u200B\u202D\u202E\uFEFF\uFFFD]|\p{Cs}/u;
/** Quotation marks, dashes and accented letters of UTF-8, read as Windows-1252. */
const GARBLED = /\u00E2\u20AC.|[\u00C2\u00C3][\u00A0-\u00BF]/;

/** A character that comes from a paste or a wrong encoding and not from the author, in a key or a text. */
function checkText(text: string, offset: number, { originOf, found }: Conversion): void {
  const unreadable = UNREADABLE.exec(text)?.[0].codePointAt(0);
  const garbled = GARBLED.exec(text)?.[0];
  if (unreadable !== undefined) found.push(problemAt(originOf(offset), unreadableCharacter(unreadable)));
  else if (garbled !== undefined) found.push(problemAt(originOf(offset), garbledText(garbled)));
}

/** The syntax errors. Those after an unbalanced bracket follow from it. */
function syntaxProblems(errors: readonly ParseError[], text: string, originOf: (offset: number) => Origin): Problem[] {
  const bracket = errors.length === 0 ? null : unbalancedBracket(text);
  const others = distinct(errors, text).filter(({ offset }) => bracket === null || offset < bracket.offset);
  return [
    ...others.map(({ offset, length, error }) =>
      problemAt(
        originOf(offset),
        syntaxError(printParseErrorCode(error), text.slice(offset, offset + length), text.slice(0, offset).trimEnd().at(-1)),
      ),
    ),
    ...(bracket === null ? [] : [problemAt(originOf(bracket.offset), unbalanced(bracket))]),
  ];
}

/** One slip makes the parser report several times at neighbouring tokens: an error with no text between it and the last is dropped. */
function distinct(errors: readonly ParseError[], text: string): ParseError[] {
  const kept: ParseError[] = [];
  let end = -1;
  for (const error of errors) {
    if (end < 0 || text.slice(end, error.offset).trim() !== "") kept.push(error);
    end = Math.max(end, error.offset + Math.max(error.length, 0));
  }
  return kept;
}

const MENDED = new Set([
  "CommaExpected",
  "InvalidCommentToken",
  "UnexpectedEndOfString",
  "InvalidEscapeCharacter",
  "InvalidUnicode",
  "InvalidCharacter",
]);
const UNNESTED = new Set(["CloseBraceExpected", "CloseBracketExpected", "EndOfFileExpected"]);

/**
 * The offset from which the parser's recovery cannot be trusted. It repairs a missing or doubled comma, a comment and
 * an unterminated string exactly. After any other error the rest may be nested wrongly, and a bracket that is missing
 * at the end may be missing anywhere.
 */
function lostFrom(errors: readonly ParseError[], text: string): number {
  let lost = Number.POSITIVE_INFINITY;
  for (const error of errors) {
    const code = printParseErrorCode(error.error);
    const atSeparator = (code === "PropertyNameExpected" || code === "ValueExpected") && /[,}\]]/.test(text[error.offset] ?? "");
    if (UNNESTED.has(code)) lost = 0;
    else if (!MENDED.has(code) && !atSeparator) lost = Math.min(lost, error.offset);
  }
  return lost;
}

interface Conversion {
  readonly originOf: (offset: number) => Origin;
  readonly lost: number;
  /** Receives the findings about keys and texts. */
  readonly found: Problem[];
}

function convert(node: Node, conversion: Conversion): SourceNode {
  const placed = { at: conversion.originOf(node.offset), partial: node.offset + node.length >= conversion.lost };
  const kept = (node.children ?? []).filter((child) => child.offset < conversion.lost);
  if (node.type === "object") {
    const entries = new Map<string, Entry>();
    for (const property of kept) {
      const [key, value] = property.children ?? [];
      if (key === undefined || value === undefined || value.offset >= conversion.lost) continue;
      const name = String(key.value);
      const at = conversion.originOf(key.offset);
      checkText(name, key.offset, conversion);
      if (entries.has(name)) conversion.found.push(problemAt(at, duplicateKey(name)));
      entries.set(name, { key: at, node: convert(value, conversion) });
    }
    return { kind: "object", entries, ...placed };
  }
  if (node.type === "array") return { kind: "list", items: kept.map((item) => convert(item, conversion)), ...placed };
  if (typeof node.value === "string") checkText(node.value, node.offset, conversion);
  return { kind: "scalar", value: node.value as ScalarNode["value"], ...placed };
}

/** The values of the requested objects: several stages request the same ones, and so does the next compilation. */
const plainObjects = new WeakMap<ObjectNode, Json>();

/** The value without positions. Callers share it, and never change it. */
export function plain(node: SourceNode): Json {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(plain);
  const known = plainObjects.get(node);
  if (known !== undefined) return known;
  const made = Object.fromEntries([...node.entries].map(([key, entry]) => [key, plain(entry.node)]));
  plainObjects.set(node, made);
  return made;
}

/**
 * The value at a path of keys; null where a key is missing or its owner is not an object. Items of lists have no key
 * (`nodeAt` reaches them).
 */
export function childOf(node: SourceNode | null | undefined, ...path: readonly string[]): SourceNode | null {
  let current: SourceNode | null = node ?? null;
  for (const key of path) current = current?.kind === "object" ? (current.entries.get(key)?.node ?? null) : null;
  return current;
}

/** The keys and values of an object in the order of the file; empty for null and for any other value. */
export function entriesOf(node: SourceNode | null): readonly (readonly [string, Entry])[] {
  return node?.kind === "object" ? [...node.entries] : [];
}

/** The keys of an object in the order of the file; empty for null and for any other value. */
export function keysOf(node: SourceNode | null): string[] {
  return entriesOf(node).map(([key]) => key);
}

/** The text of a scalar; null for null and for any other value, which the meta-schema reports. */
export function textOf(node: SourceNode | null): string | null {
  return node?.kind === "scalar" && typeof node.value === "string" ? node.value : null;
}

/** The node at a JSON pointer, or the deepest one on its way. */
export function nodeAt(root: SourceNode, pointer: string): SourceNode {
  let current = root;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const next: SourceNode | null | undefined = current.kind === "list" ? current.items[Number(key)] : childOf(current, key);
    if (next === null || next === undefined) return current;
    current = next;
  }
  return current;
}
