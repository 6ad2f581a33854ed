/** Tests that money leaves an account once: two sessions at once, repeated requests, a crash between debit and credit. */
import { afterEach, describe, expect, it } from "vitest";
import { accountOf, expectLedgerToAddUp, rowsOf, stepUp, withdraw } from "../sandbox/account-life.js";
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

/** The withdrawals that the ledger has; the persona's history has one. */
const posted = async (client: BankClient): Promise<number> =>
  (await rowsOf(client)).filter(({ kind, posted_on }) => kind === "withdrawal" && posted_on !== null).length - 1;

describe("a withdrawal of the whole balance", () => {
  it("in two sessions at two processes at once succeeds in one", async () => {
    for (let pair = 0; pair < 3; pair += 1) {
      const [client, other] = await twoSessions();
      const available = String((await accountOf(client)).available);
      const replies = await Promise.all([withdraw(client, available, "one"), withdraw(other, available, "two")]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
      await client.advance("P5D");
      expect(await posted(client)).toBe(1);
      await expectLedgerToAddUp(client);
    }
    expect(two().errors).toEqual([]);
  });

  it("moves the money once when the click is repeated and the request retried at the other process", async () => {
    const [client, other] = await twoSessions();
    const available = String((await accountOf(client)).available);
    const replies = await Promise.all([client, client, other, other].map((session) => withdraw(session, available, "same")));
    expect(new Set(replies.map(({ data }) => data.request_id)).size).toBe(1);
    await client.advance("P5D");
    expect(await posted(client)).toBe(1);
    await expectLedgerToAddUp(client);
  });
});

describe("a crash between debit and credit", () => {
  const ENTRIES = "select coalesce(sum(abs(cents)), 0)::int as cents from entries where abs(cents) = 12345";
  afterEach(() =>
    two().db.query("drop trigger if exists crash_once on entries; drop function if exists crash_once; drop sequence if exists crashes"),
  );

  it("moves nothing, and the withdrawal moves the money once afterwards", async () => {
    const [client] = await twoSessions();
    // A sequence is not rolled back: only the first credit ends its connection, after the debit was inserted.
    await two().db.query("create sequence crashes");
    await two().db.query(
      `create function crash_once() returns trigger language plpgsql as $$ begin
        if new.cents = 12345 and nextval('crashes') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
        return new; end $$`,
    );
    await two().db.query("create trigger crash_once before insert on entries for each row execute function crash_once()");
    expect((await withdraw(client, "123.45", "k")).status).toBe(200);
    await expect(client.advance("P5D")).rejects.toThrow();
    expect(two().errors.splice(0).length).toBeGreaterThan(0);
    expect((await two().db.query(ENTRIES)).rows).toEqual([{ cents: 0 }]);

    await expect.poll(async () => (await client.raw("/sandbox/clock")).status).toBe(200);
    await client.advance("P5D");
    expect((await two().db.query(ENTRIES)).rows).toEqual([{ cents: 2 * 12_345 }]);
    // Its key is older than a day by now, so that a late repetition is a new withdrawal, which needs a new code.
    expect(await withdraw(client, "123.45", "k")).toMatchObject({ status: 403, code: "step_up_required" });
    await client.advance("P5D");
    expect((await two().db.query(ENTRIES)).rows).toEqual([{ cents: 2 * 12_345 }]);
    expect(await posted(client)).toBe(1);
    await expectLedgerToAddUp(client);
  });
});
