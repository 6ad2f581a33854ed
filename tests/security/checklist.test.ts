/** Tests that each line of the security checklist (domain.md 5) has a test of its number in this folder. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const LINES = 38;

it("every line of the security checklist has a test", () => {
  const texts = readdirSync(import.meta.dirname)
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(`${import.meta.dirname}/${file}`, "utf8"));
  const titles = texts.flatMap((text) => [...text.matchAll(/"((?:5\.\d+,? )+)/g)].map(([, numbers]) => numbers ?? ""));
  const tested = new Set(titles.flatMap((title) => [...title.matchAll(/5\.(\d+)/g)].map(([, number]) => Number(number))));
  expect(Array.from({ length: LINES }, (_, index) => index + 1).filter((line) => !tested.has(line))).toEqual([]);
});
