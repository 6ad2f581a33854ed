/** Tests Funding Returned: the explanation and the solution for each return code of the domain's table. */

import { describe, expect, it } from "vitest";
import { formatText } from "../../src/engine/format-text.js";
import { scopeOf } from "../../src/engine/scope.js";
import type { Text } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { FORMATS } from "../support/formats.js";
import { bad, good, NOW, Traveller } from "./screen-walk.js";
import { bundleOf, PERSONAS } from "./shipped.js";
import { shown } from "./shown.js";

const PERSONA = PERSONAS["funding-returned"]?.state ?? {};
const [RETURNED] = PERSONA.transactions as readonly { readonly [field: string]: Json }[];
const FUNDING = PERSONA.funding as { readonly [field: string]: Json };
const PROGRESS = PERSONA.progress as { readonly [field: string]: Json };
/** Returned transfers, the newest first; the bank reviews unauthorized ones. */
const returned = (...codes: string[]) => ({
  ...PERSONA,
  progress: { ...PROGRESS, extended_status: codes.includes("R10") ? "REVIEW" : "FUNDED" },
  funding: { ...FUNDING, return_code: codes[0] ?? null },
  transactions: codes.map((return_code) => ({ ...RETURNED, return_code })),
});

/** The title of the transfer's line in the list. */
function reason(return_code: string): string {
  const { core, journeys } = bundleOf("harbor");
  const list = journeys.funding?.screens["funding-returned"]?.body.find(({ key }) => key === "list");
  if (list === undefined) throw new Error("There is no list of what came back");
  const { title } = list.item as unknown as { readonly title: Text };
  const scope = scopeOf({ ...core.initial, ...PERSONA }, NOW, { path: "/funding-returned", params: {}, search: "", state: null });
  return formatText(title, { ...scope, item: { ...RETURNED, return_code } }, FORMATS);
}

/** A code: the bank's reason, its meaning, whether the deposit can be made again here, the next steps. */
type Row = readonly [code: string, said: string, means: string, again: boolean, ways: readonly string[]];
const CODES: readonly Row[] = [
  [
    "R01",
    "Your bank said there wasn't enough money.",
    "Add money to your account, then try again. You have 2 tries left.",
    true,
    ["Link another account"],
  ],
  ["R02", "That account is closed.", "Link an open account.", false, ["Link another account"]],
  [
    "R03",
    "Your bank couldn't match the account and name.",
    "exactly as it appears on your bank account.",
    false,
    ["Link the account again"],
  ],
  ["R04", "The account number isn't valid.", "Reenter the number", false, ["Reenter the account number"]],
  ["R07", "You withdrew permission for transfers.", "authorize it below", true, ["Link another account"]],
  ["R08", "You asked your bank to stop this payment.", "until you confirm that you want it", true, []],
  ["R10", "Your bank was told this wasn't authorized.", "We're reviewing what happened, and transfers are paused", false, []],
  ["R16", "Your bank has frozen that account.", "link another account.", false, ["Link another account"]],
  ["R20", "That account type can't take electronic transfers.", "Link a checking account.", false, ["Link another account"]],
  ["R29", "A business account's owner refused it.", "Link a personal account.", false, ["Link another account"]],
  ["R15", "Your bank returned the transfer.", "Message us and we'll help.", false, ["Link an account"]],
];

describe.each(CODES)("%s", (code, said, means, again, ways) => {
  it("shows what happened, what it means and the next steps", () => {
    const seen = shown("harbor", "/funding-returned", returned(code));
    expect(seen.path).toBe("/funding-returned");
    expect(seen.blocks).toEqual(["intro", "list", "means", ...(again ? ["again"] : []), "buttons"]);
    expect(seen.text).toContain(means);
    expect(seen.labels).toEqual([...ways, "Message us", "Go to Home"]);
  });

  it("names the reason in the list", () => {
    expect(reason(code)).toBe(said);
  });
});

