/** Exports the branches of a text (the options of its `select` and `plural` arguments), and those that a depositor sees, for `flows coverage`. */
import { formatMessage } from "../engine/format-text.js";
import type { Text } from "../language/bundle.js";
import { isObject } from "../language/json.js";

type Arguments = Readonly<Record<string, string | number>>;

/** An argument of a parsed message that chooses one of its options: by its value, or by the plural category of a number. */
interface Choice {
  readonly value: string;
  readonly options: { readonly [option: string]: { readonly value: readonly unknown[] } };
  /** Of a plural alone. */
  readonly offset?: number;
  readonly pluralType?: "cardinal" | "ordinal";
}

/** A branch by its name, those within others after them: `code R01`, `code R01, left 0`. */
interface Branch {
  readonly name: string;
  readonly icu: readonly unknown[];
}

const isChoice = (element: unknown): element is Choice => isObject(element) && isObject(element.options);

/** The names of all branches. */
export function branchesOf(text: Text): readonly string[] {
  return typeof text === "string" ? [] : branchesIn(text.icu, "", ({ options }) => Object.keys(options)).map(({ name }) => name);
}

/** The branches that are shown with these values of the arguments, each with its own text. */
export function shownBranches(text: Text, values: Arguments, locale: string): readonly { readonly name: string; readonly shown: string }[] {
  if (typeof text === "string") return [];
  return branchesIn(text.icu, "", (choice) => [chosen(choice, values[choice.value] ?? "", locale)]).map(({ name, icu }) => ({
    name,
    shown: formatMessage(icu, values, locale),
  }));
}

function branchesIn(icu: readonly unknown[], around: string, taken: (choice: Choice) => readonly string[]): readonly Branch[] {
  return icu.filter(isChoice).flatMap((choice) =>
    taken(choice).flatMap((option): readonly Branch[] => {
      const own = { name: `${around}${choice.value} ${option}`, icu: choice.options[option]?.value ?? [] };
      return [own, ...branchesIn(own.icu, `${own.name}, `, taken)];
    }),
  );
}

/** As ICU MessageFormat chooses: a number of its own first (`=0`), then the plural category; `other` for every other value. */
function chosen({ options, offset, pluralType }: Choice, value: string | number, locale: string): string {
  const wanted = offset === undefined ? [String(value)] : [`=${value}`, category(Number(value) - offset, locale, pluralType)];
  return wanted.find((option) => Object.hasOwn(options, option)) ?? "other";
}

function category(value: number, locale: string, type: Choice["pluralType"]): string {
  return new Intl.PluralRules(locale, type === undefined ? {} : { type }).select(value);
}
