/** Tests the branches of texts against the values of their arguments: impossible values, and values without a branch. */
import { describe, expect, it } from "vitest";
import type { Finding } from "../../src/language/problems.js";
import * as problems from "../../src/language/problems.js";
import { BRAND, problemsOf, withScreen } from "../support/small-flows.js";

const findingsOf = (text: string, values: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>> = {}) =>
  problemsOf({ ...withScreen("page", { guard: "mine", gates: ["held"], title: { text, values } }), ...more }).map(
    ({ severity, rule, message }) => ({ severity, rule, message }),
  );
const STEP = { var: "progress.registration_last_step" };
const PERCENT = { reduce: [{ var: "linkedAccounts" }, { "+": [{ var: "accumulator" }, 1] }, 0] };

describe("a text's branches", () => {
  it.each<[string, string, Readonly<Record<string, unknown>>, readonly Finding[]]>([
    ["name values of an enum", "{how, select, sms {a} email {b} other {}}", { how: { var: "auth.mfa" } }, []],
    [
      "name none that the enum has not",
      "{how, select, sms {a} phone {b} other {}}",
      { how: { var: "auth.mfa" } },
      [problems.branchImpossible("how", "phone", ["sms", "email"])],
    ],
    ["name both of a flag", "{is, select, true {a} false {b} other {}}", { is: { var: "auth.relink" } }, []],
    [
      "name no third of a flag",
      "{is, select, yes {a} other {b}}",
      { is: { var: "auth.relink" } },
      [problems.branchImpossible("is", "yes", ["true", "false"])],
    ],
    ["name what a condition gives", "{is, select, in {a} other {b}}", { is: { if: ["loggedIn", "in", "out"] } }, []],
    [
      "name nothing that no condition gives",
      "{is, select, away {a} other {b}}",
      { is: { if: ["loggedIn", "in", "out"] } },
      [problems.branchImpossible("is", "away", ["in", "out"])],
    ],
    [
      "name anything of a text that may be anything",
      "{who, select, none {a} other {b}}",
      { who: { if: [{ var: "auth.email" }, { var: "auth.email" }, "none"] } },
      [],
    ],
    [
      "do not misspell what is written for a missing text",
      "{who, select, non {a} other {b}}",
      { who: { or: [{ var: "auth.email" }, "none"] } },
      [problems.branchMisspelled("who", "non", "none")],
    ],
    [
      "do not misspell how often a deposit repeats",
      "{often, select, weekly {a} biweekly {b} montly {c} other {d}}",
      { often: { or: [{ var: "transactions.0.schedule.frequency" }, "once"] } },
      [
        problems.branchImpossible("often", "montly", ["weekly", "biweekly", "monthly", "once"]),
        problems.valuesUnsaid("often", ["monthly"]),
      ],
    ],
    [
      "do not misspell the type of a linked account",
      "{type, select, checkin {a} savings {b} other {c}}",
      { type: { or: [{ var: "linkedAccounts.0.account_type" }, "other"] } },
      [problems.branchImpossible("type", "checkin", ["checking", "savings", "other"])],
    ],
    [
      "name texts with the pattern, and what is written for a missing one",
      "{code, select, R01 {a} R99 {b} none {c} other {d}}",
      { code: { or: [{ var: "funding.return_code" }, "none"] } },
      [],
    ],
    [
      "name texts with the pattern where any character is written for a missing one",
      "{code, select, R01 {a} other {d}}",
      { code: { or: [{ var: "funding.return_code" }, "not-yet (n/a)?"] } },
      [],
    ],
    [
      "name no text without the pattern",
      "{code, select, r01 {a} non {b} other {c}}",
      { code: { or: [{ var: "funding.return_code" }, "none"] } },
      ["r01", "non"].map((key) => problems.branchUnmatched("code", key, "^R\\d{2}$|^(?:none)$", ["none"])),
    ],
    [
      "name any text where one may have no pattern",
      "{code, select, r01 {a} other {c}}",
      { code: { or: [{ var: "funding.return_code" }, { var: "auth.email" }] } },
      [],
    ],
    [
      "may be unlike what is written for a missing text",
      "{who, select, legal {a} other {b}}",
      { who: { or: [{ var: "auth.email" }, "none"] } },
      [],
    ],
    [
      "leave to the others what is written beside them",
      "{is, select, yes {a} no {b} other {c}}",
      { is: { if: ["loggedIn", "yes", { if: ["onHold", "no", "unknown"] }] } },
      [],
    ],
    ["distinguish one from all others", "{step, select, funded {a} other {b}}", { step: STEP }, []],
    [
      "do not forget the last",
      "{step, select, basic {} address {} employer {} confirmed {} bank {} verified {} disclosures {} funded {} other {}}",
      { step: STEP },
      [problems.valuesUnsaid("step", ["completed"])],
    ],
    [
      "do not leave several to the others where two have their own",
      "{step, select, basic {a} address {b} other {c}}",
      { step: STEP },
      [problems.valuesUnsaid("step", ["employer", "confirmed", "bank", "verified", "disclosures", "funded", "completed"])],
    ],
    ["are more than the others", "{how, select, other {a}}", { how: { var: "auth.mfa" } }, [problems.selectWithoutBranch("how")]],
    [
      "are checked within each other",
      "{is, select, true {{how, select, fax {a} other {}}} other {}}",
      { is: { var: "auth.relink" }, how: { var: "auth.mfa" } },
      [problems.branchImpossible("how", "fax", ["sms", "email"])],
    ],
    ["count figures", "{count, plural, =0 {none} one {#} other {#}}", { count: PERCENT }, []],
    [
      "know no form of another language",
      "{count, plural, few {#} other {#}}",
      { count: PERCENT },
      [problems.branchImpossible("count", "few", ["one", "other"]), problems.pluralGap("count", "one")],
    ],
    ["have every form of the language", "{count, plural, other {# files}}", { count: PERCENT }, [problems.pluralGap("count", "one")]],
    ["may say one by its figure", "{count, plural, =1 {a file} other {# files}}", { count: PERCENT }, []],
    ["need no form for figures that cannot be", "{count, plural, other {#}}", { count: { if: ["loggedIn", 2, 3] } }, []],
    ["know the ordinals", "{count, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", { count: PERCENT }, []],
    [
      "count only what is given",
      "{count, plural, =3 {#} one {#} other {#}}",
      { count: { if: ["loggedIn", 1, 2] } },
      [problems.branchImpossible("count", "=3", ["1", "2"])],
    ],
    [
      "count no text",
      "{who, plural, one {#} other {#}}",
      { who: { var: "auth.email" } },
      [problems.argumentNotFigure("who", "plural", ["string", "null"])],
    ],
    [
      "write no text as a figure",
      "{who, number}",
      { who: { var: "auth.email" } },
      [problems.argumentNotFigure("who", "number", ["string"])],
    ],
    [
      "count no money, which is a text by then",
      "{sum, plural, one {#} other {#}}",
      { sum: { money: [{ var: "funding.initial_amount" }] } },
      [problems.argumentNotFigure("sum", "plural", ["string"])],
    ],
    ["write no instant as a date", "{on, date}", { on: { var: "auth.expiresAt" } }, [problems.argumentNotDate("on", "date")]],
  ])("%s", (_what, text, values, findings) => {
    expect(new Set(findingsOf(text, values))).toEqual(new Set(findings));
  });

  it("are those of the brand's language", () => {
    const polish = { "flows/brands/first/brand.json": { ...BRAND, locale: "pl-PL" } };
    // The app's own texts are English; their findings are excluded.
    const own = (text: string) => findingsOf(text, { some: PERCENT }, polish).filter(({ message }) => message.includes("{some,"));
    expect(own("{some, plural, one {#} few {#} many {#} other {#}}")).toEqual([]);
    expect(own("{some, plural, one {#} other {#}}")).toEqual([problems.pluralGap("some", "few"), problems.pluralGap("some", "many")]);
    // Spanish has a plural form for millions, which need no branch.
    const spanish = { "flows/brands/first/brand.json": { ...BRAND, locale: "es-US" } };
    expect(findingsOf("{some, plural, one {#} other {#}}", { some: PERCENT }, spanish)).toEqual([]);
  });

  it("are checked in Markdown, paragraph by paragraph", () => {
    const body = {
      order: ["it"],
      items: { it: { block: "text", markdown: { text: "**{how, select, fax {a} other {}}**", values: { how: { var: "auth.mfa" } } } } },
    };
    expect(problemsOf(withScreen("page", { guard: "mine", gates: ["held"], body })).map(({ message }) => message)).toEqual([
      problems.branchImpossible("how", "fax", ["sms", "email"]).message,
    ]);
  });
});
