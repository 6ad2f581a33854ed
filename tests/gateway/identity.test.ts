/** Cancelling, confirming an address and choosing a new password: from the flows' operations to the bank. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Depositor, SandboxFixture } from "./sandbox-fixture.js";

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.open();
}, 120_000);
afterAll(() => fixture?.close());

const CANCEL = { form: { understood: true, reason: "time" } };
const PASSWORD = "a long enough Passphrase 7!";
const tokenOf = (link: string | null | undefined) => new URL(link ?? "").searchParams.get("token") ?? "";

describe("cancelling", () => {
  it("before the identity check erases what was told, and lets one begin again", async () => {
    const ada = await fixture.signedInAs("confirmed");
    expect(await ada.call("CancelRegistration", CANCEL)).toMatchObject({
      progress: { registration_last_step: null, registration_status: null, first_name: null },
      linkedAccounts: [],
    });
    expect(await ada.call("Details")).toMatchObject({ first_name: null, ssn_last4: null, street: null, employment_status: null });
    expect((await fixture.emails(ada.email))[0]?.subject).toMatch(/canceled/);
    expect(await ada.call("SaveStep", { next: "basic" })).toMatchObject({ progress: { registration_last_step: "basic" } });
  });

  it.each([
    ["verified", "bank", "PASSED"],
    ["failed", "confirmed", "FAILED"],
    ["in-review", "bank", "IN_REVIEW"],
  ])("after it keeps the check of %s and ends the links", async (persona, step, status) => {
    const ada = await fixture.signedInAs(persona);
    const answer = await ada.call<{ linkedAccounts: { status: string }[] }>("CancelRegistration", CANCEL);
    expect(answer).toMatchObject({ progress: { registration_last_step: step, registration_status: status } });
    expect(answer.linkedAccounts.every((link) => link.status === "ARCHIVED")).toBe(true);
  });

  it.each(["funded", "active"])("is refused to %s, and changes nothing", async (persona) => {
    const ada = await fixture.signedInAs(persona);
    const before = [await ada.call("Progress"), await ada.call("LinkedAccounts")];
    expect(await ada.failure("CancelRegistration", CANCEL)).toMatchObject({ status: 409, code: "already_funded" });
    expect([await ada.call("Progress"), await ada.call("LinkedAccounts")]).toEqual(before);
  });

  it("asks for the tick", async () => {
    const ada = await fixture.signedInAs("basic");
    expect(await ada.failure("CancelRegistration", { form: { understood: false } })).toMatchObject({
      status: 422,
      errors: [{ path: "understood" }],
    });
  });
});

describe("an address", () => {
  it("is confirmed once, by the link of the welcome", async () => {
    const ada = new Depositor(fixture);
    const email = "verify@example.com";
    await ada.call("Register", { form: { email, password: PASSWORD, confirm_password: PASSWORD, accept_terms: true, accept_esign: true } });
    const link = (await fixture.emails(email)).find((letter) => letter.link)?.link;
    expect(link).toMatch(/^http:\/\/harbor\.localhost:3998\/email-verified\?token=/);
    const client = new Depositor(fixture);
    expect(await client.call("VerifyEmail", { token: tokenOf(link) })).toEqual({ ok: true });
    expect(await client.failure("VerifyEmail", { token: tokenOf(link) })).toMatchObject({ status: 400, code: "expired_link" });
    expect(await ada.failure("SendEmailVerification")).toMatchObject({ status: 429, code: "too_soon" });
    expect(await client.failure("SendEmailVerification")).toMatchObject({ status: 401 });
  });

  it("can be sent another link", async () => {
    const ada = await fixture.signedInAs("new");
    expect(await ada.call("SendEmailVerification")).toEqual({ message: "We sent you a new link." });
    const [letter] = await fixture.emails(ada.email);
    expect(await ada.call("VerifyEmail", { token: tokenOf(letter?.link) })).toEqual({ ok: true });
  });
});

describe("a new password", () => {
  const reset = (email: string, token: string, password = "another Passphrase 8!") => ({
    email,
    token,
    password,
    confirm_password: password,
  });

  it("is asked for with the same answer whether the address is known or not", async () => {
    const { email } = await fixture.signedInAs("active");
    const answers = [];
    for (const address of [email, "nobody@example.com"])
      answers.push(await new Depositor(fixture).call("ForgotPassword", { form: { email: address } }));
    const masked = (address: string) => ({ auth: { resetEmail: `${address.slice(0, 1)}***${address.slice(address.indexOf("@"))}` } });
    expect(answers).toEqual([email, "nobody@example.com"].map((address) => ({ message: expect.any(String), ...masked(address) })));
    expect(answers[0]?.message).toBe(answers[1]?.message);
    expect(await fixture.emails("nobody@example.com")).toEqual([]);
  });

  it("is set once by the link, ends every session, and the next sign-in asks for the second factor on a remembered device too", async () => {
    const ada = await fixture.signedInAs("active");
    await ada.call("Logout");
    await ada.call("Login", { form: { email: ada.email, password: ada.password } });
    await ada.call("SelectMfa", { type: "email" });
    await ada.call("VerifyMfa", { form: { code: "000000", remember: true } });
    await ada.call("Logout");
    expect(await ada.call("Login", { form: { email: ada.email, password: ada.password } })).toMatchObject({ auth: { mfaRequired: false } });

    await new Depositor(fixture).call("ForgotPassword", { form: { email: ada.email } });
    const token = tokenOf((await fixture.emails(ada.email))[0]?.link);
    expect(await new Depositor(fixture).failure("ResetPassword", reset(ada.email, token, "password"))).toMatchObject({
      status: 400,
      code: "validation",
      errors: [{ path: "password", message: expect.stringMatching(/\S/) }],
    });
    await new Depositor(fixture).call("ResetPassword", reset(ada.email, token));
    expect(await new Depositor(fixture).failure("ResetPassword", reset(ada.email, token))).toMatchObject({
      status: 400,
      code: "expired_link",
    });
    expect(await ada.failure("Progress")).toMatchObject({ status: 401 });
    expect(await ada.failure("Login", { form: { email: ada.email, password: ada.password } })).toMatchObject({ status: 400 });
    expect(await ada.call("Login", { form: { email: ada.email, password: "another Passphrase 8!" } })).toMatchObject({
      auth: { mfaRequired: true, loginSuccess: false },
    });
  });

  it("leaves what is signed in as it is where that is wished, and lets nobody in by the old one", async () => {
    const ada = await fixture.signedInAs("active");
    await new Depositor(fixture).call("ForgotPassword", { form: { email: ada.email } });
    const token = tokenOf((await fixture.emails(ada.email))[0]?.link);
    await new Depositor(fixture).call("ResetPassword", { ...reset(ada.email, token), end_sessions: false });
    expect(await ada.call("Progress")).toMatchObject({ registration_last_step: "completed" });
    expect(await ada.failure("Login", { form: { email: ada.email, password: ada.password } })).toMatchObject({ status: 400 });
  });

  it("is refused with another's link, which stays good for its owner", async () => {
    const [ada, bob] = [await fixture.signedInAs("active"), await fixture.signedInAs("active")];
    await new Depositor(fixture).call("ForgotPassword", { form: { email: ada.email } });
    const token = tokenOf((await fixture.emails(ada.email))[0]?.link);
    expect(await new Depositor(fixture).failure("ResetPassword", reset(bob.email, token))).toMatchObject({
      status: 400,
      code: "expired_link",
    });
    expect(await new Depositor(fixture).call("ResetPassword", reset(ada.email, token))).toMatchObject({
      message: "You've changed your password.",
    });
  });
});

describe("an address look-up", () => {
  it("finds places by what was typed, needs a sign-in, and fails as what it is", async () => {
    const ada = await fixture.signedInAs("address");
    expect(await ada.call("Places", { search: "1200 Market" })).toEqual([
      { id: expect.any(String), street: "1200 Market Street", city: "Philadelphia", state: "PA", zip: "19107" },
    ]);
    expect(await ada.call("Places", { search: "nowhere at all" })).toEqual([]);
    await fixture.fault({ path: "/x/places", method: "GET", status: 500 });
    expect(await ada.failure("Places", { search: "1200 Market" })).toMatchObject({ status: 500 });
    expect(await new Depositor(fixture).failure("Places", { search: "1200 Market" })).toMatchObject({ status: 401 });
  });
});
