/** Tests deposits, their changes and cancelling, withdrawals with a code, and closing the account. */
import { describe, expect, it } from "vitest";
import { sample } from "../support/part.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";

const arrive = devices();

/** A day in the format of a date field, some weeks ahead of the bank's clock, which other journeys move. */
async function dayAhead(days: number): Promise<string> {
  const at = new Date(Date.parse(await bank.now()) + days * 24 * 60 * 60 * 1000);
  return at.toISOString().slice(0, 10);
}

describe.each(
  sample(
    [
      ["harbor", 390],
      ["juniper", 1440],
    ] as const,
    2,
  ),
)("a depositor of %s at %i px", (brand, width) => {
  it("makes a recurring deposit once although the answer was lost, changes it, and stops it", async () => {
    const visitor = await arrive({ brand, width, name: `deposit-${brand}` });
    const who = await bank.persona("active", { brand });
    const before = (await bank.holdings(who.email)).transfers;
    await signIn(visitor, who);
    await visitor.at("/dashboard");
    await visitor.press("Deposit");
    await visitor.at("/deposit");
    await visitor.inspect();
    await visitor.type("Amount", "50000.01");
    await visitor.press("Review");
    expect(await (await visitor.errorSummary()).innerText()).toContain("$50,000.00");
    await visitor.type("Amount", "150");
    await visitor.type("Date", await dayAhead(30));
    await visitor.choose("How often", "Every month");
    await visitor.press("Review");
    await visitor.button("Confirm deposit").waitFor();
    await visitor.inspect();
    await visitor.page.goBack();
    expect(await visitor.field("Amount").inputValue()).toMatch(/^150(\.00)?$/);
    expect(await visitor.field("How often").inputValue()).toBe("monthly");
    await visitor.page.goForward();
    await visitor.button("Confirm deposit").waitFor();
    await visitor.press("Edit");
    expect(await visitor.field("Amount").inputValue()).toMatch(/^150(\.00)?$/);
    await visitor.press("Review");
    await visitor.press("Confirm deposit");
    await visitor.errorSummary();
    await visitor.tick(/^I authorize .* to debit \$150\.00 from my .* every month/);
    await visitor.page.emulateMedia({ media: "print" });
    expect(await visitor.page.getByText(/^I authorize/).isVisible(), "the authorization on paper").toBe(true);
    for (const pressed of [visitor.button("Confirm deposit"), visitor.button("Log out").or(visitor.link("Log out")).first()])
      expect(await pressed.isVisible(), "a control on paper").toBe(false);
    const ink = await visitor.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--pb-on-hero").trim());
    expect(ink, "the ink of a balance on paper, which has no dark background").toBe("#000");
    await visitor.page.emulateMedia({ media: "screen" });
    await visitor.loseAnswer("Deposit");
    await visitor.press("Confirm deposit");
    await visitor.page.getByText("We couldn't confirm this.").first().waitFor();
    visitor.forgive(/ERR_CONNECTION_RESET/);
    await visitor.press("Confirm deposit");
    await visitor.at("/deposit/success");
    await visitor.inspect();
    expect((await bank.holdings(who.email)).transfers).toBe(before + 1);

    await visitor.press("Scheduled deposits");
    await visitor.at("/deposit/edit");
    await visitor.inspect();
    await visitor.press("Edit or cancel");
    await visitor.type("Amount", "");
    await visitor.press("Review changes");
    await visitor.errorSummary();
    await visitor.type("Amount", "175");
    await visitor.press("Review changes");
    await visitor.button("Save changes").waitFor();
    await visitor.inspect();
    await visitor.press("Save changes");
    await visitor.errorSummary();
    await visitor.tick(/^I authorize/);
    await visitor.press("Save changes");
    await visitor.at("/deposit/reschedule-success");
    await visitor.inspect();

    await visitor.press("Go to Home");
    await visitor.at("/dashboard");
    await visitor.inspect();
    await visitor.page.getByText("+$175.00").first().waitFor();
    await visitor.press("Edit or cancel");
    await visitor.at("/deposit/edit");
    await visitor.press("Stop all recurring deposits");
    await visitor.press("Stop deposits");
    await visitor.notified("Deposit cancelled successfully");
    await visitor.at("/deposit/cancel-success");
    await visitor.inspect();
    // The deposit that was stopped can't be edited again: its page has left the history.
    await visitor.page.goBack();
    await visitor.at("/dashboard");
  });

  it("withdraws with a code, and closes the account", async () => {
    const visitor = await arrive({ brand, width, name: `withdraw-${brand}` });
    const who = await bank.persona("active", { brand });
    await signIn(visitor, who);
    await visitor.at("/dashboard");
    await visitor.press("Withdraw");
    await visitor.at("/withdraw");
    await visitor.inspect();
    await visitor.type("Amount", "999999");
    await visitor.press("Review");
    expect(await (await visitor.errorSummary()).innerText()).toContain("You can withdraw up to $");
    visitor.forgive(/422/);
    await visitor.type("Amount", "25");
    await visitor.press("Review");
    await visitor.page.getByText("$25.00").first().waitFor();
    await visitor.inspect();
    await visitor.page.goBack();
    expect(await visitor.field("Amount").inputValue()).toMatch(/^25(\.00)?$/);
    await visitor.page.goForward();
    await visitor.page.getByText("$25.00").first().waitFor();
    await visitor.press(/^Email/);
    await visitor.field("Verification code").waitFor();
    await visitor.inspect();
    await visitor.button("Withdraw").last().click();
    await visitor.errorSummary();
    await visitor.type("Verification code", await bank.code(who.email));
    await visitor.button("Withdraw").last().click();
    await visitor.at("/withdraw/success");
    await visitor.inspect();
    await visitor.press("Go to Home");
    await visitor.at("/dashboard");
    await visitor.page.getByText("-$25.00").first().waitFor();
    await visitor.button("Cancel").first().click();
    await visitor.press("Cancel withdrawal");
    await visitor.notified("Withdrawal canceled");

    await visitor.press("Withdraw");
    await visitor.at("/withdraw");
    await visitor.press("Close my account");
    await visitor.press("Review");
    await visitor.errorSummary();
    await visitor.choose("Why are you closing your account?", "Another reason");
    await visitor.type("Type CLOSE to confirm", "CLOSE");
    await visitor.inspect();
    await visitor.press("Review");
    const used = await bank.code(who.email);
    await visitor.press(/^Email/);
    await visitor.field("Verification code").waitFor();
    await visitor.press("Close my account");
    await visitor.errorSummary();
    await visitor.type("Verification code", await bank.code(who.email, used));
    await visitor.press("Close my account");
    await visitor.at("/withdraw/close-success");
    await visitor.inspect();
    expect((await bank.holdings(who.email)).balance).toBe("0.00");
    await visitor.press("Documents");
    await visitor.at("/dashboard/documents");
  });
});

