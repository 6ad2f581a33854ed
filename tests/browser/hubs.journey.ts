/**
 * Tests what depositors do from the two hubs, Registration Home and "Account status": a corrected detail, a review that ends, a
 * requested document. `hub-statuses.journey.ts` has the hubs of each status.
 */
import { describe, expect, it } from "vitest";
import { newSsn, signInByPages } from "./applicant.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();

const HOME = "/login/registration-home";
const MORE = "/registration/additional-info";
const REVIEWED = "We're still reviewing your application.";

async function expectText(visitor: Visitor, words: RegExp): Promise<void> {
  await visitor.page.getByRole("main").getByText(words).first().waitFor();
}

describe("Registration Home", () => {
  it("lets a depositor correct a Social Security number that is already registered", async () => {
    const visitor = await arrive({ brand: "harbor", width: 1440, name: "hub-duplicate-ssn" });
    await signIn(visitor, await bank.persona("duplicate-ssn"));
    await visitor.at(HOME);
    await visitor.press("Continue");
    await visitor.at("/registration/confirm-details");
    await visitor.tick("I certify the three statements above");
    await visitor.tick("The information above is true and complete");
    await visitor.press("Continue");
    await visitor.at("/registration/duplicate-notification");
    await visitor.inspect();
    await visitor.press("Correct my number");
    await visitor.at("/registration/basic-information");
    await visitor.type("Social Security number", newSsn());
    await visitor.press("Continue");
    await visitor.at("/registration/address");
  });
});

describe("Account status", () => {
  it("shows a review that continues after registration, and redirects once it has ended", async () => {
    const persona = await bank.persona("active-empty", { progress: { registration_status: "FLAGGED" } });
    const visitor = await arrive({ brand: "harbor", width: 390, name: "hub-entry" });
    await signInByPages(visitor, persona);
    await visitor.at("/not-found");
    await visitor.press("Continue to your account");
    await visitor.at("/login/entry");
    await expectText(visitor, /We're still reviewing your application/);
    await visitor.inspect();
    await visitor.press("Continue");
    await visitor.at(MORE);
    await visitor.press("Check again");
    await visitor.notified("We're still reviewing your application. We'll email you when we finish.");
    await bank.simulate("kyc-decision", persona.email, { status: "MANUALLY_REVIEWED" });
    await visitor.press("Check again");
    await visitor.at("/dashboard");
  });
});

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const TOO_LARGE = 10 * 1024 * 1024 + 1;

describe("a depositor who is flagged", () => {
  it("sends the requested document, reads the answer, and continues after the bank's decision", async () => {
    const persona = await bank.persona("flagged");
    const visitor = await arrive({ brand: "harbor", width: 390, name: "hub-flagged" });
    await signIn(visitor, persona);
    await visitor.at(HOME);
    await expectText(visitor, new RegExp(REVIEWED));
    await visitor.open(MORE);
    await visitor.at(MORE);
    await visitor.inspect();

    await visitor.press("Send");
    expect(await (await visitor.errorSummary()).innerText()).toContain("Add at least one file.");
    await visitor.attach(/^Send us a document/, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("No document.") });
    await visitor.page
      .getByText("We couldn't add “notes.txt” because we accept PDF, JPEG, and PNG files only, or the file is damaged.")
      .waitFor();
    await visitor.attach(/^Send us a document/, {
      name: "scan.png",
      mimeType: "image/png",
      buffer: Buffer.concat([PNG, Buffer.alloc(TOO_LARGE)]),
    });
    await visitor.page.getByText("We couldn't add “scan.png” because it's larger than 10 MB.").waitFor();
    await visitor.inspect();
    const names = ["license.png", "page-2.png", "page-3.png", "page-4.png", "page-5.png", "page-6.png"];
    await visitor.attach(
      /^Send us a document/,
      names.map((name) => ({ name, mimeType: "image/png", buffer: PNG })),
    );
    await visitor.page.getByText("We couldn't add “page-6.png” because you can add up to 5 files.").waitFor();
    await visitor.type(/^Note/, "Both sides of my driver's license.");
    await visitor.inspect();

    await bank.fault({ path: "/messages", method: "POST", status: 500 });
    await visitor.press("Send");
    await visitor.notified(
      "Something went wrong on our end. We saved what you entered, and you won't be charged twice. Try again in a few minutes. If it happens again, message us.",
    );
    await visitor.page.getByText("license.png").waitFor();
    await visitor.press("Send");
    await visitor.at("/registration/message-center");
    await visitor.notified("Thank you. We got your documents and will reply within 2 business days.");
    const list = visitor.page.getByRole("main").getByRole("listitem");
    await list.filter({ hasText: "Documents for my application" }).getByRole("link", { name: "Open" }).click();
    await list.getByRole("link", { name: "license.png" }).waitFor();
    await visitor.inspect();
    await visitor.press("All messages");

    await visitor.press("New message");
    await visitor.at("/registration/message-center/add-new-message");
    await visitor.press("Send");
    await visitor.errorSummary();
    await visitor.inspect();
    await visitor.choose("What's your message about?", "My account or registration");
    await visitor.type("Subject", "A question about my name");
    // Cancel discards also what was typed just before it.
    await visitor.field("Message").fill("Never mind.");
    await visitor.press("Cancel");
    await visitor.at("/registration/message-center");
    await visitor.press("New message");
    await visitor.at("/registration/message-center/add-new-message");
    expect([await visitor.field("Subject").inputValue(), await visitor.field("Message").inputValue()]).toEqual(["", ""]);
    await visitor.choose("What's your message about?", "My account or registration");
    await visitor.type("Subject", "A question about my name");
    await visitor.type("Message", "It changed in June.\nWhich papers do you need?");
    await visitor.reload();
    expect(await visitor.field("Subject").inputValue()).toBe("A question about my name");
    await visitor.attach(/^Files/, { name: "certificate.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF") });
    await visitor.press("Send");
    await visitor.at("/registration/message-center");
    await visitor.notified("Message sent. We'll reply within 2 business days.");
    await list.filter({ hasText: "A question about my name" }).getByRole("link", { name: "Open" }).click();
    await list.getByRole("link", { name: "certificate.pdf" }).waitFor();
    await visitor.press("Send reply");
    await visitor.errorSummary();
    await visitor.inspect();
    await visitor.type("Message", "I can also send my license.");
    await visitor.press("Send reply");
    await list.filter({ hasText: "I can also send my license." }).waitFor();
    await visitor.press("All messages");

    await bank.simulate("message-reply", persona.email, { body: "Your driver's license will do. Thank you." });
    await visitor.reload();
    const reply = list.filter({ hasText: "Your driver's license will do. Thank you." });
    await visitor.inspect();
    await reply.getByRole("button", { name: "Mark as read" }).click();
    await visitor.notified("Message marked as read");
    await reply.getByRole("button", { name: "Mark as read" }).waitFor({ state: "detached" });

    await bank.simulate("kyc-decision", persona.email, { status: "PASSED" });
    await visitor.open(MORE);
    await visitor.press("Check again");
    await visitor.at("/registration/passed");
  });
});
