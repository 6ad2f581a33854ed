/** Tests account linking: every end of a provider session, new microdeposits, and relinking a disconnected account. */
import { afterEach, describe, expect, it } from "vitest";
import { enterAmounts, enterNumbers, linkAtBank } from "./applicant.js";
import { bank, type Persona } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();
afterEach(() => bank.linkMode("harbor", "UNRESTRICTED"));
const CHOICE = "/registration/link-account-selection";

async function signInAs(name: string, persona: string, overrides: object = {}): Promise<{ visitor: Visitor; who: Persona }> {
  const who = await bank.persona(persona, overrides);
  const visitor = await arrive({ brand: "harbor", width: 390, name });
  await signIn(visitor, who);
  return { visitor, who };
}

/** Registration's shell has no navigation. */
const expectRegistrationShell = async (visitor: Visitor): Promise<void> =>
  expect(await visitor.page.getByRole("navigation", { name: "Main navigation" }).count()).toBe(0);

describe("at the provider's page", () => {
  const frame = (visitor: Visitor) => visitor.page.frameLocator("iframe");

  it("links nothing when the provider is down, closed, slow or rejects; then links once, although sites are reported twice", async () => {
    const { visitor, who } = await signInAs("provider", "bank");
    await visitor.press("Continue");
    await visitor.at(CHOICE);

    await bank.fault({ path: "/fastlink", method: "GET", status: 500 });
    await visitor.press(/^Sign in to your bank/);
    await visitor.page.getByText("We couldn't open your bank's sign-in page.").waitFor();
    await visitor.press("Choose another way");

    await bank.fault({ path: "/sandbox/fastlink/", status: 503 });
    await visitor.page.clock.install();
    await visitor.press(/^Sign in to your bank/);
    await visitor.page.locator("iframe").waitFor();
    await visitor.page.clock.fastForward(15_000);
    await visitor.page.getByText("Your bank's sign-in page isn't responding.").waitFor();
    await visitor.inspect();
    await visitor.press("Choose another way");
    await visitor.page.locator("iframe").waitFor({ state: "detached" });

    await linkAtBank(visitor, "Close Bank");
    await visitor.page.locator("iframe").waitFor({ state: "detached" });
    expect(await bank.holdings(who.email)).toMatchObject({ links: 0 });

    await linkAtBank(visitor, "Locked Bank");
    await frame(visitor).getByText("Your bank locked your online access.").waitFor();
    await frame(visitor).getByRole("button", { name: "Choose another bank" }).click();
    await frame(visitor)
      .getByRole("button", { name: /Timeout/ })
      .click();
    await frame(visitor).getByText("Your bank is taking too long to respond.").waitFor();
    await visitor.inspect();
    await frame(visitor).getByRole("button", { name: "Choose another bank" }).click();
    await frame(visitor).getByRole("button", { name: /Good/ }).click();
    await visitor.at("/fund-account");
    expect(await bank.holdings(who.email)).toMatchObject({ links: 1 });
    visitor.forgive(/50[03]/);
  });

  it("links once when the exit comes before the success and the answer is lost: shows the failure, and continues after a reload", async () => {
    const { visitor, who } = await signInAs("provider-lost", "bank");
    await visitor.press("Continue");
    await visitor.at(CHOICE);
    await visitor.loseAnswer("LinkFastlink");
    await linkAtBank(visitor, "MFA");
    await frame(visitor).getByLabel("Security code").fill("123456");
    await visitor.inspect();
    await frame(visitor).getByRole("button", { name: "Continue" }).click();
    await visitor.page.getByText("We couldn't confirm whether your account was linked.").waitFor();
    await visitor.page.getByText("We've linked your bank account.").waitFor();
    await visitor.reload();
    await visitor.page.getByText("Or link another account instead").waitFor();
    await visitor.inspect();
    await visitor.press("Continue");
    await visitor.at("/fund-account");
    expect(await bank.holdings(who.email)).toMatchObject({ links: 1 });
    visitor.forgive(/ERR_CONNECTION_RESET/);
  });
});

describe("by the account's numbers", () => {
  it("locks after wrong amounts, and accepts the amounts of new deposits", async () => {
    const { visitor } = await signInAs("reissue", "microdeposits-sent");
    await visitor.press("Continue");
    await visitor.at("/manual-funding/microdeposits");
    await enterAmounts(visitor, "0.09", "0.09");
    await visitor.at("/manual-funding/microdeposits/incorrect");
    await visitor.page.getByText("You have no tries left.").waitFor();
    expect(await visitor.link("Try again").count()).toBe(0);
    await visitor.press("Send new deposits");
    await visitor.at("/manual-funding/microdeposits/reissue");
    await visitor.inspect();
    await visitor.press("Send new deposits");
    await visitor.at("/manual-funding/microdeposits/sent");
    await visitor.press("Enter the amounts");
    await visitor.at("/manual-funding/microdeposits");
    await enterAmounts(visitor, "0.07", "0.23");
    await visitor.page.getByText("The deposits haven't arrived yet.").first().waitFor();
    expect(visitor.path).toBe("/manual-funding/microdeposits");
    await bank.advance("P7D");
    await enterAmounts(visitor, "0.07", "0.23");
    await visitor.at("/manual-funding/microdeposits/successful");
  });
});

