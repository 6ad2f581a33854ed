/** Tests warnings of fields and the tables that they read: the compiled warnings, and the findings about wrong ones. */

import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import type { CompiledForm } from "../../src/language/bundle.js";
import * as conditions from "../../src/language/condition-problems.js";
import * as forms from "../../src/language/form-problems.js";
import { evaluate } from "../../src/language/predicate.js";
import * as problems from "../../src/language/problems.js";
import { unusedTable } from "../../src/language/unused-problems.js";
import { APP, FLOW, smallSource } from "../support/small-flows.js";

type Json = Readonly<Record<string, unknown>>;
const { form, hello } = FLOW.screens.login.body.items as {
  readonly hello: Json;
  readonly form: Json & { readonly fields: { readonly order: readonly string[]; readonly items: Readonly<Record<string, Json>> } };
};
const HOSTS = { description: "What addresses of each kind end with.", entries: { sms: "@phone.example", email: "@mail.example" } };
const HOST = { entry: ["hosts", { var: "auth.mfa" }] };
const WHEN = { and: [{ var: "auth.mfa" }, { "!": [{ in: [HOST, { var: "form.email" }] }] }] };
const TEXT = "This is not where your codes go. You can go on with it.";

function source(warning: Json, tables: Json = { hosts: HOSTS }) {
  const email = { ...form.fields.items.email, warnings: { order: ["elsewhere"], items: { elsewhere: warning } } };
  const fields = { ...form.fields, items: { ...form.fields.items, email } };
  const login = { ...FLOW.screens.login, body: { ...FLOW.screens.login.body, items: { hello, form: { ...form, fields } } } };
  return smallSource({
    "flows/app.flow.json": { ...APP, tables },
    "flows/start.flow.json": { ...FLOW, screens: { ...FLOW.screens, login } },
  });
}

const found = (warning: Json, tables?: Json) =>
  compile(source(warning, tables), "first").problems.map(({ severity, rule, message }) => ({ severity, rule, message }));

describe("a warning", () => {
  it("is compiled with its field: the paths that it reads, its text, and its condition with the table inlined", () => {
    const { bundle, problems: wrong } = compile(source({ when: WHEN, text: TEXT }), "first");
    expect(wrong).toEqual([]);
    const block = bundle?.journeys.start?.screens.login?.body.find(({ key }) => key === "form") as unknown as CompiledForm;
    const [warning, ...more] = block.fields.items.email?.warnings ?? [];
    expect(more).toEqual([]);
    expect(warning).toMatchObject({ key: "elsewhere", reads: ["email"], text: TEXT });
    const asked = (mfa: string | null, email: string) => evaluate(warning?.when ?? null, { auth: { mfa }, form: { email } });
    expect(asked("sms", "ada@mail.example")).toBe(true);
    expect(asked("email", "ada@mail.example")).toBe(false);
    expect(asked(null, "ada@mail.example")).toBe(false);
  });

  it.each<[string, Json, problems.Finding]>([
    [
      "reads what the form does not ask",
      { when: { "!": [{ var: "form.mail" }] }, text: TEXT },
      problems.unknownVariable("form.mail", "mail", ["email", "password"]),
    ],
    [
      "reads what the state does not have",
      { when: { and: [{ var: "form.email" }, { var: "auth.mail" }] }, text: TEXT },
      problems.unknownVariable("auth.mail", "mail", ["email"]),
    ],
    ["reads only another field", { when: { "!": [{ var: "form.password" }] }, text: TEXT }, forms.fieldNotRead("warning", "email")],
    [
      "compares a text with a number",
      { when: { "===": [{ var: "form.email" }, 7] }, text: TEXT },
      conditions.typesDisagree("===", '"form.email" (string)', "the number 7"),
    ],
    [
      "names a predicate that is not there",
      { when: { and: ["nobody", { var: "form.email" }] }, text: TEXT },
      problems.unknownPredicate("nobody", []),
    ],
    ["has no words", { when: { "!": [{ var: "form.email" }] }, text: " " }, forms.blankText()],
    [
      "names a table that is not there",
      { when: { in: [{ entry: ["host", { var: "auth.mfa" }] }, { var: "form.email" }] }, text: TEXT },
      problems.unknownTable("host", ["hosts"]),
    ],
  ])("that %s is reported", (_what, warning, finding) => {
    expect(found(warning)).toContainEqual(finding);
  });

  it("whose table lacks an entry for a possible key is reported, and so is an unused table", () => {
    const entries = { sms: "@phone.example", post: "@post.example" };
    expect(found({ when: WHEN, text: TEXT }, { hosts: { ...HOSTS, entries } })).toEqual([
      problems.tableGap("hosts", '"auth.mfa"', ["email"]),
    ]);
    expect(found({ when: { "===": [{ var: "form.email" }, "a@mail.example"] }, text: TEXT })).toEqual([unusedTable("hosts")]);
  });

  it("is allowed only in forms: a guard cannot read tables, which the verifier does not support", () => {
    const guarded = smallSource({
      "flows/app.flow.json": { ...APP, tables: { hosts: HOSTS } },
      "flows/start.flow.json": {
        ...FLOW,
        screens: { ...FLOW.screens, page: { ...FLOW.screens.page, guard: { and: ["mine", { "==": [HOST, "@phone.example"] }] } } },
      },
    });
    expect(compile(guarded, "first").problems.map(({ rule }) => rule)).toContain("unknown-name");
  });

  it("reads the input, as a field's condition does; no other text of a form reads it", () => {
    const email = { ...form.fields.items.email, help: { text: "{it}", values: { it: { var: "form.email" } } } };
    const fields = { ...form.fields, items: { ...form.fields.items, email } };
    const login = { ...FLOW.screens.login, body: { ...FLOW.screens.login.body, items: { hello, form: { ...form, fields } } } };
    const { problems: wrong } = compile(
      smallSource({ "flows/start.flow.json": { ...FLOW, screens: { ...FLOW.screens, login } } }),
      "first",
    );
    expect(wrong.map(({ rule }) => rule)).toEqual(["unknown-variable"]);
  });
});
