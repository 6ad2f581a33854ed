/** Tests the cancellation of an application, before and after the identity check, and what is possible afterwards. */
import { describe, expect, it } from "vitest";
import { signInByPages } from "./applicant.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();

const HOME = "/login/registration-home";
const CANCELLED = "/registration/cancelled-account-open";

/** Cancels from Registration Home to the success page; the checkbox is required. */
async function cancel(visitor: Visitor, reason: string): Promise<void> {
  await visitor.press("Cancel my application");
  await visitor.at("/registration/cancel-account-open");
  await visitor.choose("Why are you canceling?", reason);
  await visitor.press("Cancel my application");
  expect(await (await visitor.errorSummary()).innerText()).toContain("Check the box to cancel, or keep your application.");
  await visitor.inspect();
  await visitor.tick("I want to cancel my application");
  await visitor.press("Cancel my application");
  await visitor.at(CANCELLED);
  await visitor.page.getByText("We've canceled your application").waitFor();
  await visitor.inspect();
}

describe("cancelling", () => {
  it("before the check erases the entered data: the application starts again with empty pages", async () => {
    const persona = await bank.persona("employer");
    const visitor = await arrive({ brand: "harbor", width: 390, name: "cancelling-before" });
    await signIn(visitor, persona);
    await visitor.at(HOME);

    await visitor.press("Cancel my application");
    await visitor.at("/registration/cancel-account-open");
    await visitor.press("Keep my application");
    await visitor.at(HOME);
    await cancel(visitor, "It takes too long");
    expect((await bank.outbox(persona.email)).map(({ subject }) => subject)).toContain("You canceled your Harbor application");
    // The message center stays open, also after a reload.
    await visitor.press("Message center");
    await visitor.at("/registration/message-center");
    await visitor.page.goBack();
    await visitor.at(CANCELLED);
    await visitor.reload();
    await visitor.page.getByText("We've canceled your application").waitFor();

    await visitor.press("Log out");
    await visitor.at("/login");
    await signInByPages(visitor, persona);
    await visitor.at("/registration/landing");
    await visitor.press("Get started");
    await visitor.at("/registration/basic-information");
    expect(await visitor.field("First name").inputValue()).toBe("");
  });

  it("after the check keeps its result, and removes the bank account and the first deposit", async () => {
    const visitor = await arrive({ brand: "harbor", width: 1440, name: "cancelling-after" });
    await signIn(visitor, await bank.persona("disclosures"));
    await visitor.at(HOME);
    await visitor.page.getByText(/Next: confirm your first deposit/).waitFor();
    await cancel(visitor, "I found a better rate");
    await visitor.press("Start a new application");
    await visitor.at(HOME);
    await visitor.page.getByText(/Next: link the bank account/).waitFor();
    await visitor.inspect();
    await visitor.press("Continue");
    await visitor.at("/registration/link-account-selection");
  });

  it("is not offered once the first deposit is being transferred", async () => {
    const visitor = await arrive({ brand: "harbor", width: 390, name: "cancelling-funded" });
    await signIn(visitor, await bank.persona("disclosures"));
    await visitor.at(HOME);
    await visitor.press("Continue");
    await visitor.at("/fund-account/ready-to-fund");
    await visitor.tick(/^I authorize/);
    await visitor.press("Fund my account");
    await visitor.at("/fund-account/successful-fund");
    await visitor.open("/registration/cancel-account-open");
    await visitor.at("/registration/cancel-account-open");
    await visitor.page.getByText("Your first deposit is on its way").waitFor();
    await visitor.inspect();
    await visitor.press("Message center");
    await visitor.at("/registration/message-center");
  });
});
