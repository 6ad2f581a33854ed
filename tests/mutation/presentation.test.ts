/** Tests which faults the operator of what is shown beside texts makes. */
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/language/definition.js";
import { mutantsOf } from "../../src/mutation/mutants.js";
import { bundleOf } from "../flows/shipped.js";

const { core } = bundleOf("harbor");

/** The changes of a screen with one block. */
function changes(block: Json): readonly string[] {
  const text = JSON.stringify({ screens: { home: { body: { block } } } });
  return mutantsOf({ files: new Map([["flows/home.flow.json", text]]) }, core)
    .filter(({ kind }) => kind === "presentation")
    .map(({ change }) => change);
}

describe("the mutants of what is shown beside texts", () => {
  it("change the result of an expression, and not its condition", () => {
    const settled = { "===": [{ var: "data.transaction.status" }, "done"] };
    expect(changes({ block: "timeline", steps: { sent: { label: "Sent", state: { if: [settled, "done", "upcoming"] } } } })).toEqual([
      '"done" became "upcoming"',
      '"upcoming" became "done"',
    ]);
    expect(changes({ block: "list", item: { tone: { if: [{ var: "item.read_at" }, "muted", null] } } })).toEqual(['"muted" became "new"']);
  });

  it("change looks, periods, amounts of a meter, and autocomplete tokens", () => {
    expect(changes({ block: "group", layout: "fold" })).toEqual(['"fold" became "card"']);
    expect(changes({ block: "table", columns: { a: { align: "end", narrow: "hidden" } } })).toHaveLength(2);
    expect(changes({ block: "chart", ranges: { periods: { month: { days: 31 } } } })).toEqual(["31 became 62"]);
    expect(changes({ block: "meter", value: { var: "amount" }, limit: "500.00" })).toHaveLength(2);
    expect(changes({ block: "form", fields: { a: { autocomplete: "username" }, b: { autocomplete: "name" } } })).toEqual([
      '"username" became "email"',
      '"name" became "off"',
    ]);
  });

  it("leave other keywords and values as they are", () => {
    expect(changes({ block: "controls", control: { go: { path: "/", state: { step: "done" } }, style: "primary" } })).toEqual([]);
    expect(changes({ block: "list", limit: 5, item: { value: { var: "item.amount" } } })).toEqual([]);
  });
});
