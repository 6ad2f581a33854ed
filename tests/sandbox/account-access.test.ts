/** Tests that the bank refuses every change that the pages of a view-only depositor, or of one on hold, do not offer. */
import { describe, expect, it } from "vitest";
import { closeAccount, deposit, linkOf, send, stepUp, withdraw } from "./account-life.js";
import { type BankClient, type Reply, signedIn, useTestBank } from "./test-bank.js";

const bank = useTestBank({ keepState: true });

const HOME = { street: "14 Maple Street", city: "Springfield", state: "IL", zip: "62701" };
const PERSON = { kind: "person", first_name: "Sam", last_name: "Rivera", date_of_birth: "1990-02-01", relationship: "sibling", ...HOME };
const NUMBERS = {
  holder_name: "Dana Whitfield",
  account_type: "checking",
  routing_number: "021000021",
  account_number: "55667788",
  authorized: true,
};
const UUID = "00000000-0000-4000-8000-000000000000";
const BENEFICIARIES = "/depositor/beneficiaries";

const offeredNonprofit = async (client: BankClient): Promise<string> =>
  (await client.call<{ ein: string }[]>("/nonprofits/default")).data[0]?.ein ?? "";
const selectNonprofit = async (client: BankClient) => client.call("/nonprofits/select", { body: { ein: await offeredNonprofit(client) } });

/** The changes that a depositor with an open account can make, each with a valid body. */
const CHANGES: Readonly<Record<string, (client: BankClient) => Promise<Reply<unknown>>>> = {
  "POST /depositor/beneficiaries": (client) => client.call(BENEFICIARIES, { body: PERSON }),
  "PATCH /depositor/beneficiaries/update-allocations": (client) =>
    client.call(`${BENEFICIARIES}/update-allocations`, { method: "PATCH", body: {} }),
  "PATCH /depositor/beneficiaries/{uuid}": (client) => client.call(`${BENEFICIARIES}/${UUID}`, { method: "PATCH", body: PERSON }),
  "DELETE /depositor/beneficiary": (client) => client.call("/depositor/beneficiary", { method: "DELETE", body: { uuid: UUID } }),
  "POST /depositor/beneficiaries/delete-and-reallocate": (client) =>
    client.call(`${BENEFICIARIES}/delete-and-reallocate`, { body: { uuid: UUID } }),
  "POST /nonprofits/select": selectNonprofit,
  "GET /fastlink": (client) => client.call("/fastlink"),
  "POST /link/fastlink": (client) => client.call("/link/fastlink", { body: { request_id: "r", provider_account_id: "1" } }),
  "POST /link/manual": (client) => client.call("/link/manual", { body: NUMBERS }),
  "POST /link/manual/verify": (client) => client.call("/link/manual/verify", { body: { amounts: [7, 23] } }),
  "POST /link/manual/reissue": (client) => client.call("/link/manual/reissue", { body: { account_id: UUID } }),
  "PATCH /x/linked-accounts/{uuid}": async (client) =>
    client.call(`/x/linked-accounts/${await linkOf(client)}`, { method: "PATCH", body: { nickname: "Rent" } }),
  "DELETE /x/linked-accounts/{uuid}": async (client) => client.call(`/x/linked-accounts/${await linkOf(client)}`, { method: "DELETE" }),
  "POST /deposit": (client) => deposit(client, "10.00"),
  "POST /deposit, weekly": (client) => deposit(client, "10.00", { frequency: "weekly" }),
  "POST /transactions/{id}/void": (client) => send(client, `/transactions/${UUID}/void`, {}),
  "POST /withdraw": (client) => withdraw(client, "10.00"),
  "POST /close-my-account": (client) => closeAccount(client),
  "POST /initial-fund-amount": (client) => client.call("/initial-fund-amount", { body: { initial_amount: "10.00" } }),
  "POST /fund-my-account": (client) => send(client, "/fund-my-account", { authorized: true }),
  "POST /depositor/register-secondary": (client) => client.call("/depositor/register-secondary", { body: { email: "robin@example.com" } }),
  "PATCH /depositor/update-secondary": (client) => client.call("/depositor/update-secondary", { method: "PATCH", body: { address: HOME } }),
  "PATCH /depositor/update-secondary-email": (client) =>
    client.call("/depositor/update-secondary-email", { method: "PATCH", body: { email: "robin@example.com" } }),
  "POST /depositor/resend-secondary-verification": (client) => client.call("/depositor/resend-secondary-verification", { method: "POST" }),
  "POST /depositor/close-secondary-application": (client) => client.call("/depositor/close-secondary-application", { method: "POST" }),
};

/** The code of the refusal, where it is not `not_allowed`. */
const OTHER_CODES: Readonly<Record<string, string>> = { "POST /initial-fund-amount": "forbidden" };

