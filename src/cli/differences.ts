/** Exports the differences of two bundles, screen by screen, as text. */

import { type MessageFormatElement, TYPE } from "@formatjs/icu-messageformat-parser";
import type { Bundle, CompiledPredicate, ScreenContent, ScreenRoute } from "../language/bundle.js";
import { isObject } from "../language/json.js";

/** Keys that contain only source locations. */
const SILENT = new Set(["at", "logic", "hash"]);

/** A compiled text as a depositor reads it, with the names of its placeholders in braces; of a choice, each option with its text. */
function written(icu: readonly unknown[]): string {
  return icu.map((part) => writtenPart(part as MessageFormatElement)).join("");
}

function writtenPart(part: MessageFormatElement): string {
  switch (part.type) {
    case TYPE.literal:
      return part.value;
    case TYPE.pound:
      return "#";
    case TYPE.tag:
      return written(part.children);
    case TYPE.select:
    case TYPE.plural:
      return `{${part.value}: ${Object.entries(part.options)
        .map(([option, { value }]) => `${option} "${written(value)}"`)
        .join(", ")}}`;
    default:
      return `{${part.value}}`;
  }
}

/** Prose in one line. */
function proseLine(node: unknown): string {
  if (typeof node === "string") return node;
  if (Array.isArray(node)) return node.map(proseLine).join("");
  if (!isObject(node)) return "";
  if (Array.isArray(node.icu)) return written(node.icu);
  const inner = proseLine(node.children ?? node.text ?? "");
  return node.type === "link"
    ? `[${inner}](${String(node.href)})`
    : node.type === "paragraph" || node.type === "item" || node.type === "heading"
      ? `${inner} `
      : inner;
}

function isProse(value: readonly unknown[]): boolean {
  return (
    value.length > 0 &&
    value.every(
      (node) => isObject(node) && typeof node.type === "string" && ("children" in node || node.type === "text" || node.type === "break"),
    )
  );
}

/** A readable form: plain texts, predicates as in the source, without source locations. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) {
    if (isProse(value)) return proseLine(value).trim();
    const keyed = value.length > 0 && value.every((part) => isObject(part) && typeof part.key === "string");
    if (keyed) return Object.fromEntries(value.map((part: { readonly key: string }) => [part.key, plain(part)]));
    return value.map(plain);
  }
  if (!isObject(value)) return value;
  if (Array.isArray(value.icu)) return written(value.icu);
  if ("named" in value && "logic" in value) return (value as unknown as CompiledPredicate).named;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !SILENT.has(key))
      .map(([key, part]) => [key, plain(key === "ui:options" && isObject(part) ? withoutErrors(part) : part)]),
  );
}

/** The options of a field without its error texts: `fields` of the form has them too, and each difference is listed once. */
function withoutErrors({ errors: _errors, ...others }: { readonly [keyword: string]: unknown }): object {
  return others;
}

/** Longer texts are cut to this length. */
const SHORT = 160;

/** How many characters are shown of two long texts before the first one that differs. */
const CONTEXT = 40;

const textOf = (value: unknown): string => (typeof value === "string" ? `"${value}"` : JSON.stringify(value));

const cut = (text: string): string => (text.length > SHORT ? `${text.slice(0, SHORT - 3)}...` : text);

/** Two values that differ. Long ones begin a little before the difference, since their beginnings may be the same. */
function change(a: unknown, b: unknown): string {
  const [before, after] = [textOf(a), textOf(b)];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const start = Math.max(before.length, after.length) > SHORT ? Math.max(0, same - CONTEXT) : 0;
  const from = (text: string): string => cut(start === 0 ? text : `...${text.slice(start)}`);
  return `was ${from(before)}, is ${from(after)}`;
}

function compare(a: unknown, b: unknown, where: string, lines: string[]): void {
  if (JSON.stringify(a) === JSON.stringify(b)) return;
  if (isObject(a) && isObject(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
      compare(a[key], b[key], where === "" ? key : `${where}.${key}`, lines);
    const shared = (keys: readonly string[], other: object): readonly string[] => keys.filter((key) => key in other);
    const [orderA, orderB] = [shared(Object.keys(a), b), shared(Object.keys(b), a)];
    if (orderA.join() !== orderB.join() && (where.endsWith("body") || where === "navigation" || where.endsWith("rows")))
      lines.push(`${where} has another order: ${orderA.join(", ")} -> ${orderB.join(", ")}`);
  } else if (Array.isArray(a) && Array.isArray(b) && a.length === b.length && [...a, ...b].every(isObject)) {
    for (const [index, one] of a.entries()) compare(one, b[index], `${where}.${index}`, lines);
  } else if (a === undefined) lines.push(`${where} is new: ${cut(textOf(b))}`);
  else if (b === undefined) lines.push(`${where} is gone (it was ${cut(textOf(a))})`);
  else lines.push(`${where} ${change(a, b)}`);
}

interface Whole {
  readonly route: ScreenRoute;
  readonly content: ScreenContent | undefined;
}

function wholes({ core, journeys }: Bundle): ReadonlyMap<string, Whole> {
  return new Map(Object.values(core.screens).map((route) => [route.id, { route, content: journeys[route.journey]?.screens[route.id] }]));
}

/** The differences as lines; empty when both bundles are equal. */
export function differences(from: Bundle, to: Bundle): readonly string[] {
  const found: string[] = [];
  const section = (title: string, a: unknown, b: unknown): void => {
    const lines: string[] = [];
    compare(plain(a), plain(b), "", lines);
    if (lines.length > 0) found.push(title, ...lines.map((line) => `  ${line}`));
  };
  section("The brand", from.core.brand, to.core.brand);
  section("Predicates", from.core.predicates, to.core.predicates);
  section("Decisions", from.core.decisions, to.core.decisions);
  const everywhere = ({
    gates,
    fallback,
    failures,
    actions,
    loads,
    stages,
    navigation,
    chrome,
    monitors,
    durations,
    polls,
  }: Bundle["core"]): object => ({
    gates,
    fallback,
    failures,
    actions,
    loads,
    stages,
    navigation,
    chrome,
    monitors,
    durations,
    polls,
  });
  section("Everywhere", everywhere(from.core), everywhere(to.core));
  const [a, b] = [wholes(from), wholes(to)];
  for (const id of new Set([...a.keys(), ...b.keys()])) {
    if (!a.has(id)) found.push(`The screen ${id} is new.`);
    else if (!b.has(id)) found.push(`The screen ${id} is gone.`);
    else section(`The screen ${id}`, { ...a.get(id)?.route, ...a.get(id)?.content }, { ...b.get(id)?.route, ...b.get(id)?.content });
  }
  return found;
}
