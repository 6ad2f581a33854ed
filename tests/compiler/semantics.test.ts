/** Tests of the semantic types of values: where a value of another meaning is a finding, and where it is none. */
import { describe, expect, it } from "vitest";
import { missingTypeSecret, secretField } from "../../src/language/semantic-problems.js";
import { FLOW, problemsOf, smallSource, withScreen } from "../support/small-flows.js";

type Keywords = Readonly<Record<string, unknown>>;

/** The semantic types of the small flows, and these. */
function declared(types: Keywords): Keywords {
  const known = JSON.parse(smallSource().files.get("flows/semantics.json") ?? "") as { readonly types: Keywords };
  return { "flows/semantics.json": { ...known, types: { ...known.types, ...types } } };
}

const TYPES = {
  money: { description: "Money.", arguments: ["amount"], formats: ["money"] },
  "money.available": { description: "Money to withdraw.", properties: ["available"], labels: ["Available", "Balance"] },
  "money.current": { description: "Money.", properties: ["balance"], labels: ["Current", "Balance"], arguments: ["balance"] },
  "rate.apy": { description: "A yield.", properties: ["apy"] },
  "identity.email": { description: "An email address.", properties: ["email", "resetEmail"], labels: ["Email"] },
  "identity.phone": { description: "A phone number.", properties: ["phone"], arguments: ["phone"] },
  "secret.password": { description: "A password.", properties: ["password"], labels: ["Password"] },
};

const found = (more: Keywords, types: Keywords = TYPES) =>
  problemsOf({ ...declared(types), ...more })
    .filter(({ rule }) => rule === "semantic-mismatch")
    .map(({ file, line, message }) => `${file}:${line > 0} ${message}`);
const title = (name: string, value: unknown) => withScreen("page", { title: { text: `A {${name}}`, values: { [name]: value } } });
const row = (label: string, value: unknown) =>
  withScreen("page", {
    body: { items: { balance: { block: "balance", label: "Account", amount: "1", facts: { items: { row: { label, value } } } } } },
  });
const at = (message: string): readonly string[] => [`flows/start.flow.json:true ${message}`];

describe("a shown value", () => {
  it("means what the argument of its text means", () => {
    expect(found(title("phone", { var: "auth.phone" }))).toEqual([]);
    expect(found(title("phone", { var: "auth.email" }))).toEqual(
      at('"auth.email" is identity.email, and the argument "phone" takes identity.phone'),
    );
    expect(found(title("phone", { var: "auth.mfaRequired" }))).toEqual(
      at('"auth.mfaRequired" is boolean, and the argument "phone" takes identity.phone'),
    );
  });

  it("names of what its argument takes elsewhere only what is similar", () => {
    const more = { ...TYPES, "money.phone": { description: "A phone bill.", arguments: ["phone"] } };
    expect(found(title("phone", { var: "auth.email" }), more)).toEqual(
      at('"auth.email" is identity.email, and the argument "phone" takes identity.phone'),
    );
    expect(found(title("phone", { var: "auth.mfaRequired" }), more)).toEqual(
      at('"auth.mfaRequired" is boolean, and the argument "phone" takes identity.phone or money.phone'),
    );
  });

  it("means what its label means, which several types may have", () => {
    const money = (name: string) => ({ money: { var: `accounts.0.${name}` } });
    expect(found(row("Current", money("balance")))).toEqual([]);
    expect(found(row("Balance", money("available")))).toEqual([]);
    expect(found(row("Anything", money("available")))).toEqual([]);
    expect(found(row("Current", money("available")))).toEqual(
      at('This value is money.available, and the label "Current" takes money.current'),
    );
    expect(found(row("Current", { text: "about {sum}", values: { sum: money("available") } }))).toHaveLength(1);
  });

  it("keeps its type through formats, branches and fallbacks, and may be used as a more general type", () => {
    expect(found(title("amount", { money: { var: "accounts.0.balance" } }))).toEqual([]);
    const available = { money: { var: "accounts.0.available" } };
    expect(found(title("balance", { if: ["loggedIn", available, "none"] }))).toHaveLength(1);
    expect(found(title("balance", { ifPresent: [available, "$"] }))).toHaveLength(1);
    expect(found(title("balance", { max: [{ var: "accounts.0.available" }, 1] }))).toHaveLength(1);
    expect(found(title("balance", { "+": [{ var: "accounts.0.available" }, 1] }))).toEqual([]);
  });

  it("has the format of its type", () => {
    expect(found(title("yield", { money: { var: "accounts.0.apy" } }))).toEqual(
      at('"accounts.0.apy" is rate.apy, and "money" takes money'),
    );
  });

  it("is formatted wherever a text shows it, and need not be where a text only chooses by it", () => {
    const balance = { var: "accounts.0.balance" };
    const stored = at(
      '"accounts.0.balance" is money.current, and this text shows it as it is stored: write { "money": { "var": "accounts.0.balance" } }',
    );
    for (const value of [balance, { or: [balance, "none"] }, { if: ["loggedIn", balance, ""] }, { ifPresent: [balance, "of "] }])
      expect(found(title("balance", value))).toEqual(stored);
    expect(found(row("Balance", balance))).toEqual(stored);
    const chosen = { text: "{balance, select, none {No} other {A}} balance", values: { balance: { or: [balance, "none"] } } };
    expect(found(withScreen("page", { title: chosen }))).toEqual([]);
  });
});

