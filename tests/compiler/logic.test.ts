/** Tests how the compiler checks predicates and values: names, constants, paths and operators. */

import { describe, expect, it } from "vitest";
import * as conditions from "../../src/language/condition-problems.js";
import type { Json } from "../../src/language/definition.js";
import { CONDITION_OPERATORS as OPERATORS, TEXT_OPERATORS, VALUE_OPERATORS } from "../../src/language/operators.js";
import { evaluate } from "../../src/language/predicate.js";
import * as problems from "../../src/language/problems.js";
import { unusedPredicate } from "../../src/language/unused-problems.js";
import { PREDICATES, problemsOf, withScreen } from "../support/small-flows.js";

const status = { var: "progress.registration_status" };
const balance = { var: "accounts.0.available_balance" };
const KYC = ["PASSED", "FAILED", "FLAGGED", "ERRORED", "IN_REVIEW", "VIEW_ONLY", "UNSUBMITTED", "MANUALLY_REVIEWED", "ACTIVE", null];

/** The findings about a guard. */
const guard = (logic: unknown): problems.Finding[] =>
  problemsOf(withScreen("page", { guard: logic }))
    .filter(({ severity }) => severity === "error")
    .map(({ severity, rule, message }) => ({ severity, rule, message }));

describe("a predicate", () => {
  it.each([
    ["a name", "mine"],
    ["true", true],
    ["a chain of names", { and: ["loggedIn", { or: ["mine", { "!": ["onHold"] }] }] }],
    ["a constant of an enum", { "===": [status, "PASSED"] }],
    ["constants of an enum", { in: [status, ["PASSED", "MANUALLY_REVIEWED"]] }],
    ["a part of a text", { in: ["@", { var: "auth.email" }] }],
    ["null where there may be null", { "!==": [status, null] }],
    ["an item of a list", { "==": [{ var: "linkedAccounts.0.status" }, "LOCKED"] }],
    ["the items of a list in their own scope", { some: [{ var: "alerts" }, { "==": [{ var: "read_at" }, null] }] }],
    ["an order tested for null", { and: [{ "!=": [balance, null] }, { ">": [balance, 0] }] }],
    ["an order where null is ruled out elsewhere", { or: [{ "==": [balance, null] }, { "<=": [balance, 0] }] }],
    ["an order under a condition", { if: [{ "!!": balance }, { ">=": [balance, 1] }, false] }],
    ["an order of texts", { and: [{ "!!": { var: "auth.expiresAt" } }, { "<": [{ var: "auth.expiresAt" }, { var: "now" }] }] }],
  ])("may be %s", (_what, logic) => {
    expect(guard(logic)).toEqual([]);
  });

  it.each([
    ["an unknown name", "mien", problems.unknownPredicate("mien", ["loggedIn", "onHold", "mine"])],
    ["an unknown operator", { andd: ["mine"] }, problems.unknownOperator("andd", OPERATORS.keys())],
    ["an operator of values", { missing: ["auth"] }, problems.operatorInCondition("missing")],
    ["too few operands", { "==": [status] }, problems.wrongArity("==", "2 operands", 1)],
    ["a path that the state has not", { "!!": { var: "progress.regstration_status" } }, null],
    ["a slice that the state has not", { "!!": { var: "progres.first_name" } }, null],
    [
      "a constant that the enum has not",
      { "==": [status, "PASED"] },
      conditions.constantNotInEnum("PASED", '"progress.registration_status" (string)', KYC),
    ],
    [
      "one such among several",
      { in: [status, ["PASSED", "FALED"]] },
      conditions.constantNotInEnum("FALED", '"progress.registration_status" (string)', KYC),
    ],
    ["a constant in place of the list", { in: [status, "PASSED"] }, conditions.partOfText("progress.registration_status", "PASSED")],
    [
      "an amount without its cents",
      { "!==": [{ var: "accounts.0.pending_in" }, "0"] },
      conditions.wrongText("0", '"accounts.0.pending_in" (string)', "^-?\\d+\\.\\d{2}$"),
    ],
    [
      "types that disagree",
      { "==": [{ var: "auth.relink" }, "true"] },
      conditions.typesDisagree("==", '"auth.relink" (boolean)', 'the string "true"'),
    ],
    [
      "a value with itself",
      { "==": [{ var: "auth.email" }, { var: "auth.email" }] },
      conditions.comparedWithItself("==", '"auth.email" (string)'),
    ],
    [
      "a constant that is no instant",
      { "<": [{ var: "now" }, "2026-01-31"] },
      conditions.wrongDate("2026-01-31", '"now" (date-time)', "date-time"),
    ],
    ["null where there is never null", { "==": [{ var: "auth.relink" }, null] }, conditions.neverNull('"auth.relink" (boolean)')],
    ["an untested order", { ">": [balance, 0] }, conditions.maybeNull(">", '"accounts.0.available_balance" (number)')],
    [
      "an order tested elsewhere",
      { or: [{ "!=": [balance, null] }, { "<=": [balance, 0] }] },
      conditions.maybeNull("<=", '"accounts.0.available_balance" (number)'),
    ],
    ["a name inside of items", { some: [{ var: "alerts" }, "loggedIn"] }, problems.nameInsideItems("loggedIn")],
    [
      "the state inside of items",
      { some: [{ var: "alerts" }, { "!!": { var: "auth.bearerToken" } }] },
      problems.stateInsideItems("auth.bearerToken"),
    ],
    ["a text", { if: ["mine", { text: "x" }, false] }, problems.textInValue()],
    ["several keys", { and: ["mine"], or: ["mine"] }, problems.notLogic()],
    ["null", null, problems.notAPredicate()],
  ])("may not be %s", (_what, logic, finding) => {
    const found = guard(logic);
    expect(found).toHaveLength(1);
    expect(found[0]).toEqual(finding ?? expect.objectContaining({ rule: "unknown-variable" }));
  });

  it("suggests the nearest readable path", () => {
    expect(guard({ "!!": { var: "progress.regstration_status" } })[0]?.message).toContain('did you mean "registration_status"?');
  });

  it("never has a cycle", () => {
    const cycle = {
      ...PREDICATES,
      predicates: { ...PREDICATES.predicates, loggedIn: { description: "A cycle.", logic: { or: ["mine"] } } },
    };
    expect(problemsOf({ "flows/predicates.json": cycle }).map(({ message }) => message)).toEqual([
      problems.predicateCycle(["loggedIn", "mine", "loggedIn"]).message,
    ]);
  });

  it("that is unused is a warning", () => {
    const more = { ...PREDICATES, predicates: { ...PREDICATES.predicates, idle: { description: "Idle.", logic: true } } };
    expect(problemsOf({ "flows/predicates.json": more })).toEqual([expect.objectContaining(unusedPredicate("idle"))]);
  });
});

