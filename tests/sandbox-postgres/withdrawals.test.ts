/** Tests that money leaves an account once: two sessions at once, repeated requests, a crash between debit and credit. */
import { afterEach, describe, expect, it } from "vitest";
import { accountOf, cents, expectLedgerToAddUp, rowsOf, stepUp, withdraw } from "../sandbox/account-life.js";
import { BankClient, signedIn, TestClock } from "../sandbox/test-bank.js";
import { useTwoBanks } from "./two-banks.js";

const clock = new TestClock();
const two = useTwoBanks(clock);

/** One depositor with history, signed in at both processes, each with a step-up code. */
async function twoSessions(): Promise<readonly [BankClient, BankClient]> {
  const [one, other] = two().banks;
  const { client, email, password } = await signedIn(one, "active");
  const second = new BankClient(other);
  await second.signIn(email, password);
  for (const session of [client, second]) await stepUp(session);
  return [client, second];
}

const withdrawals = async (client: BankClient): Promise<number> =>
  (await rowsOf(client)).filter(({ kind, posted_on }) => kind === "withdrawal" && posted_on === "2026-11-21").length;

describe("a withdrawal of the whole balance", () => {
  it("in two sessions at two processes at once succeeds in one", async () => {
    for (let pair = 0; pair < 4; pair += 1) {
      const [client, other] = await twoSessions();
      const available = String((await accountOf(client)).available);
      const replies = await Promise.all([withdraw(client, available, "one"), withdraw(other, available, "two")]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
      await client.advance("PT1H");
      expect(await withdrawals(client)).toBe(1);
      expect(cents((await accountOf(client)).balance)).toBe(0);
      await expectLedgerToAddUp(client);
    }
    expect(two().errors).toEqual([]);
  });

  it("moves the money once when the click is repeated and the request retried at the other process", async () => {
    const [client, other] = await twoSessions();
    const [before, available] = [cents((await accountOf(client)).balance), String((await accountOf(client)).available)];
    const replies = await Promise.all([client, client, other, other].map((session) => withdraw(session, available, "same")));
    expect(new Set(replies.map(({ data }) => data.request_id)).size).toBe(1);
    await client.advance("PT1H");
    expect(await withdrawals(client)).toBe(1);
    expect(cents((await accountOf(client)).balance)).toBe(before - cents(available));
  });
});

describe("a crash between debit and credit", () => {
  afterEach(() =>
    two().db.query("drop trigger if exists crash_once on entries; drop function if exists crash_once; drop sequence if exists crashes"),
  );

  it("moves nothing, and the withdrawal moves the money once afterwards", async () => {
    const [client] = await twoSessions();
    const before = cents((await accountOf(client)).balance);
    // A sequence is not rolled back: only the first credit ends its connection, after the debit was inserted.
    await two().db.query("create sequence crashes");
    await two().db.query(
      `create function crash_once() returns trigger language plpgsql as $$ begin
        if new.cents > 0 and nextval('crashes') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
        return new; end $$`,
    );
    await two().db.query("create trigger crash_once before insert on entries for each row execute function crash_once()");
    expect((await withdraw(client, "100.00", "k")).status).toBe(200);
    await client.advance("PT1H").catch(() => null);
    expect(two().errors.splice(0).length).toBeGreaterThan(0);
    const entries = await two().db.query<{ count: number }>(
      "select count(*)::int as count from entries where cents = 10000 or cents = -10000",
    );
    expect(entries.rows).toEqual([{ count: 0 }]);

    await expect.poll(async () => (await client.raw("/sandbox/clock")).status).toBe(200);
    await client.advance("PT1H");
    expect(cents((await accountOf(client)).balance)).toBe(before - 10_000);
    expect(await withdrawals(client)).toBe(1);
    expect((await withdraw(client, "100.00", "k")).status).toBe(200);
    await client.advance("PT1H");
    expect(cents((await accountOf(client)).balance)).toBe(before - 10_000);
    await expectLedgerToAddUp(client);
  });
});
