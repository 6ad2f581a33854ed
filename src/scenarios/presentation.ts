/**
 * Exports what a depositor sees or hears beside the texts of a block, such as a severity or the state of a step, for scenarios.
 * The language's schemas declare the keywords with `x-visible`, so a new kind of block needs nothing here.
 */
import type { Json, Value } from "../language/definition.js";
import type { Language, LanguageSchema } from "../language/meta-schema.js";

/** A keyword of the definitions and its value. */
type Shown = readonly [keyword: string, value: string];

type Part = { readonly [keyword: string]: unknown };

/** In brackets: `[tone muted]`, `[widget select, autocomplete email]`; an empty text for nothing. */
export const inBrackets = (shown: readonly Shown[]): string =>
  shown.length === 0 ? "" : `[${shown.map(([keyword, value]) => `${keyword} ${value}`).join(", ")}]`;

type VisibleKeyword = readonly [keyword: string, form: NonNullable<LanguageSchema["x-visible"]>];

/** The keywords with `x-visible` of a schema. Every part of a block on every screen asks for those of its schema. */
const visible = new WeakMap<LanguageSchema, readonly VisibleKeyword[]>();

function visibleKeywords(schema: LanguageSchema, language: Language): readonly VisibleKeyword[] {
  const known = visible.get(schema);
  if (known !== undefined) return known;
  const made = Object.entries(schema.properties ?? {}).flatMap(([keyword, written]): readonly VisibleKeyword[] => {
    const { "x-visible": form } = language.resolve(written);
    return form === undefined ? [] : [[keyword, form]];
  });
  visible.set(schema, made);
  return made;
}

/** The text of a line of `content` or `controls`, without what `inBrackets` adds. */
export const withoutBrackets = (line: string): string => line.replace(/ \[[^\]]*\]$/, "");

/** What a part of a block shows beside its texts, in the order of the schema. `read`: evaluates a value in the scope of the part. */
export function shownBeside(part: Part, schema: LanguageSchema, language: Language, read: (value: Value) => Json): string {
  const shown = visibleKeywords(schema, language).flatMap(([keyword, form]): readonly Shown[] => {
    if (part[keyword] === undefined) return [];
    const value = read(part[keyword] as Value);
    if (form === "value") return value === null || value === "" ? [] : [[keyword, String(value)]];
    const limit = form === "percent" ? "100" : read(part[form.slice("percent of ".length)] as Value);
    return [["percent", percentOf(value, limit)]];
  });
  return inBrackets(shown);
}

/** With two decimals at most. `over 100`: an amount over its limit is a full bar, as is the limit itself. */
function percentOf(amount: Json, limit: Json): string {
  const share = (Math.max(Number(amount), 0) / Number(limit)) * 100;
  return share > 100 ? "over 100" : String(Math.round((Number.isFinite(share) ? share : 0) * 100) / 100);
}