it("a depositor who is offline reads once what became of the deposit, and not that other data could not be loaded", async () => {
  const visitor = await arrive({ brand: "harbor", width: 360, name: "deposit-offline" });
  await signIn(visitor, await bank.persona("active"));
  await visitor.open("/deposit");
  await visitor.at("/deposit");
  await visitor.type("Amount", "33.33");
  await visitor.press("Review");
  await visitor.button("Confirm deposit").waitFor();
  await visitor.tick(/^I authorize .* to debit \$33\.33/);
  await visitor.connected(false);
  const loadFailed = visitor.page.waitForEvent("requestfailed", (request) => request.postData()?.includes("query Transactions") === true);
  await visitor.press("Confirm deposit");
  const failure = visitor.page.locator(".pb-failure", { hasText: "We'll never do it twice." });
  await failure.waitFor();
  await loadFailed;
  // Time in which the answer would be shown.
  await failure.evaluate(async () => {
    for (let frames = 0; frames < 5; frames += 1) await new Promise(requestAnimationFrame);
  });
  expect(await visitor.page.locator(".pb-notification").count()).toBe(0);
  await visitor.connected(true);
  visitor.forgive(/^console\.error on \S+: Failed to load resource: net::ERR_INTERNET_DISCONNECTED$/);
  await visitor.press("Confirm deposit");
  await visitor.at("/deposit/success");
});
