/** Tests the six link modes of S3: the offered methods, the page of a method that is not offered, and what the bank accepts. */
import { afterEach, describe, expect, it } from "vitest";
import { enterNumbers, linkAtBank } from "./applicant.js";
import { bank, type Persona } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();
const CHOICE = "/registration/link-account-selection";
const NUMBERS = "/manual-funding/banking-information";
const PROVIDER = "Sign in to your bank";
const MANUAL = "Enter the account number";

const BRANDS = {
  harbor: { name: "Harbor Savings Bank", width: 390, own: "021000021" },
  juniper: { name: "Juniper Community Bank", width: 1440, own: "091000019" },
} as const;
type Brand = keyof typeof BRANDS;
const OTHER_BANK = "011000015";

const said = (name: string) => ({
  same: `Link your account at ${name}. You can link only an account you have there.`,
  onlyProvider: `To link an account with ${name}, sign in on your bank's own page. We don't accept account numbers.`,
  onlyManual: `To link an account with ${name}, enter its routing and account numbers. You can't link it by signing in to your bank.`,
});
type Words = keyof ReturnType<typeof said>;

afterEach(async () => {
  for (const brand of Object.keys(BRANDS)) await bank.linkMode(brand, "UNRESTRICTED");
});

async function openLinkChoice(brand: Brand, mode: string): Promise<{ visitor: Visitor; who: Persona }> {
  await bank.linkMode(brand, mode);
  const who = await bank.persona("bank", { brand });
  const visitor = await arrive({ brand, width: BRANDS[brand].width, name: `mode-${mode}` });
  await signIn(visitor, who);
  await visitor.press("Continue");
  await visitor.at(CHOICE);
  return { visitor, who };
}

const modesOffered = async (visitor: Visitor): Promise<string[]> => {
  const offered: string[] = [];
  for (const mode of [PROVIDER, MANUAL]) {
    const control = visitor.button(new RegExp(`^${mode}`)).or(visitor.link(new RegExp(`^${mode}`)));
    if ((await control.count()) > 0) offered.push(mode);
  }
  return offered;
};

async function expectShown(visitor: Visitor, brand: Brand, offered: readonly string[], words: readonly Words[]): Promise<void> {
  expect(await modesOffered(visitor)).toEqual(offered);
  for (const [key, text] of Object.entries(said(BRANDS[brand].name)))
    expect(await visitor.page.getByText(text).count(), text).toBe(words.includes(key as Words) ? 1 : 0);
}

const ACCOUNT = "000123456789";

describe("provider only", () => {
  it("FASTLINK_ONLY: account numbers are rejected, and their page says so and links back", async () => {
    const { visitor } = await openLinkChoice("juniper", "FASTLINK_ONLY");
    await expectShown(visitor, "juniper", [PROVIDER], ["onlyProvider"]);
    await visitor.inspect();
    await visitor.open(NUMBERS);
    await visitor.at(NUMBERS);
    await visitor.heading("Banking information").waitFor();
    await visitor.page.getByText("We don't accept account numbers").waitFor();
    expect(await visitor.field("Account number").count()).toBe(0);
    await visitor.inspect();
    await visitor.press("Choose how to link your account");
    await visitor.at(CHOICE);
    await linkAtBank(visitor, "Good");
    await visitor.at("/fund-account");
  });

  it("FASTLINK_SAME_FI_ONLY: an account at another bank is rejected with a message, one at the institution is linked", async () => {
    const { visitor } = await openLinkChoice("harbor", "FASTLINK_SAME_FI_ONLY");
    await expectShown(visitor, "harbor", [PROVIDER], ["same", "onlyProvider"]);
    await linkAtBank(visitor, "MFA");
    const provider = visitor.page.frameLocator("iframe");
    await provider.getByLabel("Security code").fill("123456");
    await provider.getByRole("button", { name: "Continue" }).click();
    await visitor.at(`${CHOICE}/failed`);
    await visitor.page.getByText("You can link only an account at Harbor Savings Bank. Nothing was linked").waitFor();
    expect(await modesOffered(visitor)).toEqual([]);
    await visitor.inspect();
    await visitor.press("Try again");
    await visitor.at(CHOICE);
    await linkAtBank(visitor, "Good");
    await visitor.at("/fund-account");
    visitor.forgive(/422/);
  });
});

describe("account numbers only", () => {
  it("MANUAL_ONLY: the provider is not offered, and numbers of any bank are accepted", async () => {
    const { visitor } = await openLinkChoice("harbor", "MANUAL_ONLY");
    await expectShown(visitor, "harbor", [MANUAL], ["onlyManual"]);
    await visitor.inspect();
    await visitor.press(new RegExp(`^${MANUAL}`));
    await visitor.at(NUMBERS);
    await enterNumbers(visitor, { routing: OTHER_BANK, account: ACCOUNT });
    await visitor.at("/manual-funding/microdeposits/sent");
  });

  it("MANUAL_SAME_FI_ONLY: another bank's routing number is rejected at its field, the institution's is accepted", async () => {
    const { visitor } = await openLinkChoice("juniper", "MANUAL_SAME_FI_ONLY");
    await expectShown(visitor, "juniper", [MANUAL], ["same", "onlyManual"]);
    await visitor.press(new RegExp(`^${MANUAL}`));
    await visitor.at(NUMBERS);
    await expectShown(visitor, "juniper", [], ["same"]);
    await enterNumbers(visitor, { routing: OTHER_BANK, account: ACCOUNT });
    expect(await (await visitor.errorSummary()).innerText()).toContain("You can link only an account at Juniper Community Bank.");
    await visitor.inspect();
    await visitor.type("Routing number", BRANDS.juniper.own);
    await visitor.press("Continue");
    await visitor.at("/manual-funding/microdeposits/sent");
  });
});

describe("both methods", () => {
  it("BOTH_SAME_FI_ONLY: both are offered, for accounts at the institution", async () => {
    const { visitor } = await openLinkChoice("juniper", "BOTH_SAME_FI_ONLY");
    await expectShown(visitor, "juniper", [PROVIDER, MANUAL], ["same"]);
    await visitor.inspect();
  });

  it("UNRESTRICTED: both are offered; after a change of the mode the bank's rejection is shown, and the methods are updated", async () => {
    const { visitor } = await openLinkChoice("harbor", "UNRESTRICTED");
    await expectShown(visitor, "harbor", [PROVIDER, MANUAL], []);
    await bank.linkMode("harbor", "MANUAL_ONLY");
    await visitor.press(new RegExp(`^${PROVIDER}`));
    await visitor.page.getByText(said(BRANDS.harbor.name).onlyManual).waitFor();
    await expectShown(visitor, "harbor", [MANUAL], ["onlyManual"]);
    await visitor.press(new RegExp(`^${MANUAL}`));
    await visitor.at(NUMBERS);
    await bank.linkMode("harbor", "FASTLINK_ONLY");
    await enterNumbers(visitor, { routing: BRANDS.harbor.own, account: ACCOUNT });
    await visitor.page.getByText("We don't accept account numbers").waitFor();
    await visitor.press("Choose how to link your account");
    await visitor.at(CHOICE);
    await expectShown(visitor, "harbor", [PROVIDER], ["onlyProvider"]);
  });
});
