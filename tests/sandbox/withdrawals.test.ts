/** Tests of withdrawals and of closing the account: step-up codes, holds, concurrency, accrued interest. */
import { describe, expect, it } from "vitest";
import {
  accountOf,
  cents,
  closeAccount,
  deposit,
  expectLedgerToAddUp,
  linkOf,
  type Row,
  rowsOf,
  send,
  stepUp,
  withdraw,
} from "./account-life.js";
import { BankClient, signedIn, TestClock, useTestBank } from "./test-bank.js";

const clock = new TestClock();
const bank = useTestBank({ clock });

const active = async (): Promise<BankClient> => (await signedIn(bank, "active")).client;

describe("a step-up code", () => {
  it("permits one withdrawal within ten minutes, and keeps the session's token", async () => {
    const client = await active();
    expect(await withdraw(client, "10.00")).toMatchObject({ status: 403, code: "step_up_required" });
    const before = client.token;
    expect((await stepUp(client)).data).toMatchObject({ token: before });
    expect((await withdraw(client, "10.00")).status).toBe(200);
    expect(await withdraw(client, "10.00")).toMatchObject({ status: 403, code: "step_up_required" });
    await stepUp(client);
    clock.advance(10 * 60 * 1000);
    expect(await withdraw(client, "10.00")).toMatchObject({ status: 403, code: "step_up_required" });
  });

  it("stays unused when the withdrawal is refused", async () => {
    const client = await active();
    await stepUp(client);
    expect((await withdraw(client, "999999.00")).code).toBe("insufficient_funds");
    expect((await withdraw(client, "10.00")).status).toBe(200);
    expect((await withdraw(client, "10.00")).code).toBe("step_up_required");
  });
});

