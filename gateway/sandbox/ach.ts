/**
 * Exports the ACH transfers of the bank (Nacha Operating Rules): Initiated -> Pending (queued) -> Submitted (in the ACH
 * file) -> Settled, which may still become Returned; or Submitted -> Returned. Settlement posts to the ledger; a return
 * after it posts the reversal.
 */
import type { Selectable } from "kysely";
import { dayOf, instantOf } from "../calendar/banking-days.js";
import { addAlert } from "./alerts.js";
import { readData } from "./data.js";
import type { TransferRow } from "./database/tables.js";
import { ownersOf } from "./holders.js";
import { cancelJobs, enqueue } from "./jobs.js";
import { internalAccount, reverse, transfer } from "./ledger.js";
import { dollarsOf } from "./money.js";
import { sendPreferredEmail } from "./preferences.js";
import { applyReturn, clearReturns, returnRule } from "./returns.js";
import { CUT_OFF, datesOfFile, transferDates } from "./transfer-dates.js";
import { newUuid, type UnitOfWork } from "./unit-of-work.js";

/** An ACH transfer as stored. */
export type Transfer = Selectable<TransferRow>;
/** `initial` and `deposit` go to the account, `withdrawal` and `closing` leave it. */
export type TransferKind = "initial" | "deposit" | "withdrawal" | "closing";

const QUEUED_AT = "16:00";
const SETTLED_AT = "08:30";
const RETURNED_AT = "10:00";

const magicValues = readData<{
  readonly accounts: { readonly return_prefix: string; readonly late_return: string };
  readonly return_once_cents: number;
}>("magic-values");

const isReturnCode = (last4: string): boolean =>
  last4.startsWith(magicValues.accounts.return_prefix) && Number(last4.slice(2)) >= 1 && Number(last4.slice(2)) <= 29;

/** A transfer to start. `cents` is positive for both directions. */
export interface NewTransfer {
  readonly accountUuid: string;
  readonly linkUuid: string;
  readonly kind: TransferKind;
  readonly cents: number;
  readonly description: string;
  /** Null for a later run of a series, which no request started. */
  readonly requestId: string | null;
  /** The banking day of its ACH file; omitted, the next file. */
  readonly startsOn?: string;
  /** The run of a series of recurring deposits. */
  readonly series?: { readonly uuid: string; readonly run: number };
  /** The posting that has already taken the money from the account, and the transfer's id in it. */
  readonly postingId?: number;
  readonly uuid?: string;
}

const latest = (a: Date, b: Date): Date => (a > b ? a : b);

/** Stores a transfer with the days of its ACH file, settlement and return window, and schedules its first job. Returns its id. */
export async function startTransfer(work: UnitOfWork, request: NewTransfer): Promise<string> {
  const uuid = request.uuid ?? newUuid(work.bank);
  const next = transferDates(work.at);
  const dates = request.startsOn === undefined ? next : datesOfFile(request.startsOn);
  const direction = request.kind === "withdrawal" || request.kind === "closing" ? "out" : "in";
  await work.db
    .insertInto("transfers")
    .values({
      uuid,
      account_uuid: request.accountUuid,
      linked_account_uuid: request.linkUuid,
      kind: request.kind,
      direction,
      description: request.description,
      amount_cents: request.cents,
      status: "Initiated",
      date_created: work.at,
      submits_on: dates.submitted,
      settles_on: dates.settles,
      return_due_on: dates.returnDue,
      available_on: direction === "in" ? dates.holdEnds : dates.settles,
      request_id: request.requestId,
      scheduled: dates.submitted > next.submitted,
      schedule_uuid: request.series?.uuid ?? null,
      run: request.series?.run ?? null,
      posting_id: request.postingId ?? null,
    })
    .execute();
  await enqueue(work, "transfer", latest(work.at, instantOf(dates.submitted, QUEUED_AT)), uuid);
  return uuid;
}

/** The return code of a debit that never settles, by the magic values; null when it settles. */
async function returnCodeBeforeSettlement(work: UnitOfWork, row: Transfer, last4: string): Promise<string | null> {
  if (row.direction === "out") return null;
  if (isReturnCode(last4)) return `R${last4.slice(2)}`;
  if (row.amount_cents % 100 !== magicValues.return_once_cents) return null;
  const before = await work.db
    .selectFrom("transfers")
    .select("uuid")
    .where("account_uuid", "=", row.account_uuid)
    .where("amount_cents", "=", row.amount_cents)
    .where("return_code", "=", "R01")
    .executeTakeFirst();
  return before ? null : "R01";
}

