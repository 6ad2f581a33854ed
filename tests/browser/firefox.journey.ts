/** Tests the critical journeys in Firefox: opening and funding an account, signing in, moving money and linking a bank. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchFirefox } from "../support/firefox.js";
import { newApplicant, signInByPages, walk } from "./applicant.js";
import { bank } from "./bank.js";
import { newContexts } from "./contexts.js";
import { type Device, Visitor } from "./visitor.js";

let browser: Browser;
beforeAll(async () => {
  browser = await launchFirefox();
});
afterAll(() => browser.close());

/** Runs a journey; its visitor's console output and uncaught errors fail it. */
async function as(device: Omit<Device, "bidi">, journey: (visitor: Visitor) => Promise<void>): Promise<void> {
  const visitor = await Visitor.arrive(newContexts(browser), { ...device, bidi: true });
  try {
    await journey(visitor);
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    // Reports of failed tests show the message only, without its cause.
    throw new Error(`${failure}\n\n${await visitor.abandon()}`, { cause: error });
  }
  await visitor.leave();
}

it("opens an account at Harbor, links a bank, and makes the first deposit", () =>
  as({ brand: "harbor", width: 390, name: "firefox-opening" }, async (visitor) => {
    const applicant = newApplicant();
    await visitor.open("/registration");
    await walk(visitor, applicant, { until: "/dashboard" });
    await visitor.inspect();
    expect(await bank.holdings(applicant.email)).toMatchObject({ links: 1, transfers: 1 });
  }));

it("signs in at Juniper, deposits and withdraws", () =>
  as({ brand: "juniper", width: 1440, name: "firefox-transfers" }, async (visitor) => {
    const who = await bank.persona("active", { brand: "juniper" });
    const before = (await bank.holdings(who.email)).transfers;
    await signInByPages(visitor, who);
    await visitor.at("/dashboard");
    await visitor.press("Deposit");
    await visitor.at("/deposit");
    await visitor.type("Amount", "150");
    await visitor.press("Review");
    await visitor.tick(/^I authorize/);
    await visitor.press("Confirm deposit");
    await visitor.at("/deposit/success");
    expect((await bank.holdings(who.email)).transfers).toBe(before + 1);

    await visitor.open("/withdraw");
    await visitor.at("/withdraw");
    await visitor.type("Amount", "25");
    await visitor.press("Review");
    await visitor.page.getByText("$25.00").first().waitFor();
    await visitor.press(/^Email/);
    await visitor.field("Verification code").waitFor();
    await visitor.type("Verification code", await bank.code(who.email));
    await visitor.button("Withdraw").last().click();
    await visitor.at("/withdraw/success");
    expect((await bank.holdings(who.email)).transfers).toBe(before + 2);
  }));
