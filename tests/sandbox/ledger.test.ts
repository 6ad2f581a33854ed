/** Tests of the double-entry ledger and its triggers. */
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { resetBank } from "../../gateway/sandbox/bank.js";
import { balanceOf, internalAccount, movementsOf, openLedgerAccount, post, reverse, transfer } from "../../gateway/sandbox/ledger.js";
import { newUuid, type UnitOfWork } from "../../gateway/sandbox/unit-of-work.js";
import { openModules, TestClock } from "./test-bank.js";

let open: Awaited<ReturnType<typeof openModules>>;
const clock = new TestClock();
beforeAll(async () => {
  open = await openModules(clock);
}, 60_000);
afterAll(() => open.close());
beforeEach(() => resetBank(open));

const DAY = "2026-11-21";
const inTransaction = <T>(run: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  open.bank.db.transaction().execute((db) => run({ bank: open.bank, db, at: new Date(clock.now) }));

async function total(): Promise<number> {
  const result = await sql<{ cents: number }>`select coalesce(sum(cents), 0)::bigint as cents from entries`.execute(open.bank.db);
  return result.rows[0]?.cents ?? Number.NaN;
}

describe("the ledger", () => {
  it("rejects an unbalanced posting and saves none of its entries", async () => {
    const account = await inTransaction((work) => openLedgerAccount(work, "one"));
    await expect(
      inTransaction(async (work) =>
        post(work, {
          kind: "deposit",
          effectiveOn: DAY,
          entries: [
            { account, cents: 100 },
            { account: await internalAccount(work, "house:ach"), cents: -99 },
          ],
        }),
      ),
    ).rejects.toThrow(/not balanced/);
    await expect(
      inTransaction((work) => post(work, { kind: "deposit", effectiveOn: DAY, entries: [{ account, cents: 100 }] })),
    ).rejects.toThrow(/not balanced/);
    expect(await inTransaction((work) => balanceOf(work, account))).toBe(0);
  });

  it("rejects changes and deletions, and late entries to a posting", async () => {
    const [from, to] = await inTransaction(
      async (work) => [await internalAccount(work, "house:ach"), await openLedgerAccount(work, "two")] as const,
    );
    const posting = await inTransaction((work) => transfer(work, from, to, 500, { kind: "deposit", effectiveOn: DAY }));
    for (const statement of [
      "update entries set cents = 1",
      "delete from entries",
      "update postings set kind = 'x'",
      "delete from postings",
    ]) {
      await expect(sql.raw(statement).execute(open.bank.db), statement).rejects.toThrow(/append-only/);
    }
    const third = await inTransaction((work) => openLedgerAccount(work, "three"));
    await expect(
      sql`insert into entries (posting_id, ledger_account_id, cents) values (${posting}, ${third}, 5)`.execute(open.bank.db),
    ).rejects.toThrow(/closed/);
  });

  it("reverses a posting once, with the opposite entries", async () => {
    const [from, to] = await inTransaction(
      async (work) => [await internalAccount(work, "house:ach"), await openLedgerAccount(work, "four")] as const,
    );
    const posting = await inTransaction((work) => transfer(work, from, to, 12_345, { kind: "deposit", effectiveOn: DAY }));
    await inTransaction((work) => reverse(work, posting, DAY, newUuid(open.bank)));
    expect(await inTransaction((work) => balanceOf(work, to))).toBe(0);
    await expect(inTransaction((work) => reverse(work, posting, DAY, newUuid(open.bank)))).rejects.toThrow(/unique/);
  });
});

describe("for any postings", () => {
  const step = fc.record({
    from: fc.nat(3),
    to: fc.nat(3),
    cents: fc.integer({ min: 1, max: 1_000_000_000 }),
    day: fc.integer({ min: 1, max: 28 }),
    reversed: fc.boolean(),
  });
  it("all entries sum to zero, each balance is the sum of its entries, and reversed postings leave the balances unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await resetBank(open);
        const accounts = await inTransaction(async (work) => Promise.all([0, 1, 2, 3].map((name) => openLedgerAccount(work, `p${name}`))));
        const expected = [0, 0, 0, 0];
        for (const { from, to, cents, day, reversed } of steps) {
          if (from === to) continue;
          await inTransaction(async (work) => {
            const effectiveOn = `2026-11-${String(day).padStart(2, "0")}`;
            const posting = await transfer(work, accounts[from] ?? 0, accounts[to] ?? 0, cents, { kind: "deposit", effectiveOn });
            if (reversed) await reverse(work, posting, effectiveOn, newUuid(open.bank));
          });
          if (!reversed) {
            expected[from] = (expected[from] ?? 0) - cents;
            expected[to] = (expected[to] ?? 0) + cents;
          }
        }
        expect(await total()).toBe(0);
        for (const [index, account] of accounts.entries()) {
          expect(await inTransaction((work) => balanceOf(work, account))).toBe(expected[index]);
          const moved = await inTransaction((work) => movementsOf(work, account));
          expect(moved.reduce((sum, movement) => sum + movement.principal + movement.interest, 0)).toBe(expected[index]);
        }
      }),
      { numRuns: 15 },
    );
  }, 60_000);
});