async function settle(work: UnitOfWork, row: Transfer): Promise<void> {
  const account = await work.db
    .selectFrom("accounts")
    .select("ledger_account_id")
    .where("uuid", "=", row.account_uuid)
    .executeTakeFirstOrThrow();
  const ach = await internalAccount(work, "house:ach");
  const [from, to] = row.direction === "in" ? [ach, account.ledger_account_id] : [account.ledger_account_id, ach];
  const posting =
    row.posting_id ??
    (await transfer(work, from, to, row.amount_cents, {
      kind: row.direction === "in" ? "deposit" : "withdrawal",
      effectiveOn: dayOf(work.at),
      transfer: row.uuid,
    }));
  await work.db
    .updateTable("transfers")
    .set({ status: "Settled", date_processed: work.at, posting_id: posting })
    .where("uuid", "=", row.uuid)
    .execute();
  if (row.direction === "in") await clearReturns(work, row.linked_account_uuid);
  await notifyHolders(
    work,
    row,
    row.direction === "in" ? "Your deposit has cleared" : "Your withdrawal is complete",
    `Your transfer of ${dollarsOf(row.amount_cents)} has settled.`,
  );
}

/** Ends a transfer before it is sent: `Cancelled` by the depositor, `Voided` by the bank. */
export async function endUnsentTransfer(work: UnitOfWork, uuid: string, status: "Cancelled" | "Voided"): Promise<void> {
  await cancelJobs(work, ["transfer"], uuid);
  await work.db.updateTable("transfers").set({ status, date_processed: work.at }).where("uuid", "=", uuid).execute();
}

/** Alerts everybody who owns the account. */
export async function notifyHolders(work: UnitOfWork, row: Transfer, title: string, body: string): Promise<void> {
  const { entity_uuid } = await work.db
    .selectFrom("accounts")
    .select("entity_uuid")
    .where("uuid", "=", row.account_uuid)
    .executeTakeFirstOrThrow();
  for (const owner of await ownersOf(work, entity_uuid)) {
    await addAlert(work, owner.uuid, title, body);
    await sendPreferredEmail(work, owner.uuid, "transfers", title, body);
  }
}

/** Returns a transfer: reverses its posting and applies the return code's rule to the linked account. */
export async function returnTransfer(work: UnitOfWork, row: Transfer, code: string): Promise<void> {
  const reversal = row.posting_id === null ? null : await reverse(work, row.posting_id, dayOf(work.at), row.uuid);
  await work.db
    .updateTable("transfers")
    .set({ status: "Returned", return_code: code, date_processed: work.at, reversal_id: reversal })
    .where("uuid", "=", row.uuid)
    .execute();
  await applyReturn(work, row, code);
  await notifyHolders(
    work,
    row,
    "Your bank returned a transfer",
    `Your ${dollarsOf(row.amount_cents)} transfer was returned (${code}). ${returnRule(code).explanation}`,
  );
}

/** Moves a transfer to its next state; the job queue calls it at the time of each transition. */
export async function advanceTransfer(work: UnitOfWork, uuid: string): Promise<void> {
  const row = await work.db.selectFrom("transfers").selectAll().where("uuid", "=", uuid).forUpdate().executeTakeFirstOrThrow();
  const link = await work.db
    .selectFrom("linked_accounts")
    .select("number_last4")
    .where("uuid", "=", row.linked_account_uuid)
    .executeTakeFirstOrThrow();
  switch (row.status) {
    case "Initiated":
      await work.db.updateTable("transfers").set({ status: "Pending" }).where("uuid", "=", uuid).execute();
      return enqueue(work, "transfer", instantOf(row.submits_on, CUT_OFF), uuid);
    case "Pending":
      await work.db.updateTable("transfers").set({ status: "Submitted", date_submitted: work.at }).where("uuid", "=", uuid).execute();
      return enqueue(work, "transfer", instantOf(row.settles_on, SETTLED_AT), uuid);
    case "Submitted": {
      const code = await returnCodeBeforeSettlement(work, row, link.number_last4);
      if (code !== null) return returnTransfer(work, row, code);
      await settle(work, row);
      if (row.direction === "in" && link.number_last4 === magicValues.accounts.late_return)
        await enqueue(work, "transfer", instantOf(row.return_due_on, RETURNED_AT), uuid);
      return;
    }
    case "Settled":
      return returnTransfer(work, row, "R01");
    default:
      // Cancelled, voided or returned in the meantime: no transition remains.
      return;
  }
}

/** Newest first, by submission or processing date. */
export async function transfersOf(work: UnitOfWork, entityUuid: string): Promise<Transfer[]> {
  const rows = await work.db
    .selectFrom("transfers")
    .innerJoin("accounts", "accounts.uuid", "transfers.account_uuid")
    .selectAll("transfers")
    .where("accounts.entity_uuid", "=", entityUuid)
    .execute();
  const when = (row: Transfer): number => (row.date_submitted ?? row.date_processed ?? row.date_created).getTime();
  return rows.sort((a, b) => when(b) - when(a) || b.date_created.getTime() - a.date_created.getTime());
}
