/** Tests the settings of My Account and the questions: sessions, the password, a linked bank's nickname and removal. */
import { describe, expect, it } from "vitest";
import { enterCode, signInByPages } from "./applicant.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";

const arrive = devices();
const PAGE = "/my-account";
const PASSWORD = "A new horse battery 5";

describe("a depositor", () => {
  it("ends another session, changes the password, and logs in with it", async () => {
    const visitor = await arrive({ brand: "harbor", width: 1440, name: "my-account-login" });
    const other = await arrive({ brand: "harbor", width: 390, name: "my-account-other" });
    const who = await bank.persona("active");
    await signIn(visitor, who);
    await signIn(other, who);
    await visitor.open(PAGE);
    await visitor.at(PAGE);
    await visitor.inspect();
    const { page } = visitor;
    await page.getByRole("main").getByRole("button", { name: "Log out", exact: true }).click();
    await visitor.press("Log out device");
    await visitor.notified("That device is logged out");
    await other.open(PAGE);
    await other.at("/login");
    // The client repeats a call whose token ended with the session.
    other.forgive(/401|419/);

    await page.getByText("Change password", { exact: true }).first().click();
    await visitor.type("Current password", "not it");
    await visitor.type("New password", PASSWORD);
    await visitor.type("Confirm new password", PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    visitor.forgive(/422/);
    expect(await (await visitor.errorSummary()).innerText()).toContain("Your password is incorrect.");
    await visitor.inspect();
    await visitor.type("Current password", who.password);
    await page.getByRole("button", { name: "Change password" }).click();
    await visitor.notified("You've changed your password. We logged you out everywhere else.");
    await signInByPages(other, { ...who, password: PASSWORD });
    await other.at("/dashboard");
  });

  it("forgets a remembered device, and chooses emails and paper", async () => {
    const visitor = await arrive({ brand: "juniper", width: 768, name: "my-account-settings" });
    const who = await bank.persona("active", { brand: "juniper" });
    await visitor.open("/login");
    await visitor.settled();
    await visitor.type("Email", who.email);
    await visitor.type("Password", who.password);
    await visitor.press("Log in");
    await visitor.at("/login/choose-mfa");
    await visitor.press(/^Text message/);
    await visitor.at("/otp-verification");
    await visitor.tick(/^Remember this device/);
    await enterCode(visitor, who.phone);
    await visitor.at("/dashboard");
    await visitor.open(PAGE);
    await visitor.at(PAGE);
    await visitor.press("Forget");
    await visitor.page.getByText("No devices are remembered. We send a code each time you log in.").waitFor();

    const paperless = visitor.page.getByRole("checkbox", { name: "Go paperless" });
    const messages = visitor.page.getByRole("checkbox", { name: "Email me when I get a message" });
    const before = await messages.isChecked();
    expect(await paperless.isChecked()).toBe(true);
    await paperless.setChecked(false, { force: true });
    await messages.setChecked(!before, { force: true });
    await visitor.press("Save settings");
    await visitor.notified("Settings saved");
    await visitor.inspect();
    await visitor.reload();
    expect(await paperless.isChecked()).toBe(false);
    expect(await messages.isChecked()).toBe(!before);
  });

  it("names a linked bank and removes it, and reads the questions", async () => {
    const visitor = await arrive({ brand: "juniper", width: 390, name: "my-account-links" });
    await signIn(visitor, await bank.persona("active", { brand: "juniper" }), PAGE);
    await visitor.at(PAGE);
    await visitor.press("Edit nickname");
    await expect.poll(() => visitor.field("Nickname").evaluate((field) => field === document.activeElement)).toBe(true);
    await visitor.type("Nickname", " ");
    await visitor.press("Save nickname");
    expect(await (await visitor.errorSummary()).innerText()).toContain("Enter a nickname.");
    await visitor.inspect();
    await visitor.type("Nickname", "Rent account");
    await visitor.press("Save nickname");
    await visitor.notified("Nickname saved");
    await visitor.page.getByText(/^Rent account ending in \d{4}$/).waitFor();
    expect(await visitor.field("Nickname").count()).toBe(0);
    await visitor.inspect();
    await visitor.press("Remove");
    await visitor.press("Remove account");
    await visitor.notified("Account removed");
    await visitor.page.getByText("You don't have a linked bank account.").waitFor();
    // The focus is not lost with the row.
    expect(await visitor.page.evaluate(() => document.activeElement?.textContent)).toBe("Link an account");
    await visitor.press("Link an account");
    await visitor.page.getByText("You removed the account you had linked.").waitFor();
    await visitor.inspect();

    await visitor.open("/faq");
    await visitor.at("/faq");
    const questions = visitor.page.getByRole("main").locator("summary");
    await questions.first().waitFor();
    const all = await questions.count();
    const lastAnswer = visitor.page.locator("details > p").last();
    await visitor.page.emulateMedia({ media: "print" });
    expect(await lastAnswer.evaluate((answer) => answer.checkVisibility({ contentVisibilityAuto: true })), "an answer on paper").toBe(true);
    await visitor.page.emulateMedia({ media: "screen" });
    expect(await lastAnswer.isVisible(), "a closed answer on the screen").toBe(false);
    await questions.first().click();
    await visitor.inspect();
    await visitor.page.getByRole("searchbox").fill("interest");
    await expect.poll(() => questions.count()).toBeLessThan(all);
    expect(await questions.count()).toBeGreaterThan(0);
    await visitor.page.getByRole("searchbox").fill("no such words");
    await visitor.page.getByRole("status").filter({ hasText: /\S/ }).first().waitFor();
    expect(await questions.count()).toBe(0);
  });
});