describe("a chart", () => {
  const POINT = { "date.point": { description: "A day.", properties: ["date"], arguments: ["from", "to"] } };
  const SHOWN = {
    "money.current": { ...TYPES["money.current"], arguments: ["first", "last"] },
    "money.interest": { description: "Interest.", properties: ["interest"], labels: ["Interest"] },
  };
  const chart = (values: Keywords, figures: Keywords = {}) =>
    found(
      withScreen("page", {
        body: {
          items: {
            chart: {
              block: "chart",
              heading: "Over time",
              points: { var: "accounts.0.history" },
              summary: {
                text: "{from} {to} {first} {last}",
                values: {
                  ...Object.fromEntries(["from", "to"].map((end) => [end, { var: `item.${end}` }])),
                  ...Object.fromEntries(["first", "last"].map((end) => [end, { money: { var: `item.${end}` } }])),
                  ...values,
                },
              },
              figures: { open: "Open", date: "Date", balance: "Balance", interest: "Interest", ...figures },
              empty: { text: "Nothing." },
            },
          },
        },
      }),
      { ...TYPES, ...POINT, ...SHOWN },
    );

  it("has two ends, which are not confused", () => {
    expect(chart({})).toEqual([]);
    expect(chart({ first: { money: { var: "item.last" } } })).toEqual(
      at('This value is money.current.last, and the argument "first" takes money.current.first'),
    );
    expect(chart({ from: { var: "item.to" } })).toHaveLength(1);
    expect(chart({ first: { var: "item.from" } })).not.toEqual([]);
  });

  it("has series under the labels of what they mean", () => {
    expect(chart({}, { balance: "Interest", interest: "Balance" })).toEqual([
      expect.stringContaining('"balance" is money.current, and the label "Interest" takes money.interest') as string,
      expect.stringContaining('"interest" is money.interest, and the label "Balance" takes money') as string,
    ]);
  });
});

describe("a value that is given on", () => {
  const save = (input: unknown) =>
    withScreen("login", {
      actions: { save: { call: "Login", with: { input }, on: { ok: { go: "/page" } } }, stay: { then: { silent: true } } },
    });

  it("is sent as what it means, alone and in a form", () => {
    expect(found(save({ var: "form" }))).toEqual([]);
    expect(found(save({ email: { var: "form.password" }, password: { var: "form.email" } }))).toEqual([
      expect.stringContaining('"form.password" is secret.password, and LoginInput.email takes identity.email') as string,
      expect.stringContaining('"form.email" is identity.email, and LoginInput.password takes secret.password') as string,
    ]);
  });

  it("is assigned to a field of the state that means the same", () => {
    const set = (value: unknown) => withScreen("away", { actions: { again: { then: { set: { "auth.resetEmail": value } } } } });
    expect(found(set({ var: "auth.email" }))).toEqual([]);
    expect(found(set({ var: "auth.phone" }))).toEqual(at('"auth.phone" is identity.phone, and "auth.resetEmail" takes identity.email'));
  });

  it("is given to the next screen under a name that means the same", () => {
    const go = (state: Keywords) => withScreen("away", { actions: { again: { then: { go: { path: "/", state } } } } });
    expect(found(go({ email: { var: "auth.email" }, account: { var: "route.state.account" } }))).toEqual([]);
    expect(found(go({ email: { var: "auth.phone" } }))).toHaveLength(1);
    expect(found(go({ account: { var: "route.state.deposit" } }))).toEqual(
      at('"route.state.deposit" is route.state.deposit, and "route.state.account" takes route.state.account'),
    );
  });

  it("is compared with a value that means the same", () => {
    const when = (one: string, other: string) =>
      withScreen("page", { guard: { and: ["mine", { "===": [{ var: one }, { var: other }] }] } });
    expect(found(when("auth.email", "auth.resetEmail"))).toEqual([]);
    expect(found(when("auth.email", "auth.phone"))).toEqual(at('"auth.email" is identity.email, and "auth.phone" takes identity.phone'));
  });

  it("is compared in the condition of a branch, regardless of the type of the value's place", () => {
    const shown = (one: string, other: string) =>
      title("anything", { if: [{ "===": [{ var: one }, { var: other }] }, { var: "auth.email" }, "none"] });
    expect(found(shown("auth.email", "auth.resetEmail"))).toEqual([]);
    expect(found(shown("auth.phone", "auth.email"))).toEqual(at('"auth.phone" is identity.phone, and "auth.email" takes identity.email'));
  });

  it("is compared in the same way for each item of a list", () => {
    const some = (name: string) =>
      withScreen("page", { guard: { and: ["mine", { some: [{ var: "accounts" }, { "<": [{ var: "balance" }, { var: name }] }] }] } });
    expect(found(some("available"))).toEqual([]);
    expect(found(some("apy"))).toEqual(at('"balance" is money, and "apy" takes rate'));
  });
});