describe("the deposit made again", () => {
  const [account] = PERSONA.linkedAccounts as readonly { readonly [field: string]: Json }[];
  const left = (retries_left: number | null, state: typeof PERSONA = PERSONA) => ({
    ...state,
    linkedAccounts: [{ ...account, retries_left }],
  });
  const fund = { form: { authorized: true }, data: {} } as const;
  const accepted = good("fundAccount", { transfer: { status: "SUCCESS", message: null }, request_id: "req-2" });

  it.each([
    [2, "You have 2 tries left.", true],
    [1, "You have 1 try left.", true],
    [0, "We've reached the limit on retries. Link another account", false],
    [null, "We can't try this account again. Link another account.", false],
  ] as const)("with %s retries left shows the number", (retries_left, words, again) => {
    const seen = shown("harbor", "/funding-returned", left(retries_left));
    expect(seen.text).toContain(words);
    expect(seen.blocks.includes("again")).toBe(again);
    expect(seen.labels).toEqual(["Link another account", "Message us", "Go to Home"]);
  });

  it("is offered after a late return, although the deposit had earned interest", () => {
    const interest = { ...RETURNED, uuid: "tx-2", kind: "interest", status: "Settled", return_code: null, amount: "3.33" };
    const reversal = { ...RETURNED, uuid: "tx-3", kind: "return", amount: "-2500.00" };
    const first = { ...RETURNED, kind: "initial" };
    const late = shown("harbor", "/funding-returned", { ...PERSONA, transactions: [reversal, interest, first] });
    expect(late.blocks).toContain("again");
    const later = shown("harbor", "/funding-returned", { ...PERSONA, transactions: [interest, reversal, interest, first] });
    expect(later.blocks).toContain("again");
    expect(later.labels).toEqual(late.labels);
    const settled = { ...first, status: "Settled", return_code: null };
    const other = { ...PERSONA, transactions: [reversal, settled, first] };
    expect(shown("harbor", "/funding-returned", other).path).toBe("/not-found");
  });

  it("is sent, and opens the next page once it is accepted", () => {
    const dana = new Traveller("harbor", "/funding-returned", PERSONA);
    const { call, commands } = dana.does("fund", { ...fund, answer: accepted });
    expect(call).toEqual({ operation: "FundAccount", variables: { authorized: true, next: "funded" } });
    expect(dana.path).toBe("/fund-account/successful-fund");
    expect(commands).toContainEqual(expect.objectContaining({ kind: "refetch" }));
  });

  it("waits on the page while the transfer is pending, and shows the reason of a failure", () => {
    const dana = new Traveller("harbor", "/funding-returned", PERSONA);
    dana.does("fund", { ...fund, answer: good("fundAccount", { transfer: { status: "PENDING", message: null }, request_id: "req-2" }) });
    expect(shown("harbor", dana.path, dana.state).blocks).toEqual(["intro", "list", "means", "waiting", "buttons"]);
    const failed = { status: "FAILED", message: "Your bank did not answer." };
    dana.does("check", { answer: { status: "ok", result: { request: { status: "FAILED", transfer: failed } } } });
    expect(dana.message).toBe("Your first deposit didn't go through. This page shows the reason and what you can do.");
    const seen = shown("harbor", dana.path, dana.state);
    expect(seen.blocks).toEqual(["intro", "list", "means", "failed", "again", "buttons"]);
    expect(seen.text).toContain("Your bank did not answer.");
  });

  it("leads home when it takes longer than the page waits, and the result arrives by itself", () => {
    const dana = new Traveller("harbor", "/funding-returned", PERSONA);
    dana.does("fund", { ...fund, answer: good("fundAccount", { transfer: { status: "PENDING", message: null }, request_id: "req-2" }) });
    dana.does("stillWorking");
    expect(dana.message).toContain("We'll send you an alert and an email when it's done.");
    expect(dana.path).toBe("/dashboard");
  });

  it.each([
    [403, "no_retries", "Why."],
    [403, "under_review", "Why."],
    [409, "conflict", "We already have this transfer with different details"],
    ["network", null, "We couldn't confirm your transfer."],
  ] as const)("refused with %s %s keeps the page, says why, and looks again", (status, code, words) => {
    const dana = new Traveller("harbor", "/funding-returned", PERSONA);
    const { commands } = dana.does("fund", { ...fund, answer: bad(status, code, "Why.") });
    expect(dana.path).toBe("/funding-returned");
    expect(dana.message).toContain(words);
    expect(commands).toContainEqual(expect.objectContaining({ kind: "refetch" }));
  });

  it("is not offered to view-only depositors and depositors on hold", () => {
    for (const [key, value] of [
      ["registration_status", "VIEW_ONLY"],
      ["extended_status", "HOLD"],
    ] as const) {
      const dana = new Traveller("harbor", "/funding-returned", { ...PERSONA, progress: { ...PROGRESS, [key]: value } });
      expect(shown("harbor", "/funding-returned", dana.state).labels).toEqual(["Message us", "Continue to your account"]);
      expect(dana.raises("fund").commands).toEqual([]);
    }
  });
});

it("leads to linking, which is offered without the session's flag, and no money moves before", () => {
  expect(shown("harbor", "/funding-returned", returned("R02")).labels).toContain("Link another account");
  const dana = new Traveller("harbor", "/relink/selection", returned("R02"));
  expect(dana.state.auth).not.toMatchObject({ relink: true });
  expect(shown("harbor", dana.path, dana.state).labels).toContain("Enter the account number");
  expect(shown("harbor", "/deposit", dana.state).labels).toEqual(["Link an account"]);
});

describe("a return under review (R10)", () => {
  const reviewed = (extended_status: string | null, ...codes: string[]) =>
    shown("harbor", "/funding-returned", { ...returned(...codes), progress: { ...PROGRESS, extended_status } });

  it.each(["REVIEW", null])("waits for the bank while the status is %s", (status) => {
    const { labels, text } = reviewed(status, "R10");
    expect(labels).toEqual(["Message us", "Go to Home"]);
    expect(text).toContain("transfers are paused until we finish");
  });

  it("leads to linking once the bank has ended it, and blocks nothing afterwards", () => {
    const { labels, text } = reviewed("LINKED", "R10");
    expect(labels).toEqual(["Link an account", "Message us", "Go to Home"]);
    expect(text).toContain("We've finished our review. Link this account or another one");
    const later = reviewed("LINKED", "R01", "R10");
    expect(later.labels).toEqual(["Link another account", "Message us", "Go to Home"]);
    expect(later.blocks).toContain("again");
  });

  it("is requested from the bank when the page is entered", () => {
    const dana = new Traveller("harbor", "/funding-returned", returned("R10"));
    expect(dana.raises("refresh").commands).toEqual([{ kind: "refetch", keys: ["transactions", "progress", "funding"] }]);
  });
});

it("requires a manual review before linking after an unauthorized transfer", () => {
  expect(shown("harbor", "/funding-returned", returned("R01", "R10")).labels).toEqual(["Message us", "Go to Home"]);
});

it("shows the newest return", () => {
  const { text } = shown("harbor", "/funding-returned", returned("R02", "R01"));
  expect(text).toContain("Link an open account.");
  expect(text).not.toContain("There wasn't enough money in your account on the day");
});
