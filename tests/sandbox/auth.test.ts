/** Tests of registration, sign-in, one-time codes, sessions and password reset at the sandbox. */
import { describe, expect, it } from "vitest";
import { BankClient, signedIn, TestClock, useTestBank } from "./test-bank.js";

const clock = new TestClock();
const MINUTE = 60_000;
const bank = useTestBank({ clock });

interface Persona {
  email: string;
  password: string;
  phone: string;
}
const make = (name = "new", body: unknown = {}) => new BankClient(bank).control<Persona>(`/personas/${name}`, body);
const login = async (client: BankClient, email: string, password: string) => {
  const reply = await client.call<{ token: string; mfa_required: boolean; nonce_token: string }>("/login", { body: { email, password } });
  client.token = reply.data?.token ?? null;
  return reply;
};
async function newPersona(): Promise<BankClient> {
  const client = new BankClient(bank);
  await client.csrf();
  return client;
}

describe("the CSRF token", () => {
  it("is required for a write, must be the client's own, and expires", async () => {
    const client = new BankClient(bank);
    const attempt = () => client.call("/login", { body: { email: "a@example.com", password: "x" } });
    expect(await attempt()).toMatchObject({ status: 419, code: "csrf_expired" });
    await client.csrf();
    expect((await attempt()).status).toBe(400);
    const other = await newPersona();
    client.cookies.set("hys_session", other.cookies.get("hys_session") ?? "");
    expect((await attempt()).status).toBe(419);
    await other.csrf();
    clock.advance(121 * MINUTE);
    expect((await other.call("/forgot-password", { body: { email: "a@example.com" } })).status).toBe(419);
  });
});

describe("registering", () => {
  const person = { email: "kim@example.com", password: "long enough words", accept_terms: true, accept_esign: true };
  it("rejects an existing address in any case, but not at another institution", async () => {
    const client = await newPersona();
    expect((await client.call("/register", { body: person })).status).toBe(201);
    expect(await client.call("/register", { body: { ...person, email: "KIM@example.com" } })).toMatchObject({
      status: 422,
      code: "duplicate_email",
      errors: { email: [expect.any(String)] },
    });
    const juniper = new BankClient(bank, "juniper");
    await juniper.csrf();
    expect(await juniper.call("/register", { body: person })).toMatchObject({
      status: 422,
      errors: { password: ["Include at least one uppercase letter.", "Include at least one number."] },
    });
    expect((await juniper.call("/register", { body: { ...person, password: "Long enough 1 words" } })).status).toBe(201);
    expect(await new BankClient(bank, "nobody").call("/branding")).toMatchObject({ status: 422, code: "unknown_brand" });
  });
  it.each([
    [{ password: "short" }, "password"],
    [{ password: "password123" }, "password"],
    [{ email: "no address" }, "email"],
    [{ accept_terms: false }, "accept_terms"],
    [{ role: "admin" }, "role"],
  ])("reports %j at its field", async (change, field) => {
    const reply = await (await newPersona()).call("/register", { body: { ...person, ...change } });
    expect(reply).toMatchObject({ status: 422, code: "validation" });
    expect(Object.keys(reply.errors)).toEqual([field]);
  });
});

