/**
 * Tests of a first deposit that takes time (D43): pending, then accepted or rejected, by the amount's magic value or by
 * the control.
 */
import { describe, expect, it } from "vitest";
import { type BankClient, signedIn, TestClock, useTestBank } from "./test-bank.js";

const clock = new TestClock();
const bank = useTestBank({ clock });

type Row = Record<string, unknown>;
interface SignedInDepositor {
  readonly client: BankClient;
  readonly email: string;
}

async function ready(initial_amount: string): Promise<SignedInDepositor> {
  const depositor = await signedIn(bank, "disclosures");
  expect((await depositor.client.call("/initial-fund-amount", { body: { initial_amount } })).status).toBe(200);
  return depositor;
}
const fund = (client: BankClient, key: string) =>
  client.call<{ request_id: string }>("/fund-my-account", { body: { authorized: true }, headers: { "idempotency-key": key } });
const requestDeposit = async (client: BankClient, key = "k"): Promise<string> => (await fund(client, key)).data.request_id;
const statusOf = async (client: BankClient, id: string) => (await client.call(`/request/${id}`)).data;
const amountOf = async (client: BankClient) => (await client.call("/initial-fund-amount")).data;
const transfers = async (client: BankClient) => (await client.call<Row[]>("/transactions")).data;
const step = async (client: BankClient) => (await client.call("/depositor/progress")).data.registration_last_step;
const emails = async ({ client, email }: SignedInDepositor) =>
  (await client.control<{ subject: string }[]>(`/outbox?to=${email}`)).map(({ subject }) => subject);

const PENDING = { status: "PENDING", transfer_status: "PENDING", message: null };
const ACCEPTED = { status: "COMPLETED", transfer_status: "SUCCESS", message: null };

describe("the magic value of an amount", () => {
  it.each([
    ["2500.14", "PT59S"],
    ["2500.16", "PT9M59S"],
  ])("%s accepts the deposit late, and no money moves before", async (amount, almost) => {
    const depositor = await ready(amount);
    const { client } = depositor;
    const id = await requestDeposit(client);
    await client.advance(almost);
    expect(await statusOf(client, id)).toMatchObject(PENDING);
    expect(await amountOf(client)).toEqual({ initial_amount: amount, request_id: id });
    expect([await transfers(client), await step(client)]).toEqual([[], "disclosures"]);
    await client.advance("PT1S");
    expect(await statusOf(client, id)).toMatchObject(ACCEPTED);
    expect(await transfers(client)).toMatchObject([{ amount, status: "Initiated", request_id: id }]);
    expect(await step(client)).toBe("funded");
    expect(await amountOf(client)).toMatchObject({ request_id: null });
    expect((await client.call<Row[]>("/alerts")).data).toMatchObject([{ title: "Your first deposit is on its way" }]);
    expect(await emails(depositor)).toContain("Your first deposit is on its way");
  });

  it.each([
    ["2500.15", "PT1M"],
    ["2500.17", "PT10M"],
  ])("%s rejects the deposit with a reason, and accepts its retry", async (amount, time) => {
    const depositor = await ready(amount);
    const { client } = depositor;
    const refused = await requestDeposit(client);
    await client.advance(time);
    const notification = { status: "FAILED", transfer_status: "FAILED", message: "Your bank declined the transfer." };
    expect(await statusOf(client, refused)).toMatchObject(notification);
    expect([await transfers(client), await step(client)]).toEqual([[], "disclosures"]);
    expect(await amountOf(client)).toMatchObject({ request_id: refused });
    expect(await emails(depositor)).toContain("Your first deposit didn't go through");
    // The same key is the same request, and keeps reporting its end.
    expect(await requestDeposit(client)).toBe(refused);
    const retry = await requestDeposit(client, "k2");
    expect(retry).not.toBe(refused);
    await client.advance(time);
    expect(await statusOf(client, retry)).toMatchObject(ACCEPTED);
    expect(await statusOf(client, refused)).toMatchObject(notification);
    expect(await transfers(client)).toHaveLength(1);
  });
});

