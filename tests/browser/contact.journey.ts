/** Tests changes of the email and the phone in My Account. */
import { describe, expect, it } from "vitest";
import { enterCode, typeCode } from "./applicant.js";
import { bank } from "./bank.js";
import { devices, WIDTHS } from "./browser.js";
import { signIn } from "./signed-in.js";

const arrive = devices();
const EMAIL = "/my-account/edit-user-info/email";

describe.each(WIDTHS)("at %i px", (width) => {
  it("a depositor changes the email with the password and a code, and logs in with it", async () => {
    const visitor = await arrive({ brand: "harbor", width, name: `contact-email-${width}` });
    const who = await bank.persona("active");
    const email = `new-${who.email}`;
    await signIn(visitor, who, "/my-account");
    await visitor.page.getByRole("checkbox", { name: "Email me when I get a message" }).uncheck();
    await visitor.press("Save settings");
    await visitor.notified("Settings saved");
    await visitor.page.getByRole("link", { name: "Edit", exact: true }).click();
    await visitor.at("/my-account/edit-user-info");
    await visitor.inspect();
    await visitor.link(/^Email/).click();
    await visitor.at(EMAIL);
    await visitor.type("New email", email);
    await visitor.type("Password", "not it");
    visitor.forgive(/422/);
    await visitor.press("Send code");
    expect(await (await visitor.errorSummary()).innerText()).toContain("Your password is incorrect.");
    await visitor.inspect();
    await visitor.type("Password", who.password);
    await visitor.press("Send code");
    await visitor.at("/my-account/otp-verification");
    await visitor.inspect();
    await enterCode(visitor, email);
    await visitor.at("/my-account/edit-user-info/success");
    await visitor.inspect();
    // Back leads to where the change began, not to the code that is used.
    await visitor.page.goBack();
    await visitor.at("/my-account");
    await visitor.page.getByText(email).waitFor();
  });
});

it("a phone that is locked by wrong codes shows that nothing has changed", async () => {
  const visitor = await arrive({ brand: "juniper", width: 390, name: "contact-phone" });
  const who = await bank.persona("active", { brand: "juniper" });
  await signIn(visitor, who, "/my-account/edit-user-info/phone");
  await visitor.settled();
  await visitor.type("New mobile phone number", "5555550177");
  await visitor.type("Password", who.password);
  await visitor.press("Send code");
  await visitor.at("/my-account/otp-verification");
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await typeCode(visitor, attempt % 2 === 0 ? "123123" : "321321");
    await visitor.settled();
  }
  await visitor.at("/my-account/edit-user-info/failed");
  visitor.forgive(/400|403/);
  await visitor.page.getByText("Nothing has changed").waitFor();
  await visitor.inspect();
});
