/** Exports the texts that a screen can show, and which of them a step of a scenario compares, for `flows coverage`. */
import { printAST } from "@formatjs/icu-messageformat-parser/printer.js";
import { valueAt } from "../blocks/form-data.js";
import type { FormBlock } from "../language/blocks.js";
import type { CompiledBlock, CompiledOrdered, Prose, ScreenContent, Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import type { Language, LanguageSchema } from "../language/meta-schema.js";
import { withoutBrandNames } from "./brand-names.js";
import { expectedOf } from "./expectations.js";
import type { LoadedBundle } from "./loaded-bundle.js";
import type { See, Step } from "./scenario.js";
import type { Session } from "./session.js";
import { branchesOf } from "./text-branches.js";
import { proseTexts } from "./visible-content.js";

/** The texts that a scenario can compare. */
export interface ScreenTexts {
  /** By the id of the screen. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
  readonly branches: ReadonlySet<string>;
}

const printed = new WeakMap<object, string>();

/** A text as the report names it: with the names of its placeholders in braces. */
function textName(text: Text): string {
  if (typeof text === "string") return text;
  const known = printed.get(text) ?? printAST(text.icu as Parameters<typeof printAST>[0]);
  printed.set(text, known);
  return known;
}

/** The names of a text's branches in the report: every text has its own. */
const branchName = (text: Text, branch: string): string => `${JSON.stringify(textName(text))}: ${branch}`;

/** The names of the texts of each screen by its id, and of the branches of all of them. */
export function textsByScreen({ bundle: { journeys }, language }: LoadedBundle): ScreenTexts {
  const screens = Object.values(journeys).flatMap((journey) => Object.entries(journey.screens));
  const texts = screens.map(([id, content]) => [id, textsOfScreen(language, content)] as const);
  return {
    names: new Map(texts.map(([id, all]) => [id, new Set(all.map(textName))])),
    branches: new Set(texts.flatMap(([, all]) => all.flatMap((text) => branchesOf(text).map((branch) => branchName(text, branch))))),
  };
}

/** The texts of a screen, also those that depend on a condition. Messages of actions and errors at fields are not among them. */
function textsOfScreen(language: Language, content: ScreenContent): readonly Text[] {
  const failures = Object.values(content.data).flatMap(({ onFailure }) =>
    onFailure === undefined || onFailure === "ignore" ? [] : [onFailure.heading, onFailure.text],
  );
  return [...failures, ...bodyTexts(language, content.body)].flatMap((text) => (text === undefined || text === "" ? [] : [text]));
}

function bodyTexts(language: Language, body: readonly CompiledBlock[]): readonly Text[] {
  return body.flatMap((block) => {
    const schema = language.block(block.block) ?? {};
    return block.block === "form" ? formTexts(language, block as FormBlock, schema) : partTexts(language, block, schema);
  });
}

function formTexts(language: Language, form: FormBlock, { properties = {} }: LanguageSchema): readonly Text[] {
  const { fields: _fields, checks: _checks, ...others } = properties;
  const ofFields = form.fields.order.flatMap((field) => {
    const { label, warnings = [] } = form.fields.items[field] ?? {};
    const ui = valueAt(form.uiSchema, field.replaceAll("[]", ".items")) ?? {};
    const options = isObject(ui) && isObject(ui["ui:options"]) ? ui["ui:options"] : {};
    const keyword = (name: string): Json => (isObject(ui) ? (ui[`ui:${name}`] ?? options[name] ?? null) : null);
    const found = [keyword("help"), keyword("placeholder"), ...[keyword("enumNames")].flat()].filter((text) => text !== null);
    return [...(label === undefined ? [] : [label]), ...(found as unknown as readonly Text[]), ...warnings.map(({ text }) => text)];
  });
  return [...ofFields, ...partTexts(language, form, { properties: others })];
}

/** The keywords of a control, and of the agreement to documents, that scenarios see; their components show the others in some states only. */
const VISIBLE_KEYWORDS: ReadonlySet<string> = new Set(["label", "description", "submitLabel"]);

const isControlOrAgreement = (part: object): boolean =>
  "label" in part && ("action" in part || "go" in part || "decide" in part) && !("block" in part);

function partTexts(language: Language, part: object, { properties = {} }: LanguageSchema): readonly Text[] {
  const isLimited = isControlOrAgreement(part);
  return Object.entries(part).flatMap(([keyword, value]) => {
    const schema = properties[keyword];
    if (schema === undefined || keyword === "when" || (isLimited && !VISIBLE_KEYWORDS.has(keyword))) return [];
    return textsIn(language, value, schema);
  });
}

function textsIn(language: Language, value: unknown, written: LanguageSchema): readonly Text[] {
  const schema = language.resolve(written);
  switch (schema["x-kind"]) {
    case "text":
      return schema["x-occasional"] === true ? [] : [value as Text];
    case "markdown":
      return proseTexts(value as Prose);
    case "body":
      return bodyTexts(language, value as readonly CompiledBlock[]);
    case "ordered": {
      const inner = schema.additionalProperties || {};
      return Object.values((value as CompiledOrdered<unknown>).items).flatMap((item) => textsIn(language, item, inner));
    }
    case undefined:
    case "control":
      return isObject(value) ? partTexts(language, value, schema) : [];
    default:
      return [];
  }
}

/** The lines with texts of the screen that a step compares. */
function comparedLines(step: Step, slug: string): readonly string[] {
  const written: See = "see" in step ? step.see : "changes" in step && typeof step.changes === "object" ? step.changes : {};
  const expected = expectedOf(written, slug);
  const { content = [], texts = [], controls = [], links = {}, primary = [] } = expected;
  return [...content, ...texts, ...controls, ...Object.keys(links), ...primary];
}

/** The names of the texts and of the branches that are shown after a step and that it compares: a line contains them. */
export function comparedTexts(session: Session, step: Step): { readonly names: ReadonlySet<string>; readonly branches: readonly string[] } {
  const lines = comparedLines(step, session.core.brand.slug);
  const content = lines.length === 0 ? null : session.content();
  if (content === null) return { names: new Set(), branches: [] };
  const isCompared = (shown: string): boolean => {
    const [text = ""] = withoutBrandNames([shown], session.branding);
    return lines.some((line) => line.includes(text));
  };
  const names = new Set<string>();
  const branches: string[] = [];
  for (const [text, shown, taken] of content.formatted) {
    const isWhole = isCompared(shown);
    if (isWhole) names.add(textName(text));
    // An empty branch is compared only with the text around it.
    const compared = taken().filter((branch) => isWhole || (branch.shown.trim() !== "" && isCompared(branch.shown.trim())));
    branches.push(...compared.map(({ name }) => branchName(text, name)));
  }
  return { names, branches };
}
