/** Tests the use of the keyboard alone: opening an account, signing in, sending a message, dialogs and their focus. */
import { describe, expect, it } from "vitest";
import { newApplicant, PAGES, signInByPages, walk } from "./applicant.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { tabTo } from "./keyboard.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();

const holder = (visitor: Visitor) => visitor.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? "");

/** Expects the focus on the heading of a new screen. */
async function expectHeadingFocused(visitor: Visitor): Promise<void> {
  expect(await holder(visitor), `the focus on ${visitor.path}`).toMatch(/^<h1/);
}

/** Expects no keyboard trap in a frame (WCAG 2.1.2): Tab and Shift+Tab enter and leave it. */
async function tabThroughProviderFrame(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await visitor.press(/^Sign in to your bank/);
  const provider = page.frameLocator("iframe");
  const close = provider.getByRole("button", { name: "Close", exact: true });
  const beyond = visitor.link("Message center");
  await tabTo(page, close);
  await tabTo(page, beyond);
  await page.keyboard.press("Shift+Tab");
  expect(await close.evaluate((button) => button === document.activeElement), "the focus after Shift+Tab").toBe(true);
  await page.keyboard.press("Enter");
  await page.locator("iframe").waitFor({ state: "detached" });
  await expectHeadingFocused(visitor);
}

describe("the keyboard alone", () => {
  it("opens an account, from the registration to the dashboard", async () => {
    const visitor = await arrive({ brand: "harbor", width: 1440, name: "keyboard", keyboard: true });
    await visitor.open("/registration");
    await visitor.settled();
    await visitor.page.keyboard.press("Tab");
    expect(await visitor.link("Skip to main content").evaluate((link) => link === document.activeElement)).toBe(true);
    await visitor.page.keyboard.press("Enter");
    expect(await holder(visitor)).toMatch(/^<main/);
    const walked = await walk(visitor, newApplicant(), {
      until: "/dashboard",
      onEach: async (_, path) => {
        if (path !== "/registration") await expectHeadingFocused(visitor);
      },
    });
    expect(walked).toContain("/fund-account/disclosure");
  });

  it("signs in with a second factor, and sends a message with a file", async () => {
    const persona = await bank.persona("active");
    const visitor = await arrive({ brand: "harbor", width: 390, name: "keyboard-message", keyboard: true });
    await signInByPages(visitor, persona);
    await expectHeadingFocused(visitor);
    await visitor.press("Need help? Contact us");
    await visitor.goneFrom("/dashboard");
    await expectHeadingFocused(visitor);
    await visitor.press(/^(New|Write a) message/);
    await visitor.goneFrom("/registration/message-center");
    await expectHeadingFocused(visitor);
    await visitor.type("Subject", "A question about my statement");
    await visitor.choose("What's your message about?", "Statements");
    await visitor.type("Message", "Which day does the month's interest arrive?");
    await visitor.attach(/^Files/, { name: "statement.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n") });
    await visitor.page.getByText("statement.pdf").waitFor();
    await visitor.press("Send");
    await visitor.goneFrom("/registration/message-center/add-new-message");
    await expectHeadingFocused(visitor);
  });

  it("enters and leaves the provider's page, and links an account by its numbers instead", async () => {
    const persona = await bank.persona("bank");
    const visitor = await arrive({ brand: "harbor", width: 1440, name: "keyboard-manual", keyboard: true });
    await signIn(visitor, persona);
    await visitor.press("Continue");
    await visitor.at("/registration/link-account-selection");
    await tabThroughProviderFrame(visitor);
    await visitor.press(/^Enter the account number/);
    await visitor.at("/manual-funding/banking-information");
    await PAGES["/manual-funding/banking-information"]?.(visitor, newApplicant());
    await visitor.at("/manual-funding/microdeposits/sent");
    await expectHeadingFocused(visitor);
  });
});

describe("a dialog", () => {
  /** Tab stays within the dialog (and the browser's own bars), both ways round. */
  async function holdsFocus({ page }: Visitor): Promise<void> {
    for (const key of ["Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab"]) {
      await page.keyboard.press(key);
      const inside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest("dialog") !== null,
      );
      expect(inside, `the focus after ${key}`).toBe(true);
    }
  }

  it("of the footer traps the focus and restores it", async () => {
    const visitor = await arrive({ brand: "harbor", width: 390, name: "keyboard-help", keyboard: true });
    await visitor.open("/login");
    await visitor.settled();
    const help = visitor.button("Need help? Contact us");
    const dialog = visitor.page.getByRole("dialog", { name: "Contact us" });
    for (const away of ["Escape", "Enter"]) {
      await visitor.pressOn(help);
      await dialog.waitFor();
      await visitor.inspect();
      await holdsFocus(visitor);
      if (away === "Enter") await tabTo(visitor.page, dialog.getByRole("button", { name: "Close" }));
      await visitor.page.keyboard.press(away);
      await dialog.waitFor({ state: "detached" });
      expect(await help.evaluate((button) => button === document.activeElement), `the focus after ${away}`).toBe(true);
    }
  });

  it("of the idle warning restores the focus to the field, and the session continues", async () => {
    const persona = await bank.persona("basic");
    const visitor = await arrive({ brand: "harbor", width: 1440, name: "keyboard-idle", keyboard: true });
    await visitor.page.clock.install();
    await signIn(visitor, persona);
    await visitor.press("Continue");
    await visitor.at("/registration/basic-information");
    await visitor.type("First name", "Rosalind");
    await visitor.page.clock.fastForward("13:01");
    const dialog = visitor.page.getByRole("dialog", { name: "Are you still there?" });
    await dialog.waitFor();
    await visitor.inspect();
    await holdsFocus(visitor);
    await visitor.pressOn(dialog.getByRole("button", { name: "Stay logged in" }));
    await dialog.waitFor({ state: "detached" });
    const field = visitor.field("First name");
    expect(await field.evaluate((input) => input === document.activeElement), "the focus is where it was").toBe(true);
    expect(await field.inputValue()).toBe("Rosalind");
  });
});
