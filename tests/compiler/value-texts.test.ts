/** Tests a value alone where a text is expected: it is the whole text, in texts and in Markdown, in the base and in an overlay. */

import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { formatProse, formatText } from "../../src/engine/format-text.js";
import type { CompiledBlock, Prose, Text } from "../../src/language/bundle.js";
import * as conditions from "../../src/language/condition-problems.js";
import * as problems from "../../src/language/problems.js";
import { FORMATS } from "../support/formats.js";
import { problemsOf, SECOND_BRAND, smallSource, withScreen } from "../support/small-flows.js";

type Keywords = Readonly<Record<string, unknown>>;

const titleOf = (title: unknown): Text | undefined =>
  compile(smallSource(withScreen("page", { title })), "first").bundle?.core.screens.page?.title;
const rules = (title: unknown) => problemsOf(withScreen("page", { title })).map(({ message }) => message);
const SCOPE = { auth: { email: "ada@first.example", expiresAt: "2026-11-21T11:30:00Z" } };

describe("a value alone is a text", () => {
  it("that reads the state", () => {
    const title = titleOf({ var: "auth.email" });
    expect(title).toEqual(titleOf({ text: "{value}", values: { value: { var: "auth.email" } } }));
    expect(formatText(title ?? "", SCOPE, FORMATS)).toBe("ada@first.example");
    expect(formatText(title ?? "", { auth: { email: null } }, FORMATS)).toBe("");
  });

  it("that is formatted, or present or not", () => {
    expect(formatText(titleOf({ localDate: { var: "auth.expiresAt" } }) ?? "", SCOPE, FORMATS)).toBe("November 21, 2026");
    expect(formatText(titleOf({ ifPresent: [{ var: "auth.email" }, "For "] }) ?? "", SCOPE, FORMATS)).toBe("For ada@first.example");
  });

  it("in Markdown: a paragraph of it", () => {
    const body = { order: ["it"], items: { it: { block: "text", markdown: { var: "auth.email" } } } };
    const { bundle } = compile(smallSource(withScreen("page", { body })), "first");
    const block = bundle?.journeys.start?.screens.page?.body[0] as CompiledBlock & { readonly markdown: Prose };
    expect(formatProse(block.markdown, SCOPE, FORMATS)).toEqual([
      { type: "paragraph", children: [{ type: "text", text: "ada@first.example" }] },
    ]);
  });

  it("and is checked as a value is", () => {
    expect(rules({ var: "auth.emial" })).toEqual([expect.stringContaining('"auth.emial" cannot be read')]);
    expect(rules({ ifPresent: [{ var: "alerts" }, "x"] })).toEqual([
      conditions.wrongOperand("ifPresent", "texts and figures", '"alerts" (array)').message,
    ]);
    const day = '"transactions.0.posted_on" (date)';
    expect(rules({ dateTime: { var: "transactions.0.posted_on" } })).toEqual([
      conditions.wrongOperand("dateTime", "an instant", day).message,
    ]);
    expect(rules({ date: { var: "transactions.0.posted_on" } })).toEqual([]);
    expect(rules({ date: { var: "now" } })).toEqual([conditions.wrongOperand("date", "a calendar date", '"now" (date-time)').message]);
    const given = ["deposit.date", "deposit.debit_date", "deposit.last_date", "withdrawal.arrival_date"].map(
      (path) => `route.state.${path}`,
    );
    for (const path of given)
      expect(rules({ dateTime: { var: path } })).toContain(conditions.wrongOperand("dateTime", "an instant", `"${path}" (date)`).message);
    expect(rules({ ifPresent: [] })).toEqual([problems.wrongArity("ifPresent", "1 to 3 operands", 0).message]);
    expect(rules({ vra: "auth.email" })).toContain(problems.missingKeyword("text").message);
  });
});

describe("an overlay", () => {
  const overlaid = (base: unknown, patch: unknown): Text | undefined => {
    const files: Keywords = {
      ...withScreen("page", { title: base }),
      "flows/brands/second/brand.json": SECOND_BRAND,
      "flows/brands/second/overlay.json": { language: 2, screens: { page: { title: patch } } },
    };
    const { bundle, problems: found } = compile(smallSource(files), "second");
    expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
    return bundle?.core.screens.page?.title;
  };
  const EMAIL = { text: "Hello, {who}", values: { who: { var: "auth.email" } } };

  it("puts a value in the place of a text, and a text in the place of a value", () => {
    expect(overlaid(EMAIL, { var: "auth.email" })).toEqual(titleOf({ var: "auth.email" }));
    expect(overlaid({ var: "auth.email" }, EMAIL)).toEqual(titleOf(EMAIL));
    expect(overlaid({ var: "auth.email" }, { dateTime: { var: "auth.expiresAt" } })).toEqual(
      titleOf({ dateTime: { var: "auth.expiresAt" } }),
    );
  });

  it("patches the text and the values of a text apart", () => {
    expect(overlaid(EMAIL, { text: "Good day, {who}" })).toEqual(titleOf({ ...EMAIL, text: "Good day, {who}" }));
  });
});
