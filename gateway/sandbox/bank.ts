/**
 * Exports the bank: opens its database and secret, publishes its disclosures and rates, and starts its clock and job
 * queue.
 */
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { publishRate } from "./accounts.js";
import { createBranding } from "./branding.js";
import { type Clock, createClock, lockClock } from "./clock.js";
import { emptyTables } from "./database/empty-tables.js";
import { type Db, openDatabase } from "./database/open.js";
import { inTransaction } from "./database/transaction.js";
import { runTransferJob } from "./deposit-series.js";
import { publishDisclosures } from "./disclosures.js";
import { entityOf } from "./entities.js";
import { expireInvitation } from "./invitations.js";
import type { JobHandlers } from "./jobs.js";
import { expireMicrodeposits, settleMicrodeposits } from "./manual-link.js";
import { closeMonth } from "./month-end.js";
import type { SandboxOptions } from "./options.js";
import { processRequest } from "./requests.js";
import { readSetting, writeSetting } from "./settings.js";
import { issueTaxForm } from "./tax-forms.js";
import { type Bank, createRandom } from "./unit-of-work.js";

const SECRET = "secret";

const handlers: JobHandlers = {
  transfer: { entityOf: (work, uuid) => entityOf(work, "transfers", uuid), run: runTransferJob },
  request: { entityOf: (work, id) => entityOf(work, "requests", id), run: (work, id) => processRequest(work, id) },
  "month-end": { entityOf: (work, uuid) => entityOf(work, "accounts", uuid), run: closeMonth },
  "tax-form": { entityOf: (work, uuid) => entityOf(work, "accounts", uuid), run: issueTaxForm },
  "microdeposits-arrive": { entityOf: (work, uuid) => entityOf(work, "linked_accounts", uuid), run: settleMicrodeposits },
  "microdeposits-expire": { entityOf: (work, uuid) => entityOf(work, "linked_accounts", uuid), run: expireMicrodeposits },
  "invitation-expire": { entityOf: (work, uuid) => entityOf(work, "invitations", uuid), run: expireInvitation },
};

/** A bank that has been opened, for the router and the controls. */
export interface OpenBank {
  readonly bank: Bank;
  readonly clock: Clock;
}

/** Publishes the current rates and disclosures of every institution; the clock must be held, so that one process does. */
async function publish(bank: Bank, db: Db, offset: number): Promise<void> {
  const at = new Date(bank.systemNow().getTime() + offset);
  for (const brand of bank.options.brands) {
    await publishRate({ bank, db, at }, brand);
    await publishDisclosures({ bank, db, at }, brand);
  }
}

/** The database's secret; the first process that opens a new database creates it. */
async function secretOf(db: Db, random: Bank["random"]): Promise<string> {
  const value = random(32).toString("hex");
  await db
    .insertInto("settings")
    .values({ key: SECRET, value })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  return (await readSetting(db, SECRET)) ?? value;
}

const printError = (error: unknown): void => {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
};

export async function openBank(options: SandboxOptions): Promise<OpenBank> {
  if (options.brands.length === 0) throw new Error("A sandbox bank needs at least one institution.");
  if (!/^(memory:|postgres(ql)?:\/\/)/.test(options.database)) await mkdir(dirname(options.database), { recursive: true });
  const reportError = options.onError ?? printError;
  const db = await openDatabase(options.database, reportError);
  const random = createRandom(options);
  const now = options.clock ?? Date.now;
  const secret = await secretOf(db, random);
  const bank: Bank = { db, options, random, secret, systemNow: () => new Date(now()), branding: createBranding(), reportError };
  await inTransaction(db, async (own) => publish(bank, own, await lockClock(own)));
  return { bank, clock: createClock(bank, handlers) };
}

/** Empties the bank: no users, no money, and the system's time again. */
export async function resetBank({ bank }: OpenBank): Promise<void> {
  await inTransaction(bank.db, async (db) => {
    await lockClock(db);
    await emptyTables(db);
    await writeSetting(db, SECRET, bank.secret);
    await publish(bank, db, await lockClock(db));
  });
  bank.branding.clear();
}
