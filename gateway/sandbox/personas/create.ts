/** Exports the creation of a persona: its history, every job due since then, and the requested overrides. */

import { dayOf } from "../../calendar/banking-days.js";
import { openAccount } from "../accounts.js";
import { markAlertsRead } from "../alerts.js";
import { invalid, notFound } from "../api-error.js";
import type { OpenBank } from "../bank.js";
import { inTransaction } from "../database/transaction.js";
import { type Depositor, depositorOf } from "../depositors.js";
import { balanceOf, internalAccount, transfer } from "../ledger.js";
import { brandOf, type UnitOfWork } from "../unit-of-work.js";
import { personas } from "./catalog.js";
import { PASSWORD, type Person, register } from "./person.js";

/** The fields of a persona that a test changes. `progress`: columns of the depositor's row; `balance_cents`: integer cents. */
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

/** The personas of the catalog, for the sandbox's page and `GET /sandbox/personas`. */
export const personaList = () => Object.entries(personas).map(([name, { description }]) => ({ name, description }));

/**
 * Sets the requested columns of the depositor. It is the only place that sets columns of a persona by hand, because a test
 * may ask for any progress, also one that the bank's calls would refuse; every persona itself is made by those calls.
 */
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

/**
 * Creates a new user of a persona; each call creates another one. Throws `ApiError` 404 for an unknown name, 422 for an unknown
 * brand.
 */
export async function createPersona({ bank, clock }: OpenBank, name: string, overrides: Overrides): Promise<CreatedPersona> {
  const persona = Object.hasOwn(personas, name) ? personas[name] : undefined;
  if (!persona) throw notFound(`The persona "${name}"`);
  const brand = brandOf(bank, overrides.brand ?? null);
  if (!brand) throw invalid({ brand: ["No institution has that name."] });
  const now = await clock.runDueJobs();
  const createdAt = new Date(now.getTime() - (persona.daysAgo ?? 0) * DAY_MS);
  const signedInPerson = await inTransaction(bank.db, async (db) => {
    const first = await register({ bank, db, at: createdAt }, brand, name);
    const on = (at: Date): Person => ({ ...first, work: { bank, db, at } });
    await persona.build(first);
    for (const { days, act } of persona.later ?? []) {
      const at = new Date(createdAt.getTime() + days * DAY_MS);
      await clock.runWithin(db, at);
      await act(on(at));
    }
    await clock.runWithin(db, now);
    const person = on(now);
    // The persona has read the alerts of its history, so that only its own alerts are unread.
    const readAlerts = async () => markAlertsRead(person.work, (await depositorOf(person.work, person.userUuid)).uuid, null);
    await readAlerts();
    const signsIn = (await persona.finish?.(person)) ?? person;
    if (name === "funding-returned") await readAlerts();
    if (overrides.progress) await overrideProgress(person.work, signsIn, overrides.progress);
    if (overrides.balance_cents !== undefined) await overrideBalance(person.work, signsIn, overrides.balance_cents);
    return signsIn;
  });
  return { email: signedInPerson.email, password: PASSWORD, phone: signedInPerson.phone, persona: name };
}