describe.each(["view-only", "hold"])("the persona %s", (persona) => {
  it("is refused every change, with a reason and without an effect", async () => {
    const { client } = await signedIn(bank, persona);
    const facts = () =>
      Promise.all(
        [
          BENEFICIARIES,
          "/nonprofits/selected",
          "/linked-accounts",
          "/transactions",
          "/initial-fund-amount",
          "/depositor/secondary-info",
        ].map(async (path) => (await client.call(path)).data),
      );
    const before = await facts();
    // The refusal does not come from a missing code.
    await stepUp(client);
    const replies: [name: string, status: number, code: string, hasReason: boolean][] = [];
    for (const [name, change] of Object.entries(CHANGES)) {
      const { status, code, message } = await change(client);
      replies.push([name, status, code, / (right now|after we verify your identity|after the hold is lifted)\./.test(message)]);
    }
    expect(replies).toEqual(Object.keys(CHANGES).map((name) => [name, 403, OTHER_CODES[name] ?? "not_allowed", true]));
    expect(await facts()).toEqual(before);
  });

  it("still reads its documents, writes messages and changes its settings", async () => {
    const { client } = await signedIn(bank, persona);
    for (const path of ["/statements", "/tax-documents", "/disclosures?all=true", "/messages", "/faqs", "/linked-accounts", BENEFICIARIES])
      expect((await client.call(path)).status, path).toBe(200);
    const message = new FormData();
    for (const [field, text] of Object.entries({ subject: "A question", category: "other", body: "May I ask something?" }))
      message.append(field, text);
    expect((await client.call("/messages", { method: "POST", body: message })).status).toBe(201);
    expect((await client.call("/x/preferences", { method: "PATCH", body: { paperless: true } })).status).toBe(200);
  });
});

it("the persona active is refused none of these changes for its status", async () => {
  const { client } = await signedIn(bank, "active");
  const refused: string[] = [];
  for (const [name, change] of Object.entries(CHANGES))
    if (["not_allowed", "forbidden"].includes((await change(client)).code)) refused.push(name);
  expect(refused).toEqual([]);
});

describe("the deposits of a manual link", () => {
  const overrides = [
    ["on hold", { registration_last_step: "completed", extended_status: "HOLD" }],
    ["view-only", { registration_last_step: "completed", registration_status: "VIEW_ONLY" }],
    ["not identified", { registration_status: "FAILED" }],
  ] as const;
  it.each(overrides)("are neither verified nor sent again for a depositor who is %s", async (_who, progress) => {
    const { client } = await signedIn(bank, "microdeposits-sent", { progress });
    const before = (await client.call("/linked-accounts")).data;
    const account_id = await linkOf(client);
    const refusal = { status: 403, code: "not_allowed" };
    expect(await client.call("/link/manual/verify", { body: { amounts: [7, 23] } })).toMatchObject(refusal);
    expect(await client.call("/link/manual/reissue", { body: { account_id } })).toMatchObject(refusal);
    expect((await client.call("/linked-accounts")).data).toEqual(before);
  });
});

it("a hold during the registration lets it go on: the depositor can link an account and save an amount", async () => {
  const { client } = await signedIn(bank, "bank", { progress: { extended_status: "HOLD" } });
  expect((await client.call("/fastlink")).status).toBe(200);
  expect((await client.call("/link/manual", { body: NUMBERS })).status).toBe(201);
  expect((await client.call("/initial-fund-amount", { body: { initial_amount: "10.00" } })).status).toBe(200);
});

it("a hold during the registration refuses the first deposit because of the hold", async () => {
  const { client } = await signedIn(bank, "disclosures", { progress: { extended_status: "HOLD" } });
  expect(await send(client, "/fund-my-account", { authorized: true })).toMatchObject({
    status: 403,
    code: "not_allowed",
    message: "Your account is on hold. You can fund it after the hold is lifted.",
  });
});

describe("an account that is closing", () => {
  const refusal = (what: string) => ({ status: 403, code: "not_allowed", message: `Your account is closing, so you can't add ${what}.` });
  it.each(["active", "joint-unsubmitted"])("takes no beneficiary and no joint holder (persona %s)", async (persona) => {
    const { client } = await signedIn(bank, persona);
    await stepUp(client);
    expect((await closeAccount(client)).status).toBe(200);
    await stepUp(client);
    expect(await client.call(BENEFICIARIES, { body: PERSON })).toMatchObject(refusal("a beneficiary"));
    const email = `robin-${crypto.randomUUID()}@example.com`;
    expect(await client.call("/depositor/register-secondary", { body: { email } })).toMatchObject(refusal("a joint holder"));
    const body = { basic: { first_name: "Robin", last_name: "Whitfield", date_of_birth: "1987-09-30", ssn: "510222345" } };
    expect(await client.call("/depositor/update-secondary", { method: "PATCH", body })).toMatchObject(refusal("a joint holder"));
  });

  it("lets a joint application be canceled", async () => {
    const { client } = await signedIn(bank, "joint-unsubmitted");
    await stepUp(client);
    await closeAccount(client);
    expect((await client.call("/depositor/close-secondary-application", { method: "POST" })).status).toBe(200);
  });
});

describe("a nonprofit", () => {
  it.each(["new", "failed", "in-review", "disclosures"])(
    "is not selected by the persona %s, whose account is not funded",
    async (persona) => {
      const { client } = await signedIn(bank, persona);
      expect(await selectNonprofit(client)).toMatchObject({
        status: 403,
        code: "not_allowed",
        message: "You can choose a nonprofit after you fund your account.",
      });
      expect((await client.call("/nonprofits/selected")).data).toBeNull();
    },
  );

  it.each([
    ["joint-secondary", {}],
    ["funding-returned", { registration_last_step: "funded" }],
  ])("is selected by the persona %s", async (persona, progress) => {
    const { client } = await signedIn(bank, persona, { progress });
    expect(await selectNonprofit(client)).toMatchObject({ status: 200, data: { status: "COMPLETED" } });
  });
});
