/** Tests of the generated schema of overlays: it accepts the shipped overlays and names the place of a misspelled name. */
import { Ajv } from "ajv";
import { beforeAll, describe, expect, test } from "vitest";
import { filesBelow, readText } from "../support/sources.js";

const schema = JSON.parse(readText("schemas/overlay.schema.json")) as object;
const ajv = new Ajv({ strict: false, allErrors: true });
let validate: ReturnType<typeof ajv.compile>;
beforeAll(() => {
  validate = ajv.compile(schema);
}, 180_000);

const overlays = filesBelow("flows/brands").filter((file) => file.endsWith("/overlay.json"));
const { language } = JSON.parse(readText("flows/predicates.json")) as { readonly language: number };

/** The locations that the schema rejects in an overlay. */
function refused(sections: object): string[] {
  validate({ language, ...sections });
  return [...new Set((validate.errors ?? []).map(({ instancePath }) => instancePath))].sort();
}

test("the file is smaller than one and a half megabytes", () => {
  expect(readText("schemas/overlay.schema.json").length).toBeLessThan(1_300_000);
});

test.each(overlays)("%s is accepted", (file) => {
  validate(JSON.parse(readText(file)));
  expect(validate.errors ?? []).toEqual([]);
});

describe("a patch of a value of the base", () => {
  test.each<[string, object]>([
    ["a text", { screens: { login: { title: "Sign in" } } }],
    ["a text's message alone", { screens: { login: { title: { text: "Sign in" } } } }],
    ["a field", { screens: { login: { body: { items: { form: { fields: { items: { email: { label: "Your email" } } } } } } } } }],
    ["the hash of what it patches", { screens: { login: { base: "0123456789ab", title: "Sign in" } } }],
    ["a removed block", { screens: { login: { body: { items: { form: null } } } } }],
    ["a removed pattern of screens", { screens: { "beneficiary.**": null } }],
    ["a removed row", { decisions: { afterLogin: { rows: { dashboard: null } } } }],
    ["a predicate by name", { screens: { login: { guard: { and: ["loggedIn", { "!": "passed" }] } } } }],
    ["a new predicate", { predicates: { isLocal: { description: "A local depositor.", logic: "loggedIn" } } }],
    ["a new block", { screens: { login: { body: { items: { greeting: { block: "text", markdown: "Welcome." } } } } } }],
    ["a form's schema", { schemas: { "forms/credentials.json": { properties: { password: { minLength: 4 } } } } }],
  ])("is accepted: %s", (_, sections) => {
    expect(refused(sections)).toEqual([]);
  });
});

describe("a misspelled name is refused at its place", () => {
  const form = (more: object) => ({ screens: { login: { body: { items: { form: more } } } } });
  test.each<[string, object, string]>([
    ["a section", { screen: {} }, ""],
    ["a screen", { screens: { logn: { title: "Sign in" } } }, "/screens/logn"],
    ["a patch of a pattern of screens", { screens: { "beneficiary.**": { title: "Heirs" } } }, "/screens/beneficiary.**"],
    ["a keyword of a screen", { screens: { login: { titel: "Sign in" } } }, "/screens/login"],
    ["a block", { screens: { login: { body: { items: { fomr: { submitLabel: "Go" } } } } } }, "/screens/login/body/items/fomr"],
    ["a field", form({ fields: { items: { emial: { help: "Yours." } } } }), "/screens/login/body/items/form/fields/items/emial"],
    ["an action", form({ submit: "sumbit" }), "/screens/login/body/items/form/submit"],
    ["a predicate", { screens: { login: { guard: "logedIn" } } }, "/screens/login/guard"],
    ["a predicate in json-logic", { screens: { login: { guard: { and: ["passed", "logedIn"] } } } }, "/screens/login/guard/and/1"],
    ["a decision", { decisions: { afterLogn: { rows: {} } } }, "/decisions/afterLogn"],
    [
      "a row of a decision",
      { decisions: { afterLogin: { rows: { dashbord: { when: "passed" } } } } },
      "/decisions/afterLogin/rows/dashbord",
    ],
    ["a path", { decisions: { afterLogin: { rows: { dashboard: { go: "/dashbord" } } } } }, "/decisions/afterLogin/rows/dashboard/go"],
    ["an item of an order", { decisions: { afterLogin: { order: ["dashbord"] } } }, "/decisions/afterLogin/order/0"],
    ["a removal of what must be there", { screens: { login: { title: null } } }, "/screens/login/title"],
    ["a form's schema", { schemas: { "forms/logn.json": {} } }, "/schemas"],
  ])("%s", (_, sections, place) => {
    expect(refused(sections)).toContain(place);
    // No deeper or other location is rejected.
    expect(refused(sections).filter((path) => !place.startsWith(path))).toEqual([]);
  });
});
