/** Tests transfers of the sandbox bank: their life in banking days, funding, returns and microdeposits. */
import { describe, expect, it } from "vitest";
import { BankClient, signedIn, TestClock, useTestBank } from "./test-bank.js";

const clock = new TestClock();
const bank = useTestBank({ clock });

type Row = Record<string, unknown>;
const now = (value: string) => ({ now: value });
const transaction = async (client: BankClient): Promise<Row> => (await client.call<Row[]>("/transactions")).data[0] ?? {};

/** A depositor ready to fund an amount, whose linked account has an end of our choosing. */
async function readyToFund(last4: string, amount: string): Promise<BankClient> {
  const { client } = await signedIn(bank, "bank");
  await client.call("/link/manual", {
    body: {
      holder_name: "Dana Whitfield",
      account_type: "checking",
      routing_number: "021000021",
      account_number: `5566${last4}`,
      authorized: true,
    },
  });
  await client.advance("P4D");
  const verified = await client.call("/link/manual/verify", { body: { amounts: [7, 23] } });
  expect(verified.status).toBe(200);
  await client.call("/initial-fund-amount", { body: { initial_amount: amount } });
  for (const disclosure of (await client.call<{ uuid: string; hash: string }[]>("/disclosures/active")).data)
    await client.call(`/disclosure/${disclosure.uuid}`, { body: { attestation: true, hash: disclosure.hash } });
  return client;
}

const fund = (client: BankClient, key: string, body: unknown = { authorized: true }) =>
  client.call<{ request_id: string }>("/fund-my-account", { body, headers: { "idempotency-key": key } });

describe("the life of a transfer", () => {
  it("follows the calendar across Independence Day", async () => {
    const client = new BankClient(bank);
    await client.control("/clock", now("2027-07-01T22:00:00.000Z"));
    const depositor = (await signedIn(bank, "disclosures")).client;
    expect((await depositor.call("/x/funding-preview")).data).toMatchObject({
      debit_date: "2027-07-06",
      available_date: "2027-07-13",
      source: { status: "ACTIVE" },
      cutoff: "2027-07-02T21:00:00.000Z",
    });
    await fund(depositor, "k");
    const seen: unknown[] = [];
    for (const [time, status] of [
      ["2027-07-02T19:59:00.000Z", "Initiated"],
      ["2027-07-02T20:00:00.000Z", "Pending"],
      ["2027-07-02T21:00:00.000Z", "Submitted"],
      ["2027-07-06T12:29:00.000Z", "Submitted"],
      ["2027-07-06T12:30:00.000Z", "Settled"],
    ] as const) {
      await client.control("/clock", now(time));
      seen.push([(await transaction(depositor)).status, status]);
    }
    for (const [actual, expected] of seen as [string, string][]) expect(actual).toBe(expected);
    expect((await depositor.call<Row[]>("/accounts")).data).toMatchObject([{ balance: "2500.00", available: "0.00" }]);
    await client.control("/clock", now("2027-07-13T12:00:00.000Z"));
    expect((await depositor.call<Row[]>("/accounts")).data).toMatchObject([{ available: "2500.00" }]);
  }, 20_000);

  it("does the same in one leap as in many steps", async () => {
    const one = async (moves: readonly string[]): Promise<unknown> => {
      await new BankClient(bank).control("/reset", {});
      const { client } = await signedIn(bank, "disclosures");
      await fund(client, "k");
      for (const move of moves) await client.advance(move);
      const rows = await client.call<Row[]>("/transactions");
      const [account] = (await client.call<Row[]>("/accounts")).data;
      const statements = (await client.call<Row[]>("/statements")).data.map(({ title }) => title);
      return [
        rows.data.map(({ status, date_submitted, date_processed }) => [status, date_submitted, date_processed]),
        account?.balance,
        account?.interest_year,
        account?.history,
        statements,
      ];
    };
    expect(await one(["P60D"])).toEqual(await one(["P1D", "PT7H", "P20D", "PT17H", "P38D"]));
  }, 30_000);

  it("returns a debit on an account ending 9004 as R04 instead of settling it", async () => {
    const client = await readyToFund("9004", "500");
    await fund(client, "k");
    await client.advance("P4D");
    expect(await transaction(client)).toMatchObject({ status: "Returned", return_code: "R04" });
    expect((await client.call<Row[]>("/linked-accounts")).data).toMatchObject([{ status: "LOCKED" }]);
  }, 20_000);

  it("reverses a deposit on an account ending 9101 after it has settled", async () => {
    const client = await readyToFund("9101", "500");
    await fund(client, "k");
    await client.advance("P1D");
    for (let day = 0; day < 6 && (await transaction(client)).status !== "Settled"; day += 1) await client.advance("P1D");
    expect((await client.call<Row[]>("/accounts")).data).toMatchObject([{ balance: "500.00" }]);
    await client.advance("P5D");
    expect(await transaction(client)).toMatchObject({ status: "Returned", return_code: "R01" });
    expect(Number((await client.call<Row[]>("/accounts")).data[0]?.balance)).toBeLessThan(1);
  }, 20_000);

  it("returns an amount ending .13 once", async () => {
    const { client } = await signedIn(bank, "verified");
    await client.call("/initial-fund-amount", { body: { initial_amount: "100.13" } });
    for (const disclosure of (await client.call<{ uuid: string; hash: string }[]>("/disclosures/active")).data)
      await client.call(`/disclosure/${disclosure.uuid}`, { body: { attestation: true, hash: disclosure.hash } });
    expect((await fund(client, "k")).status).toBe(200);
    await client.advance("P5D");
    expect(await transaction(client)).toMatchObject({ status: "Returned", return_code: "R01" });
  }, 20_000);
});

