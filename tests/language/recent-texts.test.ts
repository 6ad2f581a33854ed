/** Tests of the memory of what was made of the newest texts. */
import { expect, test } from "vitest";
import { RecentTexts, textsOf } from "../../src/language/recent-texts.js";

test("makes a result once for the same texts, and again for others", () => {
  const results = new RecentTexts<object>();
  const of = (...texts: readonly string[]) => results.of(texts, () => ({}));
  const first = of("a", "b");
  expect(of("a", "b")).toBe(first);
  expect(of("a", "c")).not.toBe(first);
  expect(of("a")).not.toBe(first);
  expect(of("a", "b")).toBe(first);
});

test("keeps the newest results alone", () => {
  const results = new RecentTexts<object>();
  const of = (text: string) => results.of([text], () => ({}));
  const first = of("first");
  for (const text of ["1", "2", "3", "4", "5"]) of(text);
  expect(of("first")).not.toBe(first);
});

test("the texts of some files change with their names and contents", () => {
  const files = (name: string, text: string) =>
    new Map([
      [name, text],
      ["flows/other.json", "{}"],
    ]);
  const texts = (name: string, text: string) => textsOf(files(name, text), /\.graphql$/);
  expect(texts("a.graphql", "x")).toEqual(["a.graphql", "x"]);
  expect(texts("b.graphql", "x")).not.toEqual(texts("a.graphql", "x"));
  expect(texts("a.json", "x")).toEqual([]);
});