describe("a list of records", () => {
  const text = (path: string) => ({ text: "{it}", values: { it: { var: path } } });
  const shown = (items: unknown, title = "item.name") =>
    problemsOf(
      withScreen("page", { body: { items: { fees: { block: "list", items, item: { title: text(title) }, empty: { text: "None." } } } } }),
    ).filter(({ severity }) => severity === "error");

  it("is the items of a block, with the fields that it has", () => {
    const fees: Json = [
      { name: "Wire", fee: "25.00" },
      { name: "Statement", fee: "3.50", note: "a month" },
    ];
    expect(shown(fees)).toEqual([]);
    expect(shown(fees, "item.note")).toEqual([]);
    expect(shown(fees, "item.price").map(({ message }) => message)).toEqual([
      problems.unknownVariable("item.price", "price", ["name", "fee", "note"]).message,
    ]);
    expect(evaluate(fees, {})).toEqual(fees);
  });

  it("contains neither logic nor records in records", () => {
    for (const record of [
      { var: "now", name: "Wire" },
      { name: "Wire", of: { fee: "25.00", currency: "USD" } },
    ])
      expect(shown([record], "now")).toEqual([expect.objectContaining(problems.notLogic())]);
  });
});

describe("the operators", () => {
  it("that format are allowed only in texts", () => {
    expect([...TEXT_OPERATORS.keys()].filter((name) => !VALUE_OPERATORS.has(name))).toEqual([
      "money",
      "shortMoney",
      "wholeMoney",
      "date",
      "localDate",
      "dateTime",
      "percent",
    ]);
    const badge = problemsOf(
      withScreen("login", {
        data: {},
        actions: {
          save: { call: "Login", with: { input: { money: 1 } }, on: { ok: { silent: true } } },
          stay: { then: { set: { "auth.resetEmail": { money: "1.00" } } } },
        },
      }),
    );
    expect(badge.map(({ message }) => message)).toContain(problems.valueOperatorOutside("money").message);
  });
});
