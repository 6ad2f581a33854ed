/**
 * Runs a bank under load in its own process until it is killed, and prints each acknowledged request to stdout. For
 * crash-recovery.test.ts.
 */
import { BankClient, openTestBank, TestClock } from "./test-bank.js";

const [directory = ""] = process.argv.slice(2);
const clock = new TestClock();
const bank = await openTestBank(clock, { database: directory });
const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function depositor(): Promise<void> {
  const client = new BankClient(bank);
  const { email, password } = await client.control<{ email: string; password: string }>("/personas/disclosures", {});
  await client.signIn(email, password);
  const funded = await client.call<{ request_id: string }>("/fund-my-account", {
    body: { authorized: true },
    headers: { "idempotency-key": "k" },
  });
  if (funded.status === 200) printLine(funded.data.request_id);
  await client.advance("P1D");
}

printLine("ready");
for (;;) await Promise.all([depositor(), depositor()]);
