/**
 * Exports the texts and controls that a depositor sees on a screen, for scenarios. The language's own schemas say which parts
 * of a block are texts, controls or lists. A block that adds or omits parts itself needs a case here, as `form`, `list` and `provider` have.
 */

import { clockText, secondsBetween } from "../blocks/clock-text.js";
import { type FailedQueries, unavailableParts } from "../engine/failed-data.js";
import { argumentsOf, formatProse } from "../engine/format-text.js";
import type { ControlCooldown, FormBlock } from "../language/blocks.js";
import type {
  BundleCore,
  CompiledBlock,
  CompiledOrdered,
  CompiledPredicate,
  Prose,
  ProseNode,
  ScreenContent,
  Text,
} from "../language/bundle.js";
import type { Json, Value } from "../language/definition.js";
import { isObject } from "../language/json.js";
import type { Effect } from "../language/keywords.js";
import type { Language, LanguageSchema } from "../language/meta-schema.js";
import { type Scope, withNames } from "../language/predicate.js";
import { duration } from "../runtime/durations.js";
import type { Suggestions } from "../runtime/lookups.js";
import { screenEvaluation } from "../runtime/screen-evaluation.js";
import { computedItem } from "./computed-item.js";
import { fieldTexts } from "./field-texts.js";
import { shownBeside } from "./presentation.js";
import { shownBranches } from "./text-branches.js";

/** A button or a link that is shown. */
export interface VisibleControl {
  readonly label: string;
  /** Its key among the controls of the screen, as the source of a failure. */
  readonly key: string;
  /** The main action of its screen. */
  readonly isPrimary: boolean;
  readonly action?: string;
  readonly go?: NonNullable<Effect["go"]>;
  /** The list entry that it is in, and its position from 1. */
  readonly item?: Json;
  readonly position?: number;
  /** The form that it submits. */
  readonly form?: FormBlock;
  /** What it raises its action with. */
  readonly with?: Json;
  /** The queries that it requests again. */
  readonly refetch?: readonly string[];
  /** The suggestion of a lookup that it is. */
  readonly suggestion?: ChosenSuggestion;
  /** Its appearance, where it is not that of the usual buttons: `isPrimary` says which of these it has. */
  readonly style?: "danger" | "link";
  /** It does nothing for a time. */
  readonly isCooling?: true;
}

