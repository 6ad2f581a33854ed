/** Exports the savings accounts: opening, balances, interest rates, and the refusal of transfers that a closing account does not accept. */
import type { Selectable } from "kysely";
import { dayOf, instantOf, lastDayOfMonth } from "../calendar/banking-days.js";
import { ApiError } from "./api-error.js";
import type { AccountRow } from "./database/tables.js";
import type { DepositorRow } from "./database/user-tables.js";
import { institutionOf } from "./institutions.js";
import { enqueue } from "./jobs.js";
import { balanceOf, openLedgerAccount } from "./ledger.js";
import type { BrandFacts } from "./options.js";
import { pendingRequestsOf } from "./request-records.js";
import { newUuid, type UnitOfWork } from "./unit-of-work.js";

/** A savings account as stored. */
export type Account = Selectable<AccountRow>;

const RATES_FROM = "2000-01-01";

/** Stores the first interest rate of an institution; an existing one stays. */
export async function publishRate(work: UnitOfWork, brand: BrandFacts): Promise<void> {
  await work.db
    .insertInto("rates")
    .values({ brand: brand.slug, effective_on: RATES_FROM, rate: institutionOf(brand.slug).rate })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The interest rate of new accounts on a day, in percent. */
export async function rateOn(work: UnitOfWork, brand: BrandFacts, day: string): Promise<string> {
  const row = await work.db
    .selectFrom("rates")
    .select("rate")
    .where("brand", "=", brand.slug)
    .where("effective_on", "<=", day)
    .orderBy("effective_on", "desc")
    .executeTakeFirstOrThrow();
  return row.rate;
}

/** The instant at which a month closes: the bank credits its interest on its last day. */
export const monthEnd = (day: string): Date => instantOf(lastDayOfMonth(day), "23:59:59");

/** The account of an entity; undefined before its first deposit opened it. */
export function accountOf(work: UnitOfWork, entityUuid: string): Promise<Account | undefined> {
  return work.db.selectFrom("accounts").selectAll().where("entity_uuid", "=", entityUuid).executeTakeFirst();
}

type Viewer = Pick<Selectable<DepositorRow>, "entity_uuid" | "is_primary" | "registration_status">;

/** Whether a depositor is a second holder whom the bank has refused, who sees nothing of the account. */
export const isRefusedHolder = ({ is_primary, registration_status }: Viewer): boolean => !is_primary && registration_status === "FAILED";

/** The account that a depositor may see; undefined before the first deposit opened it, and for a refused second holder. */
export const visibleAccountOf = async (work: UnitOfWork, depositor: Viewer): Promise<Account | undefined> =>
  isRefusedHolder(depositor) ? undefined : accountOf(work, depositor.entity_uuid);

/** Returns the entity's account; opens one when it has none. */
export async function openAccount(work: UnitOfWork, brand: BrandFacts, entityUuid: string): Promise<Account> {
  const known = await accountOf(work, entityUuid);
  if (known) return known;
  const uuid = newUuid(work.bank);
  const number = String(1_000_000_000 + (work.bank.random(4).readUInt32BE() % 1_000_000_000) * 2 + (work.bank.random(1).readUInt8() % 2));
  const row = await work.db
    .insertInto("accounts")
    .values({
      uuid,
      entity_uuid: entityUuid,
      brand: brand.slug,
      number,
      name: "High-Yield Savings",
      ledger_account_id: await openLedgerAccount(work, `account:${uuid}`),
      opened_on: dayOf(work.at),
      created_at: work.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await enqueue(work, "month-end", monthEnd(dayOf(work.at)), uuid);
  return row;
}

/**
 * The amount that cannot be used: settled deposits on hold, and withdrawals in progress. `without` leaves out one request.
 */
async function reservedOf(work: UnitOfWork, account: Account, without: string | null): Promise<number> {
  const today = dayOf(work.at);
  const rows = await work.db
    .selectFrom("transfers")
    .select(["direction", "status", "amount_cents", "available_on"])
    .where("account_uuid", "=", account.uuid)
    .where("status", "in", ["Initiated", "Pending", "Submitted", "Settled"])
    .execute();
  const held = rows.filter((row) =>
    row.direction === "out" ? row.status !== "Settled" : row.status === "Settled" && row.available_on > today,
  );
  const requested = (await pendingRequestsOf(work, account.entity_uuid, "withdrawal")).filter(({ id }) => id !== without);
  return [...held, ...requested].reduce((sum, row) => sum + (row.amount_cents ?? 0), 0);
}

/** The amount that can be withdrawn; zero while a review holds the funds. `without` leaves out one pending request. */
export async function availableOf(work: UnitOfWork, account: Account, without: string | null = null): Promise<number> {
  if (account.held_at !== null) return 0;
  return Math.max(0, (await balanceOf(work, account.ledger_account_id)) - (await reservedOf(work, account, without)));
}

/** Whether the account of an entity is closing or closed. */
export const isClosing = async (work: UnitOfWork, entityUuid: string): Promise<boolean> =>
  Boolean((await accountOf(work, entityUuid))?.closing_at);

/** Throws 403 `not_allowed` with the message where the account of an entity is closing or closed. */
export async function requireNoClosing(work: UnitOfWork, entityUuid: string, message: string): Promise<void> {
  if (await isClosing(work, entityUuid)) throw new ApiError(403, "not_allowed", message);
}
