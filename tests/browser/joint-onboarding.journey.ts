/**
 * Tests the joint account with two browsers at once, the primary holder and the invited one: the whole story in both brands,
 * and each refusal of an invitation.
 */
import { randomInt } from "node:crypto";
import { describe, expect, it } from "vitest";
import { partOf, sample } from "../support/part.js";
import { enterCode, newSsn } from "./applicant.js";
import { bank, type Persona } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();

const LAST4 = "4321";
const BIRTH = "09/30/1987";
const PASSWORD = "Quiet Harvest 42 together";

const newEmail = (): string => `robin.${randomInt(2 ** 40).toString(36)}@example.com`;

/** The primary holder applies for the joint account; returns the email of the invited person. */
async function invite(primary: Visitor, who: Persona): Promise<string> {
  const email = newEmail();
  await signIn(primary, who, "/joint-account/contact");
  await primary.at("/joint-account/contact");
  await primary.type("Joint holder's email", email);
  await primary.press("Continue");
  await primary.at("/joint-account/personal-information");
  await primary.type("First name", "Robin");
  await primary.type("Last name", "Whitfield");
  await primary.type("Date of birth", BIRTH);
  await primary.type("Social Security number", newSsn(LAST4));
  await primary.press("Continue");
  await primary.at("/joint-account/address-information");
  await primary.press("Use my address");
  await primary.at("/joint-account/occupation");
  await primary.choose("Employment status", "Retired");
  await primary.choose("Main source of income", "Retirement or pension");
  await primary.press("Continue");
  await primary.at("/joint-account/confirm-details");
  await primary.tick(/the joint holder agreed that I share it$/);
  await primary.press("Send invitation");
  await primary.at("/joint-account/reviewing-account");
  return email;
}

/** The invited person opens a link, and answers. */
async function answer(guest: Visitor, link: string, last4: string): Promise<void> {
  await guest.follow(link);
  await guest.at("/joint-account/onboarding");
  await guest.press("Continue");
  await guest.at("/joint-account/onboarding/ssn-verification");
  await enterAnswers(guest, last4);
}

/** The invited person opens a link that can no longer be used: the welcome page says so. */
async function findClosed(guest: Visitor, link: string): Promise<void> {
  await guest.follow(link);
  await guest.at("/joint-account/onboarding");
  await guest.page.getByText("This invitation no longer works").waitFor();
  expect(await guest.button("Continue").count()).toBe(0);
}

async function enterAnswers(guest: Visitor, last4: string): Promise<void> {
  await guest.type("Last four digits of your SSN", last4);
  await guest.type("Date of birth", BIRTH);
  await guest.tick(/^I certify the three statements/);
  await guest.tick(/terms of use/);
  await guest.tick(/documents electronically/);
  await guest.press("Verify");
}

async function choosePassword(guest: Visitor): Promise<void> {
  await guest.at("/joint-account/onboarding/identity-verified");
  await guest.press("Continue");
  await guest.at("/joint-account/onboarding/create-password");
  await guest.type("Password", PASSWORD);
  await guest.type("Confirm password", PASSWORD);
  await guest.press("Continue");
}

async function prepareDeposit(visitor: Visitor): Promise<void> {
  await visitor.open("/deposit");
  await visitor.at("/deposit");
  await visitor.type("Amount", "30000");
  await visitor.press("Review");
  await visitor.tick(/^I authorize .* to debit \$30,000\.00/);
}

