/** Exports the calls of a depositor with an open account, for the tests of deposits, withdrawals and transactions. */
import { expect } from "vitest";
import type { BankClient, Reply } from "./test-bank.js";

export type Row = Record<string, unknown>;

let keys = 0;
/** Sends a call of money with its own key, or with the given one. */
export function send<T = { request_id: string }>(
  client: BankClient,
  path: string,
  body: unknown,
  key = `key-${(keys += 1)}`,
): Promise<Reply<T>> {
  return client.call<T>(path, { body, headers: { "idempotency-key": key } });
}

export const rowsOf = async (client: BankClient): Promise<Row[]> => (await client.call<Row[]>("/transactions")).data;
export const accountOf = async (client: BankClient): Promise<Row> => (await client.call<Row[]>("/accounts")).data[0] ?? {};
export const linkOf = async (client: BankClient): Promise<string> => String((await client.call<Row[]>("/linked-accounts")).data[0]?.uuid);

export const deposit = async (client: BankClient, amount: string, more: Row = {}, key?: string) =>
  send(client, "/deposit", { amount, linked_account_id: await linkOf(client), authorized: true, ...more }, key);

/** Verifies a step-up code, which permits one withdrawal. */
export async function stepUp(client: BankClient): Promise<Reply> {
  const selected = await client.call<{ nonce_token: string }>("/mfa-select/email");
  const reply = await client.call(`/mfa-verify/${selected.data.nonce_token}`, { body: { code: "000000" } });
  expect(reply.status).toBe(200);
  return reply;
}

export const withdraw = async (client: BankClient, amount: string, key?: string) =>
  send(client, "/withdraw", { amount, linked_account_id: await linkOf(client) }, key);

export const closeAccount = async (client: BankClient, key?: string) =>
  send(client, "/close-my-account", { reason: "moving", linked_account_id: await linkOf(client), confirmation: "CLOSE" }, key);

export const cents = (amount: unknown): number => Math.round(Number(amount) * 100);

/** The posted rows must add up to the balance, row by row, and nothing may be pending in the balance. */
export async function expectLedgerToAddUp(client: BankClient): Promise<void> {
  const rows = await rowsOf(client);
  const posted = rows.filter(({ posted_on }) => posted_on !== null).reverse();
  let balance = 0;
  for (const row of posted) {
    balance += cents(row.amount);
    expect(cents(row.balance), `the balance after ${String(row.description)} of ${String(row.posted_on)}`).toBe(balance);
  }
  expect(cents((await accountOf(client)).balance)).toBe(balance);
  for (const row of rows.filter(({ posted_on }) => posted_on === null)) expect(row.balance).toBeNull();
}
