/** Funding returned: each return code of the domain's table in plain words, and its way out. */
import { describe, expect, it } from "vitest";
import type { Text } from "../../src/engine/bundle.js";
import type { Json } from "../../src/engine/definition.js";
import { formatText, scopeOf } from "../../src/engine/run.js";
import { bundleOf, PERSONAS } from "./shipped.js";
import { shown } from "./shown.js";
import { NOW, Traveller } from "./traveller.js";

const PERSONA = PERSONAS["funding-returned"]?.state ?? {};
const [RETURNED] = PERSONA.transactions as readonly { readonly [field: string]: Json }[];
const returned = (...codes: string[]) => ({ ...PERSONA, transactions: codes.map((return_code) => ({ ...RETURNED, return_code })) });

/** The title of the transfer's line in the list. */
function reason(return_code: string): string {
  const { core, journeys } = bundleOf("harbor");
  const list = journeys.funding?.screens["funding-returned"]?.body.find(({ key }) => key === "list");
  if (list === undefined) throw new Error("There is no list of what came back");
  const { title } = list.item as unknown as { readonly title: Text };
  const scope = scopeOf({ ...core.initial, ...PERSONA }, NOW, { path: "/funding-returned", params: {}, search: "", state: null });
  return formatText(title, { ...scope, item: { ...RETURNED, return_code } });
}

const CODES: readonly (readonly [code: string, said: string, means: string, out: string | null])[] = [
  ["R01", "Your bank said there wasn't enough money.", "You may try again, at most twice.", "Link it and try again"],
  ["R02", "That account is closed.", "Link an account that is open.", "Link another account"],
  ["R03", "Your bank couldn't match the account and name.", "just as your bank has it.", "Link the account again"],
  ["R04", "The account number isn't valid.", "Enter the number again", "Enter the number again"],
  ["R07", "You withdrew permission for transfers.", "a fresh authorization", "Link the account again"],
  ["R08", "You asked your bank to stop this payment.", "whether you still wish to open the account", null],
  ["R10", "Your bank was told this wasn't authorized.", "We review what happened, and no money moves", null],
  ["R16", "Your bank has frozen that account.", "link another account.", "Link another account"],
  ["R20", "That account type can't take electronic transfers.", "Link a checking account.", "Link another account"],
  ["R29", "A business account's owner refused it.", "Link a personal account.", "Link another account"],
  ["R15", "Your bank returned the transfer.", "we find the way on together.", null],
];

describe.each(CODES)("%s", (code, said, means, out) => {
  it("says what happened, what it means and the way out", () => {
    const seen = shown("harbor", "/funding-returned", returned(code));
    expect(seen.path).toBe("/funding-returned");
    expect(seen.blocks).toEqual(["words", "list", "means", "on"]);
    expect(seen.text).toContain(means);
    expect(seen.labels).toEqual([...(out === null ? [] : [out]), "Message us", "Continue"]);
  });

  it("names the reason in the list", () => {
    expect(reason(code)).toBe(said);
  });
});

it("leads on to linking with the session's flag, so that no money moves before", () => {
  const dana = new Traveller("harbor", "/funding-returned", returned("R02"));
  dana.does("relink");
  expect(dana.path).toBe("/relink/selection");
  expect(dana.state.auth).toMatchObject({ relink: true });
});

it("leaves linking to a person once a transfer was called unauthorized", () => {
  expect(shown("harbor", "/funding-returned", returned("R01", "R10")).labels).toEqual(["Message us", "Continue"]);
});

it("tells of the newest return", () => {
  const { text } = shown("harbor", "/funding-returned", returned("R02", "R01"));
  expect(text).toContain("Link an account that is open.");
  expect(text).not.toContain("There was not enough money in the account on the day");
});
