/** Tests the standard texts of forms and fields: the language requires them of the app, and a brand can change them. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import * as problems from "../../src/language/problems.js";
import { APP, FLOW, LOGIN_SCHEMA, problemsOf, SECOND_BRAND, smallSource, withScreen } from "../support/small-flows.js";

const findingsOf = (texts: Readonly<Record<string, unknown>>) =>
  problemsOf({ "flows/app.flow.json": { ...APP, texts } }).map(({ severity, rule, message }) => ({ severity, rule, message }));
const SECOND = { "flows/brands/second/brand.json": SECOND_BRAND };
const overlaid = (texts: Readonly<Record<string, unknown>>) =>
  compile(smallSource({ ...SECOND, "flows/brands/second/overlay.json": { language: 2, app: { texts } } }), "second");

describe("the standard texts of forms", () => {
  it("are complete, without others", () => {
    const { summary: _summary, ...rest } = APP.texts;
    expect(findingsOf(APP.texts)).toEqual([]);
    expect(findingsOf(rest)).toEqual([problems.missingKeyword("summary")]);
    expect(findingsOf({ ...APP.texts, sumary: "Please look again" })).toEqual([problems.unknownKeyword("sumary", Object.keys(APP.texts))]);
    expect(findingsOf({ ...APP.texts, optional: " " }).map(({ rule }) => rule)).toEqual(["blank-text"]);
  });

  it("count numbers, and not names", () => {
    const tooMany = (most: string) => ({ text: "{most, plural, one {# file} other {# files}}", values: { most: { var: most } } });
    expect(findingsOf({ ...APP.texts, tooManyFiles: tooMany("item.most") })).toEqual([]);
    expect(findingsOf({ ...APP.texts, tooManyFiles: tooMany("item.name") })).toEqual([
      problems.argumentNotFigure("most", "plural", ["string"]),
    ]);
  });

  it("can be changed by a brand one by one", () => {
    const { bundle, problems: found } = overlaid({ optional: "if you like" });
    expect(found).toEqual([]);
    expect(bundle?.core.texts).toMatchObject({ optional: "if you like", submit: "Submit" });
    expect(overlaid({ optionl: "if you like" }).problems.map(({ rule }) => rule)).toEqual(["unknown-keyword"]);
    expect(overlaid({ optional: null }).problems.map(({ rule }) => rule)).toEqual(["missing-keyword"]);
  });
});

it("a yes/no choice has its own texts; a checkbox has none", () => {
  const { login } = FLOW.screens;
  const { form, hello } = login.body.items as { readonly hello: object; readonly form: { readonly fields: { readonly items: object } } };
  const rules = (field: object) => {
    const items = { ...form.fields.items, known: { label: "Known here", ...field } };
    const body = { ...login.body, items: { hello, form: { ...form, fields: { order: Object.keys(items), items } } } };
    const read = {
      stay: { then: { go: "/page" } },
      save: {
        then: {
          items: {
            first: { when: { var: "form.known" }, set: { "auth.resetEmail": { var: "form.email" } } },
            second: { when: { var: "form.password" }, go: "/page" },
          },
        },
      },
    };
    return problemsOf({
      ...withScreen("login", { body, actions: read }),
      "schemas/forms/credentials.json": { ...LOGIN_SCHEMA, properties: { ...LOGIN_SCHEMA.properties, known: { type: "boolean" } } },
    })
      .filter(({ rule }) => rule === "form-mismatch")
      .map(({ message }) => message);
  };
  expect(rules({ widget: "checkbox" })).toEqual([]);
  expect(rules({ widget: "radio" })).toEqual(
    ["false", "true"].map((value) => problems.optionWithoutText(value, "forms/credentials.json").message),
  );
  expect(rules({ widget: "radio", options: { true: "Yes", false: "No" } })).toEqual([]);
});
