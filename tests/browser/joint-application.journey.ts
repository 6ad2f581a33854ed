/** Tests the primary holder's side of the joint account: the application, its refusals, its cancellation and the invitation. */
import { randomInt } from "node:crypto";
import { describe, expect, it } from "vitest";
import { partOf, sample } from "../support/part.js";
import { newSsn } from "./applicant.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();

const newEmail = (): string => `robin.${randomInt(2 ** 40).toString(36)}@example.com`;

async function enterPerson(visitor: Visitor, firstName: string, ssn: string): Promise<void> {
  await visitor.type("First name", firstName);
  await visitor.type("Last name", "Whitfield");
  await visitor.type("Date of birth", "09/30/1987");
  await visitor.type("Social Security number", ssn);
  await visitor.press("Continue");
}

describe.each(
  sample(
    [
      ["harbor", 390],
      ["juniper", 1440],
    ] as const,
    2,
  ),
)("in %s at %i px", (brand, width) => {
  it("a depositor applies in five steps, saves, resumes, edits and sees the joint holder added", async () => {
    const visitor = await arrive({ brand, width, name: `joint-${brand}-${width}` });
    const who = await bank.persona("active", { brand });
    await signIn(visitor, who);
    await visitor.link("My Account").first().click();
    await visitor.at("/my-account");
    await visitor.link(/^Add a joint account holder/).click();
    await visitor.at("/joint-account");
    await visitor.inspect();
    await visitor.press("Get started");

    await visitor.at("/joint-account/contact");
    await visitor.inspect();
    await visitor.type("Joint holder's email", who.email);
    await visitor.press("Continue");
    expect(await (await visitor.errorSummary()).innerText()).toContain("Enter an email that's different from yours.");
    const email = newEmail();
    await visitor.type("Joint holder's email", email);
    await visitor.press("Continue");

    await visitor.at("/joint-account/personal-information");
    await visitor.inspect();
    await enterPerson(visitor, "Robin", newSsn("0005"));
    await visitor.at("/joint-account/duplicate-notification");
    await visitor.inspect();
    await visitor.press("Correct the number");
    await visitor.at("/joint-account/personal-information");
    await enterPerson(visitor, "Robin", newSsn("4321"));

    await visitor.at("/joint-account/address-information");
    await visitor.inspect();
    await visitor.press("Use my address");
    await visitor.at("/joint-account/occupation");
    await visitor.press("Save and finish later");
    await visitor.at("/joint-account/saved");
    await visitor.inspect();
    await visitor.press("Go to Home");
    await visitor.at("/dashboard");
    await visitor.press("Continue application");
    await visitor.at("/joint-account/resume");
    await visitor.inspect();
    await visitor.press("Continue application");

    await visitor.at("/joint-account/occupation");
    await visitor.inspect();
    await visitor.choose("Employment status", "Retired");
    await visitor.choose("Main source of income", "Retirement or pension");
    await visitor.press("Continue");
    await visitor.at("/joint-account/confirm-details");
    await visitor.page.getByText("Robin Whitfield").waitFor();
    await visitor.inspect();
    await visitor.press("Send invitation");
    expect(await (await visitor.errorSummary()).innerText()).toContain("Check the box to send the invitation.");
    await visitor.link(/^Edit/).nth(1).click();
    await visitor.at("/joint-account/personal-information");
    await visitor.link("Back").click();
    await visitor.at("/joint-account/confirm-details");
    await visitor.link(/^Edit/).nth(1).click();
    await visitor.at("/joint-account/personal-information");
    await enterPerson(visitor, "Robyn", newSsn("4322"));
    await visitor.at("/joint-account/confirm-details");
    await visitor.page.getByText("Robyn Whitfield").waitFor();
    await visitor.page.getByText("•••-••-4322").waitFor();
    await visitor.tick(/the joint holder agreed that I share it$/);
    await visitor.press("Send invitation");

    await visitor.at("/joint-account/reviewing-account");
    await visitor.page.getByText("Invitation sent").waitFor();
    await visitor.inspect();
    expect(await bank.link(email)).toContain("/joint-account/onboarding?uuid=");
    await bank.simulate("joint-accept", who.email);
    await visitor.at("/joint-account/success");
    await visitor.inspect();
    await visitor.press("Done");
    await visitor.at("/joint-account/account-holder");
    await visitor.page.getByText("Active", { exact: true }).waitFor();
    await visitor.inspect();
    await visitor.follow(await bank.link(who.email));
    await visitor.at("/joint-account/verify/success");
    await visitor.page.getByText("Robyn verified their email").waitFor();
  });
});

if (partOf() === "representative") {
  it("a depositor changes the email of the invitation, keeps the application, and cancels it", async () => {
    const visitor = await arrive({ brand: "harbor", width: 1440, name: "joint-email" });
    const who = await bank.persona("joint-pending");
    await signIn(visitor, who, "/my-account");
    await visitor.link(/^Joint account holder/).click();
    await visitor.at("/joint-account/account-holder");
    await visitor.page.getByText("Invitation sent, not accepted yet").waitFor();
    await visitor.link("Change email or send again").click();
    await visitor.at("/joint-account/edit-email");
    await visitor.inspect();
    await visitor.type("New email", (await bank.persona("active")).email);
    await visitor.press("Save and send invitation");
    expect(await (await visitor.errorSummary()).innerText()).toContain("We already have an account with this email. Use another email.");
    const email = newEmail();
    await visitor.type("New email", email);
    await visitor.press("Save and send invitation");
    await visitor.at("/joint-account/edit-email/success");
    await visitor.inspect();
    expect(await bank.link(email)).toContain("/joint-account/onboarding?uuid=");
    await visitor.press("Change it again");
    await visitor.at("/joint-account/edit-email");
    await visitor.press("Send invitation again");
    await visitor.notified("We just sent an invitation. Wait a minute before you send another one.");
    await visitor.press("Cancel");
    await visitor.at("/joint-account/reviewing-account");

    await visitor.press("Cancel application");
    await visitor.at("/joint-account/close-application");
    await visitor.inspect();
    await visitor.press("Keep application");
    await visitor.at("/joint-account/reviewing-account");
    await visitor.press("Cancel application");
    await visitor.at("/joint-account/close-application");
    await visitor.press("Cancel application");
    await visitor.press("Yes, cancel it");
    await visitor.at("/joint-account");
    await visitor.notified("We canceled your joint application and deleted the information.");
    await visitor.link("Get started").waitFor();
  });

  it("a depositor sees that the email can't change once the invitation is accepted", async () => {
    const visitor = await arrive({ brand: "juniper", width: 390, name: "joint-email-failed" });
    const who = await bank.persona("joint-pending", { brand: "juniper" });
    await signIn(visitor, who, "/joint-account/edit-email");
    await visitor.at("/joint-account/edit-email");
    await visitor.settled();
    await bank.simulate("joint-accept", who.email);
    await visitor.type("New email", newEmail());
    await visitor.press("Save and send invitation");
    await visitor.at("/joint-account/edit-email/failed");
    await visitor.page.getByText("Your joint holder has already accepted the invitation.").waitFor();
    await visitor.inspect();
    await visitor.press("See account holders");
    await visitor.at("/joint-account/account-holder");
    await visitor.page.getByText("Active", { exact: true }).waitFor();
  });
}
