/**
 * Tests that sandbox depositors together make every call of the contract succeed once; each response is validated
 * against the document, and an unused operation fails the test.
 */
import { afterAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../gateway/sandbox/index.js";
import { BankClient, openTestBank, signedIn, TestClock } from "../sandbox/test-bank.js";
import { OPERATIONS, operationAt } from "../support/openapi.js";

const succeeded = new Set<string>();
const PDF = Buffer.from("%PDF-1.4 of a test");

async function openRecordedBank(): Promise<Sandbox> {
  const bank = await openTestBank(new TestClock());
  return {
    ...bank,
    async fetch(request) {
      const response = await bank.fetch(request);
      const operation = operationAt(request.method, new URL(request.url).pathname.replace("/api/v1", ""));
      if (operation && response.ok) succeeded.add(`${operation.method} ${operation.path}`);
      return response;
    },
  };
}

/** Makes a call that must succeed, and returns its data. */
async function done<T = Record<string, string>>(
  client: BankClient,
  call: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<T> {
  const [method = "", path = ""] = call.split(" ");
  const reply = await client.call<T>(path, { method, ...(body === undefined ? {} : { body }), ...(headers ? { headers } : {}) });
  expect([reply.status < 300, reply.code], `${call}: ${reply.message}`).toEqual([true, "ok"]);
  return reply.data;
}

const save = (client: BankClient, body: object) => done(client, "PATCH /depositor", body);

async function register(bank: Sandbox): Promise<BankClient> {
  const [email, phone] = ["walk@example.com", "5555550190"];
  const client = new BankClient(bank);
  await client.csrf();
  const registered = await done(client, "POST /register", {
    email,
    password: "correct horse battery",
    accept_terms: true,
    accept_esign: true,
  });
  client.token = registered.token ?? null;
  await client.advance("PT2M");
  await done(client, "POST /x/email-verification/send");
  const { nonce_token } = await done(client, "GET /mfa-select/email");
  await client.advance("PT2M");
  await done(client, `GET /mfa-resend/${nonce_token}`);
  client.token = (await done(client, `POST /mfa-verify/${nonce_token}`, { code: await client.lastCode(email) })).token ?? null;
  const mobile = await done(client, "POST /mfa-add-sms", { phone });
  client.token = (await done(client, `POST /mfa-verify/${mobile.nonce_token}`, { code: await client.lastCode(phone) })).token ?? null;
  const emails = await client.control<{ link: string | null }[]>(`/outbox?to=${email}`);
  const token = emails.flatMap(({ link }) => new URL(link ?? "http://none.test").searchParams.get("token") ?? [])[0];
  await done(client, "POST /x/email-verification", { token });
  return client;
}

async function identify(client: BankClient): Promise<void> {
  await save(client, { registration_last_step: "basic" });
  await done(client, "GET /x/places?search=main");
  const basic = { first_name: "Ana", last_name: "Walker", date_of_birth: "1990-05-05", ssn: "123-45-6780" };
  await save(client, { basic, registration_last_step: "address" });
  const address = { street: "14 Maple Street", city: "Springfield", state: "IL", zip: "62701", mailing_same: true };
  await save(client, { address, registration_last_step: "employer" });
  await save(client, { employer: { employment_status: "retired", income_source: "retirement" }, registration_last_step: "confirmed" });
  await save(client, { confirm: { w9_certified: true, details_correct: true }, registration_last_step: "bank" });
}

async function linkByNumbers(client: BankClient): Promise<void> {
  const numbers = { holder_name: "Ana Walker", account_type: "checking", routing_number: "021000021", account_number: "123456789" };
  const { linked_account } = await done<{ linked_account: { uuid: string } }>(client, "POST /link/manual", {
    ...numbers,
    authorized: true,
  });
  await done(client, "POST /link/manual/reissue", { account_id: linked_account.uuid });
  await client.advance("P7D");
  await done(client, "POST /link/manual/verify", { amounts: [23, 7] });
}

async function linkByProvider(client: BankClient): Promise<void> {
  const { accessToken } = await done(client, "GET /fastlink");
  const site = await client.finishProviderSession(accessToken ?? "", "Good");
  await done(client, "POST /link/fastlink", { request_id: site.requestId, provider_account_id: site.providerAccountId });
  await done(client, "GET /linked-accounts");
}

async function fund(client: BankClient): Promise<void> {
  await done(client, "POST /initial-fund-amount", { initial_amount: "250.00" });
  await done(client, "GET /initial-fund-amount");
  for (const { uuid, hash } of await done<{ uuid: string; hash: string }[]>(client, "GET /disclosures/active")) {
    await done(client, `GET /disclosure/${uuid}/${hash}`);
    await done(client, `POST /disclosure/${uuid}`, { attestation: true, hash });
  }
  await done(client, "GET /disclosures?update_step=true");
  await done(client, "GET /x/funding-preview");
  const { request_id } = await done(client, "POST /fund-my-account", { authorized: true }, { "idempotency-key": "walk" });
  await done(client, `GET /request/${request_id}`);
}

async function readEverything(client: BankClient): Promise<void> {
  const reads = [
    "/user",
    "/depositor",
    "/depositor/progress",
    "/accounts",
    "/transactions",
    "/depositor/beneficiaries",
    "/nonprofits/selected",
  ];
  const more = ["/depositor/secondary-progress", "/faqs", "/device-info", "/auth-check", "/auth-check/no-ext"];
  const open = ["/branding", "/service", "/banner-alerts?active=true"];
  for (const path of [...reads, ...more, ...open]) await done(client, `GET ${path}`);
  await done(client, "POST /entity/details", { excludeDepositorIds: [] });
  await done(client, "POST /session", { session_id: "s", location: "/dashboard", description: "dashboard" });
}

async function moveMoney(client: BankClient): Promise<void> {
  const key = (name: string) => ({ "idempotency-key": name });
  const stepUp = async () => {
    const { nonce_token } = await done(client, "GET /mfa-select/email");
    await done(client, `POST /mfa-verify/${nonce_token}`, { code: "000000" });
  };
  const [link] = await done<{ uuid: string }[]>(client, "GET /linked-accounts");
  const linked_account_id = link?.uuid;
  await done(client, "GET /x/deposit-preview?date=2026-12-01&frequency=weekly");
  await done(client, "POST /deposit", { amount: "25.00", linked_account_id, date: "2026-12-01", authorized: true }, key("deposit"));
  const [scheduled] = await done<{ uuid: string }[]>(client, "GET /transactions");
  await done(client, `POST /transactions/${scheduled?.uuid}/void`, { scope: "run" }, key("void"));
  await done(client, `GET /x/withdrawal-preview?linked_account_id=${linked_account_id}`);
  await stepUp();
  await done(client, "POST /withdraw", { amount: "25.00", linked_account_id }, key("withdraw"));
  await client.advance("P5D");
  await stepUp();
  await done(client, "POST /close-my-account", { reason: "moving", linked_account_id, confirmation: "CLOSE" }, key("close"));
}

const HOME = { street: "14 Maple Street", city: "Springfield", state: "IL", zip: "62701" };
const BASIC = { first_name: "Robin", last_name: "Rivera", date_of_birth: "1987-09-30", ssn: "510222345" };

async function nameBeneficiaries(client: BankClient): Promise<void> {
  const trust = { kind: "trust", name: "Rivera Family Trust", ...HOME };
  const path = "/depositor/beneficiaries";
  await done(client, `POST ${path}`, trust);
  const [first, second] = await done<{ uuid: string }[]>(client, `POST ${path}`, { ...trust, kind: "organization" });
  await done(client, `PATCH ${path}/${first?.uuid}`, trust);
  await done(client, `PATCH ${path}/update-allocations`, {});
  await done(client, `POST ${path}/delete-and-reallocate`, { uuid: first?.uuid });
  await done(client, "DELETE /depositor/beneficiary", { uuid: second?.uuid });
  await done(client, "GET /nonprofits?search=food");
  const [offered] = await done<{ ein: string }[]>(client, "GET /nonprofits/default");
  await done(client, "POST /nonprofits/select", { ein: offered?.ein });
}

async function changePhone(client: BankClient, password: string): Promise<void> {
  const { nonce_token } = await done<{ nonce_token: string }>(client, "PATCH /user", { phone: "5555550177", password });
  await done(client, "POST /mfa-confirm-update/phone", { code: "000000", nonce_token });
}

async function addJointHolder(client: BankClient, guest: BankClient): Promise<void> {
  const email = "robin.rivera@example.com";
  await done(client, "POST /depositor/register-secondary", { email: "robin@example.com" });
  const employer = { employment_status: "retired", income_source: "retirement" };
  await done(client, "PATCH /depositor/update-secondary", {
    basic: BASIC,
    address: { ...HOME, mailing_same: true },
    employer,
    registration_last_step: "confirmed",
    confirm: { details_correct: true },
  });
  await done(client, "PATCH /depositor/update-secondary-email", { email });
  await client.advance("PT2M");
  await done(client, "POST /depositor/resend-secondary-verification");
  await done(client, "GET /depositor/secondary-info");
  const [invitation] = await client.control<{ link: string }[]>(`/outbox?to=${email}`);
  const { uuid, hash } = Object.fromEntries(new URL(invitation?.link ?? "").searchParams);
  await guest.csrf();
  const consents = { accept_terms: true, accept_esign: true, w9_certified: true };
  await done(guest, "POST /x/joint-invitation", { uuid, hash });
  await done(guest, "POST /verify-identity", { uuid, hash, ssn_last4: "2345", date_of_birth: BASIC.date_of_birth, ...consents });
  await done(client, "POST /depositor/close-secondary-application");
}

async function readPapers(client: BankClient): Promise<void> {
  await client.advance("P50D");
  expect(await done(client, "GET /statements/years")).toEqual([2026]);
  const [newest] = await done<{ year: number; month: number }[]>(client, "GET /statements");
  await done(client, `GET /statements/${newest?.year}`);
  await done(client, `GET /statements/${newest?.year}/${newest?.month}`);
  const [tax] = await done<{ uuid: string }[]>(client, "GET /tax-documents");
  await done(client, `GET /x/tax-documents/${tax?.uuid}`);
}

async function readMail(client: BankClient): Promise<void> {
  const [alert] = await done<{ uuid: string }[]>(client, "GET /alerts");
  await done(client, "POST /alerts/", { alert_id: alert?.uuid });
  await done(client, "POST /alerts/all");
  const form = new FormData();
  for (const [name, value] of Object.entries({ subject: "A question", category: "other", body: "Here it is." })) form.append(name, value);
  form.append("attachments[]", new Blob([PDF]), "letter.pdf");
  await done(client, "POST /messages", form);
  const [message] = await done<{ uuid: string; attachments: { uuid: string }[] }[]>(client, "GET /messages");
  await done(client, `GET /x/messages/${message?.uuid}/attachments/${message?.attachments[0]?.uuid}`);
  await done(client, `POST /messages/${message?.uuid}/view`);
}

async function changeSettings(client: BankClient, { email, password }: { email: string; password: string }): Promise<void> {
  const other = new BankClient(client.bank);
  await other.csrf();
  other.token = (await done(other, "POST /login", { email, password })).token ?? null;
  const { nonce_token } = await done(other, "GET /mfa-select/email");
  const code = { code: "000000", remember: true, device_name: "Firefox" };
  await done(other, `POST /mfa-verify/${nonce_token}`, code);
  const sessions = await done<{ uuid: string; current: boolean }[]>(client, "GET /x/sessions");
  await done(client, `DELETE /x/sessions/${sessions.find(({ current }) => !current)?.uuid}`);
  const [device] = await done<{ uuid: string }[]>(client, "GET /x/devices");
  await done(client, `DELETE /x/devices/${device?.uuid}`);
  await done(client, "GET /x/preferences");
  await done(client, "PATCH /x/preferences", { paperless: false });
  const [link] = await done<{ uuid: string }[]>(client, "GET /linked-accounts");
  await done(client, `PATCH /x/linked-accounts/${link?.uuid}`, { nickname: "Rent" });
  await done(client, `DELETE /x/linked-accounts/${link?.uuid}`);
}

async function leave(client: BankClient, email: string): Promise<void> {
  await done(client, "POST /forgot-password", { email });
  const [resetEmail] = await client.control<{ link: string }[]>(`/outbox?to=${encodeURIComponent(email)}`);
  const token = new URL(resetEmail?.link ?? "").searchParams.get("token");
  await done(client, "POST /logout");
  await client.csrf();
  await done(client, "POST /reset-password", { email, token, password: "another battery staple" });
  await done(client, "POST /login", { email, password: "another battery staple" });
}

describe.runIf(!process.env.UPSTREAM_URL)("every operation of the contract", () => {
  let bank: Sandbox;
  afterAll(() => bank?.close());

  it("succeeds for a depositor, as documented", async () => {
    bank = await openRecordedBank();
    const ana = await register(bank);
    await identify(ana);
    await linkByNumbers(ana);
    await fund(ana);
    await linkByProvider((await signedIn(bank, "bank")).client);
    const { client, email } = await signedIn(bank, "alerts-unread");
    await readEverything(client);
    await moveMoney((await signedIn(bank, "active")).client);
    await nameBeneficiaries((await signedIn(bank, "active")).client);
    const dana = await signedIn(bank, "active");
    await changePhone(dana.client, dana.password);
    await addJointHolder((await signedIn(bank, "active")).client, new BankClient(bank));
    const ben = await signedIn(bank, "active");
    await changeSettings(ben.client, ben);
    await readMail(client);
    await readPapers(client);
    await leave(client, email);
    expect(OPERATIONS.map(({ method, path }) => `${method} ${path}`).filter((name) => !succeeded.has(name))).toEqual([]);
  }, 180_000);
});
