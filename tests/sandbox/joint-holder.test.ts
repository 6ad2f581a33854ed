/** Tests of the joint account at the sandbox: application, invitation, proof of identity, acceptance, and each refusal. */
import { describe, expect, it } from "vitest";
import { closeAccount, stepUp } from "./account-life.js";
import { BankClient, signedIn, TestClock, useTestBank } from "./test-bank.js";

const clock = new TestClock();
const bank = useTestBank({ clock });
const DAY = 24 * 60 * 60 * 1000;

const BASIC = { first_name: "Robin", last_name: "Whitfield", date_of_birth: "1987-09-30", ssn: "510222345" };
const ADDRESS = { street: "14 Maple Street", city: "Springfield", state: "IL", zip: "62701", mailing_same: true };
const EMPLOYER = { employment_status: "retired", income_source: "retirement" };
const CONSENTS = { accept_terms: true, accept_esign: true, w9_certified: true };

interface Joint {
  readonly registration_status: string | null;
  readonly is_pending_signup: boolean;
  readonly secondary_depositors: readonly { readonly email: string }[];
}
const register = (client: BankClient, email: string) => client.call<Joint>("/depositor/register-secondary", { body: { email } });
const patch = (client: BankClient, body: object) => client.call<Joint>("/depositor/update-secondary", { method: "PATCH", body });
const joint = async (client: BankClient) => (await client.call<Joint | null>("/entity/details", { body: {} })).data;
const links = async (client: BankClient, to: string) =>
  (await client.control<{ link: string | null }[]>(`/outbox?to=${to}`)).flatMap(({ link }) => (link ? [new URL(link).searchParams] : []));

/** The primary holder and the newest link of the invitation. */
async function invited(basic: object = {}) {
  const { client, email: primary } = await signedIn(bank, "active");
  const email = `robin-${crypto.randomUUID()}@example.com`;
  await register(client, email);
  const pages = { basic: { ...BASIC, ...basic }, address: ADDRESS, employer: EMPLOYER, registration_last_step: "confirmed" };
  const sent = await patch(client, { ...pages, confirm: { details_correct: true } });
  const guest = new BankClient(bank);
  await guest.csrf();
  const link = async () => {
    const [newest] = await links(client, email);
    return { uuid: newest?.get("uuid") ?? "", hash: newest?.get("hash") ?? "" };
  };
  return { client, primary, guest, email, sent, link };
}
const alertsOf = async (client: BankClient) => (await client.call<{ title: string }[]>("/alerts")).data.map(({ title }) => title);
const subjects = async (client: BankClient, to: string) =>
  (await client.control<{ subject: string }[]>(`/outbox?to=${to}`)).map(({ subject }) => subject);

const prove = (guest: BankClient, link: object, answers: object = {}) =>
  guest.call<{ email: string; token: string; attempts_left: number }>("/verify-identity", {
    body: { ...link, ssn_last4: "2345", date_of_birth: BASIC.date_of_birth, ...CONSENTS, ...answers },
  });

