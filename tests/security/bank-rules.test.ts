/**
 * Tests the rules of sign-in, codes, credentials and money that the gateway and the sandbox enforce together, through the
 * gateway alone (domain.md 5, lines 22-25, 27, 28, 31 and 32). The sandbox's own tests cover their details.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Depositor, SandboxFixture } from "../gateway/sandbox-fixture.js";
import { accountForm } from "../gateway/valid-forms.js";

// Saturday 21 November 2026; the tests move it.
const machine = { now: Date.parse("2026-11-21T17:00:00Z") };
const MINUTE = 60_000;
let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.open({ clock: () => machine.now });
}, 120_000);
afterAll(() => fixture?.close());

type Row = Readonly<Record<string, unknown>>;
const PASSWORD = "a long enough Passphrase 7!";
const TRUST = { kind: "trust", name: "Rivera Family Trust", street: "14 Maple Street", city: "Springfield", state: "IL", zip: "62701" };
const linkOf = async (depositor: Depositor) => String((await depositor.call<readonly Row[]>("LinkedAccounts"))[0]?.uuid);
const subjects = async (to: string) => (await fixture.emails(to)).map(({ subject }) => subject);
const visitor = () => new Depositor(fixture);
const logIn = (email: string, password: string) => visitor().failure("Login", { form: { email, password } });
/** A failure without the id of its request. */
const withoutId = ({ request_id: _id, ...failure }: Row): Row => failure;

describe("5.22 a change of credentials or contacts", () => {
  it.each([
    ["UpdateEmail", { email: "other@example.com", password: "wrong" }, "password"],
    ["UpdatePhone", { phone: "(555) 555-0177", password: "wrong" }, "password"],
    ["ChangePassword", { password: "wrong", new_password: PASSWORD, confirm_password: PASSWORD }, "password"],
  ])("by %s needs the present password", async (operation, form, path) => {
    const ada = await fixture.signedInAs("active");
    expect(await ada.failure(operation, { form })).toMatchObject({ status: 422, errors: [{ path }] });
    expect(await ada.call("Profile")).toMatchObject({ email: ada.email });
    expect((await logIn(ada.email, "wrong")).code).toBe("bad_credentials");
  });
});

describe("5.23 a step-up code", () => {
  const withdrawal = async (ada: Depositor, code: string) => ({ amount: "5.00", account: await linkOf(ada), code });

  it.each(["Withdraw", "CloseAccount"])("is needed for %s, and a wrong one moves no money", async (operation) => {
    const ada = await fixture.signedInAs("active");
    const before = await ada.call("Accounts");
    const variables = { reason: "other", confirmation: "CLOSE", ...(await withdrawal(ada, "123123")) };
    expect(await ada.failure(operation, variables)).toMatchObject({
      status: expect.toSatisfy((status) => status === 400 || status === 422),
    });
    await ada.call("SelectMfa", { type: "email" });
    expect(await ada.failure(operation, variables)).toMatchObject({ errors: [{ path: "code" }] });
    expect(await ada.call("Accounts")).toEqual(before);
  });

  it("permits one withdrawal", async () => {
    const ada = await fixture.signedInAs("active");
    await ada.call("SelectMfa", { type: "email" });
    expect(await ada.call("Withdraw", await withdrawal(ada, "000000"))).toMatchObject({ request_id: expect.any(String) });
    expect(await ada.failure("Withdraw", await withdrawal(ada, "000000"))).toMatchObject({ status: expect.any(Number) });
  });

  it("is needed for the first deposit from a new link", async () => {
    const ada = await fixture.signedInAs("relink");
    await ada.call("LinkManual", { form: accountForm("000987654321") });
    await fixture.control("/simulate/microdeposits", { email: ada.email });
    await ada.call("VerifyMicrodeposits", { form: { amount_one: "0.07", amount_two: "0.23" } });
    const deposit = { amount: "5.00", date: "2026-12-01", frequency: "once", ends_on: null, account: await linkOf(ada), authorized: true };
    expect(await ada.failure("Deposit", deposit)).toMatchObject({ status: 403, code: "step_up_required" });
  });
});

describe("5.23 a session older than ten minutes", () => {
  it.each(["AddBeneficiary", "EditBeneficiary", "SplitEqually", "RemoveAndReallocate"])(
    "needs a step-up code for %s, and then changes beneficiaries for ten minutes",
    async (operation) => {
      const ada = await fixture.signedInAs("two-beneficiaries");
      const before = await ada.call<{ allocations: readonly Row[] }>("Shares");
      const variables = {
        uuid: String(before.allocations[0]?.uuid),
        form: operation === "AddBeneficiary" || operation === "EditBeneficiary" ? TRUST : null,
      };
      machine.now += 10 * MINUTE;
      expect(await ada.failure(operation, variables)).toMatchObject({ status: 403, code: "step_up_required" });
      expect(await ada.call("Shares")).toEqual(before);
      await ada.call("SelectMfa", { type: "email" });
      await ada.call(operation, { ...variables, form: { ...variables.form, code: "000000" } });
      await ada.call("SplitEqually");
      machine.now += 10 * MINUTE;
      expect(await ada.failure("SplitEqually")).toMatchObject({ status: 403, code: "step_up_required" });
    },
  );
});

