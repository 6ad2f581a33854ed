/**
 * Tests of cancelling a registration, confirming an email address and resetting a password, from the flows' operations
 * to the sandbox.
 */
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

describe("cancelling the registration", () => {
  it("before the identity check erases all answers, and the depositor can start over", async () => {
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
  ])("of the persona %s keeps the check's result and archives the links", async (persona, step, status) => {
    const ada = await fixture.signedInAs(persona);
    const answer = await ada.call<{ linkedAccounts: { status: string }[] }>("CancelRegistration", CANCEL);
    expect(answer).toMatchObject({ progress: { registration_last_step: step, registration_status: status } });
    expect(answer.linkedAccounts.every((link) => link.status === "ARCHIVED")).toBe(true);
  });

  it.each(["funded", "active"])("of the persona %s is rejected and changes nothing", async (persona) => {
    const ada = await fixture.signedInAs(persona);
    const before = [await ada.call("Progress"), await ada.call("LinkedAccounts")];
    expect(await ada.failure("CancelRegistration", CANCEL)).toMatchObject({ status: 409, code: "already_funded" });
    expect([await ada.call("Progress"), await ada.call("LinkedAccounts")]).toEqual(before);
  });

  it("requires the confirmation", async () => {
    const ada = await fixture.signedInAs("basic");
    expect(await ada.failure("CancelRegistration", { form: { understood: false } })).toMatchObject({
      status: 422,
      errors: [{ path: "understood" }],
    });
  });
});

describe("an email address", () => {
  it("is confirmed once, by the link in the welcome email", async () => {
    const ada = new Depositor(fixture);
    const email = "verify@example.com";
    await ada.call("Register", { form: { email, password: PASSWORD, confirm_password: PASSWORD, accept_terms: true, accept_esign: true } });
    const link = (await fixture.emails(email)).find((message) => message.link)?.link;
    expect(link).toMatch(/^http:\/\/harbor\.localhost:3998\/email-verified\?token=/);
    const client = new Depositor(fixture);
    expect(await client.call("VerifyEmail", { token: tokenOf(link) })).toEqual({ ok: true });
    expect(await client.failure("VerifyEmail", { token: tokenOf(link) })).toMatchObject({ status: 400, code: "expired_link" });
    expect(await ada.failure("SendEmailVerification")).toMatchObject({ status: 429, code: "too_soon" });
    expect(await client.failure("SendEmailVerification")).toMatchObject({ status: 401 });
  });

  it("can get another confirmation link", async () => {
    const ada = await fixture.signedInAs("new");
    expect(await ada.call("SendEmailVerification")).toEqual({ message: "We sent you a new link." });
    const [message] = await fixture.emails(ada.email);
    expect(await ada.call("VerifyEmail", { token: tokenOf(message?.link) })).toEqual({ ok: true });
  });
});

/** With the message of the bank, which the flows do not show. */
const FORGOT_PASSWORD = "mutation Forgot($form: ForgotPasswordInput!) { forgotPassword(input: $form) { message auth { resetEmail } } }";

describe("a password reset", () => {
  const reset = (email: string, token: string, password = "another Passphrase 8!") => ({
    email,
    token,
    password,
    confirm_password: password,
  });

  it("has the same response for known and unknown addresses", async () => {
    const { email } = await fixture.signedInAs("active");
    const requested = async (address: string) => {
      const { data } = await new Depositor(fixture).graphql(FORGOT_PASSWORD, { form: { email: address } });
      return data?.forgotPassword as { readonly message: string; readonly auth: unknown };
    };
    const masked = (address: string) => ({ resetEmail: `${address.slice(0, 1)}***${address.slice(address.indexOf("@"))}` });
    const known = await requested(email);
    expect(known).toEqual({ message: expect.stringMatching(/./), auth: masked(email) });
    expect(await requested("nobody@example.com")).toEqual({ message: known.message, auth: masked("nobody@example.com") });
    expect(await fixture.emails("nobody@example.com")).toEqual([]);
  });

  it("works once per link, ends every session, and requires the second factor on remembered devices too", async () => {
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

  it("keeps the sessions on request, and rejects the old password", async () => {
    const ada = await fixture.signedInAs("active");
    await new Depositor(fixture).call("ForgotPassword", { form: { email: ada.email } });
    const token = tokenOf((await fixture.emails(ada.email))[0]?.link);
    await new Depositor(fixture).call("ResetPassword", { ...reset(ada.email, token), end_sessions: false });
    expect(await ada.call("Progress")).toMatchObject({ registration_last_step: "completed" });
    expect(await ada.failure("Login", { form: { email: ada.email, password: ada.password } })).toMatchObject({ status: 400 });
  });

  it("rejects another user's link, which stays valid for its owner", async () => {
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

describe("the address autocomplete", () => {
  it("finds places, requires a sign-in, and reports its own failure", async () => {
    const ada = await fixture.signedInAs("address");
    expect(await ada.call("Places", { search: "1200 Market" })).toEqual([
      { street: "1200 Market Street", city: "Philadelphia", state: "PA", zip: "19107" },
    ]);
    expect(await ada.call("Places", { search: "nowhere at all" })).toEqual([]);
    await fixture.fault({ path: "/x/places", method: "GET", status: 500 });
    expect(await ada.failure("Places", { search: "1200 Market" })).toMatchObject({ status: 500 });
    expect(await new Depositor(fixture).failure("Places", { search: "1200 Market" })).toMatchObject({ status: 401 });
  });
});
