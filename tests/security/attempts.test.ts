/**
 * Tests that guesses and codes count for a user or an address, not for a session that an attacker can start again, and that
 * only a user without a second factor names a first phone (domain.md 5, lines 22, 24, 26 and 27), at the sandbox's bank.
 */
import { describe, expect, it } from "vitest";
import { BankClient, signedIn, TestClock, useTestBank } from "../sandbox/test-bank.js";

const clock = new TestClock();
const bank = useTestBank({ clock });
const MINUTE = 60_000;
const PASSWORD = "a long enough Passphrase 7!";

interface Person {
  readonly email: string;
  readonly password: string;
}

const make = (name = "active") => new BankClient(bank).control<Person & { readonly phone: string }>(`/personas/${name}`, {});

async function visitor(): Promise<BankClient> {
  const client = new BankClient(bank);
  await client.csrf();
  return client;
}

/** Signs in with the password alone. */
async function pending({ email, password }: Person, client?: BankClient): Promise<BankClient> {
  const own = client ?? (await visitor());
  own.token = (await own.call<{ token: string }>("/login", { body: { email, password } })).data.token;
  return own;
}

const logIn = async (email: string, password: string) => (await visitor()).call("/login", { body: { email, password } });
const select = (client: BankClient) => client.call<{ nonce_token: string }>("/mfa-select/email");
const tryCode = (client: BankClient, nonce: string, code: string) => client.call(`/mfa-verify/${nonce}`, { body: { code } });

async function register(): Promise<{ readonly client: BankClient; readonly person: Person }> {
  const client = await visitor();
  const person = { email: "robin@example.com", password: PASSWORD };
  const reply = await client.call<{ token: string }>("/register", { body: { ...person, accept_terms: true, accept_esign: true } });
  client.token = reply.data.token;
  return { client, person };
}

describe("5.24 a first phone", () => {
  const addPhone = (client: BankClient, phone = "2125550199") => client.call<{ nonce_token: string }>("/mfa-add-sms", { body: { phone } });
  const refused = { status: 422, errors: { phone: [expect.stringContaining("My Account")] } };

  it("is not named with the password alone by somebody who has one already", async () => {
    const ada = await make();
    const client = await pending(ada);
    expect(await addPhone(client)).toMatchObject(refused);
    expect(await client.control(`/outbox?to=2125550199`)).toEqual([]);
  });

  it("is not named in a session that is signed in: a change needs the password, and the owner gets a notice", async () => {
    const { client } = await signedIn(bank, "active");
    expect(await addPhone(client)).toMatchObject(refused);
  });

  it("is named while registering, again after a wrong number, and not with the password alone by somebody who gets codes by email", async () => {
    const { client, person } = await register();
    expect((await addPhone(client)).status).toBe(200);
    expect((await addPhone(client, "2125550198")).status).toBe(200);
    await client.verifyByEmail(person.email);
    expect(await addPhone(await pending(person))).toMatchObject(refused);
  });

  it("is named by an applicant who is signed in, and then not replaced by a code that was sent before", async () => {
    const { client, person } = await register();
    await client.verifyByEmail(person.email);
    const phones = ["2125550199", "2125550198"] as const;
    const nonces = [];
    for (const phone of phones) nonces.push((await addPhone(client, phone)).data.nonce_token);
    for (const [index, nonce] of nonces.entries()) {
      const { status, data } = await client.call<{ token: string }>(`/mfa-verify/${nonce}`, {
        body: { code: await client.lastCode(phones[index] ?? "") },
      });
      expect(status).toBe(200);
      client.token = data.token;
    }
    expect((await client.call("/user")).data).toMatchObject({ phone: "2125550199" });
    expect(await addPhone(client)).toMatchObject(refused);
    const emails = await client.control<{ subject: string }[]>(`/outbox?to=${person.email}`);
    expect(emails.filter(({ subject }) => subject.includes("phone number was added"))).toHaveLength(1);
  });

  it("takes effect when its code is verified", async () => {
    const { client, person } = await register();
    const { nonce_token } = (await addPhone(client)).data;
    expect((await tryCode(client, nonce_token, await client.lastCode("2125550199"))).status).toBe(200);
    // It is a part of the registration, and no change.
    const emails = await client.control<{ subject: string }[]>(`/outbox?to=${person.email}`);
    expect(emails.filter(({ subject }) => subject.includes("phone number"))).toEqual([]);
  });
});

describe("5.24 wrong codes", () => {
  it("lock the codes of the user, in any number of sessions", async () => {
    const ada = await make();
    const replies = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const client = await pending(ada);
      replies.push((await tryCode(client, (await select(client)).data.nonce_token, "999998")).code);
      await client.call("/logout", { method: "POST" });
    }
    expect(replies).toEqual(["wrong_code", "wrong_code", "wrong_code", "wrong_code", "locked"]);
    expect((await select(await pending(ada))).code).toBe("locked");
    clock.advance(61 * MINUTE);
    expect((await select(await pending(ada))).status).toBe(200);
  });

  it("start again from zero after a right one", async () => {
    const ada = await make();
    for (let round = 1; round <= 2; round += 1) {
      const client = await pending(ada);
      const { nonce_token } = (await select(client)).data;
      for (let attempt = 1; attempt < 5; attempt += 1) expect((await tryCode(client, nonce_token, "999998")).code).toBe("wrong_code");
      expect((await tryCode(client, nonce_token, await client.lastCode(ada.email))).status).toBe(200);
    }
  });
});

