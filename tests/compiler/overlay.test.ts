/** Tests of overlays: what they change, remove and add, and the findings about their own lines. */
import { describe, expect, it } from "vitest";
import { brands, compile } from "../../src/compiler/compile.js";
import { hashJson } from "../../src/language/hash.js";
import {
  itemOutsideItems,
  notAHash,
  nothingToPatch,
  nothingToRemove,
  orderInRows,
  orderLeavesOut,
  schemaNotInBase,
  staleOverlay,
} from "../../src/language/overlay-problems.js";
import * as problems from "../../src/language/problems.js";
import { at, FLOW, LOGIN_SCHEMA, PREDICATES, problemsOf, SECOND_BRAND, smallSource } from "../support/small-flows.js";

const OVERLAY = "flows/brands/second/overlay.json";
const { login, page } = FLOW.screens;

/** A second brand whose overlay says this. */
const overlaid = (overlay: Readonly<Record<string, unknown>>) => ({
  "flows/brands/second/brand.json": SECOND_BRAND,
  [OVERLAY]: { language: 2, ...overlay },
});
const bundleOf = (overlay: Readonly<Record<string, unknown>>) => {
  const { bundle, problems: found } = compile(smallSource(overlaid(overlay)), "second");
  // An unused definition of the base is a warning, reported only where no brand uses it.
  expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
  if (bundle === null) throw new Error("no bundle");
  return bundle;
};
const refused = (overlay: Readonly<Record<string, unknown>>) => ({
  found: problemsOf(overlaid(overlay), "second"),
  source: smallSource(overlaid(overlay)),
});

/** A field that the gateway's input does not have. */
const MEMBER = {
  label: "Member number",
  autocomplete: "off",
  errors: { required: "Enter your member number." },
  waivers: [{ rule: "input-mismatch", reason: "This brand's own gateway takes it." }],
};