describe("logging in", () => {
  it("gives one error for a wrong address or password, and locks after the fifth attempt for a while", async () => {
    const { email, password } = await make();
    const client = await newPersona();
    const unknown = await login(client, "nobody@example.com", password);
    for (let attempt = 1; attempt < 5; attempt += 1) expect(await login(client, email, "wrong")).toEqual(unknown);
    expect(await login(client, email, "wrong")).toMatchObject({
      status: 403,
      code: "locked",
      message: "Too many incorrect attempts. Account Locked.",
    });
    expect((await login(client, email, password)).status).toBe(403);
    clock.advance(16 * MINUTE);
    expect((await login(client, email, password)).status).toBe(200);
  });

  it("uses the bank's clock: moving it ends the lock and expires a reset link", async () => {
    const { email, password } = await make();
    const client = await newPersona();
    await client.call("/forgot-password", { body: { email } });
    const [resetEmail] = await client.control<{ link: string }[]>(`/outbox?to=${email}`);
    const token = new URL(resetEmail?.link ?? "").searchParams.get("token");
    for (let attempt = 0; attempt < 5; attempt += 1) await login(client, email, "wrong");
    await client.control("/clock", { advance: "PT14M" });
    expect((await login(client, email, password)).status).toBe(403);
    await client.control("/clock", { advance: "PT2M" });
    expect((await login(client, email, password)).status).toBe(200);
    await client.control("/clock", { advance: "PT15M" });
    expect(await client.call("/reset-password", { body: { email, token, password: "a whole new phrase" } })).toMatchObject({
      status: 400,
      code: "expired_link",
    });
  });

  it("opens nothing but the second factor at first", async () => {
    const { email, password } = await make("active");
    const client = await newPersona();
    expect((await login(client, email, password)).data).toMatchObject({ mfa_required: true });
    for (const path of ["/accounts", "/user", "/depositor/progress", "/auth-check", "/alerts"])
      expect((await client.call(path)).status, path).toBe(401);
    await client.verifyByEmail(email);
    expect((await client.call("/accounts")).status).toBe(200);
    expect((await client.call("/logout", { method: "POST" })).status).toBe(200);
    expect((await client.call("/accounts")).status).toBe(401);
  }, 20_000);

  it("remembers a device for 30 days", async () => {
    const { email, password } = await make();
    const client = await newPersona();
    await login(client, email, password);
    const { nonce_token } = (await client.call<{ nonce_token: string }>("/mfa-select/sms")).data;
    const verified = await client.call<{ device_token: string; token: string }>(`/mfa-verify/${nonce_token}`, {
      body: { code: "000000", remember: true, device_name: "Laptop" },
    });
    client.cookies.set("device_token", verified.data.device_token);
    expect((await login(client, email, password)).data).toMatchObject({ mfa_required: false, nonce_token: null });
    expect((await client.call("/device-info")).data).toMatchObject({ name: "Laptop", remembered: true });
    clock.advance(31 * 24 * 60 * MINUTE);
    await client.csrf();
    expect((await login(client, email, password)).data).toMatchObject({ mfa_required: true });
  });

  it("limits a token to its institution", async () => {
    const { client } = await signedIn(bank, "new");
    const other = new BankClient(bank, "juniper");
    other.token = client.token;
    expect((await other.call("/user")).status).toBe(401);
  });
});

