/**
 * Exports the bank: opens its database and secret, publishes its disclosures and rates, and starts its clock and job
 * queue.
 */
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { sql } from "kysely";
import { publishRate } from "./accounts.js";
import { advanceTransfer } from "./ach.js";
import { createBranding } from "./branding.js";
import { type Clock, createClock } from "./clock.js";
import { openDatabase } from "./database/open.js";
import { TABLES } from "./database/tables.js";
import { publishDisclosures } from "./disclosures.js";
import { expireInvitation } from "./invitations.js";
import type { JobHandler, JobKind } from "./jobs.js";
import { expireMicrodeposits, settleMicrodeposits } from "./manual-link.js";
import { closeMonth } from "./month-end.js";
import type { SandboxOptions } from "./options.js";
import { processRequest } from "./requests.js";
import { readSetting, writeSetting } from "./settings.js";
import { type Bank, createRandom } from "./unit-of-work.js";

const SECRET = "secret";

const handlers: Readonly<Record<JobKind, JobHandler>> = {
  transfer: advanceTransfer,
  request: (work, id) => processRequest(work, id),
  "month-end": closeMonth,
  "microdeposits-arrive": settleMicrodeposits,
  "microdeposits-expire": expireMicrodeposits,
  "invitation-expire": expireInvitation,
};

export interface OpenBank {
  readonly bank: Bank;
  readonly clock: Clock;
}

/** Publishes the current rates and disclosures of every institution. */
async function publish(bank: Bank, clock: Clock): Promise<void> {
  const at = await clock.now();
  await bank.db.transaction().execute(async (db) => {
    for (const brand of bank.options.brands) {
      await publishRate({ bank, db, at }, brand);
      await publishDisclosures({ bank, db, at }, brand);
    }
  });
}

export async function openBank(options: SandboxOptions): Promise<OpenBank> {
  if (options.brands.length === 0) throw new Error("A sandbox bank needs at least one institution.");
  if (!/^(memory:|postgres(ql)?:\/\/)/.test(options.database)) await mkdir(dirname(options.database), { recursive: true });
  const db = await openDatabase(options.database);
  const random = createRandom(options);
  const now = options.clock ?? Date.now;
  const secret = (await readSetting(db, SECRET)) ?? random(32).toString("hex");
  await writeSetting(db, SECRET, secret);
  const bank: Bank = { db, options, random, secret, systemNow: () => new Date(now()), branding: createBranding() };
  const clock = createClock(bank, handlers);
  await publish(bank, clock);
  return { bank, clock };
}

/** Empties the bank: no users, no money, and the system's time again. */
export async function resetBank({ bank, clock }: OpenBank): Promise<void> {
  bank.branding.clear();
  await sql.raw(`truncate ${TABLES.join(", ")} restart identity`).execute(bank.db);
  await writeSetting(bank.db, SECRET, bank.secret);
  await publish(bank, clock);
}
