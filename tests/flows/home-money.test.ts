/** Tests Home while money waits: returned, locked, stopped or under review, and the next step for each. */
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/language/definition.js";
import { bad, good, progress, Traveller } from "./screen-walk.js";
import { PERSONAS } from "./shipped.js";
import { shown } from "./shown.js";

type Fields = { readonly [field: string]: Json };
const ACTIVE = PERSONAS.active?.state ?? {};
const RETURNED = PERSONAS["funding-returned"]?.state ?? {};
const [account] = ACTIVE.linkedAccounts as readonly Fields[];
const [transfer] = RETURNED.transactions as readonly Fields[];
const HOME = "/dashboard";
const NOTICES = ["relink", "cameBack", "reviewed", "locked", "stopped", "again"];

const linked = (status: string, more: Fields = {}): Json => [{ ...account, status, ...more }];
const flagged = { ...(ACTIVE.auth as Fields), relink: true };
const held = (extended_status: string): Fields => ({ ...progress("completed", "PASSED"), extended_status });
/** The texts on Home about money, and its controls. */
function seen(state: Fields) {
  const { path, blocks, labels, text } = shown("harbor", HOME, { ...ACTIVE, ...state });
  expect(path).toBe(HOME);
  return { notices: blocks.filter((key) => NOTICES.includes(key)), labels, text };
}

const CASES: readonly [what: string, state: Fields, notices: readonly string[], ways: readonly string[]][] = [
  ["nothing is wrong", {}, [], []],
  ["a first deposit came back", { ...RETURNED }, ["cameBack"], ["See why and what you can do"]],
  [
    "it came back, and another account is to be linked",
    { ...RETURNED, auth: flagged, transactions: [{ ...transfer, return_code: "R02" }] as Json },
    ["relink"],
    ["Link again", "See why"],
  ],
  ["it came back, and another account is linked", { ...RETURNED, linkedAccounts: linked("ACTIVE") }, ["again"], []],
  ["the linked account is locked", { linkedAccounts: linked("LOCKED") }, ["locked"], ["Link an account", "Message us"]],
  ["deposits were stopped (R08)", { linkedAccounts: linked("DEPOSITS_LOCKED") }, ["stopped"], ["Allow deposits again", "Message us"]],
  ["a transfer is reviewed (R10)", { linkedAccounts: linked("LOCKED"), progress: held("REVIEW") }, ["reviewed"], ["Message us"]],
];

describe("Home", () => {
  it.each(CASES)("when %s: shows that, with the next step", (_, state, notices, ways) => {
    const { notices: there, labels } = seen(state);
    expect(there).toEqual(notices);
    expect(labels.filter((label) => /^(See why|Link |Allow|Message us)/.test(label))).toEqual(ways);
  });

  it("offers to move money only where the bank would", () => {
    const offered = (state: Fields) => seen(state).labels.filter((label) => ["Deposit", "Withdraw"].includes(label));
    expect(offered({})).toEqual(["Deposit", "Withdraw"]);
    expect(offered({ linkedAccounts: linked("DEPOSITS_LOCKED") })).toEqual(["Withdraw"]);
    expect(offered({ linkedAccounts: linked("LOCKED") })).toEqual([]);
    expect(offered({ progress: held("REVIEW") })).toEqual([]);
    expect(offered({ ...RETURNED })).toEqual([]);
  });

  it("shows the balance and its buttons where only the transactions failed to load", () => {
    const { text, labels } = shown("harbor", HOME, { ...ACTIVE, transactions: [] }, { transactions: true });
    expect(text).toContain("Available to withdraw");
    expect(labels).toEqual(expect.arrayContaining(["Deposit", "Withdraw"]));
    expect(text.match(/"failed":\["transactions"\]/g)).toHaveLength(1);
  });

  it("shows the transactions where only the account failed to load", () => {
    const { text, labels } = shown("harbor", HOME, { ...ACTIVE, accounts: [] }, { accounts: true });
    expect(text).not.toContain("Available to withdraw");
    expect(text).toContain("Latest transactions");
    expect(labels).not.toContain("Withdraw");
    expect(text.match(/"failed":\["accounts"\]/g)).toHaveLength(1);
  });

  it("does not offer to move money while it cannot know whether the first deposit came back", () => {
    const locked = { ...ACTIVE, linkedAccounts: linked("LOCKED"), transactions: [] };
    const { text, labels } = shown("harbor", HOME, locked, { transactions: true });
    expect(text).toContain("Available to withdraw");
    expect(labels.filter((label) => ["Deposit", "Withdraw"].includes(label))).toEqual([]);
  });

  it("offers relinking after stopped deposits and for a locked account", () => {
    for (const [status, control] of [
      ["DEPOSITS_LOCKED", "Allow deposits again"],
      ["LOCKED", "Link an account"],
    ] as const) {
      const state = { ...ACTIVE, linkedAccounts: linked(status) };
      expect(shown("harbor", HOME, state).labels).toContain(control);
      const choice = shown("harbor", "/relink/selection", state);
      expect(choice.text).toContain("Link this account again, or link another one");
      expect(choice.labels).toEqual(expect.arrayContaining(["Sign in to your bank", "Enter the account number"]));
    }
  });
});

describe("the first deposit from another account", () => {
  const open = { ...RETURNED, linkedAccounts: linked("ACTIVE") };
  const fund = { form: { authorized: true } } as const;

  it("is made on Home, and again after a lost answer", () => {
    const dana = new Traveller("juniper", HOME, open);
    const { call } = dana.does("fund", { ...fund, answer: bad("network") });
    expect(call).toEqual({ operation: "FundAccount", variables: { authorized: true, next: "funded" } });
    expect(dana.message).toContain("We couldn't confirm your transfer.");
    const again = dana.does("fund", {
      ...fund,
      answer: good("fundAccount", { transfer: { status: "SUCCESS", message: null }, request_id: "r" }),
    });
    expect(again.call?.variables).toEqual(call?.variables);
    expect(dana.path).toBe("/fund-account/successful-fund");
  });

  it("waits while it is pending, and shows the reason of a rejection", () => {
    const dana = new Traveller("harbor", HOME, open);
    dana.does("fund", { ...fund, answer: good("fundAccount", { transfer: { status: "PENDING", message: null }, request_id: "r" }) });
    expect(shown("harbor", HOME, dana.state).text).toContain("We're processing your deposit.");
    dana.does("check", {
      answer: { status: "ok", result: { request: { status: "FAILED", transfer: { status: "FAILED", message: "Closed today." } } } },
    });
    expect(shown("harbor", HOME, dana.state).text).toContain("Closed today. No money was moved.");
  });

  it.each([
    ["it is on its way", { transactions: [{ ...transfer, status: "Submitted", return_code: null }, transfer] as Json }],
    ["money has come since", { transactions: [{ ...transfer, status: "Settled", return_code: null }, transfer] as Json }],
    ["the account must be linked again", { linkedAccounts: linked("ACTIVE", { relink_required: true }) }],
    ["the account is not proven", { linkedAccounts: linked("VERIFICATION_PENDING") }],
    ["a person looks into it", { progress: held("REVIEW") }],
  ] as const)("is not asked for when %s", (_, state) => {
    expect(seen({ ...open, ...state }).notices).not.toContain("again");
    expect(new Traveller("harbor", HOME, { ...open, ...state }).raises("fund").commands).toEqual([]);
  });
});
