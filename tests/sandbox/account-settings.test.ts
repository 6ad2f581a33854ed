/** Tests of My Account at the sandbox: password, sessions, remembered devices, preferences and linked accounts. */
import { describe, expect, it } from "vitest";
import { BankClient, signedIn, useTestBank } from "./test-bank.js";

const bank = useTestBank({ keepState: true });
const NEW_PASSWORD = "a new horse battery";

interface Link {
  readonly uuid: string;
  readonly status: string;
  readonly nickname: string | null;
}
interface SignedInSession {
  readonly uuid: string;
  readonly current: boolean;
  readonly device_name: string | null;
}

/** Another session of the same user. */
async function elsewhere({ email, password }: { email: string; password: string }, verify: object = {}): Promise<BankClient> {
  const client = new BankClient(bank);
  await client.csrf();
  const headers = { "x-device-name": "Firefox on Linux" };
  const login = await client.call<{ token: string }>("/login", { body: { email, password }, headers });
  client.token = login.data.token;
  const { data } = await client.call<{ nonce_token: string }>("/mfa-select/email");
  const verified = await client.call<{ token: string }>(`/mfa-verify/${data.nonce_token}`, { body: { code: "000000", ...verify } });
  client.token = verified.data.token;
  return client;
}

const patchUser = (client: BankClient, body: object) => client.call("/user", { method: "PATCH", body });
const subjects = async (client: BankClient, email: string) =>
  (await client.control<{ subject: string }[]>(`/outbox?to=${encodeURIComponent(email)}`)).map(({ subject }) => subject);

describe("a change of the password", () => {
  it("ends the other sessions, forgets the devices, sends a notice and changes the sign-in", async () => {
    const { client, ...persona } = await signedIn(bank, "active");
    const other = await elsewhere(persona, { remember: true, device_name: "Firefox on Linux" });
    expect((await client.call<unknown[]>("/x/devices")).data).toHaveLength(1);
    const body = { password: persona.password, new_password: NEW_PASSWORD };
    expect(await patchUser(client, body)).toMatchObject({ status: 200, data: { type: "password" } });
    expect((await client.call("/user")).status).toBe(200);
    expect((await other.call("/user")).status).toBe(401);
    expect((await client.call("/x/devices")).data).toEqual([]);
    expect((await subjects(client, persona.email))[0]).toBe("Your Harbor password was changed");
    const again = new BankClient(bank);
    await again.csrf();
    expect((await again.call("/login", { body: { email: persona.email, password: persona.password } })).status).toBe(400);
    expect((await again.call("/login", { body: { email: persona.email, password: NEW_PASSWORD } })).status).toBe(200);
  });

  it("needs the current password and one that the rules allow", async () => {
    const { client, password } = await signedIn(bank, "active");
    expect(await patchUser(client, { password: "wrong", new_password: NEW_PASSWORD })).toMatchObject({
      status: 422,
      code: "wrong_password",
      errors: { password: ["Your password is incorrect."] },
    });
    for (const new_password of ["password", "short", password])
      expect(await patchUser(client, { password, new_password })).toMatchObject({
        status: 422,
        errors: { new_password: [expect.any(String)] },
      });
  });
});