describe("a rejected first deposit", () => {
  it("is no longer reported after the registration was canceled", async () => {
    const { client } = await ready("2500.15");
    const refused = await requestDeposit(client);
    await client.advance("PT1M");
    expect(await amountOf(client)).toEqual({ initial_amount: "2500.15", request_id: refused });
    expect((await client.call("/depositor", { method: "PATCH", body: { cancel: {} } })).status).toBe(200);
    expect((await client.call("/initial-fund-amount", { body: { initial_amount: "50.00" } })).status).toBe(200);
    expect(await amountOf(client)).toEqual({ initial_amount: "50.00", request_id: null });
  });
});

describe("a pending first deposit", () => {
  it("cannot be made twice, changed or cancelled", async () => {
    const { client } = await ready("2500.16");
    const id = await requestDeposit(client);
    expect(await requestDeposit(client)).toBe(id);
    expect(await fund(client, "another")).toMatchObject({ status: 409, code: "already_funded" });
    for (const [path, options] of [
      ["/initial-fund-amount", { body: { initial_amount: "7.00" } }],
      ["/depositor", { method: "PATCH", body: { cancel: {} } }],
    ] as const)
      expect(await client.call(path, options)).toMatchObject({ status: 409, code: "already_funded" });
    await client.advance("PT10M");
    expect(await transfers(client)).toMatchObject([{ amount: "2500.16" }]);
  });

  it("is rejected by the bank's rules at its end", async () => {
    const { client, email } = await ready("2500.14");
    const id = await requestDeposit(client);
    await client.control("/simulate/bank-lock", { email });
    await client.advance("PT1M");
    expect(await statusOf(client, id)).toMatchObject({
      status: "FAILED",
      message: "You can't use that bank account anymore.",
    });
    expect(await transfers(client)).toEqual([]);
  });

  it("is invisible to other depositors", async () => {
    const { client } = await ready("2500.16");
    const other = await signedIn(bank, "disclosures");
    expect((await other.client.call(`/request/${await requestDeposit(client)}`)).status).toBe(404);
    expect(await amountOf(other.client)).toMatchObject({ request_id: null });
  });
});

describe("the control that ends a request", () => {
  it("rejects it with a reason, or executes it", async () => {
    const { client, email } = await ready("2500.16");
    const end = (more: object) => client.control("/simulate/request-end", { email, ...more });
    await requestDeposit(client);
    expect(await end({ status: "FAILED", message: "Your bank is closed." })).toMatchObject({
      request: { status: "FAILED", message: "Your bank is closed." },
    });
    const retry = await requestDeposit(client, "k2");
    expect(await end({})).toMatchObject({ request: { id: retry, status: "COMPLETED" } });
    await client.advance("PT20M");
    expect(await transfers(client)).toHaveLength(1);
  });

  it.each([
    [{ status: "PENDING" }, 422],
    [{ until: "now" }, 422],
    [{}, 409],
  ])("rejects %j", async (more, status) => {
    const { client, email } = await signedIn(bank, "disclosures");
    const reply = await client.raw("/sandbox/simulate/request-end", { body: { email, ...more } });
    expect(reply.status).toBe(status);
  });
});

describe("the retry of a returned deposit", () => {
  it("unlocks the account only when it succeeds", async () => {
    const { client, email } = await ready("2500.16");
    await requestDeposit(client);
    await client.control("/simulate/request-end", { email });
    await client.control("/simulate/transfer-return", { email, return_code: "R01" });
    const status = async () => (await client.call<Row[]>("/linked-accounts")).data[0]?.status;
    await requestDeposit(client, "again");
    expect(await status()).toBe("LOCKED");
    await client.control("/simulate/request-end", { email, status: "FAILED" });
    expect(await status()).toBe("LOCKED");
    await requestDeposit(client, "again 2");
    await client.control("/simulate/request-end", { email });
    expect(await status()).toBe("ACTIVE");
    expect(await transfers(client)).toHaveLength(2);
  });
});
