/** Exports the branches of a text (the options of its `select` and `plural` arguments), and those that a depositor sees, for `flows coverage`. */
import type { Text } from "../language/bundle.js";
import { isObject } from "../language/json.js";

type Options = { readonly [option: string]: { readonly value: readonly unknown[] } };

/** An argument of a parsed message that chooses one of its options: by its value, or by the plural category of a number. */
interface Choice {
  readonly value: string;
  readonly options: Options;
  /** Of a plural alone. */
  readonly offset?: number;
  readonly pluralType?: "cardinal" | "ordinal";
}

const isChoice = (element: unknown): element is Choice => isObject(element) && isObject(element.options);

/** The names of the branches, those within others after them: `code R01`, `code R01, left 0`. */
export function branchesOf(text: Text): readonly string[] {
  return typeof text === "string" ? [] : branchesIn(text.icu, "", (choice) => Object.keys(choice.options));
}

/** The names of the branches whose text is shown with these values of its arguments. */
export function shownBranches(text: Text, values: Readonly<Record<string, string | number>>, locale: string): readonly string[] {
  return typeof text === "string" ? [] : branchesIn(text.icu, "", (choice) => [chosen(choice, values[choice.value] ?? "", locale)]);
}

function branchesIn(icu: readonly unknown[], around: string, taken: (choice: Choice) => readonly string[]): readonly string[] {
  return icu.filter(isChoice).flatMap((choice) =>
    taken(choice).flatMap((option) => {
      const name = `${around}${choice.value} ${option}`;
      return [name, ...branchesIn(choice.options[option]?.value ?? [], `${name}, `, taken)];
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