describe("sessions and devices", () => {
  it("are listed with their device, and end one by one", async () => {
    const { client, ...persona } = await signedIn(bank, "active");
    const other = await elsewhere(persona);
    const { data } = await client.call<SignedInSession[]>("/x/sessions");
    expect(data).toHaveLength(2);
    const [mine, theirs] = [data.find(({ current }) => current), data.find(({ current }) => !current)];
    expect(theirs?.device_name).toBe("Firefox on Linux");
    expect(await client.call(`/x/sessions/${mine?.uuid}`, { method: "DELETE" })).toMatchObject({ status: 409, code: "conflict" });
    const stranger = await signedIn(bank, "active");
    expect(await stranger.client.call(`/x/sessions/${theirs?.uuid}`, { method: "DELETE" })).toMatchObject({ status: 404 });
    expect((await other.call("/user")).status).toBe(200);
    expect((await client.call(`/x/sessions/${theirs?.uuid}`, { method: "DELETE" })).data).toHaveLength(1);
    expect((await other.call("/user")).status).toBe(401);
  });

  it("forgets a device of the user, and nobody else's", async () => {
    const { client, ...persona } = await signedIn(bank, "active");
    await elsewhere(persona, { remember: true, device_name: "Firefox on Linux" });
    const [device] = (await client.call<{ uuid: string; name: string }[]>("/x/devices")).data;
    expect(device?.name).toBe("Firefox on Linux");
    const stranger = await signedIn(bank, "active");
    expect(await stranger.client.call(`/x/devices/${device?.uuid}`, { method: "DELETE" })).toMatchObject({ status: 404 });
    expect(await client.call(`/x/devices/${device?.uuid}`, { method: "DELETE" })).toMatchObject({ status: 200, data: [] });
  });
});

describe("preferences", () => {
  it("decide which emails are sent, and whether statements come by mail", async () => {
    const { client, email } = await signedIn(bank, "active");
    await client.control("/simulate/message-reply", { email });
    expect(await subjects(client, email)).toContain("You have a new message");
    const before = (await subjects(client, email)).length;
    const changed = await client.call("/x/preferences", { method: "PATCH", body: { email_messages: false, paperless: false } });
    expect(changed.data).toEqual({ email_transfers: true, email_statements: true, email_messages: false, paperless: false });
    await client.control("/simulate/message-reply", { email });
    expect(await subjects(client, email)).toHaveLength(before);
    await client.advance("P31D");
    const [statement] = (await client.call<{ title: string; body: string }[]>("/alerts")).data.filter(({ title }) =>
      /statement/.test(title),
    );
    expect(statement?.body).toContain("We're also mailing you a paper copy.");
  });
});

describe("linked accounts", () => {
  const links = async (client: BankClient) => (await client.call<Link[]>("/linked-accounts")).data;

  it("are named and removed by their depositor only", async () => {
    const { client } = await signedIn(bank, "active");
    const [link] = await links(client);
    const path = `/x/linked-accounts/${link?.uuid}`;
    const stranger = await signedIn(bank, "active");
    for (const request of [{ method: "PATCH", body: { nickname: "Mine" } }, { method: "DELETE" }])
      expect(await stranger.client.call(path, request)).toMatchObject({ status: 404, code: "not_found" });
    expect((await client.call<Link[]>(path, { method: "PATCH", body: { nickname: " Rent " } })).data[0]?.nickname).toBe("Rent");
  });

  it("stay while a transfer is in progress, with the reason, and go afterwards", async () => {
    const { client } = await signedIn(bank, "active");
    const [link] = await links(client);
    const path = `/x/linked-accounts/${link?.uuid}`;
    const deposit = { amount: "25.00", linked_account_id: link?.uuid, authorized: true };
    await client.call("/deposit", { body: deposit, headers: { "idempotency-key": "a".repeat(16) } });
    await client.call("/transactions");
    expect(await client.call(path, { method: "DELETE" })).toMatchObject({
      status: 409,
      code: "transfers_pending",
      message: expect.stringMatching(/^A transfer of \$25\.00 with this account is in progress until /),
    });
    await client.advance("P14D");
    expect(await client.call<Link[]>(path, { method: "DELETE" })).toMatchObject({ status: 200, data: [{ status: "ARCHIVED" }] });
    expect(await client.call(path, { method: "DELETE" })).toMatchObject({ status: 404 });
  });

  it.each(["view-only", "hold"])("cannot be changed by a depositor who is %s", async (persona) => {
    const { client } = await signedIn(bank, persona);
    const [link] = await links(client);
    expect(await client.call(`/x/linked-accounts/${link?.uuid}`, { method: "DELETE" })).toMatchObject({ status: 403, code: "not_allowed" });
  });
});
