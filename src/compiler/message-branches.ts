/** Exports the checks of ICU messages' branches against the values that their arguments can have. */
import type { Finding } from "../language/problems.js";
import * as problems from "../language/problems.js";
import { neverMatches, type StaticType } from "../language/static-types.js";
import { nearest } from "../language/suggest.js";

/** The parts of a parsed message's element that concern branches. */
export interface Element {
  readonly type: number;
  readonly value?: unknown;
  readonly pluralType?: "cardinal" | "ordinal";
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>;
}

/** Element types of the parser. */
const FIGURE = 2;
const DATE = 3;
const TIME = 4;
const SELECT = 5;
const PLURAL = 6;

/** Sample numbers for plural forms. Plural forms of larger numbers (millions) need no branch. */
const COUNTED = Array.from({ length: 201 }, (_, figure) => figure);

const counted = new Map<string, readonly Intl.LDMLPluralRule[]>();

/** The forms that a language has for them. */
function countedBy(rules: Intl.PluralRules): readonly Intl.LDMLPluralRule[] {
  const { locale, type } = rules.resolvedOptions();
  const known = counted.get(`${locale} ${type}`) ?? [...new Set(COUNTED.map((figure) => rules.select(figure)))];
  counted.set(`${locale} ${type}`, known);
  return known;
}

/** The known facts about an argument's value. */
export interface Argument {
  readonly type: StaticType;
  /** Constant texts that the author wrote in the expression. */
  readonly written: readonly string[];
}

/** The possible texts of an argument, without null; null where they are unknown. */
function textsOf({ any, types, values }: StaticType): readonly string[] | null {
  if (any) return null;
  if (values !== null) return [...new Set(values.filter((value) => value !== null).map(String))];
  const given = [...types].filter((type) => type !== "null");
  return given.length > 0 && given.every((type) => type === "boolean") ? ["true", "false"] : null;
}

const isFigure = ({ any, types }: StaticType): boolean => any || types.has("number") || (types.size === 1 && types.has("null"));

/** The findings about the branches of a message. `argumentOf`: null for an argument without a value. */
export function branchFindings(
  elements: readonly Element[],
  argumentOf: (name: string) => Argument | null,
  locale: string,
): readonly Finding[] {
  return elements.flatMap((element) => {
    const options = Object.entries(element.options ?? {});
    const inner = options.flatMap(([, option]) => branchFindings(option.value, argumentOf, locale));
    const name = String(element.value);
    const argument = argumentOf(name);
    return argument === null ? inner : [...ownFindings(element, name, argument, locale), ...inner];
  });
}

function ownFindings(element: Element, name: string, { type, written }: Argument, locale: string): readonly Finding[] {
  const keys = Object.keys(element.options ?? {});
  switch (element.type) {
    case FIGURE:
      return isFigure(type) ? [] : [problems.argumentNotFigure(name, "number", [...type.types])];
    // Instants are texts here: the operators `date` and `dateTime` write them.
    case DATE:
    case TIME:
      return [problems.argumentNotDate(name, element.type === DATE ? "date" : "time")];
    case SELECT:
      return selectFindings(name, keys, type, written);
    case PLURAL:
      if (!isFigure(type)) return [problems.argumentNotFigure(name, "plural", [...type.types])];
      return pluralFindings(name, keys, type, new Intl.PluralRules(locale, { type: element.pluralType ?? "cardinal" }));
    default:
      return [];
  }
}

/** A value "other" is covered by the branch `other`. */
function selectFindings(name: string, keys: readonly string[], type: StaticType, written: readonly string[]): readonly Finding[] {
  const named = keys.filter((key) => key !== "other");
  if (named.length === 0) return [problems.selectWithoutBranch(name)];
  const texts = textsOf(type);
  const { pattern } = type;
  if (texts === null && pattern !== null)
    return named.filter((key) => neverMatches(key, type)).map((key) => problems.branchUnmatched(name, key, pattern, written));
  if (texts === null) return misspelledFindings(name, named, written);
  const impossible = named.filter((key) => !texts.includes(key)).map((key) => problems.branchImpossible(name, key, texts));
  const said = texts.filter((text) => named.includes(text));
  const unsaid = texts.filter((text) => !named.includes(text) && text !== "other" && !written.includes(text));
  // A message with a branch for one value distinguishes it from all others; one with several branches enumerates the values.
  const forgotten = said.length > 1 && unsaid.length > 0;
  return forgotten ? [...impossible, problems.valuesUnsaid(name, unsaid)] : impossible;
}

/** Branches of a value that may be any text: one that is similar to a constant of the expression, which has no branch, is misspelled. */
function misspelledFindings(name: string, named: readonly string[], written: readonly string[]): readonly Finding[] {
  const unsaid = written.filter((text) => !named.includes(text) && text !== "other");
  return named.flatMap((key) => {
    const meant = written.includes(key) ? null : nearest(key, unsaid);
    return meant === null ? [] : [problems.branchMisspelled(name, key, meant)];
  });
}

function pluralFindings(name: string, keys: readonly string[], { values }: StaticType, rules: Intl.PluralRules): readonly Finding[] {
  const figures = values === null ? null : values.filter((value): value is number => typeof value === "number");
  const possible = figures === null ? rules.resolvedOptions().pluralCategories : figures.map((figure) => rules.select(figure));
  // Without the branch "one", "other" produces "1 files"; known numbers may have their own branches.
  const needed = figures === null ? countedBy(rules) : [];
  const gaps = needed
    .filter((one) => !keys.includes(one) && !(one === "one" && keys.includes("=1")))
    .map((one) => problems.pluralGap(name, one));
  const impossible = keys
    .filter((key) => key !== "other")
    .filter((key) =>
      key.startsWith("=") ? figures !== null && !figures.includes(Number(key.slice(1))) : !possible.some((one) => one === key),
    )
    .map((key) => problems.branchImpossible(name, key, figures === null ? [...possible] : figures.map(String)));
  return [...impossible, ...gaps];
}
