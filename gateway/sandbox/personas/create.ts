/** Exports the creation of a persona: its history, every job due since then, and the requested overrides. */

import { dayOf } from "../../calendar/banking-days.js";
import { openAccount } from "../accounts.js";
import { invalid, notFound } from "../api-error.js";
import type { OpenBank } from "../bank.js";
import { inTransaction } from "../database/transaction.js";
import { type Depositor, depositorOf } from "../depositors.js";
import { balanceOf, internalAccount, transfer } from "../ledger.js";
import { brandOf, type UnitOfWork } from "../unit-of-work.js";
import { personas } from "./catalog.js";
import { PASSWORD, type Person, register } from "./person.js";

export interface Overrides {
  readonly brand?: string;
  readonly progress?: Readonly<Record<string, unknown>>;
  readonly balance_cents?: number;
}

export interface CreatedPersona {
  readonly email: string;
  readonly password: string;
  readonly phone: string;
  readonly persona: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export const personaList = () => Object.entries(personas).map(([name, { description }]) => ({ name, description }));

async function overrideProgress(work: UnitOfWork, person: Person, progress: Readonly<Record<string, unknown>>): Promise<void> {
  const { first_name, ...columns } = progress;
  const depositor: Depositor = await depositorOf(work, person.userUuid);
  const values = { ...columns, ...(first_name === undefined ? {} : { basic: JSON.stringify({ ...depositor.basic, first_name }) }) };
  if (Object.keys(values).length > 0) await work.db.updateTable("depositors").set(values).where("uuid", "=", depositor.uuid).execute();
}

/** Sets the balance with an opening posting. */
async function overrideBalance(work: UnitOfWork, person: Person, cents: number): Promise<void> {
  const { entity_uuid } = await depositorOf(work, person.userUuid);
  const account = await openAccount(work, person.brand, entity_uuid);
  const difference = cents - (await balanceOf(work, account.ledger_account_id));
  if (difference !== 0)
    await transfer(work, await internalAccount(work, "house:ach"), account.ledger_account_id, difference, {
      kind: "opening",
      effectiveOn: dayOf(work.at),
    });
}

export async function createPersona({ bank, clock }: OpenBank, name: string, overrides: Overrides): Promise<CreatedPersona> {
  const persona = Object.hasOwn(personas, name) ? personas[name] : undefined;
  if (!persona) throw notFound(`The persona "${name}"`);
  const brand = brandOf(bank, overrides.brand ?? null);
  if (!brand) throw invalid({ brand: ["No institution has that name."] });
  const now = await clock.runDueJobs();
  const createdAt = new Date(now.getTime() - (persona.daysAgo ?? 0) * DAY_MS);
  const first = await inTransaction(bank.db, async (db) => {
    const person = await register({ bank, db, at: createdAt }, brand, name);
    await persona.build(person);
    return person;
  });
  const at = await clock.runDueJobs();
  const signedInPerson = await inTransaction(bank.db, async (db) => {
    const work: UnitOfWork = { bank, db, at };
    const person: Person = { ...first, work };
    // Removes the alerts of the history, so that only the persona's own alerts are unread.
    await db
      .deleteFrom("alerts")
      .where("depositor_uuid", "=", (await depositorOf(work, person.userUuid)).uuid)
      .execute();
    const signsIn = (await persona.finish?.(person)) ?? person;
    if (name === "funding-returned")
      await db
        .deleteFrom("alerts")
        .where("depositor_uuid", "=", (await depositorOf(work, person.userUuid)).uuid)
        .execute();
    if (overrides.progress) await overrideProgress(work, signsIn, overrides.progress);
    if (overrides.balance_cents !== undefined) await overrideBalance(work, signsIn, overrides.balance_cents);
    return signsIn;
  });
  return { email: signedInPerson.email, password: PASSWORD, phone: signedInPerson.phone, persona: name };
}