describe("one-time codes", () => {
  async function waiting(): Promise<{
    client: BankClient;
    nonce: string;
    email: string;
    password: string;
    verify: (code: string) => ReturnType<BankClient["call"]>;
  }> {
    const { email, password } = await make();
    const client = await newPersona();
    await login(client, email, password);
    const nonce = (await client.call<{ nonce_token: string }>("/mfa-select/email")).data.nonce_token;
    return { client, nonce, email, password, verify: (code) => client.call(`/mfa-verify/${nonce}`, { body: { code } }) };
  }
  const wrongOf = (code: string): string => (code === "123456" ? "654321" : "123456");

  it("are valid once, for ten minutes", async () => {
    const one = await waiting();
    const code = await one.client.lastCode(one.email);
    expect(await one.verify("999999")).toMatchObject({ status: 400, code: "expired_code" });
    expect(await one.verify(wrongOf(code))).toMatchObject({ status: 400, code: "wrong_code", errors: { code: [expect.any(String)] } });
    clock.advance(10 * MINUTE + 1);
    expect(await one.verify(code)).toMatchObject({ status: 400, code: "expired_code" });
    const two = await waiting();
    const right = await two.client.lastCode(two.email);
    const used = await two.verify(right);
    expect(used.status).toBe(200);
    two.client.token = (used.data as { token: string }).token;
    expect((await two.verify(right)).status).toBe(401);
  });

  it("lock after the fifth failure, also when they are resent", async () => {
    const { client, nonce, email, password, verify } = await waiting();
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await verify(wrongOf(await client.lastCode(email)))).status).toBe(400);
    expect(await client.call(`/mfa-resend/${nonce}`)).toMatchObject({ status: 429, code: "too_soon" });
    clock.advance(61_000);
    expect(await client.call(`/mfa-resend/${nonce}`)).toMatchObject({ status: 200, message: "Code resent successfully!" });
    expect((await verify(wrongOf(await client.lastCode(email)))).status).toBe(400);
    expect(await verify(wrongOf(await client.lastCode(email)))).toMatchObject({ status: 403, code: "locked" });
    expect((await verify(await client.lastCode(email))).status).toBe(403);
    expect((await client.call("/mfa-select/email")).status).toBe(403);
    clock.advance(16 * MINUTE);
    await login(client, email, password);
    expect((await client.call("/mfa-select/email")).status).toBe(200);
  });

  it("belong to their sign-in", async () => {
    const mine = await waiting();
    const other = await waiting();
    expect((await other.client.call(`/mfa-verify/${mine.nonce}`, { body: { code: "000000" } })).status).toBe(401);
    expect((await mine.client.call("/mfa-resend/nonsense")).status).toBe(404);
  });
});

describe("sessions", () => {
  it("expire after 15 idle minutes; the passive check does not extend one", async () => {
    const { client } = await signedIn(bank, "new");
    clock.advance(14 * MINUTE);
    expect((await client.call("/auth-check/no-ext")).data).toMatchObject({ token_duration: 60 });
    expect((await client.call("/auth-check")).data).toMatchObject({ token_duration: 900 });
    clock.advance(14 * MINUTE);
    expect((await client.call("/auth-check/no-ext")).status).toBe(200);
    clock.advance(MINUTE + 1);
    expect(await client.call("/auth-check/no-ext")).toMatchObject({ status: 401, code: "unauthorized" });
  });
  it("expire after 12 hours", async () => {
    const { client } = await signedIn(bank, "new");
    for (let time = 0; time < 11 * 60 + 50; time += 10) {
      expect((await client.call("/auth-check")).status).toBe(200);
      clock.advance(10 * MINUTE);
    }
    clock.advance(10 * MINUTE + 1);
    expect((await client.call("/auth-check")).status).toBe(401);
  }, 20_000);
});

describe("a forgotten password", () => {
  it("has the same response for everyone, is reset once by the link, and ends the existing sessions", async () => {
    const { client, email } = await signedIn(bank, "new");
    const requestReset = (to: string) => client.call("/forgot-password", { body: { email: to } });
    expect(await requestReset("nobody@example.com")).toEqual(await requestReset(email));
    const [resetEmail] = await client.control<{ link: string; to: string }[]>(`/outbox?to=${email}`);
    const link = new URL(resetEmail?.link ?? "");
    expect(link.origin + link.pathname).toBe("http://harbor.localhost:3000/login/reset-password");
    const token = link.searchParams.get("token") ?? "";
    const reset = (password: string, of = token) => client.call("/reset-password", { body: { email, token: of, password } });
    expect(await reset("short")).toMatchObject({ status: 400, errors: { password: [expect.any(String)] } });
    expect(await reset("a whole new phrase", "wrong")).toMatchObject({ status: 400, code: "expired_link" });
    expect((await reset("a whole new phrase")).status).toBe(200);
    expect(await reset("a whole new phrase")).toMatchObject({ status: 400, code: "expired_link" });
    expect((await client.call("/user")).status).toBe(401);
    expect((await login(await newPersona(), email, "a whole new phrase")).status).toBe(200);
  });
});
