/** Tests of changes of the depositor's email and phone, from the flows' operations to the sandbox. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SandboxFixture } from "./sandbox-fixture.js";

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.open();
}, 120_000);
afterAll(() => fixture?.close());

/** The address and number to which codes go, as the session shows them. */
async function shownContact(who: Awaited<ReturnType<SandboxFixture["signedInAs"]>>): Promise<object> {
  return (await who.graphql("query Contact { auth { email phone } }")).data?.auth as object;
}

describe("a new email", () => {
  it("is confirmed by the code of this session, once", async () => {
    const ada = await fixture.signedInAs("active");
    const email = `new-${ada.email}`;
    expect(await ada.call("UpdateEmail", { form: { email, password: ada.password } })).toEqual({ target: expect.stringMatching(/^n•+@/) });
    expect(await ada.failure("ConfirmContact", { type: "phone", code: "000000" })).toMatchObject({ status: 404 });
    expect(await ada.failure("ConfirmContact", { type: "email", code: "123123" })).toMatchObject({
      status: 400,
      code: "wrong_code",
      errors: [{ path: "code" }],
    });
    const before = await shownContact(ada);
    expect(await ada.call("ConfirmContact", { type: "email", code: "000000" })).toMatchObject({ user: { email } });
    expect(await shownContact(ada)).toEqual({ ...before, email: expect.stringMatching(/^n•+@/) });
    expect(await ada.failure("ConfirmContact", { type: "email", code: "000000" })).toMatchObject({ status: 400, code: "nonce_missing" });
    expect(await ada.call("Profile")).toMatchObject({ email });
  });

  it("is refused at its field with a wrong password, and keeps the session", async () => {
    const ada = await fixture.signedInAs("active");
    expect(await ada.failure("UpdateEmail", { form: { email: "other@example.com", password: "wrong" } })).toMatchObject({
      status: 422,
      code: "wrong_password",
      errors: [{ path: "password", message: "Your password is incorrect." }],
    });
    expect(await ada.failure("UpdateEmail", { form: { email: "no address", password: "wrong" } })).toMatchObject({
      status: 422,
      errors: [{ path: "email" }],
    });
    expect(await ada.call("Profile")).toMatchObject({ email: ada.email });
  });
});

describe("a new phone", () => {
  it("is sent to the bank as ten digits", async () => {
    const ada = await fixture.signedInAs("active");
    expect(await ada.call("UpdatePhone", { form: { phone: "(555) 555-0177", password: ada.password } })).toEqual({
      target: "(•••) •••-0177",
    });
    const before = await shownContact(ada);
    await ada.call("ConfirmContact", { type: "phone", code: "000000" });
    // From now on, a code is said to go to the new number.
    expect(await shownContact(ada)).toEqual({ ...before, phone: "(•••) •••-0177" });
    expect((await ada.graphql("query Phone { user { phone } }")).data).toEqual({ user: { phone: "5555550177" } });
  });
});
