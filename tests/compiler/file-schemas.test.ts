/** Tests that outcomes and invariants which do not match their schemas are reported once each, at their places. */
import { expect, it } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";

const product = await readSource(".");

it.each([
  ["flows/outcomes.json", '"429.too_many"', '"429.too-many"', '"429.too-many"', /is not a valid name here\. Write a status/],
  ["flows/outcomes.json", '"becomes"', '"becoms"', '"becoms"', /did you mean "becomes"/],
  ["flows/outcomes.json", '"The depositor exists; the second factor is set up next."', '" "', '" "', /Write a text/],
  ["flows/invariants.json", '"description"', '"descripton"', '"descripton"', /did you mean "description"/],
] as const)("%s: %s as %s", (file, before, after, place, message) => {
  const text = (product.files.get(file) ?? "").replace(before, after);
  const { bundle, problems } = compile({ ...product, files: new Map([...product.files, [file, text]]) }, "harbor");
  const line = text.slice(0, text.indexOf(place)).split("\n").length;
  expect(bundle).toBeNull();
  expect(problems).toContainEqual(expect.objectContaining({ file, line, message: expect.stringMatching(message) }));
  // Nothing follows from it in other files.
  expect(new Set(problems.map((problem) => `${problem.file}:${problem.line}`)).size).toBeLessThanOrEqual(2);
});
