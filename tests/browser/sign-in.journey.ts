/** Tests signing in and everything that can prevent it: messages, locks, codes, devices, passwords, addresses. */
import { describe, expect, it } from "vitest";
import { enterCode, signInByPages, typeCode } from "./applicant.js";
import { bank, type Persona } from "./bank.js";
import { devices } from "./browser.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();

/** S8. */
const CODES_LOCKED = "Too many incorrect attempts. Account Locked.";
const LOCKED = `${CODES_LOCKED} Try again in 15 minutes or reset your password.`;
const CONNECTION = "We are experiencing some connection errors. Please try again in 1 hour.";
const DELAY = "We are currently experiencing a delay when logging in. Please try again in 1 hour.";
const RESENT = "Code resent successfully!";
/** The bank's own words. */
const WRONG_PASSWORD = "Your email or password is incorrect.";
const LINK_USED = "This link has expired or was already used. Get a new one.";

/** S9: the first try and three more. */
const EVERY_TRY = 4;
const LOCK = "PT16M";
/** Two different codes: at least one of them is wrong. */
const CODES = ["271828", "314159"] as const;

const other = (code: string): string => CODES.find((each) => each !== code) ?? CODES[0];

async function logIn(visitor: Visitor, email: string, password: string): Promise<void> {
  await visitor.type("Email", email);
  await visitor.type("Password", password);
  await visitor.press("Log in");
}

async function refused(visitor: Visitor, message: string): Promise<void> {
  await visitor.notified(message);
  expect(visitor.path).toBe("/login");
}

describe("logging in", () => {
  it("shows each rejection in the specified words, and locks and unlocks sign-in and codes", async () => {
    const { email, password } = await bank.persona("basic");
    const visitor = await arrive({ brand: "harbor", width: 390, name: "sign-in-locks" });
    await visitor.page.clock.install();
    await visitor.open("/login");
    await visitor.settled();

    await bank.fault({ path: "/login", status: 500 });
    await logIn(visitor, email, password);
    await refused(visitor, DELAY);
    expect(await visitor.link("Email support").getAttribute("href")).toBe("mailto:support@harborsavings.example");
    await bank.fault({ path: "/login", status: 419, times: EVERY_TRY });
    await visitor.press("Log in");
    await refused(visitor, CONNECTION);

    for (let attempt = 1; attempt < 5; attempt += 1) {
      await visitor.type("Password", "not her password");
      await visitor.press("Log in");
      await visitor.notified(WRONG_PASSWORD);
      // The message of the previous attempt may still be visible.
      await expect.poll(() => visitor.typed(["Email", "Password"])).toEqual({ Email: email, Password: "" });
      if (attempt === 1) await visitor.inspect();
    }
    await visitor.type("Password", "not her password");
    await visitor.press("Log in");
    await refused(visitor, LOCKED);
    expect(await visitor.link("Reset your password").getAttribute("href")).toBe("/login/forgot-password");
    await visitor.type("Password", password);
    await visitor.press("Log in");
    await visitor.notified(LOCKED);
    await visitor.inspect();
    await bank.advance(LOCK);
    await visitor.type("Password", password);
    await visitor.press("Log in");
    await visitor.at("/login/choose-mfa");
    await visitor.inspect();

    await visitor.press(/^Email/);
    await visitor.at("/otp-verification");
    await visitor.page.getByText(/^We sent a 6-digit code to \S+@example\.com/).waitFor();
    // The progress of the registration is not known yet.
    expect(await visitor.page.getByRole("progressbar").count()).toBe(0);
    const first = await bank.code(email);
    await typeCode(visitor, "999999");
    expect(await (await visitor.errorSummary()).innerText()).toMatch(/That code has expired\. Get a new one\./);
    await visitor.inspect();
    const resend = visitor.button("Resend code");
    expect(await resend.getAttribute("aria-disabled")).toBe("true");
    expect(await resend.innerText()).toMatch(/^Resend code in 0:\d\d$/);
    await visitor.reload();
    expect(await resend.innerText()).toMatch(/^Resend code in 0:\d\d$/);
    await visitor.page.clock.fastForward("01:01");
    await visitor.page.getByText("You can resend the code now.").waitFor({ state: "attached" });
    await bank.advance("PT61S");
    await visitor.press("Resend code");
    await visitor.notified(RESENT);
    await visitor.dismiss();
    const second = await bank.code(email, first);
    // The fifth wrong code locks; a new code does not reset the count.
    for (const wrong of [first, other(second), first, other(second)]) {
      await typeCode(visitor, wrong);
      await visitor.page.getByText("That code isn't right. Check it and try again.").first().waitFor();
    }
    await typeCode(visitor, first);
    await visitor.at("/mfa-account-locked");
    await visitor.inspect();
    await visitor.press("Back to log in");
    await visitor.at("/login");

    await logIn(visitor, email, password);
    await visitor.at("/login/choose-mfa");
    await visitor.press(/^Text message/);
    await visitor.notified(CODES_LOCKED);
    await visitor.inspect();
    await bank.advance(LOCK);
    await visitor.press(/^Text message/);
    await visitor.at("/otp-verification");
    await typeCode(visitor, "000000");
    await visitor.at("/login/registration-home");
  });
});

