/** Tests of the change of a user's email and mobile phone at the sandbox. */
import { describe, expect, it } from "vitest";
import { BankClient, signedIn, TestClock, useTestBank } from "./test-bank.js";

const clock = new TestClock();
const bank = useTestBank({ clock });

interface Sent {
  readonly subject: string;
  readonly code: string | null;
}
interface ContactCode {
  readonly nonce_token: string;
}

const sentTo = async (client: BankClient, to: string) => client.control<Sent[]>(`/outbox?to=${encodeURIComponent(to)}`);
const patch = (client: BankClient, body: unknown) => client.call<ContactCode>("/user", { method: "PATCH", body });
const confirm = (client: BankClient, type: string, body: unknown) => client.call(`/mfa-confirm-update/${type}`, { body });

describe("a change of the email", () => {
  it("verifies the new address, notifies the old one and changes the sign-in", async () => {
    const { client, ...persona } = await signedIn(bank, "active");
    const asked = await patch(client, { email: "New.Address@example.com", password: persona.password });
    expect(asked).toMatchObject({ status: 200, data: { type: "email", email: "N•••••@example.com", phone: null } });
    const [message] = await sentTo(client, "new.address@example.com");
    expect((await client.call("/user")).data).toMatchObject({ email: persona.email });
    const done = await confirm(client, "email", { code: message?.code, nonce_token: asked.data.nonce_token });
    expect(done).toMatchObject({ status: 200, data: { email: "New.Address@example.com" } });
    expect((await sentTo(client, persona.email)).at(0)?.subject).toBe("Your Harbor email was changed");
    const again = new BankClient(bank);
    await again.csrf();
    expect((await again.call("/login", { body: { email: persona.email, password: persona.password } })).status).toBe(400);
    expect((await again.call("/login", { body: { email: "new.address@example.com", password: persona.password } })).status).toBe(200);
  });

  it("needs the password, and locks after the fifth wrong one", async () => {
    const { client, ...persona } = await signedIn(bank, "active");
    const wrong = () => patch(client, { email: "new@example.com", password: "wrong" });
    expect(await wrong()).toMatchObject({ status: 422, code: "wrong_password", errors: { password: ["Your password is incorrect."] } });
    for (let attempt = 2; attempt < 5; attempt += 1) await wrong();
    expect(await wrong()).toMatchObject({ status: 403, code: "locked" });
    expect((await patch(client, { email: "new@example.com", password: persona.password })).status).toBe(403);
    expect(await sentTo(client, "new@example.com")).toEqual([]);
  });

  it("refuses the present email and another user's", async () => {
    const { client, ...persona } = await signedIn(bank, "active");
    const other = await client.control<{ email: string }>("/personas/new", {});
    const { password } = persona;
    expect(await patch(client, { email: persona.email.toUpperCase(), password })).toMatchObject({
      status: 422,
      errors: { email: ["You already use this email."] },
    });
    expect(await patch(client, { email: other.email, password })).toMatchObject({ status: 422, code: "duplicate_email" });
  });
});

describe("a change of the phone", () => {
  it("verifies the new number and notifies the old one and the email", async () => {
    const { client, ...persona } = await signedIn(bank, "active");
    const { phone } = (await client.call<{ phone: string }>("/user")).data;
    const asked = await patch(client, { phone: "5555550199", password: persona.password });
    expect(asked).toMatchObject({ status: 200, data: { type: "phone", phone: "(•••) •••-0199", email: null } });
    const [message] = await sentTo(client, "5555550199");
    expect(await confirm(client, "phone", { code: message?.code, nonce_token: asked.data.nonce_token })).toMatchObject({
      status: 200,
      data: { phone: "5555550199" },
    });
    for (const to of [phone, persona.email])
      expect((await sentTo(client, to)).at(0)?.subject, to).toBe("Your Harbor mobile phone number was changed");
  });

  it("resends the code to the new number", async () => {
    const { client, ...persona } = await signedIn(bank, "active");
    const { data } = await patch(client, { phone: "5555550199", password: persona.password });
    clock.advance(61_000);
    expect((await client.call(`/mfa-resend/${data.nonce_token}`)).status).toBe(200);
    expect(await sentTo(client, "5555550199")).toHaveLength(2);
  });
});

describe("a code", () => {
  it("is accepted for its own purpose and type only, without ending the session", async () => {
    const { client, ...persona } = await signedIn(bank, "active");
    const asked = await patch(client, { email: "new@example.com", password: persona.password });
    const code = "000000";
    expect((await client.call(`/mfa-verify/${asked.data.nonce_token}`, { body: { code } })).status).toBe(401);
    expect((await confirm(client, "phone", { code, nonce_token: asked.data.nonce_token })).status).toBe(404);
    const signIn = await client.call<ContactCode>("/mfa-select/email");
    expect((await confirm(client, "email", { code, nonce_token: signIn.data.nonce_token })).status).toBe(404);
    expect((await confirm(client, "email", { code: "999999", nonce_token: asked.data.nonce_token })).code).toBe("expired_code");
    expect((await confirm(client, "email", { code: "123123", nonce_token: asked.data.nonce_token })).code).toBe("wrong_code");
    expect((await confirm(client, "email", { code, nonce_token: asked.data.nonce_token })).status).toBe(200);
    expect((await confirm(client, "email", { code, nonce_token: asked.data.nonce_token })).status).toBe(404);
    expect((await client.call("/user")).data).toMatchObject({ email: "new@example.com" });
  });
});
