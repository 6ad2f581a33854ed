/**
 * Exports transfer requests: accepted transfers that have not started. The bank processes a request at its due time and
 * either executes or rejects it; until then its status is pending and no money moves.
 */
import type { Selectable } from "kysely";
import { openAccount } from "./accounts.js";
import { startTransfer } from "./ach.js";
import { addAlert } from "./alerts.js";
import { notFound } from "./api-error.js";
import { readData } from "./data.js";
import type { RequestRow } from "./database/tables.js";
import { type Depositor, setStep } from "./depositors.js";
import { PASSED_STATUSES } from "./identity-check.js";
import { enqueue } from "./jobs.js";
import { type LinkedAccount, linksOf } from "./links.js";
import { dollarsOf } from "./money.js";
import { sendMessage } from "./outbox.js";
import { retrySource, underReview, unlockLink } from "./returns.js";
import { configuredBrand, newUuid, type UnitOfWork } from "./unit-of-work.js";

type RequestOf = Selectable<RequestRow>;

interface ProcessingRule {
  readonly seconds: number;
  readonly refused: boolean;
}
const { requests_by_cents: processingRules } = readData<{ readonly requests_by_cents: Readonly<Record<string, ProcessingRule>> }>(
  "magic-values",
);
/**
 * How long the magic values delay a request of this amount, and whether they reject it the first time; null when it is
 * processed at once.
 */
const processingRuleOf = (cents: number): ProcessingRule | null => processingRules[String(cents % 100)] ?? null;

/** The reason for a request that the magic values reject. */
export const REJECTION_REASON = "Your bank declined the transfer.";

/** Accepts a first deposit for processing at its due time. Returns the request's id. */
export async function acceptRequest(work: UnitOfWork, depositor: Depositor, source: LinkedAccount, cents: number): Promise<string> {
  const id = newUuid(work.bank);
  await work.db
    .insertInto("requests")
    .values({
      id,
      depositor_uuid: depositor.uuid,
      kind: "fund",
      status: "PENDING",
      linked_account_uuid: source.uuid,
      amount_cents: cents,
      created_at: work.at,
    })
    .execute();
  await enqueue(work, "request", new Date(work.at.getTime() + (processingRuleOf(cents)?.seconds ?? 0) * 1000), id);
  return id;
}

