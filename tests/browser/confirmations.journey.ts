/** Tests a confirm dialog whose item, screen or session another tab of the browser ends, for each brand at each width. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { bank } from "./bank.js";
import { devices, LAYOUTS } from "./browser.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();
const ACCOUNT = "/my-account";
const CANCEL = "/joint-account/close-application";
const CHANGED = /^This changed while the question was open/;

/** Signs in a depositor with a linked account and an application for a joint holder; returns their email. */
async function depositor(visitor: Visitor, brand: string): Promise<string> {
  const who = await bank.persona("joint-unsubmitted", { brand });
  await signIn(visitor, who);
  return who.email;
}

/** Opens a page in this tab and raises a question there, then opens the same page in another tab; returns the first tab. */
async function questionOpen(visitor: Visitor, path: string, control: string): Promise<Page> {
  await visitor.open(path);
  await visitor.at(path);
  await visitor.press(control);
  await visitor.page.getByRole("dialog").waitFor();
  const first = await visitor.secondTab(path);
  await visitor.at(path);
  return first;
}

describe.each(LAYOUTS)("a confirm dialog of %s at %i px", (brand, width) => {
  it("does nothing for an item that another tab has removed, and closes when another tab logs out", async () => {
    const visitor = await arrive({ brand, width, name: `confirm-item-${brand}-${width}` });
    const email = await depositor(visitor, brand);
    const first = await questionOpen(visitor, ACCOUNT, "Remove");
    await visitor.press("Remove");
    await visitor.press("Remove account");
    await visitor.notified("Account removed");
    const second = visitor.page;

    visitor.page = first;
    // The change has reached the page behind the dialog.
    await first.getByText("You don't have a linked bank account.").waitFor();
    await visitor.press("Remove account");
    await first.getByRole("alert").getByText(CHANGED).waitFor();
    await visitor.inspect();
    expect(await bank.holdings(email)).toMatchObject({ links: 0 });

    await second.close();
    const page = await questionOpen(visitor, CANCEL, "Cancel application");
    await visitor.open("/logout");
    await visitor.at("/login");
    await page.waitForURL(/\/login$/);
    expect(await page.getByRole("dialog").count()).toBe(0);
    visitor.page = page;
    await visitor.inspect();
    // A logout expires the token that both tabs share: a call of the other tab may be rejected once, and is repeated.
    visitor.forgive(/419/);
  });

  it("does nothing for an application that another tab has canceled", async () => {
    const visitor = await arrive({ brand, width, name: `confirm-screen-${brand}-${width}` });
    await depositor(visitor, brand);
    const first = await questionOpen(visitor, CANCEL, "Cancel application");
    await visitor.press("Cancel application");
    await visitor.press("Yes, cancel it");
    await visitor.notified("We canceled your joint application and deleted the information.");

    const sent: string[] = [];
    first.on("request", (request) => sent.push(request.postData() ?? ""));
    visitor.page = first;
    await first.getByText("No application to cancel").waitFor();
    await visitor.press("Yes, cancel it");
    await first.getByRole("alert").getByText(CHANGED).waitFor();
    expect(sent.filter((body) => body.includes("CloseJointApplication"))).toEqual([]);
    await visitor.inspect();
  });
});
