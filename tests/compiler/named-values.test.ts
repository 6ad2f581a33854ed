/** Tests named values: inlined wherever they are used, in expressions and as texts, and patched by a brand. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import type { Text } from "../../src/language/bundle.js";
import { rootsFirst } from "../../src/language/problem-order.js";
import * as problems from "../../src/language/problems.js";
import { unknownLimit } from "../../src/language/schema-problems.js";
import { at, FLOW, LOGIN_SCHEMA, problemsOf, smallSource, withScreen } from "../support/small-flows.js";

type Keywords = Readonly<Record<string, unknown>>;

const EMAIL = { var: "auth.email" };
const values = (all: Keywords) => ({
  "flows/values.json": {
    language: 2,
    values: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, { description: name, value }])),
  },
});
const title = (written: unknown) => withScreen("page", { title: written });
const titleOf = (changes: Keywords): Text | undefined => {
  const { bundle, problems: found } = compile(smallSource(changes), "first");
  expect(found).toEqual([]);
  return bundle?.core.screens.page?.title;
};
const said = (changes: Keywords) => problemsOf(changes).map(({ rule, message, line }) => ({ rule, message, line }));

describe("a named value", () => {
  it("is replaced by its definition: as a text, as the value of a text, inside of another expression", () => {
    const use = { value: "email" };
    expect(titleOf({ ...values({ email: EMAIL }), ...title(use) })).toEqual(titleOf(title(EMAIL)));
    const hello = (value: unknown) => title({ text: "Hello, {who}", values: { who: value } });
    expect(titleOf({ ...values({ email: EMAIL }), ...hello(use) })).toEqual(titleOf(hello(EMAIL)));
    expect(titleOf({ ...values({ email: EMAIL }), ...hello({ ifPresent: [use, "dear "] }) })).toEqual(
      titleOf(hello({ ifPresent: [EMAIL, "dear "] })),
    );
  });

  it("may be a whole text, and use another", () => {
    const text = { text: "Hello, {who}", values: { who: { value: "email" } } };
    expect(titleOf({ ...values({ email: EMAIL, hello: text }), ...title({ value: "hello" }) })).toEqual(
      titleOf(title({ text: "Hello, {who}", values: { who: EMAIL } })),
    );
  });

  it("may be used in the message of a notification", () => {
    const notified = (email: unknown) => {
      const then = { notify: { message: { text: "Sent to {email}.", values: { email } } } };
      return withScreen("page", {
        actions: { send: { then } },
        body: { send: { block: "controls", control: { label: "Send", action: "send" } } },
      });
    };
    const screensOf = (changes: Keywords) => {
      const { bundle, problems: found } = compile(smallSource(changes), "first");
      expect(found).toEqual([]);
      return bundle?.journeys;
    };
    const expanded = screensOf({ ...values({ email: EMAIL }), ...notified({ value: "email" }) });
    expect(expanded).toEqual(screensOf(notified(EMAIL)));
    expect(JSON.stringify(expanded)).toContain("Sent to");
  });

  it("may be used in a guard, and in what an action sends", () => {
    const guard = (one: unknown) => withScreen("page", { guard: { and: ["mine", { "!==": [one, null] }] } });
    const guardOf = (changes: Keywords) => compile(smallSource(changes), "first").bundle?.core.screens.page?.guard.logic;
    expect(guardOf({ ...values({ email: EMAIL }), ...guard({ value: "email" }) })).toEqual(guardOf(guard(EMAIL)));
    expect(guardOf(guard(EMAIL))).toBeDefined();
  });

  it("has one finding where it is written, with its uses", () => {
    const files = {
      ...values({ email: { var: "auth.emial" }, greeting: { ifPresent: [{ value: "email" }, ""] } }),
      "flows/start.flow.json": {
        ...FLOW,
        screens: {
          ...FLOW.screens,
          page: { ...FLOW.screens.page, title: { value: "email" } },
          away: { ...FLOW.screens.away, title: { text: "Hello {who}", values: { who: { value: "greeting" } } } },
        },
      },
    };
    const source = smallSource(files);
    const wrong = at(source, "flows/values.json", '"auth.emial"', problems.unknownVariable("auth.emial", "emial", ["email"]));
    const [found, ...others] = rootsFirst(compile(source, "first").problems);
    expect(others).toEqual([]);
    const uses = [
      at(source, "flows/start.flow.json", '{\n        "value": "email"', problems.fileUnread()),
      at(source, "flows/start.flow.json", '{\n            "value": "greeting"', problems.fileUnread()),
    ];
    expect(found).toEqual({
      ...wrong,
      message: `${wrong.message} (used at ${uses.map(({ file, line }) => `${file}:${line}`).join(", ")})`,
      see: uses.map(({ file, line, column }) => ({ file, line, column })),
    });
  });

  it("has its finding at the use where it is wrong, if it is right elsewhere", () => {
    const save = (email: unknown) => ({
      call: "Login",
      with: { input: { email, password: { var: "form.password" } } },
      on: { ok: { go: "/page" } },
    });
    const { login, page } = FLOW.screens;
    const files = (titled: unknown) => ({
      ...values({ other: EMAIL, typed: { var: "form.email" } }),
      "flows/start.flow.json": {
        ...FLOW,
        screens: {
          ...FLOW.screens,
          login: {
            ...login,
            title: { value: "other" },
            actions: { ...(login as { readonly actions?: Keywords }).actions, save: save({ value: "typed" }) },
          },
          page: { ...page, title: titled },
        },
      },
    });
    expect(problemsOf(files("Page"))).toEqual([]);
    const wrong = files({ value: "typed" });
    const place = at(smallSource(wrong), "flows/start.flow.json", '{\n        "value": "typed"', problems.fileUnread());
    const [found, ...others] = problemsOf(wrong);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ file: place.file, line: place.line, rule: "unknown-variable" });
    expect(found?.message).toMatch(/ \(in the value "typed", whose other uses are correct\)$/);
  });

  it("leaves no trace of where it is written in a bundle", () => {
    const guard = { guard: { value: "known" } };
    const { bundle } = compile(
      smallSource({ ...values({ known: { "!!": { var: "auth.email" } } }), ...withScreen("page", guard) }),
      "first",
    );
    expect(bundle?.core.screens.page?.guard.at.file).toBe("flows/start.flow.json");
    expect(JSON.stringify(bundle)).not.toContain("flows/values.json");
  });

  it("must exist, must not use itself, and must be used", () => {
    const rules = (changes: Keywords) => said(changes).map(({ message }) => message);
    expect(rules({ ...values({ email: EMAIL }), ...title({ value: "emial" }) })).toContain(
      problems.unknownNamedValue("emial", ["email"]).message,
    );
    expect(rules({ ...values({ a: { value: "b" }, b: { ifPresent: [{ value: "a" }] } }), ...title({ value: "a" }) })).toEqual([
      problems.valueCycle("a").message,
    ]);
    expect(said({ ...values({ email: EMAIL }) })).toEqual([
      expect.objectContaining({ message: problems.unusedNamedValue("email").message }),
    ]);
  });

  describe("may be a limit of a form's schema", () => {
    const least = (limit: Keywords) => ({
      "flows/values.json": {
        language: 2,
        values: {
          least: {
            description: "The fewest characters of a password.",
            limit: { schema: "forms/credentials.json", property: "password", keyword: "minLength", ...limit },
          },
        },
      },
    });
    const shown = (value: unknown) => title({ text: "{least} or more", values: { least: value } });
    const uses = shown({ value: "least" });
    const overlay = (minLength: unknown) => ({
      "flows/brands/first/overlay.json": {
        language: 2,
        schemas: { "forms/credentials.json": { properties: { password: { minLength } } } },
      },
    });

    it("which is the number that the schema has for the brand", () => {
      expect(titleOf({ ...least({}), ...uses })).toEqual(titleOf(shown(1)));
      expect(titleOf({ ...least({}), ...uses, ...overlay(8) })).toEqual(titleOf(shown(8)));
      expect(titleOf({ ...least({}), ...uses })).toEqual(titleOf(shown(1)));
    });

    it("also of a schema that the form's own refers to", () => {
      const shared = { "schemas/shared.json": { $id: "shared.json", definitions: { secret: { type: "string", minLength: 6 } } } };
      const password = { $ref: "../shared.json#/definitions/secret" };
      const schema = { ...LOGIN_SCHEMA, properties: { ...LOGIN_SCHEMA.properties, password } };
      const files = { ...least({}), ...uses, ...shared, "schemas/forms/credentials.json": schema };
      expect(titleOf(files)).toEqual(titleOf(shown(6)));
    });

    it.each<[string, Keywords, string, problems.Finding]>([
      [
        "schema",
        { schema: "forms/credentails.json" },
        '"forms/credentails.json"',
        problems.unknownSchema("forms/credentails.json", ["forms/credentials.json"]),
      ],
      ["property", { property: "pasword" }, '"pasword"', problems.unknownField("pasword", "forms/credentials.json", ["email", "password"])],
      [
        "keyword of the property",
        { keyword: "minLenght" },
        '"minLenght"',
        unknownLimit("minLenght", "password", "forms/credentials.json", ["minLength"]),
      ],
      ["number", { property: "email", keyword: "format" }, '"format"', unknownLimit("format", "email", "forms/credentials.json", [])],
    ])("whose %s must exist: one finding, at its place", (_what, limit, mark, finding) => {
      const files = { ...least(limit), ...uses };
      expect(problemsOf(files)).toEqual([at(smallSource(files), "flows/values.json", mark, finding)]);
    });

    it("in place of a value, not beside it", () => {
      const files = least({});
      const { least: both } = files["flows/values.json"].values;
      const beside = { "flows/values.json": { language: 2, values: { least: { ...both, value: 1 } } } };
      expect(said({ ...beside, ...uses }).map(({ message }) => message)).toEqual([
        problems.exactlyOne(["value", "limit"], ["value", "limit"]).message,
      ]);
    });
  });

  it("may be a brand's own", () => {
    const changes = {
      ...values({ email: EMAIL }),
      ...title({ value: "email" }),
      "flows/brands/first/overlay.json": { language: 2, values: { email: { value: { var: "auth.expiresAt" } } } },
    };
    expect(titleOf(changes)).toEqual(titleOf(title({ var: "auth.expiresAt" })));
  });

  it("is replaced whole by a brand, except that texts keep the values which the brand does not write", () => {
    const patched = (base: unknown, patch: unknown) => ({
      ...values({ hello: base }),
      ...title({ value: "hello" }),
      "flows/brands/first/overlay.json": { language: 2, values: { hello: { value: patch } } },
    });
    const text = { text: "Hello, {who}", values: { who: EMAIL } };
    const value = { cat: ["Hello, ", EMAIL] };
    const shown = (written: unknown) => titleOf({ ...values({ hello: written }), ...title({ value: "hello" }) });
    expect(titleOf(patched(text, value))).toEqual(shown(value));
    expect(titleOf(patched({ if: [{ "!!": [EMAIL] }, EMAIL, "you"] }, value))).toEqual(shown(value));
    expect(titleOf(patched(text, { text: "{who}, hello" }))).toEqual(shown({ ...text, text: "{who}, hello" }));
  });
});
