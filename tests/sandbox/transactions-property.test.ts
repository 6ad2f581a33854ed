/**
 * Tests the transactions of random lives (fast-check): after any deposits, series, cancellations, withdrawals, late returns
 * and days, the posted rows add up to the balance, row by row.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountOf, cents, closeAccount, deposit, expectLedgerToAddUp, rowsOf, send, stepUp, withdraw } from "./account-life.js";
import { type BankClient, signedIn, TestClock, useTestBank } from "./test-bank.js";

const bank = useTestBank({ clock: new TestClock(), keepState: true });

interface Life {
  readonly client: BankClient;
  readonly email: string;
}
type Step = (life: Life) => Promise<unknown>;

/** An hour later, since the bank limits the codes of an hour. */
async function stepUpLater(client: BankClient): Promise<void> {
  await client.advance("PT1H");
  await stepUp(client);
}

const money = fc.integer({ min: 100, max: 300_000 }).map((value) => (value / 100).toFixed(2));
const step: fc.Arbitrary<[string, Step]> = fc.oneof(
  money.map((amount): [string, Step] => [`deposit ${amount}`, ({ client }) => deposit(client, amount)]),
  fc
    .tuple(money, fc.constantFrom("weekly", "biweekly", "monthly"))
    .map(([amount, frequency]): [string, Step] => [`${frequency} ${amount}`, ({ client }) => deposit(client, amount, { frequency })]),
  money.map((amount): [string, Step] => [
    `withdraw ${amount}`,
    async ({ client }) => {
      await stepUpLater(client);
      await withdraw(client, amount);
    },
  ]),
  fc.constant<[string, Step]>([
    "cancel",
    async ({ client }) => {
      const row = (await rowsOf(client)).find(({ cancellable }) => cancellable);
      if (row) await send(client, `/transactions/${String(row.uuid)}/void`, {});
    },
  ]),
  fc.constant<[string, Step]>([
    "return",
    ({ client, email }) => client.raw("/sandbox/simulate/transfer-return", { body: { email, return_code: "R01" } }),
  ]),
  fc.integer({ min: 1, max: 40 }).map((days): [string, Step] => [`${days} days`, ({ client }) => client.advance(`P${days}D`)]),
  fc.constant<[string, Step]>([
    "close",
    async ({ client }) => {
      await stepUpLater(client);
      await closeAccount(client);
    },
  ]),
);
const life = fc.array(step, { minLength: 3, maxLength: 8 });

describe("for any life of a depositor", () => {
  it("the transactions add up when a deposit is returned after the account was closed", async () => {
    const { client, email } = await signedIn(bank, "active");
    await stepUp(client);
    await closeAccount(client);
    await client.raw("/sandbox/simulate/transfer-return", { body: { email, return_code: "R01" } });
    await deposit(client, "1.00");
    await client.advance("P32D");
    await expectLedgerToAddUp(client);
  });

  it("the transactions add up when money is withdrawn, or the account closed, six times in a row", async () => {
    const { client } = await signedIn(bank, "active");
    for (const again of [closeAccount, (each: BankClient) => withdraw(each, "1.00")].flatMap((each) => [each, each, each])) {
      await stepUpLater(client);
      await again(client);
      await expectLedgerToAddUp(client);
    }
  });

  it("the transactions add up to the balance", async () => {
    await fc.assert(
      fc.asyncProperty(life, async (steps) => {
        const { client, email } = await signedIn(bank, "active");
        for (const [, run] of steps) {
          await run({ client, email });
          await expectLedgerToAddUp(client);
        }
        await client.advance("P32D");
        await expectLedgerToAddUp(client);
        const account = await accountOf(client);
        const interest = (await rowsOf(client)).filter(({ kind }) => kind === "interest");
        expect(interest.every(({ amount }) => cents(amount) > 0)).toBe(true);
        expect(cents(account.available)).toBeLessThanOrEqual(Math.max(0, cents(account.balance)));
      }),
      { numRuns: 8 },
    );
  }, 180_000);
});
