/** The words that forms and their fields say everywhere: the app's own, asked for by the language, a brand's to change. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/engine/index.js";
import * as problems from "../../src/engine/problems.js";
import { APP, BRAND, problemsOf, smallSource } from "./small-flows.js";

const told = (words: Readonly<Record<string, unknown>>) =>
  problemsOf({ "flows/app.flow.json": { ...APP, words } }).map(({ severity, rule, message }) => ({ severity, rule, message }));
const SECOND = { "flows/brands/second/brand.json": { ...BRAND, slug: "second", default: false } };
const overlaid = (words: Readonly<Record<string, unknown>>) =>
  compile(smallSource({ ...SECOND, "flows/brands/second/overlay.json": { language: 1, app: { words } } }), "second");

describe("the words of forms", () => {
  it("are all there, and no others", () => {
    const { summary: _summary, ...rest } = APP.words;
    expect(told(APP.words)).toEqual([]);
    expect(told(rest)).toEqual([problems.missingWord("summary")]);
    expect(told({ ...APP.words, sumary: "Please look again" })).toEqual([problems.unknownWord("sumary", Object.keys(APP.words))]);
    expect(told({ ...APP.words, optional: " " }).map(({ rule }) => rule)).toEqual(["blank-words"]);
  });

  it("may be a brand's own, one by one", () => {
    const { bundle, problems: found } = overlaid({ optional: "if you like" });
    expect(found).toEqual([]);
    expect(bundle?.core.words).toMatchObject({ optional: "if you like", submit: "Submit" });
    expect(overlaid({ optionl: "if you like" }).problems.map(({ rule }) => rule)).toEqual(["unknown-word"]);
    expect(overlaid({ optional: null }).problems.map(({ rule }) => rule)).toEqual(["missing-word"]);
  });
});