describe("5.24 a one-time code", () => {
  async function waiting() {
    const { email, password } = await fixture.persona("active");
    const browser = visitor();
    await browser.call("Login", { form: { email, password } });
    await browser.call("SelectMfa", { type: "email" });
    const code = (await fixture.emails(email)).find((message) => message.code !== null)?.code ?? "";
    return { browser, code, email, verify: (given: string) => browser.failure("VerifyMfa", { form: { code: given } }) };
  }

  it("expires after ten minutes", async () => {
    const { code, verify } = await waiting();
    machine.now += 10 * MINUTE + 1000;
    expect(await verify(code)).toMatchObject({ status: 400, code: "expired_code" });
  });

  it("is valid once, and in its own sign-in only", async () => {
    const [mine, other] = [await waiting(), await waiting()];
    expect(mine.code).not.toBe(other.code);
    expect(await other.verify(mine.code)).toMatchObject({ status: 400, code: "wrong_code" });
    await mine.browser.call("VerifyMfa", { form: { code: mine.code } });
    expect((await mine.verify(mine.code)).status).not.toBe(200);
  });

  it("locks after the fifth wrong one, and is not sent twice within a minute", async () => {
    const { browser, code, verify } = await waiting();
    const wrong = code === "123456" ? "654321" : "123456";
    expect(await browser.failure("ResendMfa")).toMatchObject({ status: 429, code: "too_soon" });
    for (let attempt = 1; attempt < 5; attempt += 1) expect(await verify(wrong)).toMatchObject({ code: "wrong_code" });
    expect(await verify(wrong)).toMatchObject({ status: 403, code: "locked" });
    expect(await verify(code)).toMatchObject({ status: 403, code: "locked" });
  });
});

describe("5.25 a common password", () => {
  it("is refused with the reason, at the registration and at a change", async () => {
    const form = {
      email: "new@example.com",
      password: "password123",
      confirm_password: "password123",
      accept_terms: true,
      accept_esign: true,
    };
    const reasonAt = (path: string) => ({
      status: 422,
      errors: expect.arrayContaining([expect.objectContaining({ path, message: expect.stringContaining("too common") })]),
    });
    expect(await visitor().failure("Register", { form })).toMatchObject(reasonAt("password"));
    const ada = await fixture.signedInAs("active");
    const change = { password: ada.password, new_password: "password123", confirm_password: "password123" };
    expect(await ada.failure("ChangePassword", { form: change })).toMatchObject(reasonAt("new_password"));
  });
});

describe("5.27 an unknown address", () => {
  it("fails to log in as a wrong password does", async () => {
    const { email } = await fixture.persona("active");
    expect(withoutId(await logIn("nobody@example.com", "wrong"))).toEqual(withoutId(await logIn(email, "wrong")));
  });

  it("is answered as a known one when the password was forgotten, and gets no email", async () => {
    const { email } = await fixture.persona("active");
    const forgot = (address: string) => visitor().call("ForgotPassword", { form: { email: address } });
    // The answer repeats the address that was typed, masked: both begin with the same letter.
    const unknown = `${email.slice(0, 1)}-nobody@example.com`;
    expect(await forgot(unknown)).toEqual(await forgot(email));
    expect(await subjects(unknown)).toEqual([]);
    expect((await fixture.emails(email)).some(({ link }) => link?.includes("/login/reset-password"))).toBe(true);
  });
});

describe("5.28 the old address", () => {
  it("gets a notice when the email, the phone or the password was changed", async () => {
    const ada = await fixture.signedInAs("active");
    const before = (await subjects(ada.email)).length;
    await ada.call("UpdatePhone", { form: { phone: "(555) 555-0178", password: ada.password } });
    await ada.call("ConfirmContact", { type: "phone", code: "000000" });
    await ada.call("ChangePassword", { form: { password: ada.password, new_password: PASSWORD, confirm_password: PASSWORD } });
    await ada.call("UpdateEmail", { form: { email: `new-${ada.email}`, password: PASSWORD } });
    await ada.call("ConfirmContact", { type: "email", code: "000000" });
    const news = (await subjects(ada.email)).slice(0, -before);
    for (const what of ["email", "password", "phone"]) expect(news.join("\n")).toMatch(new RegExp(`${what}.* was changed`, "i"));
  });
});

describe("5.31 limits", () => {
  it("hold for deposits in two sessions at once", async () => {
    const ada = await fixture.signedInAs("active");
    const other = await fixture.signedIn(ada);
    const account = await linkOf(ada);
    const deposit = { amount: "20000.00", date: "2026-12-01", frequency: "once", ends_on: null, account, authorized: true };
    const sent = [ada, other, ada, other].map((browser) =>
      browser.call("Deposit", deposit).then(
        () => "ok",
        ({ extensions }: { extensions: Row }) => extensions.code,
      ),
    );
    expect((await Promise.all(sent)).sort()).toEqual(["ok", "ok", "over_limit", "over_limit"]);
  });
});

describe("5.32 an idempotency key", () => {
  it.each([
    ["Deposit", { date: "2026-12-01", frequency: "once", ends_on: null, authorized: true }],
    ["Withdraw", { code: "000000" }],
  ])("of %s gives the same request again for the same body, and a conflict for another", async (operation, variables) => {
    const ada = await fixture.signedInAs("active");
    const account = await linkOf(ada);
    const send = async (amount: string) => {
      if (operation === "Withdraw") await ada.call("SelectMfa", { type: "email" });
      return ada.call<Row>(operation, { ...variables, account, amount, key: "one-key" });
    };
    const first = await send("5.00");
    machine.now += 2 * MINUTE;
    expect((await send("5.00")).request_id).toBe(first.request_id);
    machine.now += 2 * MINUTE;
    await expect(send("6.00")).rejects.toMatchObject({ extensions: { status: 409, code: "conflict" } });
  });
});