describe("funding", () => {
  it("gives one request for one key and body, and refuses the key with another body, and a second funding", async () => {
    const { client } = await signedIn(bank, "disclosures");
    const [first, again] = await Promise.all([fund(client, "k1"), fund(client, "k1")]);
    expect(first.status).toBe(200);
    expect(again.data.request_id).toBe(first.data.request_id);
    expect(await fund(client, "k2")).toMatchObject({ status: 409, code: "already_funded" });
    const amount = await client.call("/initial-fund-amount", { body: { initial_amount: "7.00" } });
    expect(amount).toMatchObject({ status: 409, code: "already_funded" });
    expect((await client.call<Row[]>("/transactions")).data).toHaveLength(1);
    expect((await client.call("/fund-my-account", { body: { authorized: true } })).status).toBe(422);
    expect((await fund(client, "k1", { authorized: false })).status).toBe(422);
  });

  it("is refused without a link, without attestation, without identity", async () => {
    expect(await fund((await signedIn(bank, "bank")).client, "k")).toMatchObject({ status: 422, code: "no_source" });
    expect(await fund((await signedIn(bank, "verified")).client, "k")).toMatchObject({ status: 422, code: "not_attested" });
    expect(await fund((await signedIn(bank, "flagged")).client, "k")).toMatchObject({ status: 403, code: "not_allowed" });
  }, 20_000);

  it.each(["0.99", "100000.01", "0", "12.345", "-5", "1e3"])("refuses the amount %s", async (initial_amount) => {
    const { client } = await signedIn(bank, "verified");
    expect((await client.call("/initial-fund-amount", { body: { initial_amount } })).status).toBe(422);
  });
});

describe("microdeposits", () => {
  const NUMBERS = {
    holder_name: "Dana Whitfield",
    account_type: "savings",
    routing_number: "011000015",
    account_number: "998877665",
    authorized: true,
  };
  const verify = (client: BankClient, amounts: readonly number[]) =>
    client.call<{ attempts_left: number | null }>("/link/manual/verify", { body: { amounts } });

  it("arrive on the bank's clock, count attempts, lock, and are sent again once", async () => {
    const { client } = await signedIn(bank, "bank");
    const linked = await client.call<{ linked_account: { uuid: string; expires_at: string } }>("/link/manual", { body: NUMBERS });
    expect(linked).toMatchObject({
      status: 201,
      data: {
        linked_account: { status: "VERIFICATION_PENDING", attempts_left: 3, number_last4: "7665" },
        progress: { registration_last_step: "bank" },
      },
    });
    const account_id = linked.data.linked_account.uuid;
    expect((await client.call<{ linked_account: { uuid: string } }>("/link/manual", { body: NUMBERS })).data.linked_account.uuid).toBe(
      account_id,
    );
    expect(await verify(client, [7, 23])).toMatchObject({ status: 422, code: "not_arrived", data: { attempts_left: 3 } });
    await client.advance("P3D");
    expect(await verify(client, [7, 24])).toMatchObject({ status: 422, code: "wrong_amounts", data: { attempts_left: 2 } });
    expect(await verify(client, [9, 9])).toMatchObject({ data: { attempts_left: 0 } });
    expect(await verify(client, [7, 23])).toMatchObject({ status: 403, code: "locked" });
    expect((await client.call("/link/manual/reissue", { body: { account_id } })).data).toMatchObject({
      linked_account: { status: "VERIFICATION_PENDING", attempts_left: 3 },
    });
    await client.control("/simulate/microdeposits", { email: (await client.call<{ email: string }>("/user")).data.email });
    expect(await verify(client, [23, 7])).toMatchObject({
      status: 200,
      data: { linked_account: { status: "ACTIVE" }, progress: { registration_last_step: "verified" } },
    });
  }, 20_000);

  it("expire after 14 days; an account ending 9200 never gets them", async () => {
    const { client } = await signedIn(bank, "bank");
    await client.call("/link/manual", { body: { ...NUMBERS, account_number: "12349200" } });
    await client.advance("P10D");
    expect(await verify(client, [7, 23])).toMatchObject({ code: "not_arrived" });
    await client.advance("P10D");
    expect((await client.call<Row[]>("/linked-accounts")).data).toMatchObject([{ status: "FAILED" }]);
    expect(await verify(client, [7, 23])).toMatchObject({ status: 422, code: "expired" });
  }, 20_000);

  it.each(["123456789", "000000000", "999999992", "02100002"])("refuses the routing number %s", async (routing_number) => {
    const { client } = await signedIn(bank, "bank");
    expect(await client.call("/link/manual", { body: { ...NUMBERS, routing_number } })).toMatchObject({
      status: 422,
      errors: { routing_number: [expect.any(String)] },
    });
  });
});
