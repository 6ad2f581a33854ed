/** Tests that texts without marks and arguments, which the compiler reads without the parsers, are what the parsers make of them. */
import { parse } from "@formatjs/icu-messageformat-parser";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import type { CompiledBlock, Prose } from "../../src/language/bundle.js";
import { smallSource, withScreen } from "../support/small-flows.js";

/** Characters of texts, more of those that Markdown or ICU messages could read as marks. */
const CHARACTER = fc.constantFrom(..."aBé1 0.,;:?!'\"()/$%’“—–-…".split(""), ..." .-)'!:".split(""));
const TEXT = fc.array(CHARACTER, { minLength: 1, maxLength: 14 }).map((characters) => `A${characters.join("")}z`);
const BEGINNING = fc.constantFrom("", "- ", "1. ", "1) ", "(", "“", "$", "' ", "+ ");

function compiled(text: string) {
  const body = { order: ["it"], items: { it: { block: "text", markdown: text } } };
  const { bundle, problems } = compile(smallSource(withScreen("page", { title: text, body })), "first");
  const block = bundle?.journeys.start?.screens.page?.body[0] as (CompiledBlock & { readonly markdown: Prose }) | undefined;
  return { problems, title: bundle?.core.screens.page?.title, markdown: block?.markdown };
}

/** The texts of a tree with the types around them, as the product's own tree has them. */
function outline(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(outline);
  const { type, value, text, children = [] } = node as { type: string; value?: string; text?: unknown; children?: unknown[] };
  if (type === "text") return [type, value ?? text];
  // An item of one paragraph has the paragraph's text.
  const [only, ...more] = children as { type: string; children: unknown[] }[];
  if ((type === "listItem" || type === "item") && more.length === 0 && only?.type === "paragraph")
    return ["item", only.children.map(outline)];
  return [type === "listItem" ? "item" : type, children.map(outline)];
}

describe("a text without marks and arguments", () => {
  it("is what the parsers make of it", () => {
    fc.assert(
      fc.property(BEGINNING, TEXT, (beginning, words) => {
        const text = beginning + words;
        const { problems, title, markdown } = compiled(text);
        expect(problems).toEqual([]);
        expect(title).toBe(
          parse(text, { ignoreTag: true })
            .map((element) => ("value" in element ? element.value : ""))
            .join(""),
        );
        expect(outline(markdown)).toEqual(outline(fromMarkdown(text.replaceAll("''", "'")).children));
      }),
      { numRuns: 60 },
    );
  });
});

describe("a text with Markdown that screens do not show", () => {
  it.each([
    ["a quotation", "> Quoted"],
    ["code", "Enter `code`"],
    ["an image", "![A picture](https://bank.example/picture.png)"],
    ["strikethrough", "~~$15.00~~ $10.00"],
    ["a list of tasks", "- [ ] Link an account"],
    ["a table", "Fees:\n\n| Service | Fee |\n| :--- | ---: |\n| Wire | $15.00 |"],
    ["a table", "Service | Fee\n--- | ---\nWire | $15.00"],
  ])("is a finding: %s", (what, text) => {
    const { problems } = compiled(text);
    expect(problems.map(({ rule, message }) => `${rule}: ${message}`)).toContainEqual(
      expect.stringContaining(`markdown: Not in the Markdown subset: ${what}`),
    );
  });

  it.each(["Yes | no", "1 --- 2", "~5 minutes", "Check [x] in the list"])("is no finding where it is no mark: %s", (text) => {
    expect(compiled(text).problems.filter(({ rule }) => rule === "markdown")).toEqual([]);
  });
});
