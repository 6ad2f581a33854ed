/** Tests where messages are shown, for each brand at each width: a failure above its button, a success clear of the controls. */
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { bank } from "./bank.js";
import { devices, LAYOUTS } from "./browser.js";
import { ARTIFACTS } from "./product.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${element} has no box`);
  return box;
}

/** Expects the message right above the button, both visible, and nothing over the button. */
async function expectAbove(visitor: Visitor, message: string, button: string): Promise<void> {
  const alert = visitor.page.getByRole("alert").filter({ hasText: message });
  await alert.waitFor();
  const [above, below] = [await boxOf(alert), await boxOf(visitor.button(button))];
  expect(below.y - (above.y + above.height), `from the message to ${button}`).toBeGreaterThanOrEqual(0);
  expect(below.y - (above.y + above.height), `from the message to ${button}`).toBeLessThan(40);
  const height = visitor.page.viewportSize()?.height ?? 0;
  expect(above.y, "the message is in view").toBeGreaterThanOrEqual(0);
  expect(below.y + below.height, `${button} is in view`).toBeLessThanOrEqual(height);
  await visitor.button(button).click({ trial: true });
}

/** Takes screenshots in both color schemes, for manual review. */
async function pictures(visitor: Visitor, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await visitor.page.emulateMedia({ colorScheme });
    await visitor.page.screenshot({ path: join(ARTIFACTS, `${name}-${colorScheme}.png`) });
  }
  await visitor.page.emulateMedia({ colorScheme: "light" });
}

describe.each(LAYOUTS)("a message at %s at %i px", (brand, width) => {
  it("of a refused login is above the button, and the email stays", async () => {
    const visitor = await arrive({ brand, width, name: `failure-login-${brand}-${width}` });
    const { email } = await bank.persona("basic", { brand });
    await visitor.open("/login");
    await visitor.settled();
    await visitor.type("Email", email);
    await visitor.type("Password", "not her password");
    await visitor.press("Log in");
    await expectAbove(visitor, "Your email or password is incorrect.", "Log in");
    expect(await visitor.typed(["Email", "Password"])).toEqual({ Email: email, Password: "" });
    await pictures(visitor, `failure-login-${brand}-${width}`);
    await visitor.inspect();
  });

  it("of a failed page of the application is above Continue", async () => {
    const visitor = await arrive({ brand, width, name: `failure-page-${brand}-${width}` });
    await signIn(visitor, await bank.persona("employer", { brand }));
    await visitor.press("Continue");
    await visitor.at("/registration/employer");
    await visitor.choose("Employment status", "Retired");
    await visitor.choose("Main source of income", "Retirement or pension");
    await bank.fault({ path: "/depositor", method: "PATCH", status: 500 });
    await visitor.press("Continue");
    await expectAbove(visitor, "Something went wrong on our end.", "Continue");
    await pictures(visitor, `failure-page-${brand}-${width}`);
    await visitor.inspect();
    await visitor.press("Continue");
    await visitor.goneFrom("/registration/employer");
  });

  it("of a success is an alert and covers no control that matters", async () => {
    const visitor = await arrive({ brand, width, name: `success-${brand}-${width}` });
    const persona = await bank.persona("basic", { brand });
    await visitor.page.clock.install();
    await visitor.open("/login");
    await visitor.settled();
    await visitor.type("Email", persona.email);
    await visitor.type("Password", persona.password);
    await visitor.press("Log in");
    await visitor.at("/login/choose-mfa");
    await visitor.press(/^Text message/);
    await visitor.at("/otp-verification");
    await visitor.page.clock.fastForward("01:01");
    await bank.advance("PT61S");
    await visitor.press("Resend code");
    const message = visitor.page.getByRole("alert").filter({ hasText: "Code resent successfully!" });
    await message.waitFor();
    await visitor.button("Verify").click({ trial: true });
    // In its cooldown the button takes no click: the trial must not wait for that.
    await visitor.button("Resend code").click({ trial: true, force: true });
    const help = visitor.page.locator(".pb-help:visible");
    await help.scrollIntoViewIfNeeded();
    await help.click({ trial: true });
    await pictures(visitor, `success-${brand}-${width}`);
    await visitor.inspect();
  });
});