/** Asks for a link to choose a new password. */
async function askForLink(visitor: Visitor, email: string): Promise<string> {
  await visitor.type("Email", email);
  await visitor.press("Continue");
  await visitor.at("/login/sent");
  return visitor.page.getByRole("main").innerText();
}

async function choosePassword(visitor: Visitor, password: string): Promise<void> {
  await visitor.type("Password", password);
  await visitor.type("Confirm password", password);
  await visitor.press("Continue");
}

/** Signs in with a code, and remembers the device. */
async function signInForGood(visitor: Visitor, { email, password }: Persona): Promise<void> {
  await visitor.open("/login");
  await visitor.settled();
  await logIn(visitor, email, password);
  await visitor.at("/login/choose-mfa");
  await visitor.press(/^Email/);
  await visitor.at("/otp-verification");
  await visitor.tick("Remember this device for 30 days");
  await enterCode(visitor, email);
}

describe("a device and a password", () => {
  it("are remembered and reset: no code on the device, a link that works once, and the code again", async () => {
    const persona = await bank.persona("active-empty");
    const { email, password } = persona;
    const visitor = await arrive({ brand: "harbor", width: 1440, name: "sign-in-device" });
    await signInForGood(visitor, persona);
    await visitor.at("/dashboard");
    await visitor.press("Log out");
    await visitor.at("/login");
    await visitor.notified("Logout successful");
    await logIn(visitor, email, password);
    await visitor.at("/dashboard");
    await visitor.press("Log out");
    await visitor.at("/login");

    const elsewhere = await arrive({ brand: "harbor", width: 390, name: "sign-in-elsewhere" });
    await elsewhere.open("/login");
    await elsewhere.settled();
    await logIn(elsewhere, email, password);
    await elsewhere.at("/login/choose-mfa");

    await visitor.press("Forgot your password?");
    await visitor.at("/login/forgot-password");
    await visitor.inspect();
    const toNobody = await askForLink(visitor, `z${email}`);
    expect(await bank.outbox(`z${email}`)).toEqual([]);
    await visitor.press("Send a new link");
    await visitor.at("/login/forgot-password");
    expect((await askForLink(visitor, email)).replace(`${email.slice(0, 1)}***`, "z***")).toBe(toNobody);
    await visitor.inspect();

    const link = await bank.link(email);
    await visitor.follow(link);
    await visitor.at("/login/reset-password");
    expect(visitor.page.url(), "the token has left the address bar").not.toContain("token");
    await choosePassword(visitor, "short");
    expect(await (await visitor.errorSummary()).innerText()).toMatch(/This password is too short/);
    await visitor.inspect();
    await choosePassword(visitor, "password123");
    expect(await (await visitor.errorSummary()).innerText()).toMatch(/password/i);
    expect(await visitor.field("Password").getAttribute("aria-invalid")).toBe("true");
    const changed = `${password} and more`;
    await choosePassword(visitor, changed);
    await visitor.at("/login");
    await visitor.notified("You've changed your password. Log in with your new password.");
    await visitor.inspect();

    await logIn(visitor, email, password);
    await visitor.notified(WRONG_PASSWORD);
    await logIn(visitor, email, changed);
    // The device was remembered with the old password.
    await visitor.at("/login/choose-mfa");

    await elsewhere.follow(link);
    await elsewhere.at("/login/reset-password");
    await choosePassword(elsewhere, `${changed} again`);
    await elsewhere.at("/login/reset-password/failed");
    expect(await elsewhere.page.getByRole("main").innerText()).toContain(LINK_USED);
    await elsewhere.inspect();
    await elsewhere.press("Send me a new link");
    await elsewhere.at("/login/forgot-password");
    await askForLink(elsewhere, email);
    const late = await bank.link(email, link);
    await bank.advance("PT31M");
    await elsewhere.follow(late);
    await elsewhere.at("/login/reset-password");
    await choosePassword(elsewhere, `${changed} again`);
    await elsewhere.at("/login/reset-password/failed");
  });
});

describe("an email address", () => {
  it("is confirmed by its link, once", async () => {
    const persona = await bank.persona("new");
    const visitor = await arrive({ brand: "harbor", width: 390, name: "sign-in-address" });
    await signInByPages(visitor, persona);
    await visitor.at("/registration/landing");
    await visitor.open("/email-verification");
    await visitor.at("/email-verification");
    await visitor.inspect();
    await visitor.press("Send me a new link");
    await visitor.notified("We sent you a new link. It's good for 7 days.");
    const link = await bank.link(persona.email);
    await visitor.dismiss();
    await visitor.press("Send me a new link");
    await visitor.notified("We just sent you a link. Wait a minute before you request another one.");

    await visitor.follow(link);
    await visitor.page.getByText("We've verified your email address.").waitFor();
    expect(visitor.page.url(), "the token has left the address bar").not.toContain("token");
    await visitor.inspect();
    await visitor.follow(link);
    await visitor.at("/email-verification");
    await visitor.page.getByText("This link no longer works").waitFor();
    await visitor.inspect();
    await visitor.press("Continue");
    await visitor.at("/login/registration-home");
  });
});