describe("a withdrawal", () => {
  it("takes the available amount and no more, and is one row with a minus", async () => {
    const client = await active();
    const available = String((await accountOf(client)).available);
    await stepUp(client);
    expect((await withdraw(client, (Number(available) + 0.01).toFixed(2))).errors).toEqual({
      amount: [expect.stringContaining("You can withdraw up to $")],
    });
    expect((await withdraw(client, available)).status).toBe(200);
    const [row] = await rowsOf(client);
    expect(row).toMatchObject({
      amount: `-${available}`,
      kind: "withdrawal",
      status: "Initiated",
      direction: "PrimaryToLinked",
      cancellable: true,
    });
    expect(await accountOf(client)).toMatchObject({ available: "0.00", pending_out: available });
    await client.advance("P5D");
    expect((await rowsOf(client)).find(({ uuid }) => uuid === row?.uuid)).toMatchObject({ status: "Settled", posted_on: "2026-11-24" });
    await expectLedgerToAddUp(client);
  });

  it("has the days of the transfer that was made, after the cut-off passed since the preview", async () => {
    const client = await active();
    await client.control("/clock", { now: "2026-11-23T21:55:00Z" });
    const preview = (await client.call<Row>(`/x/withdrawal-preview?linked_account_id=${await linkOf(client)}`)).data;
    expect(preview).toMatchObject({ sent_date: "2026-11-23", arrival_date: "2026-11-24" });
    await client.control("/clock", { now: "2026-11-23T22:05:00Z" });
    await stepUp(client);
    const { request_id } = (await withdraw(client, "10.00")).data;
    expect((await client.call(`/request/${request_id}`)).data).toMatchObject({
      status: "COMPLETED",
      amount: "10.00",
      sent_date: "2026-11-24",
      arrival_date: "2026-11-25",
      debit_date: null,
      available_date: null,
    });
    expect((await rowsOf(client))[0]).toMatchObject({ sent_date: "2026-11-24", date_expected: "2026-11-25" });
    await client.advance("P2D");
    expect((await rowsOf(client))[0]).toMatchObject({ sent_date: null, date_expected: null });
  });

  it.each(["0.01", "0.50"])("of $%s is made from a balance of $0.50", async (amount) => {
    const { client } = await signedIn(bank, "active", { balance_cents: 50 });
    const link = await linkOf(client);
    await stepUp(client);
    expect((await client.call(`/x/withdrawal-preview?linked_account_id=${link}&amount=${amount}`)).data).toMatchObject({
      amount,
      available: "0.50",
    });
    expect((await withdraw(client, amount)).status).toBe(200);
    expect(cents((await accountOf(client)).available)).toBe(50 - cents(amount));
  });

  it.each(["0", "0.00"])("of $%s is refused at its field", async (amount) => {
    const { client } = await signedIn(bank, "active", { balance_cents: 50 });
    await stepUp(client);
    expect(await withdraw(client, amount)).toMatchObject({
      status: 422,
      code: "validation",
      errors: { amount: ["Enter an amount of $0.01 or more."] },
    });
    expect((await client.call(`/x/withdrawal-preview?linked_account_id=${await linkOf(client)}&amount=${amount}`)).status).toBe(422);
  });

  it("of the whole balance in two sessions at once succeeds in one", async () => {
    const { client, email, password } = await signedIn(bank, "active");
    const other = await signInAgain(email, password);
    const available = String((await accountOf(client)).available);
    await stepUp(client);
    await stepUp(other);
    const replies = await Promise.all([withdraw(client, available, "one"), withdraw(other, available, "two")]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
    await client.advance("P5D");
    expect(cents((await accountOf(client)).balance)).toBeGreaterThanOrEqual(0);
    await expectLedgerToAddUp(client);
  });

  it("can be cancelled until it is sent, which makes the amount available again", async () => {
    const client = await active();
    const { available } = await accountOf(client);
    await stepUp(client);
    await withdraw(client, "100.00");
    const [row] = await rowsOf(client);
    expect(await send(client, `/transactions/${String(row?.uuid)}/void`, {})).toMatchObject({
      status: 200,
      message: "Withdrawal canceled",
    });
    expect((await accountOf(client)).available).toBe(available);
  });

  it("shows the holds by date, and holds other deposits for 60 days for another account", async () => {
    const { client, email } = await signedIn(bank, "active");
    await deposit(client, "500.00", { date: "2026-11-23" });
    await client.control("/clock", { now: "2026-11-24T15:00:00Z" });
    const source = await linkOf(client);
    const preview = async (link: string) => (await client.call<Row>(`/x/withdrawal-preview?linked_account_id=${link}`)).data;
    expect(await preview(source)).toMatchObject({
      available: (await accountOf(client)).available,
      sent_date: "2026-11-24",
      arrival_date: "2026-11-25",
      holds: [{ amount: "500.00", available_date: "2026-12-02", deposit_date: "2026-11-24", reason: "new_deposit" }],
    });
    const other = await linkAnother(client, email);
    const held = await preview(other);
    // Of the persona's deposits, those of the last 60 days stay with their source: $800.00 and $500.00.
    expect(held.holds).toMatchObject([
      { amount: "800.00", reason: "other_account" },
      { amount: "500.00", reason: "other_account" },
    ]);
    expect(cents(held.available)).toBe(cents((await preview(source)).available) - 80_000);
    await stepUp(client);
    expect((await send(client, "/withdraw", { amount: String((await preview(source)).available), linked_account_id: other })).code).toBe(
      "insufficient_funds",
    );
  });

  it("is refused for a day after the email was changed", async () => {
    const { client, password } = await signedIn(bank, "active");
    const changed = await client.call<{ nonce_token: string }>("/user", { method: "PATCH", body: { email: "new@example.com", password } });
    await client.call("/mfa-confirm-update/email", { body: { code: "000000", nonce_token: changed.data.nonce_token } });
    await stepUp(client);
    expect(await withdraw(client, "10.00")).toMatchObject({ status: 403, code: "withdrawals_held" });
    const link = (await client.call<readonly { readonly uuid: string }[]>("/linked-accounts")).data[0]?.uuid;
    const heldUntil = async () => (await client.call<Row>(`/x/withdrawal-preview?linked_account_id=${link}`)).data.held_until;
    expect(await heldUntil()).toMatch(/^2026-11-22T17:\d\d:00\.000Z$/);
    expect((await accountOf(client)).withdrawals_held_until).toBe(await heldUntil());
    await client.advance("P1DT1M");
    expect(await heldUntil()).toBeNull();
    expect((await accountOf(client)).withdrawals_held_until).toBeNull();
    expect((await withdraw(client, "10.00")).code).not.toBe("withdrawals_held");
  });
});

/** Links a second account by its number and returns its id. */
async function linkAnother(client: BankClient, email: string): Promise<string> {
  const numbers = { holder_name: "Dana Whitfield", account_type: "checking", routing_number: "021000021", account_number: "55667788" };
  const linked = await client.call<{ linked_account: { uuid: string } }>("/link/manual", { body: { ...numbers, authorized: true } });
  await client.control("/simulate/microdeposits", { email });
  const { uuid } = linked.data.linked_account;
  await client.call("/link/manual/verify", { body: { account_id: uuid, amounts: [7, 23] } });
  return uuid;
}

async function signInAgain(email: string, password: string): Promise<BankClient> {
  const client = new BankClient(bank);
  await client.signIn(email, password);
  return client;
}

describe("closing the account", () => {
  it("pays the accrued interest once, sends the whole balance, and leaves the documents", async () => {
    const client = await active();
    const link = await linkOf(client);
    const preview = (await client.call<Row>(`/x/withdrawal-preview?linked_account_id=${link}`)).data;
    expect(cents(preview.accrued_interest)).toBeGreaterThan(0);
    expect(await closeAccount(client)).toMatchObject({ status: 403, code: "step_up_required" });
    await stepUp(client);
    const [first, again] = [await closeAccount(client, "c"), await closeAccount(client, "c")];
    expect(again.data.request_id).toBe(first.data.request_id);
    expect((await rowsOf(client)).slice(0, 2)).toMatchObject([
      { kind: "closing", amount: `-${String(preview.payout)}`, balance: "0.00" },
      { kind: "interest", amount: preview.accrued_interest, balance: preview.payout },
    ]);
    expect(await accountOf(client)).toMatchObject({ balance: "0.00", closing: true, closed_on: null });
    expect(await deposit(client, "10.00")).toMatchObject({ status: 403, code: "account_closing" });
    await client.advance("P60D");
    expect((await client.call("/depositor/progress")).data).toMatchObject({ registration_status: "VIEW_ONLY" });
    expect(await accountOf(client)).toMatchObject({ closing: true, closed_on: "2026-11-24" });
    expect((await client.call<Row[]>("/statements")).data[0]).toMatchObject({ year: 2026, month: 11 });
    expect((await client.call<Row[]>("/tax-documents")).data).toMatchObject([{ year: 2026 }]);
    expect((await rowsOf(client)).filter(({ kind, posted_on }) => kind === "interest" && String(posted_on) > "2026-11-20")).toHaveLength(1);
    await expectLedgerToAddUp(client);
  }, 30_000);

  it("is refused while transfers are pending or scheduled, and without the typed word", async () => {
    const client = await active();
    await deposit(client, "10.00", { date: "2027-01-12" });
    await stepUp(client);
    expect(await closeAccount(client)).toMatchObject({
      status: 409,
      code: "transfers_pending",
      message: expect.stringContaining("scheduled"),
    });
    const obstacle = async () =>
      (await client.call<Row>(`/x/withdrawal-preview?linked_account_id=${await linkOf(client)}`)).data.closing_obstacle;
    expect(await obstacle()).toBe("Cancel your scheduled deposits before you close your account.");
    const [scheduled] = await rowsOf(client);
    await send(client, `/transactions/${String(scheduled?.uuid)}/void`, {});
    expect(await obstacle()).toBeNull();
    await deposit(client, "10.00");
    expect(await closeAccount(client)).toMatchObject({ status: 409, message: expect.stringContaining("pending") });
    await client.control("/clock", { now: "2026-11-25T15:00:00Z" });
    expect(await closeAccount(client)).toMatchObject({
      status: 409,
      message: "$10.00 of your deposits is on hold until December 2, 2026. You can close your account then.",
    });
    const body = { reason: "moving", linked_account_id: await linkOf(client), confirmation: "close" };
    expect((await send(client, "/close-my-account", body)).status).toBe(422);
  });

  it("is refused to another account than the source of a deposit of the last 60 days", async () => {
    const { client, email } = await signedIn(bank, "active");
    const source = (await client.call<Row[]>("/linked-accounts")).data[0] ?? {};
    const other = await linkAnother(client, email);
    const preview = async (link: unknown) => (await client.call<Row>(`/x/withdrawal-preview?linked_account_id=${String(link)}`)).data;
    const obstacle = async (link: unknown) => (await preview(link)).closing_obstacle;
    const closeTo = (link: unknown) =>
      send(client, "/close-my-account", { reason: "moving", linked_account_id: link, confirmation: "CLOSE" });
    await stepUp(client);
    const held = `$800.00 can only go back to your account ending in ${String(source.number_last4)} until December 27, 2026.`;
    expect(await closeTo(other)).toMatchObject({
      status: 409,
      code: "transfers_pending",
      message: `${held} Choose that account, or wait until then to close.`,
    });
    expect(await obstacle(other)).toContain(held);
    expect(await preview(other)).toMatchObject({ closing_account_id: source.uuid });
    expect(await obstacle(source.uuid)).toBeNull();
    await client.call(`/x/linked-accounts/${String(source.uuid)}`, { method: "DELETE" });
    expect(await preview(other)).toMatchObject({ closing_account_id: null });
    expect(await obstacle(other)).toBe(
      "$800.00 can only go back to the account it came from until December 27, 2026. You can close your account then.",
    );
    await client.control("/clock", { now: "2026-12-28T15:00:00Z" });
    expect(await obstacle(other)).toBeNull();
    expect((await closeTo(other)).status).toBe(200);
    expect((await rowsOf(client))[0]).toMatchObject({ kind: "closing", balance: "0.00" });
    await expectLedgerToAddUp(client);
  });

  it("is possible after the money of another source has gone back there, and says so", async () => {
    const { client, email } = await signedIn(bank, "active");
    const first = await linkOf(client);
    const second = await linkAnother(client, email);
    const preview = async (link: string) => (await client.call<Row>(`/x/withdrawal-preview?linked_account_id=${link}`)).data;
    await stepUp(client);
    await send(client, "/deposit", { amount: "500.00", linked_account_id: second, authorized: true });
    await client.advance("P14D");
    // Either bank account would be the answer for the other one.
    const withdrawFirst = { closing_account_id: null, closing_obstacle: expect.stringContaining("Withdraw it there first") };
    expect([await preview(first), await preview(second)]).toMatchObject([withdrawFirst, withdrawFirst]);
    const withdrawTo = async (link: string): Promise<string> => {
      await stepUp(client);
      const amount = String((await preview(link)).available);
      expect((await send(client, "/withdraw", { amount, linked_account_id: link })).status).toBe(200);
      return amount;
    };
    await withdrawTo(first);
    expect(await preview(second)).toMatchObject({ available: "500.00", holds: [] });
    expect(await withdrawTo(second)).toBe("500.00");
    await expectLedgerToAddUp(client);
  });

  it("is refused while the balance is below zero, after a deposit came back whose money was withdrawn", async () => {
    const { client, email } = await signedIn(bank, "active");
    await stepUp(client);
    await withdraw(client, String((await accountOf(client)).available));
    await client.advance("P4D");
    await client.control("/simulate/transfer-return", { email, return_code: "R01" });
    expect(await accountOf(client)).toMatchObject({ balance: expect.stringMatching(/^-/), available: "0.00" });
    await stepUp(client);
    expect(await closeAccount(client)).toMatchObject({
      status: 409,
      message: "Your balance is below $0.00. You can close your account when you've brought it back up.",
    });
  });

  it("is possible to any linked account where no money is left", async () => {
    const { client, email } = await signedIn(bank, "active", { balance_cents: 0 });
    const other = await linkAnother(client, email);
    expect((await client.call<Row>(`/x/withdrawal-preview?linked_account_id=${other}`)).data).toMatchObject({
      balance: "0.00",
      closing_obstacle: null,
    });
  });
});
