/**
 * Tests the two hubs, Registration Home and "Account status", for each status: the remaining tasks, and the target of Continue
 * (D42).
 */
import { describe, expect, it } from "vitest";
import { signInByPages } from "./applicant.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();

const HOME = "/login/registration-home";
const MORE = "/registration/additional-info";

async function expectText(visitor: Visitor, words: RegExp): Promise<void> {
  await visitor.page.getByRole("main").getByText(words).first().waitFor();
}

describe("Registration Home", () => {
  it.each([
    {
      name: "unsubmitted",
      says: /We couldn't complete your identity check/,
      leads: MORE,
      there: /We couldn't complete your identity check/,
    },
    { name: "errored", says: /Next: review your information/, leads: MORE, there: /We couldn't complete your identity check/ },
    {
      name: "in-review",
      says: /Next: link the bank account/,
      leads: "/registration/link-account-selection",
      there: /Sign in to your bank/,
    },
    { name: "failed", says: /We couldn't open your account/, leads: "/registration/hold-account", there: /Beacon Consumer/ },
  ])("shows $name the remaining tasks and leads to $leads", async ({ name, says: words, leads, there }) => {
    const visitor = await arrive({ brand: "harbor", width: 390, name: `hub-${name}` });
    await signIn(visitor, await bank.persona(name));
    await visitor.at(HOME);
    await expectText(visitor, words);
    await visitor.inspect();
    await visitor.press("Continue");
    await visitor.at(leads);
    await expectText(visitor, there);
    await visitor.inspect();
    if (leads !== MORE) return;
    // Details that did not match the records can be corrected, from the first page on.
    await visitor.press("Review my information");
    await visitor.at("/registration/basic-information");
    expect(await visitor.field("First name").inputValue()).toBe("Dana");
  });
});

describe("Account status", () => {
  it.each([
    { name: "hold", home: "/registration/hold-account", there: /Your account is on hold while we review it/, status: /on hold/ },
    { name: "view-only", home: "/dashboard/documents", there: /Statements/, status: /view-only/ },
    { name: "manually-reviewed", home: "/dashboard", there: /Available to withdraw/, status: /Your account is open/ },
  ])("is open to $name besides the page after a sign-in", async ({ name, home, there, status }) => {
    const visitor = await arrive({ brand: "juniper", width: 390, name: `hub-${name}` });
    await signInByPages(visitor, await bank.persona(name, { brand: "juniper" }));
    await visitor.at(home);
    await expectText(visitor, there);
    await visitor.open("/login/entry");
    await visitor.at("/login/entry");
    await expectText(visitor, status);
    await visitor.inspect();
    await visitor.press("Continue");
    await visitor.at(name === "view-only" ? "/registration/hold-account" : home);
    await visitor.inspect();
    if (name !== "hold") return;
    // The pages to which the hold page refers are open.
    await visitor.press("Message center");
    await visitor.at("/registration/message-center");
    await expectText(visitor, /Your account is on hold/);
  });
});
