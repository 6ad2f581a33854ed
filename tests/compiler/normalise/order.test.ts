/** Tests `order` of ordered collections: left out, written in the base, and changed by an overlay. */
import { describe, expect, it } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { APP, DECISIONS, FLOW, SECOND_BRAND, smallSource, withScreen } from "../../support/small-flows.js";

type Json = Readonly<Record<string, unknown>>;
const text = (markdown: string) => ({ block: "text", markdown });
const [one, two, three] = [text("One"), text("Two"), text("Three")];

/** The keys of the page's body, with a second brand's overlay over it where there is one. */
function bodyKeys(body: Json, overlay?: Json): readonly string[] {
  const second = {
    "flows/brands/second/brand.json": SECOND_BRAND,
    "flows/brands/second/overlay.json": { language: 2, screens: { page: { body: overlay } } },
  };
  const source = smallSource({ ...withScreen("page", { body }), ...(overlay === undefined ? {} : second) });
  const { bundle, problems } = compile(source, overlay === undefined ? "first" : "second");
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  return (bundle?.journeys.start?.screens.page?.body ?? []).map(({ key }) => key);
}

describe("an ordered collection", () => {
  it("has the order of its keys where it has no order", () => {
    expect(bodyKeys({ items: { two, one } })).toEqual(["two", "one"]);
    expect(bodyKeys({ items: { two, one }, order: ["one", "two"] })).toEqual(["one", "two"]);
  });

  it("omits items that an overlay removes, with and without an order of the base", () => {
    expect(bodyKeys({ items: { one, two } }, { items: { one: null } })).toEqual(["two"]);
    expect(bodyKeys({ items: { one, two }, order: ["two", "one"] }, { items: { one: null } })).toEqual(["two"]);
  });

  it("has items that an overlay adds at its end, or at their position in the overlay's order", () => {
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

describe("a collection without items", () => {
  it("has its keys in their order, in the base and in overlays of either form", () => {
    expect(bodyKeys({ two, one })).toEqual(["two", "one"]);
    expect(bodyKeys({ one, two }, { one: null, three })).toEqual(["two", "three"]);
    expect(bodyKeys({ one, two }, { items: { one: null } })).toEqual(["two"]);
    expect(bodyKeys({ items: { one, two } }, { one: null })).toEqual(["two"]);
    expect(bodyKeys({ one, two }, { order: ["two", "one"] })).toEqual(["two", "one"]);
  });

  it("may have an item called items, in its explicit form", () => {
    expect(bodyKeys({ items: { items: one, two } })).toEqual(["items", "two"]);
  });

  it("is empty, or has an order, only as an explicit form with items", () => {
    const messages = (body: Json) => compile(smallSource(withScreen("page", { body })), "first").problems.map(({ message }) => message);
    expect(messages({ order: ["one"], one })).toEqual(expect.arrayContaining(['"one" is not known here', '"items" is missing']));
  });
});

describe("a key of several outcomes", () => {
  const rulesOf = (on: Json) => {
    const save = { call: "Login", with: { input: { var: "form" } }, on };
    const changed = withScreen("login", { actions: { save, stay: { then: { set: { "auth.resetEmail": null } } } } });
    const { bundle, problems } = compile(smallSource(changed), "first");
    const compiled = bundle?.journeys.start?.screens.login?.actions.save?.on ?? {};
    return { outcomes: Object.keys(compiled), problems: problems.map(({ rule, message }) => `${rule}: ${message}`) };
  };
  const go = { go: "/page" };

  it("applies to each of them", () => {
    expect(rulesOf({ ok: go, "422, 404 ,timeout": go }).outcomes).toEqual(["404", "422", "ok", "timeout"]);
  });

  it("must not contain an outcome of another key, a duplicate or an unknown outcome", () => {
    const twice = 'duplicate-name: "422" is written twice in the same object';
    expect(rulesOf({ ok: go, "422, 404": go, "422": go }).problems).toContain(twice);
    expect(rulesOf({ ok: go, "422, 422": go }).problems).toContain(twice);
    expect(rulesOf({ ok: go, "422, later": go }).problems).toEqual([expect.stringContaining('"later"')]);
  });
});

describe("a screen without a path", () => {
  it("has the path of its id, which an overlay may change", () => {
    const { path, ...page } = FLOW.screens.page;
    expect(path).toBe("/page");
    const source = (overlay: Json) =>
      smallSource({
        "flows/start.flow.json": { ...FLOW, screens: { ...FLOW.screens, page } },
        "flows/brands/second/brand.json": SECOND_BRAND,
        "flows/brands/second/overlay.json": { language: 2, screens: { page: overlay } },
      });
    const pathsIn = (overlay: Json) => compile(source(overlay), "second").bundle?.core.screens.page?.paths;
    expect(pathsIn({ title: "Another" })).toEqual(["/page"]);
    expect(pathsIn({ path: ["/page", "/page/:id"] })).toEqual(["/page", "/page/:id"]);
  });
});