describe("an overlay", () => {
  it("changes keywords and leaves the other brand as it was", () => {
    const bundle = bundleOf({ screens: { away: { title: "Gone" } } });
    expect(bundle.core.screens.away?.title).toBe("Gone");
    expect(compile(smallSource(overlaid({ screens: { away: { title: "Gone" } } })), "first").bundle?.core.screens.away?.title).toBe(
      "A page",
    );
    expect(brands(smallSource(overlaid({})))).toEqual(["first", "second"]);
  });

  it("replaces a predicate as a whole, and each node keeps its location", () => {
    const { core } = bundleOf({
      predicates: { mine: { logic: { or: ["loggedIn", "onHold"] } } },
      screens: { page: { guard: { and: ["mine", "loggedIn"] } } },
    });
    expect(core.predicates.mine).toMatchObject({ named: { or: ["loggedIn", "onHold"] }, at: { file: OVERLAY, layer: "overlay" } });
    expect(core.predicates.onHold?.at).toMatchObject({ file: "flows/predicates.json", layer: "base" });
    expect(core.screens.page?.guard.at).toMatchObject({ file: OVERLAY, layer: "overlay" });
    expect(core.screens.page?.at).toMatchObject({ file: "flows/start.flow.json", layer: "base" });
  });

  it("adds complete definitions: a screen, a block, a row, a field with its property", () => {
    const bundle = bundleOf({
      decisions: { logo: { order: ["held", "in", "out"], rows: { held: { when: "onHold", go: "/away" } } } },
      schemas: { "forms/credentials.json": { properties: { member: { type: "string" } }, required: ["email", "password", "member"] } },
      screens: {
        extra: { path: "/extra", title: "Extra", shell: "plain", guard: true, body: { order: [], items: {} } },
        login: {
          body: { items: { form: { fields: { order: ["email", "member", "password"], items: { member: MEMBER } } } } },
        },
      },
    });
    expect(bundle.core.screens.extra).toMatchObject({ journey: "second", paths: ["/extra"] });
    expect(bundle.core.decisions.logo?.rows.map(({ key, at: { layer } }) => `${key} ${layer}`)).toEqual([
      "held overlay",
      "in base",
      "out base",
    ]);
    expect(bundle.journeys.start?.screens.login?.body[1]).toMatchObject({
      fields: { order: ["email", "member", "password"] },
      schema: { required: ["email", "password", "member"] },
    });
  });

  it("removes with null", () => {
    const bundle = bundleOf({
      screens: { login: { body: { order: ["form"], items: { hello: null } } }, page: { gates: null } },
      app: { gates: { held: null } },
    });
    expect(bundle.journeys.start?.screens.login?.body.map(({ key }) => key)).toEqual(["form"]);
    expect(bundle.core.gates).toEqual({});
  });

  it.each([
    ["removes what is not there", { screens: { pgae: null } }, '"pgae"', nothingToRemove("pgae", ["login", "page", "away"])],
    [
      "patches a screen that is not there",
      { screens: { pgae: { title: "x" } } },
      '"pgae"',
      nothingToPatch("pgae", ["login", "page", "away"], ["shell", "guard", "body"]),
    ],
    [
      "patches a predicate that is not there",
      { predicates: { mien: { logic: true } } },
      '"mien"',
      nothingToPatch("mien", Object.keys(PREDICATES.predicates), ["description"]),
    ],
    ["patches an unknown keyword", { screens: { page: { ttile: "x" } } }, '"ttile"', problems.unknownKeyword("ttile", ["title"])],
    [
      "patches a schema that is not there",
      { schemas: { "forms/lgoin.json": { required: [] } } },
      '"forms/lgoin.json"',
      schemaNotInBase("forms/lgoin.json", ["forms/credentials.json"]),
    ],
    [
      "removes an item beside an order",
      { screens: { login: { body: { order: ["form"], hello: null } } } },
      '"hello"',
      itemOutsideItems("hello", true),
    ],
    [
      "changes an item beside an order",
      { screens: { login: { body: { order: ["form", "hello"], hello: { markdown: "Hi." } } } } },
      '"hello": {',
      itemOutsideItems("hello", false),
    ],
    [
      "has an order without an item of the base",
      { screens: { login: { body: { order: ["form"] } } } },
      "[\n",
      orderLeavesOut("hello", "items"),
    ],
    ["has the order of a decision in its rows", { decisions: { logo: { rows: { order: ["out", "in"] } } } }, '"order"', orderInRows()],
    ["has an order without a row of the base", { decisions: { logo: { order: ["out"] } } }, "[\n", orderLeavesOut("in", "rows")],
    ["asks for what is not there", { screens: { page: { guard: "mien" } } }, '"mien"', problems.unknownPredicate("mien", ["mine"])],
    ["has an unknown keyword", { screen: {} }, '"screen"', problems.unknownKeyword("screen", ["screens"])],
    [
      "replaces an object by a list",
      { screens: { login: { body: { form: { fields: ["email"] } } } } },
      "[\n",
      problems.wrongType(["object"], "array"),
    ],
    [
      "patches a field that is not there",
      { screens: { login: { body: { form: { fields: { emial: { help: "x" } } } } } } },
      '"emial"',
      nothingToPatch("emial", ["email", "password"], ["label"]),
    ],
  ])("that %s is reported at its own line, once", (_what, overlay, mark, finding) => {
    const { found, source } = refused(overlay);
    expect(found).toEqual([at(source, OVERLAY, mark, finding)]);
  });

  it("cannot add a schema: the form that names it is not reported as well", () => {
    const { found } = refused({
      schemas: { "forms/more.json": { ...LOGIN_SCHEMA, $id: "forms/more.json" } },
      screens: { login: { body: { form: { schema: "forms/more.json" } } } },
    });
    const unknown = found.filter(({ rule }) => rule === "unknown-name").map(({ message }) => message);
    expect(unknown).toEqual([schemaNotInBase("forms/more.json", []).message]);
  });

  it("names the item that was renamed, by its content or by the parts of its name", () => {
    const renamed = (from: string, to: string, patch: unknown) => {
      const screens = { login: FLOW.screens.login, away: FLOW.screens.away, [to]: { ...page, path: `/${to}` } };
      const changes = { "flows/start.flow.json": { ...FLOW, screens } };
      return problemsOf({ ...overlaid({ screens: { [from]: patch } }), ...changes }, "second").map(({ message }) => message);
    };
    const byContent = nothingToPatch("page", ["login", "away", "start"], ["shell", "guard", "body"], "start").message;
    expect(byContent).toContain('it may now be called "start"');
    expect(renamed("page", "start", { title: "x", gates: ["held"] })).toContain(byContent);
    expect(renamed("hub-page", "hub-start", { title: "x" })).toContain(
      nothingToPatch("hub-page", [], ["shell", "guard", "body"], null).message,
    );
    expect(renamed("savings-money", "money-of-savings", null)).toContain(nothingToRemove("savings-money", [], "money-of-savings").message);
  });

  it("gets no suggestion of what it removes", () => {
    const { found } = refused({ screens: { pgae: { title: "x" }, paeg: null, page: null } });
    const messages = found.map(({ message }) => message);
    expect(messages).toContain(nothingToPatch("pgae", [], ["shell", "guard", "body"]).message);
    expect(messages).toContain(nothingToRemove("paeg", []).message);
  });

  it("has the suggestion and the missing keywords in two sentences", () => {
    const message = nothingToPatch("pgae", ["page"], ["shell"]).message;
    expect(message).toBe('The base has no "pgae"; did you mean "page"? To add it, write it whole (missing: shell)');
    expect(nothingToPatch("x", [], ["shell"]).message).toBe('The base has no "x". To add it, write it whole (missing: shell)');
  });

  it("cannot patch an unknown field: the finding lists the known ones", () => {
    const { found } = refused({ screens: { login: { body: { items: { form: { fields: { items: { emial: { help: "x" } } } } } } } } });
    expect(found.map(({ message }) => message)).toContain(nothingToPatch("emial", ["email", "password"], ["label"]).message);
  });

  it("that is stale is reported, with the hash to set after a review", () => {
    const now = hashJson(page);
    expect(refused({ screens: { page: { base: now.slice(0, 12), title: "x" } } }).found).toEqual([]);
    const { found, source } = refused({ screens: { page: { base: "0123456789ab", title: "x" } } });
    expect(found).toEqual([at(source, OVERLAY, '"0123456789ab"', staleOverlay(now.slice(0, 12)))]);
  });

  it("with something else than a hash is reported, with the hash", () => {
    const { found, source } = refused({ screens: { page: { base: "the one of May", title: "x" } } });
    expect(found).toEqual([at(source, OVERLAY, '"the one of May"', notAHash(hashJson(page).slice(0, 12)))]);
  });

  it("keeps the values of texts that it changes", () => {
    const bundle = bundleOf({ screens: { page: { title: { text: "{who}'s page" } } } });
    expect(bundle.core.screens.page?.title).toMatchObject({ values: { who: { var: "auth.email" } } });
    expect(login.path).toContain("/login");
  });
});