/** The newest first-deposit request of an account, by any of its holders. */
async function newestOf(work: UnitOfWork, entityUuid: string): Promise<RequestOf | null> {
  const row = await work.db
    .selectFrom("requests")
    .innerJoin("depositors", "depositors.uuid", "requests.depositor_uuid")
    .selectAll("requests")
    .where("depositors.entity_uuid", "=", entityUuid)
    .where("requests.kind", "=", "fund")
    .orderBy("requests.position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The pending first-deposit request, or null. */
export async function pendingRequest(work: UnitOfWork, entityUuid: string): Promise<RequestOf | null> {
  const newest = await newestOf(work, entityUuid);
  return newest?.status === "PENDING" ? newest : null;
}

/** The id of a pending or rejected request; null after a completed one. */
export async function openRequestId(work: UnitOfWork, entityUuid: string): Promise<string | null> {
  const newest = await newestOf(work, entityUuid);
  return newest === null || newest.status === "COMPLETED" ? null : newest.id;
}

/** Why the bank rejects a request, or null. The depositor's status may have changed since it was accepted. */
async function rejectionReasonOf(
  work: UnitOfWork,
  request: RequestOf,
  depositor: Depositor,
  source: LinkedAccount | undefined,
): Promise<string | null> {
  if (!PASSED_STATUSES.has(depositor.registration_status ?? "") || depositor.extended_status === "HOLD")
    return "Your account can't make transfers right now.";
  if (await underReview(work, depositor.entity_uuid)) return "We're reviewing a returned transfer.";
  const usable = source?.status === "ACTIVE" && !source.relink_required;
  const isRetry = source !== undefined && retrySource(await linksOf(work, depositor.entity_uuid))?.uuid === source.uuid;
  if (!usable && !isRetry) return "You can't use that bank account anymore.";
  return (await refusedByMagic(work, request)) ? REJECTION_REASON : null;
}

/** The magic values reject an amount the first time and accept its retry. */
async function refusedByMagic(work: UnitOfWork, request: RequestOf): Promise<boolean> {
  if (!processingRuleOf(request.amount_cents ?? 0)?.refused) return false;
  const before = await work.db
    .selectFrom("requests")
    .select("id")
    .where("depositor_uuid", "=", request.depositor_uuid)
    .where("amount_cents", "=", request.amount_cents)
    .where("status", "=", "FAILED")
    .where("message", "=", REJECTION_REASON)
    .executeTakeFirst();
  return before === undefined;
}

/** How to end a request; omitted, the bank's rules decide. */
export interface RequestEnd {
  /** The reason to reject it with; null lets the bank's rules decide. */
  readonly refused: string | null;
}

/** Ends a pending request: starts the transfer, or rejects it. An ended request stays as it is. */
export async function processRequest(work: UnitOfWork, requestId: string, end: RequestEnd = { refused: null }): Promise<void> {
  const request = await work.db.selectFrom("requests").selectAll().where("id", "=", requestId).forUpdate().executeTakeFirstOrThrow();
  if (request.status !== "PENDING") return;
  const depositor = await work.db
    .selectFrom("depositors")
    .selectAll()
    .where("uuid", "=", request.depositor_uuid)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const source = (await linksOf(work, depositor.entity_uuid)).find((link) => link.uuid === request.linked_account_uuid);
  const reason = end.refused ?? (await rejectionReasonOf(work, request, depositor, source));
  if (reason !== null || source === undefined) await rejectRequest(work, request, depositor, reason ?? REJECTION_REASON);
  else await executeRequest(work, request, depositor, source);
}

const updateRequest = (work: UnitOfWork, request: RequestOf, values: Partial<RequestOf>) =>
  work.db.updateTable("requests").set(values).where("id", "=", request.id).execute();

async function executeRequest(work: UnitOfWork, request: RequestOf, depositor: Depositor, source: LinkedAccount): Promise<void> {
  const { brand, email_key } = await holderOf(work, depositor);
  const cents = request.amount_cents ?? 0;
  if (source.status === "LOCKED") await unlockLink(work, source);
  const account = await openAccount(work, configuredBrand(work.bank, brand), depositor.entity_uuid);
  const transfer_uuid = await startTransfer(work, {
    accountUuid: account.uuid,
    linkUuid: source.uuid,
    kind: "initial",
    cents,
    description: `Initial deposit from account ending ${source.number_last4}`,
    requestId: request.id,
  });
  await updateRequest(work, request, { status: "COMPLETED", transfer_uuid });
  if (depositor.registration_last_step !== "completed") await setStep(work, depositor.uuid, "funded");
  // The depositor may have closed the page while the request was pending, so notify them.
  if (work.at > request.created_at)
    await notifyHolder(
      work,
      depositor,
      email_key,
      "Your first deposit is on its way",
      `${dollarsOf(cents)} will be withdrawn from your account ending in ${source.number_last4}.`,
    );
}

async function rejectRequest(work: UnitOfWork, request: RequestOf, depositor: Depositor, reason: string): Promise<void> {
  const { email_key } = await holderOf(work, depositor);
  await updateRequest(work, request, { status: "FAILED", message: reason });
  await notifyHolder(
    work,
    depositor,
    email_key,
    "Your first deposit didn't go through",
    `${reason} No money was moved. Log in to try again or choose another account.`,
  );
}

const holderOf = (work: UnitOfWork, depositor: Depositor) =>
  work.db.selectFrom("users").select(["brand", "email_key"]).where("uuid", "=", depositor.user_uuid).executeTakeFirstOrThrow();

/** Alerts are visible only after registration, so send an email as well. */
async function notifyHolder(work: UnitOfWork, depositor: Depositor, to: string, title: string, body: string): Promise<void> {
  await addAlert(work, depositor.uuid, title, body);
  await sendMessage(work, { to, channel: "email", subject: title, body });
}

const TRANSFER_STATUS: Readonly<Record<string, string>> = { PENDING: "PENDING", COMPLETED: "SUCCESS", FAILED: "FAILED" };

export async function requestStatus(work: UnitOfWork, depositor: Depositor, id: string) {
  const row = /^[0-9a-f-]{36}$/.test(id)
    ? await work.db.selectFrom("requests").selectAll().where("id", "=", id).where("depositor_uuid", "=", depositor.uuid).executeTakeFirst()
    : undefined;
  if (!row) throw notFound("This request");
  return {
    id: row.id,
    status: row.status,
    message: row.message,
    transfer_status: row.kind === "fund" ? (TRANSFER_STATUS[row.status] ?? null) : null,
  };
}