/** What choosing a suggestion fills into a form. */
export interface ChosenSuggestion {
  readonly lookup: string;
  readonly form: FormBlock;
  /** The path of the list item around the field of the lookup. */
  readonly item: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

/** A text of the definitions, what a depositor sees of it, and its branches that are shown. */
type FormattedText = readonly [text: Text, shown: string, branches: () => ReturnType<typeof shownBranches>];

export interface VisibleContent {
  readonly texts: readonly string[];
  /** Of these texts, those that their component shows in some of its states only. */
  readonly occasional: ReadonlySet<string>;
  /** The texts of the definitions that are shown, each with what is shown of it. */
  readonly formatted: readonly FormattedText[];
  readonly controls: readonly VisibleControl[];
  readonly forms: readonly FormBlock[];
  /** The paths of the forms' fields (`people.0.name`) that are shown with what is filled in. */
  readonly fields: ReadonlySet<string>;
  readonly providers: readonly CompiledBlock[];
}

/** What a lookup has found for the text of a field. */
export interface ShownSuggestions {
  readonly lookup: string;
  readonly suggestions: Suggestions;
}

/** What a depositor has typed into a form, its messages about valid but unlikely values, by path, and the suggestions at a field. */
export interface FormReader {
  data(form: FormBlock): Json;
  warnings(form: FormBlock, data: Json): Readonly<Record<string, readonly string[]>>;
  /** Null for a field without suggestions at present. */
  suggestions(form: FormBlock, path: string): ShownSuggestions | null;
}

interface Entry {
  readonly item?: Json;
  readonly position?: number;
}

type Part = { readonly [keyword: string]: unknown };

const isPredicate = (value: unknown): value is CompiledPredicate => isObject(value) && "logic" in value && "named" in value;
const isControl = (value: Part): boolean => "label" in value && ("action" in value || "go" in value);

/** The plain text of prose whose texts are formatted. */
function proseText(prose: Prose): string {
  return prose.map((node) => (node.type === "text" ? String(node.text) : node.type === "break" ? "\n" : proseText(node.children))).join("");
}

/** The texts of a prose, in their order. */
export function proseTexts(prose: Prose): readonly Text[] {
  return prose.flatMap((node) => (node.type === "text" ? [node.text] : node.type === "break" ? [] : proseTexts(node.children)));
}

type ProseLink = Extract<ProseNode, { readonly type: "link" }>;

function linksIn(prose: Prose): readonly ProseLink[] {
  return prose.flatMap((node) => (node.type === "link" ? [node] : "children" in node ? linksIn(node.children) : []));
}

/** What the screen shows in a scope that has the state, the answers (`data`) and the failures (`failed`). */
export function visibleContent(
  core: BundleCore,
  language: Language,
  content: ScreenContent,
  scope: Scope,
  read: FormReader,
): VisibleContent {
  const { formats } = core;
  const unavailable = unavailableParts(core, content, (scope.failed ?? {}) as FailedQueries, scope);
  const screen = screenEvaluation(core, scope, unavailable.controls);
  const texts: string[] = [];
  const occasional = new Set<string>();
  const formatted: FormattedText[] = [];
  const controls: VisibleControl[] = [];
  const forms: FormBlock[] = [];
  const fields = new Set<string>();
  const providers: CompiledBlock[] = [];

  const holds = (part: Part, { item, position }: Entry, form?: Json): boolean =>
    !isPredicate(part.when) || screen.holds(part.when, item, form, position);
  const noted = (text: Text, shown: string, inner: Scope): string => {
    formatted.push([text, shown, () => shownBranches(text, argumentsOf(text, inner, formats), formats.locale)]);
    return shown;
  };
  const format = (text: unknown, { item, position }: Entry, form?: Json): string =>
    noted(text as Text, screen.text(text as Text, item, form, position), screen.scope(item, form, position));

  function visitBlock(block: CompiledBlock, entry: Entry, key: string): void {
    const failed = unavailable.blocks.get(block);
    if (failed !== undefined) {
      if (failed.length > 0) visitFailure(failed, key, unavailable.explained === block ? "loadFailedText" : null);
      return;
    }
    if (!holds(block, entry)) return;
    if (block.block === "form") visitForm(block as FormBlock, entry, key);
    else visitPart(block, language.block(block.block) ?? {}, entry, key);
    if (block.block === "provider") providers.push(block);
    const below = unavailable.below.get(block);
    if (below !== undefined) visitFailure(below, key, "partFailed");
  }

  /** One failure state for all of the queries: their own texts, and the app's for those without. */
  function visitFailure(queries: readonly string[], key: string, appText: "loadFailedText" | "partFailed" | null): void {
    const isMinor = appText === "partFailed";
    const own = queries.flatMap((query) => {
      const onFailure = (content.data[query] ?? core.loads[query])?.onFailure;
      return onFailure === undefined || onFailure === "ignore" ? [] : [onFailure];
    });
    const [alone] = queries.length === 1 ? own : [];
    if (!isMinor && alone === undefined) texts.push(screen.translate("loadFailed"));
    if (!isMinor && alone?.heading !== undefined) texts.push(format(alone.heading, {}));
    texts.push(...new Set(own.map(({ text }) => format(text, {}))));
    if (own.length < queries.length && appText !== null) texts.push(screen.translate(appText));
    controls.push({ label: screen.translate("tryAgain"), key: `${key}.tryAgain`, isPrimary: false, refetch: queries });
  }

  function visitForm(block: FormBlock, entry: Entry, key: string): void {
    const data = read.data(block);
    const warnings = read.warnings(block, data);
    forms.push(block);
    const beside = shownBeside(block, language.block("form") ?? {}, language, (value) => screen.value(value, entry.item));
    const heading = block.heading === undefined ? "" : format(block.heading, entry);
    texts.push(...[heading, beside].filter((text) => text !== ""));
    for (const field of block.fields.order) {
      const { label, when } = block.fields.items[field] ?? {};
      for (const { path, around } of screen.placesOf(field, data)) {
        const inner = { item: around?.item ?? null, ...(around === undefined ? {} : { position: around.position }) };
        if (when !== undefined && !holds({ when }, inner, data)) continue;
        fields.add(path);
        if (label === undefined) continue;
        const shown = { field, path, label: format(label, inner, data) };
        const warned = (warnings[path] ?? []).map((text) => noted(text, text, scope));
        texts.push(...fieldTexts(block, shown, data, (text) => format(text, inner, data)), ...warned);
        const suggestions = read.suggestions(block, path);
        if (suggestions !== null) visitSuggestions(suggestions, block, around?.path, key);
      }
    }
    if (block.body !== undefined) {
      const inner = visibleContent(core, language, { ...content, body: block.body }, withNames(scope, { form: data }), read);
      texts.push(...inner.texts);
      formatted.push(...inner.formatted);
      for (const text of inner.occasional) occasional.add(text);
      for (const field of inner.fields) fields.add(field);
      controls.push(...inner.controls.map((control) => ({ ...control, key: `${key}.${control.key}` })));
    }
    const isPrimary = block.submitStyle !== "secondary";
    controls.push({ label: format(block.submitLabel, entry), key: `${key}.submit`, isPrimary, action: block.submit, form: block });
    if (block.controls !== undefined)
      visitOrdered(block.controls, language.resolve({ $ref: "flow.schema.json#/$defs/control" }), entry, key);
  }

  /** The list below a field, or the text in place of it. A failure of the chosen action is shown at the button of the form. */
  function visitSuggestions({ lookup, suggestions }: ShownSuggestions, form: FormBlock, item: string | undefined, key: string): void {
    if ("message" in suggestions) {
      texts.push(suggestions.message);
      return;
    }
    const { found } = suggestions;
    if (found.length > 0) texts.push(screen.translate("suggestionsFound", { count: found.length }));
    for (const { label, detail, fields, item: entry } of found)
      controls.push({
        label: detail === undefined ? label : `${label} ${detail}`,
        key: `${key}.submit`,
        isPrimary: false,
        suggestion: { lookup, form, item, fields },
        item: entry,
        ...(form.choose === undefined ? {} : { action: form.choose }),
      });
  }

  function visitOrdered({ order, items }: CompiledOrdered<unknown>, schema: LanguageSchema, entry: Entry, key: string): void {
    for (const name of order) {
      const part = items[name];
      if (isObject(part) && holds(part, entry)) visit(part, schema, entry, `${key}.${name}`);
    }
  }

  function visitPart(part: Part, schema: LanguageSchema, entry: Entry, key: string): void {
    // Blocks show null as a list without entries.
    const listed = "items" in part && !("order" in part) ? (screen.value(part.items as Value, entry.item) ?? []) : null;
    if (listed !== null && !Array.isArray(listed)) throw new Error(`"items" of the block "${key}" is not a list.`);
    const all = listed === null ? null : (listed as readonly Json[]);
    const list = all !== null && part.block === "list" && typeof part.limit === "number" ? all.slice(0, part.limit) : all;
    if (part.block === "list" && list?.length === 0 && part.empty === undefined) return;
    const beside = shownBeside(part, schema, language, (value) => screen.value(value, entry.item, undefined, entry.position));
    const keywords = Object.keys(part);
    const carrier = beside === "" ? undefined : keywords.find((keyword) => isText(schema.properties?.[keyword]));
    if (carrier === undefined && beside !== "") texts.push(beside);
    for (const [keyword, value] of Object.entries(part)) {
      const own = schema.properties?.[keyword];
      if (own === undefined || keyword === "when") continue;
      if (keyword === carrier) {
        visitMarked(value, own, entry, key, beside);
        continue;
      }
      if (keyword === "file") {
        visitFiles(part, entry);
        continue;
      }
      const inner = language.resolve(own);
      const computed = computedItem(inner["x-scope"]?.item, part, (given, item) => screen.value(given, item));
      if (computed === null || (keyword === "empty" && hasEntries(part, list))) continue;
      // The control that opens the whole list is not shown when there are no entries.
      if (keyword === "more" && list?.length === 0) continue;
      if (isObject(value) && "submitLabel" in value && list !== null) {
        if (list.length > 0) visitAttestation(value, list, `${key}.${keyword}`);
        continue;
      }
      if (inner["x-scope"]?.item === "items" && list !== null)
        for (const [index, item] of list.entries()) visit(value, inner, { item, position: index + 1 }, `${key}.${keyword}`);
      else visit(value, inner, computed === undefined ? entry : { item: computed }, `${key}.${keyword}`);
    }
  }

  const isText = (written: LanguageSchema | undefined): boolean =>
    written !== undefined && ["text", "markdown"].includes(language.resolve(written)["x-kind"] ?? "");

  /** A text, with what is shown beside it. */
  function visitMarked(value: unknown, schema: LanguageSchema, entry: Entry, key: string, beside: string): void {
    const at = texts.length;
    visit(value, schema, entry, key);
    const text = texts[at] ?? "";
    texts[at] = `${text} ${beside}`;
    if (occasional.has(text)) occasional.add(`${text} ${beside}`);
  }

  /** Whether the list of a block, or the line of a chart, has anything to show in place of its `empty`. */
  function hasEntries({ points }: Part, list: readonly Json[] | null): boolean {
    const shown = list ?? (points === undefined ? [] : screen.value(points as Value));
    return Array.isArray(shown) && shown.length > 0;
  }

  /** A checkbox for each document, or one for all, and the button that agrees to all of them. */
  function visitAttestation({ label, together, submitLabel, action }: Part, list: readonly Json[], key: string): void {
    if (together === true) texts.push(format(label, {}));
    else for (const [index, item] of list.entries()) texts.push(format(label, { item, position: index + 1 }));
    const attestations = list.map((item) => {
      const { uuid = null, hash = null } = (item ?? {}) as { readonly [name: string]: Json };
      return { uuid, hash };
    });
    controls.push({ label: format(submitLabel, {}), key, isPrimary: true, action: String(action), with: { attestations } });
  }

  function visit(value: unknown, written: LanguageSchema, entry: Entry, key: string): void {
    const schema = language.resolve(written);
    switch (schema["x-kind"]) {
      case "text":
        texts.push(format(value, entry));
        if (schema["x-occasional"] === true) occasional.add(format(value, entry));
        return;
      case "markdown":
        visitProse(value as Prose, entry.item === undefined ? scope : withNames(scope, { item: entry.item }), key);
        return;
      case "ordered":
        visitOrdered(value as CompiledOrdered<unknown>, schema.additionalProperties || {}, entry, key);
        return;
      case "body":
        for (const block of value as readonly CompiledBlock[]) visitBlock(block, entry, `${key}.${block.key}`);
        return;
      case undefined:
      case "control":
        if (!isObject(value) || !holds(value, entry)) return;
        if (isControl(value)) visitControl(value, entry, key);
        else visitPart(value, schema, entry, key);
    }
  }

  function visitProse(written: Prose, inner: Scope, key: string): void {
    const prose = formatProse(written, inner, formats);
    const shown = proseTexts(prose);
    for (const [index, text] of proseTexts(written).entries()) noted(text, String(shown[index]), inner);
    texts.push(proseText(prose));
    for (const { href, children } of linksIn(prose))
      if (href.startsWith("/")) controls.push({ label: proseText(children), key: `${key}.${href}`, isPrimary: false, go: href });
  }

  /** The links to the files of an entry of a list. */
  function visitFiles({ files, file }: Part, { item }: Entry): void {
    const { label, href } = file as Part;
    for (const one of screen.value(files as Value, item) as readonly Json[])
      texts.push(format(label, { item: one }), format(href, { item: one }));
  }

  function visitControl(control: Part, entry: Entry, key: string): void {
    const { label, action, go, with: given, description, style, cooldown } = control;
    if (description !== undefined) texts.push(format(description, entry));
    const rest = cooldown === undefined ? 0 : secondsLeft(cooldown as ControlCooldown);
    if (rest > 0) {
      const text = format((cooldown as ControlCooldown).label, { item: { left: clockText(rest) } });
      texts.push(text);
      occasional.add(text);
    }
    controls.push({
      label: format(label, entry),
      key,
      isPrimary: style === "primary",
      ...(style === "danger" || style === "link" ? { style } : {}),
      ...(rest > 0 ? { isCooling: true } : {}),
      ...(typeof action === "string" ? { action } : {}),
      ...(go === undefined ? {} : { go: go as NonNullable<Effect["go"]> }),
      ...(isObject(given)
        ? { with: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, screen.value(value as Value, entry.item)])) }
        : {}),
      ...entry,
    });
  }

  /** How long a control does nothing. */
  function secondsLeft({ since, duration: name }: ControlCooldown): number {
    const begin = screen.value(since);
    return typeof begin === "string" ? secondsBetween(Date.parse(String(scope.now)), Date.parse(begin) + duration(core, name)) : 0;
  }

  for (const block of content.body) visitBlock(block, {}, block.key);
  return { texts, occasional, formatted, controls, forms, fields, providers };
}
