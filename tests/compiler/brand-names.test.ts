/** Tests which texts of all brands the compiler reports because they name one of the brands. */
import { expect, it } from "vitest";
import { BRAND, problemsOf, withScreen } from "../support/small-flows.js";

const SECOND = {
  "flows/brands/second/brand.json": {
    ...BRAND,
    slug: "second",
    name: "Second Bank",
    short_name: "Second",
    default: false,
    routing_number: undefined,
    emails: { support: "support@second.example" },
  },
};
const found = (changes: Record<string, unknown>) =>
  problemsOf(changes).flatMap(({ rule, message }) => (rule === "brand-shared" ? [message] : []));
const shown = (text: string) => withScreen("page", { body: { items: { one: { block: "text", markdown: text } } } });

it.each<[string, string | null]>([
  ["Second Bank pays a fixed rate.", "Second Bank"],
  ["A certificate at Second pays a fixed rate.", "Second"],
  ["Seconds are short. Second, choose a rate.", null],
  ["Enter the second one.", null],
  ["Log in at Secondary.", null],
])("finds the name of a brand in: %s", (text, name) => {
  expect(found({ ...SECOND, ...shown(text) })).toEqual(name === null ? [] : [expect.stringContaining(`the brand "second", "${name}"`)]);
});

it("accepts the name of the only brand, and a brand's name in its own overlay", () => {
  expect(found(shown("A certificate at First pays a fixed rate."))).toEqual([]);
  const overlay = { language: 2, screens: { page: { title: "Savings at First" } } };
  expect(found({ ...SECOND, "flows/brands/first/overlay.json": overlay })).toEqual([]);
});