describe("the application", () => {
  it("is saved page by page, and invites the second holder when it is confirmed", async () => {
    const { client } = await signedIn(bank, "active");
    expect(await register(client, "robin@example.com")).toMatchObject({
      status: 201,
      data: { registration_status: "UNSUBMITTED", is_pending_signup: false, secondary_depositors: [{ email: "robin@example.com" }] },
    });
    expect((await register(client, "robin.w@example.com")).data).toMatchObject({
      secondary_depositors: [{ email: "robin.w@example.com" }],
    });
    await patch(client, { basic: BASIC, registration_last_step: "address" });
    expect((await client.call("/depositor/secondary-progress")).data).toMatchObject({ registration_last_step: "address" });
    expect((await client.call("/depositor/secondary-info")).data).toMatchObject({
      first_name: "Robin",
      ssn_last4: "2345",
      email: "robin.w@example.com",
    });
    expect(await patch(client, { confirm: { details_correct: true } })).toMatchObject({ status: 409, code: "step_refused" });
    await patch(client, { address: ADDRESS, registration_last_step: "employer" });
    const done = await patch(client, { employer: EMPLOYER, registration_last_step: "confirmed", confirm: { details_correct: true } });
    expect(done).toMatchObject({ status: 200, data: { registration_status: "IN_REVIEW", is_pending_signup: true } });
    expect(await links(client, "robin.w@example.com")).toHaveLength(1);
    expect((await register(client, "other@example.com")).status).toBe(409);
    expect((await patch(client, { basic: BASIC })).status).toBe(409);
  });

  it("refuses the primary holder's email, another user's, and a Social Security number that has an account", async () => {
    const { client, email } = await signedIn(bank, "active");
    const other = await client.control<{ email: string }>("/personas/new", {});
    expect(await register(client, email)).toMatchObject({ status: 422, errors: { email: [expect.any(String)] } });
    expect(await register(client, other.email)).toMatchObject({ status: 422, code: "duplicate_email" });
    await register(client, "robin@example.com");
    expect(await patch(client, { basic: { ...BASIC, ssn: "510220005" } })).toMatchObject({ status: 422, code: "duplicate_ssn" });
  });

  it("belongs to the primary holder who has passed", async () => {
    const second = await signedIn(bank, "joint-secondary");
    expect(await register(second.client, "x@example.com")).toMatchObject({ status: 403, code: "not_allowed" });
    const held = await signedIn(bank, "hold");
    expect((await register(held.client, "x@example.com")).status).toBe(403);
    expect((await patch((await signedIn(bank, "active")).client, { basic: BASIC })).status).toBe(404);
  });

  it("is closed and erased, also after the invitation, which then no longer works", async () => {
    const { client, guest, link, email } = await invited();
    const before = await link();
    expect((await client.call("/depositor/close-secondary-application", { method: "POST" })).status).toBe(200);
    expect(await joint(client)).toBeNull();
    expect((await client.call("/depositor/secondary-info")).data).toBeNull();
    expect(await subjects(client, email)).toEqual(["Your invitation was canceled", expect.stringContaining("You're invited")]);
    expect(await prove(guest, before)).toMatchObject({ status: 400, code: "expired_link" });
    expect((await register(client, email)).status).toBe(201);
    // Nothing is left that would expire.
    await client.control("/clock", { advance: "P8D" });
  });
});

describe("the invitation", () => {
  it("is replaced when it is sent again or to another email", async () => {
    const { client, guest, link } = await invited();
    const first = await link();
    expect(await client.call("/depositor/resend-secondary-verification", { method: "POST" })).toMatchObject({
      status: 429,
      code: "too_soon",
    });
    clock.advance(61_000);
    await client.call("/depositor/resend-secondary-verification", { method: "POST" });
    expect((await prove(guest, first)).code).toBe("expired_link");
    const email = `new-${crypto.randomUUID()}@example.com`;
    await client.call("/depositor/update-secondary-email", { method: "PATCH", body: { email } });
    expect((await prove(guest, await link())).code).toBe("expired_link");
    expect(await joint(client)).toMatchObject({ is_pending_signup: true, secondary_depositors: [{ email }] });
    expect(await links(client, email)).toHaveLength(1);
  });

  it("expires after 7 days, and the primary holder is alerted", async () => {
    const { client, primary, guest, link } = await invited();
    await client.control("/clock", { advance: "P8D" });
    expect(await alertsOf(client)).toContain("Your invitation has expired");
    expect(await subjects(client, primary)).toContain("Your invitation has expired");
    expect(await prove(guest, await link())).toMatchObject({ status: 400, code: "expired_link" });
    expect(await joint(client)).toMatchObject({ is_pending_signup: true });
    clock.advance(DAY);
  });

  it("locks after three wrong answers, and sends the primary holder the next step", async () => {
    const { client, primary, guest, link } = await invited();
    const at = await link();
    expect(await prove(guest, at, { ssn_last4: "9999" })).toMatchObject({
      status: 422,
      code: "wrong_identity",
      data: { attempts_left: 2 },
    });
    expect(await prove(guest, at, { date_of_birth: "1990-01-01" })).toMatchObject({ status: 422, data: { attempts_left: 1 } });
    expect(await prove(guest, at, { ssn_last4: "0000" })).toMatchObject({ status: 403, code: "locked" });
    expect(await prove(guest, at)).toMatchObject({ status: 403, code: "locked" });
    expect(await alertsOf(client)).toContain("Your invitation is locked");
    expect(await subjects(client, primary)).toContain("Your invitation is locked");
    clock.advance(61_000);
    await client.call("/depositor/resend-secondary-verification", { method: "POST" });
    expect((await prove(guest, await link())).status).toBe(200);
  });
});