describe("the branches of a value", () => {
  const either = (one: string, other: string) => ({ if: ["loggedIn", { var: one }, { var: other }] });

  it("each mean what the place takes", () => {
    expect(found(title("phone", either("auth.phone", "auth.phone")))).toEqual([]);
    expect(found(title("phone", either("auth.phone", "auth.email")))).toHaveLength(1);
    expect(found(title("phone", either("auth.email", "auth.phone")))).toHaveLength(1);
  });

  it("may mean different things where the place takes any", () => {
    expect(found(title("anything", either("auth.email", "auth.phone")))).toEqual([]);
  });
});

describe("a field of a form", () => {
  const form = smallSource().files.get("flows/start.flow.json") ?? "";

  it("has the label of what its name means", () => {
    expect(found({ "flows/start.flow.json": form.replace('"label": "Password"', '"label": "Email"') })).toEqual(
      at('"password" is secret.password, and the label "Email" takes identity.email'),
    );
  });

  it("is reported once where it is secret and its type is for other data", () => {
    const types = {
      password: {
        widget: "password",
        autocomplete: "current-password",
        secret: true,
        errors: { required: "Enter it.", minLength: "Enter it." },
      },
      plain: { widget: "text" },
    };
    const secrets = { ...TYPES, "secret.password": { ...TYPES["secret.password"], secret: true, fieldTypes: ["password"] } };
    const { login } = FLOW.screens;
    const { form: written, ...others } = login.body.items as { readonly form: { readonly fields: { readonly items: Keywords } } };
    const typed = (type: string) => ({ ...written, fields: { items: { ...written.fields.items, password: { label: "Password", type } } } });
    const findingsAt = (type: string, password: Keywords = types.password) =>
      problemsOf({
        ...declared(secrets),
        ...withScreen("login", { body: { items: { ...others, form: typed(type) } } }),
        "flows/fields.json": { language: 2, types: { ...types, password } },
      }).filter(({ rule }) => rule !== "unused");
    const findings = (type: string) => findingsAt(type).map(({ message }) => message);
    expect(findings("password")).toEqual([]);
    expect(findings("plain")).toEqual([secretField("password", "secret.password", "plain", ["password"]).message]);
    const { secret: _secret, ...notSecret } = types.password;
    expect(findingsAt("password", { ...notSecret, widget: "text" })).toEqual([
      expect.objectContaining({ file: "flows/fields.json", ...missingTypeSecret("password", ["secret.password"]) }),
    ]);
  });

  it("begins with a value that means the same", () => {
    const initial = (value: unknown) => ({
      "flows/start.flow.json": form.replace('"submit": "save"', `"initial": ${JSON.stringify(value)}, "submit": "save"`),
    });
    expect(found(initial({ email: { var: "auth.email" } }))).toEqual([]);
    expect(found(initial({ email: { var: "auth.phone" } }))).toHaveLength(1);
  });
});

describe("the declarations", () => {
  it("agree: an answer that is written to a slice has the meaning of the slice", () => {
    const schema = smallSource().files.get("gateway/schema.graphql") ?? "";
    const ofAuth = "session_id: String\n  email: String";
    expect(schema).toContain(ofAuth);
    expect(found({ "gateway/schema.graphql": schema.replace(ofAuth, `${ofAuth} @semantics(type: "identity.phone")`) })).toEqual([
      `flows/start.graphql:true "auth.email" is identity.phone, and the state's "auth.email" takes identity.email`,
    ]);
  });

  it("are known, used, and unique for a field", () => {
    const rules = (types: Keywords) => problemsOf(declared(types)).map(({ rule, message }) => `${rule}: ${message}`);
    expect(rules({ lonely: { description: "Nothing." } })).toEqual(['unused: Nothing has the semantic type "lonely"']);
    expect(rules({ one: { description: "One.", properties: ["email"] }, two: { description: "Two.", properties: ["email"] } })).toContain(
      'duplicate-name: "email" is written twice in the same object',
    );
    const known = smallSource().files.get("flows/semantics.json") ?? "";
    expect(
      problemsOf({ "flows/semantics.json": known.replace('"id.link"', '"id.lnik"') }).map(({ file, rule }) => `${file} ${rule}`),
    ).toEqual(expect.arrayContaining(["schemas/state.schema.json unknown-name", "gateway/schema.graphql unknown-name"]));
    expect(problemsOf({ "flows/semantics.json": null }).map(({ rule }) => rule)).toContain("unknown-name");
  });
});
