/**
 * Tests that every example of the language's schemas and of the reference compiles, each in its own screen beside the
 * shipped flows.
 */
import { beforeAll, expect, test } from "vitest";
import { OVERLAY_EXAMPLE } from "../../src/cli/docs/reference-topics.js";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import { type Example, examples } from "../support/examples.js";
import { ROOT, readText } from "../support/sources.js";

/** Examples that need more than their screen: each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "dataDefinition.with": "`with` is one definition for queries and mutations; its example names the variable of a mutation.",
  "actionDefinition.step": "The screen must be a page of a wizard.",
  "blocks/summary.sections.items.<name>.step": "The screen must be the review page of a wizard.",
  ...Object.fromEntries(
    ["every", "until", "limit"].map((keyword) => [
      `timer.${keyword}`,
      "A keyword of a poll; the example of the whole timer has all of them.",
    ]),
  ),
  "target.search": "The target's screen must read the key with `queryToState`.",
  "blocks/choice.options.items.<name>.go": "The example reads `item`, which only lists have.",
  "blocks/form.submitOn": "The example is the code of another form.",
  "blocks/form.choose": "The example is the action of a form with a lookup.",
  "blocks/form.body": "The example reads a list of another form.",
  "blocks/form.fields.items.<name>.autocomplete": "The example is for a name, not for the email of the form.",
  "blocks/form.fields.items.<name>.options": "The example is for a field with a closed list of values.",
  "blocks/form.fields.items.<name>.errors": "A field must have a text for every error, and the example has one.",
  ...Object.fromEntries(
    ["item", "add", "remove", "empty"].map((keyword) => [
      `blocks/form.fields.items.<name>.${keyword}`,
      "A keyword of a list of fields: the second tutorial compiles it.",
    ]),
  ),
};

const FILE = "flows/examples.flow.json";
let all: readonly Example[];
let failures: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  const source = await readSource(ROOT);
  all = examples(source);
  const { language } = JSON.parse(readText("flows/predicates.json")) as { readonly language: number };
  // One screen a line: the line of a problem names the example.
  const screens = all.map(({ screen }, index) => `"example-${index}": ${JSON.stringify({ ...screen, path: `/example-${index}` })}`);
  const text = `{"language": ${language}, "journey": "examples", "screens": {\n${screens.join(",\n")}\n}}\n`;
  const { problems } = compile({ files: new Map([...source.files, [FILE, text]]) }, "harbor");
  const found = new Map<string, string[]>();
  for (const { file, line, severity, rule, message } of problems) {
    const keyword = all[line - 2]?.keyword;
    if (file !== FILE || severity !== "error" || keyword === undefined) continue;
    // What an example needs beside itself is any value of the right JSON type.
    if (rule === "semantic-mismatch") continue;
    found.set(keyword, [...(found.get(keyword) ?? []), `${rule}: ${message}`]);
  }
  failures = found;
}, 120_000);

test("every example compiles in its context", () => {
  expect(all.length).toBeGreaterThan(150);
  expect([...failures].filter(([keyword]) => !Object.hasOwn(EXCEPTIONS, keyword))).toEqual([]);
});

test("every exception is one", () => {
  const needless = all.filter(({ keyword }) => Object.hasOwn(EXCEPTIONS, keyword) && !failures.has(keyword));
  expect(needless.map(({ keyword }) => keyword)).toEqual([]);
});

test("the overlay of the reference compiles", async () => {
  const source = await readSource(ROOT);
  const overlay = "flows/brands/juniper/overlay.json";
  const { bundle } = compile({ files: new Map([...source.files, [overlay, JSON.stringify(OVERLAY_EXAMPLE)]]) }, "juniper");
  expect(bundle?.core.brand.slug).toBe("juniper");
  expect(bundle?.core.navigation.map(({ key }) => key)).not.toContain("transactions");
}, 180_000);