describe("the invited person", () => {
  it("proves the identity, chooses a password, passes the check and signs in to the same account", async () => {
    const { client, primary, guest, email, link } = await invited();
    const at = await link();
    const { data } = await prove(guest, at, { subject_to_withholding: true });
    expect(data.email).toBe(email);
    const choose = (password: string) => guest.call("/reset-password", { body: { email, token: data.token, password } });
    expect((await choose("short")).status).toBe(400);
    expect((await choose("a whole new phrase")).status).toBe(200);
    expect((await choose("another new phrase")).status).toBe(400);
    expect((await prove(guest, at)).code).toBe("expired_link");
    expect((await guest.signIn(email, "a whole new phrase")).status).toBe(200);
    expect((await guest.call("/depositor/progress")).data).toMatchObject({
      registration_status: "PASSED",
      registration_last_step: "completed",
      is_primary: false,
    });
    const [own] = (await guest.call<{ uuid: string }[]>("/accounts")).data;
    const [shared] = (await client.call<{ uuid: string }[]>("/accounts")).data;
    expect(own?.uuid).toBe(shared?.uuid);
    expect(await joint(client)).toMatchObject({ is_pending_signup: false, registration_status: "PASSED" });
    expect(await alertsOf(client)).toContain("Your joint holder accepted");
    expect(await subjects(client, primary)).toContain("Your joint holder accepted the invitation");
    // No email of a changed password: it is their first one.
    expect(await subjects(client, email)).toEqual([
      expect.stringContaining("code"),
      expect.stringContaining("Welcome to"),
      expect.stringContaining("You're invited"),
    ]);
    expect((await client.call("/depositor/close-secondary-application", { method: "POST" })).status).toBe(409);
  });

  it("can be refused by the identity check", async () => {
    const { guest, email, link } = await invited({ ssn: "510220001" });
    const { data } = await prove(guest, await link(), { ssn_last4: "0001" });
    await guest.call("/reset-password", { body: { email, token: data.token, password: "a whole new phrase" } });
    await guest.signIn(email, "a whole new phrase");
    expect((await guest.call("/depositor/progress")).data).toMatchObject({
      registration_status: "FAILED",
      registration_last_step: "completed",
    });
  });

  it("who was refused sees nothing of the account, gets none of its emails, and stays refused when it is closed", async () => {
    const { client, primary, guest, email, link } = await invited({ ssn: "510220001" });
    const { data } = await prove(guest, await link(), { ssn_last4: "0001" });
    await guest.call("/reset-password", { body: { email, token: data.token, password: "a whole new phrase" } });
    const before = await subjects(client, email);
    await client.control("/clock", { advance: "P1M" });
    expect(await subjects(client, email)).toEqual(before);
    await client.signIn(primary, "Passbook-2026-Savings!");
    const [destination] = (await client.call<{ uuid: string }[]>("/linked-accounts")).data;
    const { nonce_token } = (await client.call<{ nonce_token: string }>("/mfa-select/email")).data;
    await client.call(`/mfa-verify/${nonce_token}`, { body: { code: "000000" } });
    const closing = { reason: "moving", linked_account_id: destination?.uuid, confirmation: "CLOSE" };
    expect((await client.call("/close-my-account", { body: closing, headers: { "idempotency-key": "close" } })).status).toBe(200);
    await client.control("/clock", { advance: "P10D" });
    await guest.signIn(email, "a whole new phrase");
    expect((await guest.call("/depositor/progress")).data).toMatchObject({ registration_status: "FAILED" });
    for (const path of ["/accounts", "/linked-accounts", "/transactions", "/statements", "/depositor/beneficiaries"])
      expect((await guest.call(path)).data, path).toEqual([]);
  });

  it("gets the alerts of the account from the acceptance on", async () => {
    const { client, guest, email, link } = await invited();
    await client.control("/clock", { advance: "P1M" });
    await client.call("/depositor/resend-secondary-verification", { method: "POST" });
    const { data } = await prove(guest, await link());
    const password = "a whole new phrase";
    await guest.call("/reset-password", { body: { email, token: data.token, password } });
    await guest.signIn(email, password);
    expect(await alertsOf(guest)).toEqual([]);
    await client.control("/clock", { advance: "P1M" });
    await guest.signIn(email, password);
    expect(await alertsOf(guest)).toEqual([expect.stringMatching(/statement is ready$/)]);
  });

  it("gets the same letters, statement and alerts of the account as the primary holder, each with an own read mark", async () => {
    const { client, primary, guest, email, link } = await invited();
    const { data } = await prove(guest, await link());
    const password = "a whole new phrase";
    await guest.call("/reset-password", { body: { email, token: data.token, password } });
    await guest.signIn(email, password);
    const [mine, theirs] = [await alertsOf(client), await alertsOf(guest)];
    const [sent, sentToGuest] = [await subjects(client, primary), await subjects(client, email)];
    await client.control("/clock", { advance: "P1M" });
    await guest.signIn(email, password);
    const again = new BankClient(bank);
    await again.signIn(primary, "Passbook-2026-Savings!");
    const news = (all: readonly string[], before: readonly string[]) => all.slice(0, all.length - before.length);
    const statement = [expect.stringMatching(/statement is ready$/)];
    expect(news(await alertsOf(again), mine)).toEqual(statement);
    expect(news(await alertsOf(guest), theirs)).toEqual(statement);
    const letters = (all: readonly string[], before: readonly string[]) => news(all, before).filter((subject) => !subject.includes("code"));
    expect(letters(await subjects(client, email), sentToGuest)).toEqual(letters(await subjects(client, primary), sent));
    // Reading an alert is each holder's own.
    const unread = async (who: BankClient) =>
      (await who.call<{ uuid: string; read_at: string | null }[]>("/alerts")).data.filter(({ read_at }) => read_at === null).length;
    const before = await unread(again);
    expect(await guest.call("/alerts/all", { method: "POST" })).toMatchObject({ status: 202 });
    expect([await unread(again), await unread(guest)]).toEqual([before, 0]);
    const listed = async (who: BankClient) => (await who.call<{ uuid: string }[]>("/statements")).data.at(0);
    expect(await listed(guest)).toEqual(await listed(again));
  });

  it("gets no password reset before the proof", async () => {
    const { client, guest, email } = await invited();
    expect((await guest.call("/forgot-password", { body: { email } })).status).toBe(200);
    expect((await links(client, email)).filter((query) => query.has("token"))).toEqual([]);
  });

  it("cannot join an account that is closing, neither before nor after the proof", async () => {
    const [before, after] = [await invited(), await invited()];
    const { data } = await prove(after.guest, await after.link());
    for (const { client } of [before, after]) {
      await stepUp(client);
      expect((await closeAccount(client)).status).toBe(200);
    }
    const refused = { status: 403, code: "account_closing", message: expect.stringContaining("closing or closed") };
    const link = await before.link();
    expect(await before.guest.call("/x/joint-invitation", { body: link })).toMatchObject(refused);
    expect(await prove(before.guest, link)).toMatchObject(refused);
    const chosen = { email: after.email, token: data.token, password: "a whole new phrase" };
    expect(await after.guest.call("/reset-password", { body: chosen })).toMatchObject(refused);
    expect(await joint(after.client)).toMatchObject({ is_pending_signup: true });
    clock.advance(61_000);
    const again = { status: 403, code: "not_allowed", message: expect.stringContaining("closing") };
    expect(await before.client.call("/depositor/resend-secondary-verification", { method: "POST" })).toMatchObject(again);
    const body = { email: "another@example.com" };
    expect(await before.client.call("/depositor/update-secondary-email", { method: "PATCH", body })).toMatchObject(again);
  });

  it("cannot sign in with a password that was chosen after the invitation was replaced", async () => {
    const { client, guest, email, link } = await invited();
    const { data } = await prove(guest, await link());
    clock.advance(61_000);
    await client.call("/depositor/resend-secondary-verification", { method: "POST" });
    const password = "a whole new phrase";
    expect((await guest.call("/reset-password", { body: { email, token: data.token, password } })).status).toBe(200);
    expect(await guest.call("/login", { body: { email, password } })).toMatchObject({ status: 400, code: "bad_credentials" });
    expect(await joint(client)).toMatchObject({ is_pending_signup: true });
  });
});
