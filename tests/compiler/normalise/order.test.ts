/** `order` of ordered collections: left out, written in the base, and changed by an overlay. */
import { describe, expect, it } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { APP, BRAND, DECISIONS, smallSource, withScreen } from "../../support/small-flows.js";

type Json = Readonly<Record<string, unknown>>;
const text = (markdown: string) => ({ block: "text", markdown });
const [one, two, three] = [text("One"), text("Two"), text("Three")];

/** The keys of the page's body, with a second brand's overlay over it where there is one. */
function bodyKeys(body: Json, overlay?: Json): readonly string[] {
  const second = {
    "flows/brands/second/brand.json": { ...BRAND, slug: "second", default: false },
    "flows/brands/second/overlay.json": { language: 2, screens: { page: { body: overlay } } },
  };
  const source = smallSource({ ...withScreen("page", { body }), ...(overlay === undefined ? {} : second) });
  const { bundle, problems } = compile(source, overlay === undefined ? "first" : "second");
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  return (bundle?.journeys.start?.screens.page?.body ?? []).map(({ key }) => key);
}

describe("an ordered collection", () => {
  it("stands in the order of its keys where it has no order", () => {
    expect(bodyKeys({ items: { two, one } })).toEqual(["two", "one"]);
    expect(bodyKeys({ items: { two, one }, order: ["one", "two"] })).toEqual(["one", "two"]);
  });

  it("loses what an overlay removes, with and without an order of the base", () => {
    expect(bodyKeys({ items: { one, two } }, { items: { one: null } })).toEqual(["two"]);
    expect(bodyKeys({ items: { one, two }, order: ["two", "one"] }, { items: { one: null } })).toEqual(["two"]);
  });

  it("has what an overlay adds at its end, or where the overlay's order puts it", () => {
    expect(bodyKeys({ items: { one, two } }, { items: { three } })).toEqual(["one", "two", "three"]);
    expect(bodyKeys({ items: { one, two }, order: ["two", "one"] }, { items: { three } })).toEqual(["two", "one", "three"]);
    expect(bodyKeys({ items: { one, two } }, { items: { three }, order: ["three", "two", "one"] })).toEqual(["three", "two", "one"]);
  });

  it("needs no order in decisions, stages and navigation", () => {
    expect([DECISIONS.decisions.logo, APP.stages, APP.navigation].filter((one) => "order" in one)).toEqual([]);
    const { bundle, problems } = compile(smallSource(), "first");
    expect(problems).toEqual([]);
    expect(bundle?.core.decisions.logo?.rows.map(({ key }) => key)).toEqual(["in", "out"]);
    expect(bundle?.core.stages.map(({ key }) => key)).toEqual(["one"]);
    expect(bundle?.core.navigation.map(({ key }) => key)).toEqual(["home"]);
  });
});
