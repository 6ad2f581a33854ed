/** Tests that a misspelled value is a finding where a screen compares an answer, or chooses its words by it. */
import { expect, it } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import type { RuleId } from "../../src/language/rules/registry.js";
import { ROOT } from "../support/sources.js";

const shipped = await readSource(ROOT);

/** Expects a rule to report a file in which the first occurrence of a text is another. */
const reportedBy = (rule: RuleId) => (_what: string, file: string, text: string, other: string) => {
  const before = shipped.files.get(file) ?? "";
  if (!before.includes(text)) throw new Error(`${file} has no ${text}`);
  const files = new Map([...shipped.files, [file, before.replace(text, other)]]);
  expect(compile({ files }, "harbor").problems.map((problem) => problem.rule)).toContain(rule);
};

it.each([
  ["the status of a transaction", "flows/dashboard.flow.json", "Submitted {Processing}", "Submited {Processing}"],
  ["the kind of a transaction", "flows/dashboard.flow.json", "{kind, select, interest {", "{kind, select, intrest {"],
  ["the kind of a beneficiary", "flows/beneficiary.flow.json", "{kind, select, person {Person}", "{kind, select, persn {Person}"],
  [
    "the kind of a beneficiary in the state",
    "flows/beneficiary.flow.json",
    "person {{relationship}} trust {",
    "person {{relationship}} trsut {",
  ],
  ["the frequency of a series", "flows/dashboard.flow.json", "{frequency, select, weekly {", "{frequency, select, weekli {"],
  ["the category of a message", "flows/values.json", "technical { · A problem", "techncal { · A problem"],
])("a branch for %s", reportedBy("message-arguments"));

it.each([
  [
    "the status of a transaction",
    "flows/dashboard.flow.json",
    '"data.transaction.status" }, "Returned"]',
    '"data.transaction.status" }, "Retuned"]',
  ],
  ["the kind of a transaction", "flows/dashboard.flow.json", '{ "var": "item.kind" }, "deposit"]', '{ "var": "item.kind" }, "desposit"]'],
  ["the reason for a hold", "flows/values.json", '{ "var": "item.reason" }, "new_deposit"]', '{ "var": "item.reason" }, "new-deposit"]'],
  ["the status of a request", "flows/transfers.flow.json", '"result.status" }, "COMPLETED"]', '"result.status" }, "COMPLETE"]'],
])("a comparison with %s", reportedBy("wrong-constant"));

// Forms and summaries read the same list.
it.each([
  ["the relationship of a beneficiary", "flows/fields.json", '"parent": "Parent"', '"parnet": "Parent"'],
  ["the employment status", "flows/fields.json", '"retired": "Retired"', '"retierd": "Retired"'],
  ["the source of income", "flows/fields.json", '"gift": "Gift or inheritance"', '"gifts": "Gift or inheritance"'],
  ["the frequency of a series", "flows/fields.json", '"weekly": "Every week"', '"weekli": "Every week"'],
  ["the type of an account", "flows/fields.json", '"savings": "Savings"', '"saving": "Savings"'],
])("an option for %s", reportedBy("form-mismatch"));