describe("5.24 codes that are sent", () => {
  it("are five in an hour without a right one, for any number of sessions", async () => {
    const ada = await make();
    for (let sent = 1; sent <= 5; sent += 1) expect((await select(await pending(ada))).status).toBe(200);
    expect(await select(await pending(ada))).toMatchObject({ status: 429, code: "too_many_codes" });
    clock.advance(61 * MINUTE);
    expect((await select(await pending(ada))).status).toBe(200);
  });
});

describe("5.27 the lock after wrong passwords", () => {
  it("does not tell whether an address is known", async () => {
    const { email } = await make();
    const codes = async (address: string) => {
      const found = [];
      for (let attempt = 1; attempt <= 6; attempt += 1) found.push((await logIn(address, "wrong")).code);
      return found;
    };
    const known = await codes(email);
    expect(known).toEqual(["bad_credentials", "bad_credentials", "bad_credentials", "bad_credentials", "locked", "locked"]);
    expect(await codes("nobody@example.com")).toEqual(known);
  });
});

describe("5.26 the lock after wrong passwords of somebody else", () => {
  const lockOut = async (email: string) => {
    for (let attempt = 1; attempt <= 5; attempt += 1) await logIn(email, "wrong");
  };

  it("does not keep the owner from logging in on a remembered device", async () => {
    const ada = await make();
    const client = await pending(ada);
    const { nonce_token } = (await select(client)).data;
    const body = { code: await client.lastCode(ada.email), remember: true };
    const { device_token } = (await client.call<{ device_token: string }>(`/mfa-verify/${nonce_token}`, { body })).data;
    client.cookies.set("device_token", device_token);
    await lockOut(ada.email);
    expect((await logIn(ada.email, ada.password)).code).toBe("locked");
    expect((await client.call("/login", { body: { ...ada } })).status).toBe(422);
    const { email, password } = ada;
    expect((await client.call("/login", { body: { email, password } })).data).toMatchObject({ mfa_required: false });
    for (let attempt = 1; attempt <= 4; attempt += 1) await client.call("/login", { body: { email, password: "wrong" } });
    expect((await client.call("/login", { body: { email, password: "wrong" } })).code).toBe("locked");
  });

  it("does not keep the owner from changing the password in an open session, whose own failures count", async () => {
    const { client, email, password } = await signedIn(bank, "active");
    await lockOut(email);
    const change = (present: string) => client.call("/user", { method: "PATCH", body: { password: present, new_password: PASSWORD } });
    expect((await change(password)).status).toBe(200);
    for (let attempt = 1; attempt <= 4; attempt += 1) expect((await change("wrong")).status).toBe(422);
    expect((await change("wrong")).code).toBe("locked");
  });
});

describe("5.22 links that reset a password", () => {
  const linksOf = async (client: BankClient, email: string) =>
    (await client.control<{ link: string | null }[]>(`/outbox?to=${email}`)).flatMap(({ link }) =>
      link?.includes("reset-password") ? [new URL(link).searchParams.get("token")] : [],
    );
  const reset = (client: BankClient, email: string, token: string | null | undefined) =>
    client.call("/reset-password", { body: { email, token, password: PASSWORD } });

  it("end with a change of the password, and with another one's use", async () => {
    const { client, email, password } = await signedIn(bank, "active");
    await client.call("/forgot-password", { body: { email } });
    expect((await client.call("/user", { method: "PATCH", body: { password, new_password: `${PASSWORD}!` } })).status).toBe(200);
    const [before] = await linksOf(client, email);
    expect((await reset(client, email, before)).code).toBe("expired_link");
    await client.call("/forgot-password", { body: { email } });
    await client.call("/forgot-password", { body: { email } });
    const [newest, second] = await linksOf(client, email);
    expect((await reset(client, email, second)).status).toBe(200);
    expect((await reset(client, email, newest)).code).toBe("expired_link");
  });

  it("are five in an hour, with the same answer afterwards", async () => {
    const { email } = await make();
    const client = await visitor();
    const answers = [];
    for (let request = 1; request <= 7; request += 1) answers.push(await client.call("/forgot-password", { body: { email } }));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await linksOf(client, email)).toHaveLength(5);
    clock.advance(61 * MINUTE);
    await client.csrf();
    await client.call("/forgot-password", { body: { email } });
    expect(await linksOf(client, email)).toHaveLength(6);
  });
});

describe("a NUL character", () => {
  it("is refused wherever it is sent", async () => {
    const { client } = await signedIn(bank, "active");
    const message = { subject: "Hello", body: "a\0b" };
    expect(await client.call("/messages", { body: message })).toMatchObject({ status: 400, code: "malformed" });
    expect((await client.call("/messages/a%00b")).status).toBe(404);
    expect((await client.call("/nonprofits?search=a%00b")).status).toBe(422);
  });
});