describe("relinking", () => {
  it("links from Home to the bank's page and back, relinks once although the answer was lost, and allows deposits again", async () => {
    const { visitor, who } = await signInAs("relink", "relink");
    await visitor.at("/dashboard");
    await visitor.press("Link again");
    await visitor.at("/relink/selection");
    await visitor.inspect();
    await bank.fault({ path: "/link/fastlink", lost: true });
    await linkAtBank(visitor, "Good");
    await visitor.page.getByText("We couldn't confirm whether your account was linked again.").first().waitFor();
    await visitor.page.getByText("You don't need to relink any accounts.").waitFor();
    expect(visitor.path).toBe("/relink/selection");
    await visitor.press("Continue");
    await visitor.at("/dashboard");
    await visitor.reload();
    expect(await visitor.page.getByText("Link your account again").count()).toBe(0);
    expect(await bank.holdings(who.email)).toMatchObject({ links: 1 });
    visitor.forgive(/50\d/);
  });

  it("uses the account's numbers in the dashboard's shell, and a code for the first deposit from the account", async () => {
    const { visitor, who } = await signInAs("relink-manual", "relink");
    await visitor.at("/dashboard");
    await visitor.press("Link again");
    await visitor.at("/relink/selection");
    await visitor.press(/^Enter the account number/);
    await visitor.at("/relink/manual/banking-information");
    await visitor.inspect();
    await enterNumbers(visitor, { account: "000123456789" });
    await visitor.at("/relink/manual/microdeposits/sent");
    await bank.advance("P7D");
    await visitor.press("Enter the amounts");
    await visitor.at("/relink/manual/microdeposits");
    await enterAmounts(visitor, ".07", "23");
    await visitor.at("/relink/manual/microdeposits/successful");
    await visitor.inspect();
    await visitor.press("Continue");
    await visitor.at("/dashboard");
    await visitor.reload();
    expect(await visitor.page.getByText("Link your account again").count()).toBe(0);

    const before = (await bank.holdings(who.email)).transfers;
    await visitor.press("Deposit");
    await visitor.at("/deposit");
    await visitor.type("Amount", "75");
    await visitor.press("Review");
    await visitor.tick(/^I authorize/);
    await visitor.press("Confirm deposit");
    await visitor.page.getByText("This is your first deposit from this account.").waitFor();
    visitor.forgive(/403/);
    await visitor.inspect();
    expect((await bank.holdings(who.email)).transfers).toBe(before);
    await visitor.press(/^Email/);
    await visitor.field("Verification code").waitFor();
    await visitor.press("Confirm deposit");
    await visitor.errorSummary();
    await visitor.type("Verification code", "123123");
    await visitor.press("Confirm deposit");
    await visitor.errorSummary();
    visitor.forgive(/40[01]|422/);
    expect((await bank.holdings(who.email)).transfers).toBe(before);
    await visitor.type("Verification code", await bank.code(who.email));
    await visitor.press("Confirm deposit");
    await visitor.at("/deposit/success");
    await visitor.inspect();
    expect((await bank.holdings(who.email)).transfers).toBe(before + 1);
  });

  it("before registration is complete keeps its shell: shows a rejection, then links at the bank's page", async () => {
    const { visitor, who } = await signInAs("relink-open", "relink", { progress: { registration_last_step: "bank" } });
    await visitor.at("/login/registration-home");
    await bank.linkMode("harbor", "BOTH_SAME_FI_ONLY");
    await visitor.open("/relink/selection");
    await visitor.at("/relink/selection");
    await expectRegistrationShell(visitor);
    await visitor.inspect();
    await linkAtBank(visitor, "MFA");
    await visitor.page.frameLocator("iframe").getByLabel("Security code").fill("123456");
    await visitor.page.frameLocator("iframe").getByRole("button", { name: "Continue" }).click();
    await visitor.at("/relink/selection/failed");
    await expectRegistrationShell(visitor);
    await visitor.page.getByText(/^You can link only an account at Harbor Savings Bank\. Nothing was changed/).waitFor();
    await visitor.inspect();
    await visitor.press("Try again");
    await visitor.at("/relink/selection");
    await linkAtBank(visitor, "Good");
    await visitor.at("/login/registration-home");
    expect(await bank.holdings(who.email)).toMatchObject({ links: 1 });
    visitor.forgive(/422/);
  });

  it("before registration is complete, by the account's numbers: wrong amounts, then right ones", async () => {
    const { visitor, who } = await signInAs("relink-open-manual", "relink", { progress: { registration_last_step: "bank" } });
    await visitor.open("/relink/manual/banking-information");
    await visitor.at("/relink/manual/banking-information");
    await enterNumbers(visitor, { account: "000123456789" });
    await visitor.at("/relink/manual/microdeposits/sent");
    await bank.simulate("microdeposits", who.email);
    await visitor.press("Enter the amounts");
    await visitor.at("/relink/manual/microdeposits");
    await enterAmounts(visitor, "0.11", "0.12");
    await visitor.at("/relink/manual/microdeposits/incorrect");
    await visitor.page.getByText("You have 2 tries left.").waitFor();
    await visitor.inspect();
    await visitor.press("Try again");
    await visitor.at("/relink/manual/microdeposits");
    await enterAmounts(visitor, "0.07", "0.23");
    await visitor.at("/relink/manual/microdeposits/successful");
    await expectRegistrationShell(visitor);
    await visitor.press("Continue");
    await visitor.at("/login/registration-home");
  });
});