describe.each(
  sample(
    [
      ["harbor", 390],
      ["juniper", 1440],
    ] as const,
    2,
  ),
)("in %s, the invited holder at %i px", (brand, width) => {
  it("both holders share the account, and its limits", async () => {
    const primary = await arrive({ brand, width: 1440, name: `primary-${brand}` });
    const guest = await arrive({ brand, width, name: `invited-${brand}` });
    const who = await bank.persona("active", { brand });
    const email = await invite(primary, who);
    const link = await bank.link(email);

    await guest.follow(link);
    await guest.at("/joint-account/onboarding");
    await guest.inspect();
    expect(guest.page.url(), "no secret stays in the address").not.toContain("hash");
    await guest.press("Continue");
    await guest.at("/joint-account/onboarding/ssn-verification");
    await guest.inspect();
    await guest.press("Verify");
    expect(await (await guest.errorSummary()).innerText()).toContain("Enter the last four digits of your Social Security number.");
    await enterAnswers(guest, "9999");
    await guest.notified("This doesn't match the joint application. Check both answers. You have 2 tries left.");
    await enterAnswers(guest, LAST4);
    await guest.at("/joint-account/onboarding/identity-verified");
    await guest.inspect();
    await guest.press("Continue");
    await guest.at("/joint-account/onboarding/create-password");
    await guest.inspect();
    await guest.type("Password", "short");
    await guest.type("Confirm password", "other");
    await guest.press("Continue");
    expect(await (await guest.errorSummary()).innerText()).toMatch(/password/i);
    await guest.press("Back");
    await choosePassword(guest);
    await guest.at("/joint-account/onboarding/password-success");
    await guest.inspect();
    // The primary holder's page notices the acceptance by itself.
    await primary.at("/joint-account/success");

    await guest.press("Log in");
    await guest.at("/login");
    await guest.type("Email", email);
    await guest.type("Password", PASSWORD);
    await guest.press("Log in");
    await guest.at("/login/choose-mfa");
    await guest.press(/^Email/);
    await guest.at("/otp-verification");
    await enterCode(guest, email);
    await guest.at("/joint-account/onboarding/success");
    await guest.inspect();
    await guest.page.getByText("You and Dana now share the account.").waitFor();
    // A person who leaves without agreeing is asked again on Home.
    await guest.open("/dashboard");
    await guest.press("Read documents");
    await guest.at("/joint-account/onboarding/success");
    await guest.press("Agree and continue");
    await guest.page.getByText("Check the box for each document after you read it.").first().waitFor();
    for (const box of await guest.page.getByRole("main").getByRole("checkbox").all()) await guest.tickBox(box);
    await guest.press("Agree and continue");
    await guest.at("/dashboard");

    // Both deposit $30,000 at the same moment: the limit of $50,000 a day is the account's, so one of them is refused.
    await Promise.all([prepareDeposit(primary), prepareDeposit(guest)]);
    const before = (await bank.holdings(who.email)).transfers;
    await Promise.all([primary.press("Confirm deposit"), guest.press("Confirm deposit")]);
    await expect
      .poll(async () => [primary.path, guest.path].filter((path) => path === "/deposit/success").length, { timeout: 20_000 })
      .toBe(1);
    const refused = primary.path === "/deposit/success" ? guest : primary;
    await refused.page
      .getByText(/The limit is \$50,000\.00 a day/)
      .first()
      .waitFor();
    expect((await bank.holdings(who.email)).transfers).toBe(before + 1);
    for (const visitor of [primary, guest]) visitor.forgive(/422/);

    // What only the primary holder may do is closed to the second one.
    await guest.open("/beneficiary/add");
    await guest.at("/not-found");
    await guest.open("/joint-account");
    await guest.at("/not-found");
    await guest.open("/joint-account/account-holder");
    await guest.at("/joint-account/account-holder");
    await guest.inspect();

    // The link works once.
    await findClosed(guest, link);
    await guest.inspect();
  });
});

if (partOf() === "representative") {
  it("three wrong answers lock the invitation, which the primary holder sends again", async () => {
    const primary = await arrive({ brand: "harbor", width: 1440, name: "locked-primary" });
    const guest = await arrive({ brand: "harbor", width: 390, name: "locked-invited" });
    const who = await bank.persona("active");
    const email = await invite(primary, who);
    const link = await bank.link(email);
    await answer(guest, link, "9999");
    await guest.notified("This doesn't match the joint application. Check both answers. You have 2 tries left.");
    await enterAnswers(guest, "9998");
    await guest.notified("This doesn't match the joint application. Check both answers. You have 1 try left.");
    await enterAnswers(guest, "9997");
    await guest.at("/joint-account/onboarding/locked-access");
    await guest.inspect();
    await guest.follow(link);
    await guest.at("/joint-account/onboarding/locked-access");
    expect((await bank.outbox(who.email))[0]?.subject).toBe("Your invitation is locked");

    await bank.advance("PT2M");
    await primary.open("/joint-account/edit-email");
    await primary.at("/joint-account/edit-email");
    await primary.press("Send invitation again");
    await answer(guest, await bank.link(email, link), LAST4);
    await guest.at("/joint-account/onboarding/identity-verified");
    // The first link was replaced.
    await findClosed(guest, link);
  });

  it("an application that is canceled while the invited person is half way, and an expired link, end with what to do", async () => {
    const primary = await arrive({ brand: "juniper", width: 1440, name: "closed-primary" });
    const guest = await arrive({ brand: "juniper", width: 390, name: "closed-invited" });
    const who = await bank.persona("active", { brand: "juniper" });
    const email = await invite(primary, who);
    await answer(guest, await bank.link(email), LAST4);
    await guest.at("/joint-account/onboarding/identity-verified");

    await primary.press("Cancel application");
    await primary.at("/joint-account/close-application");
    await primary.press("Cancel application");
    await primary.press("Yes, cancel it");
    await primary.at("/joint-account");
    await choosePassword(guest);
    await guest.page.getByText("It's too late to choose a password here").waitFor();
    await guest.inspect();
    expect((await bank.outbox(email))[0]?.subject).toBe("Your invitation was canceled");

    const second = await arrive({ brand: "juniper", width: 1440, name: "expired-primary" });
    const later = await invite(second, await bank.persona("active", { brand: "juniper" }));
    await bank.advance("P8D");
    await findClosed(guest, await bank.link(later));
  });
}
