/**
 * Exports transfer requests: accepted transfers that have not started. The bank processes a request at its due time and
 * either executes or rejects it; until then its status is pending and no money moves.
 */

import { closingRequests } from "./account-closing.js";
import { openAccount } from "./accounts.js";
import { startTransfer } from "./ach.js";
import { notifyDepositor } from "./alerts.js";
import { notFound } from "./api-error.js";
import { type Depositor, setStep } from "./depositors.js";
import { depositRequests } from "./deposits.js";
import { PASSED_STATUSES } from "./identity-check.js";
import { type LinkedAccount, linksOf } from "./links.js";
import { decimalOf, dollarsOf } from "./money.js";
import {
  insertRequest,
  last4Of,
  REJECTION_REASON,
  type RequestKind,
  type RequestProcess,
  refusedByMagic,
  type TransferRequest,
  updateRequest,
} from "./request-records.js";
import { retrySource, underReview, unlockLink } from "./returns.js";
import { configuredBrand, type UnitOfWork } from "./unit-of-work.js";
import { withdrawalRequests } from "./withdrawals.js";

/** Accepts a first deposit for processing at its due time. Returns the request's id. */
export const acceptRequest = (work: UnitOfWork, depositor: Depositor, source: LinkedAccount, cents: number): Promise<string> =>
  insertRequest(work, depositor, { kind: "fund", linkUuid: source.uuid, cents });

/** The newest first-deposit request of an account, by any of its holders. */
async function newestOf(work: UnitOfWork, entityUuid: string): Promise<TransferRequest | null> {
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
export async function pendingRequest(work: UnitOfWork, entityUuid: string): Promise<TransferRequest | null> {
  const newest = await newestOf(work, entityUuid);
  return newest?.status === "PENDING" ? newest : null;
}

/**
 * The id of a pending or rejected request. Null after a completed one, and after a rejected one whose linked account was removed
 * or replaced since, as the cancellation of the registration removes it: a later application has nothing to do with that rejection.
 */
export async function openRequestId(work: UnitOfWork, entityUuid: string): Promise<string | null> {
  const newest = await newestOf(work, entityUuid);
  if (newest === null || newest.status === "COMPLETED") return null;
  if (newest.status === "PENDING") return newest.id;
  const source = (await linksOf(work, entityUuid)).find(({ uuid }) => uuid === newest.linked_account_uuid);
  return source?.status === "ARCHIVED" ? null : newest.id;
}

const holderOf = (work: UnitOfWork, depositor: Depositor) =>
  work.db.selectFrom("users").select("brand").where("uuid", "=", depositor.user_uuid).executeTakeFirstOrThrow();

const sourceOf = async (work: UnitOfWork, request: TransferRequest, depositor: Depositor): Promise<LinkedAccount | undefined> =>
  (await linksOf(work, depositor.entity_uuid)).find((link) => link.uuid === request.linked_account_uuid);

const firstDeposit: RequestProcess = {
  async rejectionReason(work, request, depositor) {
    if (!PASSED_STATUSES.has(depositor.registration_status ?? "") || depositor.extended_status === "HOLD")
      return "Your account can't make transfers right now.";
    if (await underReview(work, depositor.entity_uuid)) return "We're reviewing a returned transfer.";
    const source = await sourceOf(work, request, depositor);
    const usable = source?.status === "ACTIVE" && !source.relink_required;
    const isRetry = source !== undefined && retrySource(await linksOf(work, depositor.entity_uuid))?.uuid === source.uuid;
    return usable || isRetry ? null : "You can't use that bank account anymore.";
  },
  async execute(work, request, depositor) {
    const { brand } = await holderOf(work, depositor);
    const source = await sourceOf(work, request, depositor);
    if (source === undefined) throw new Error("A request that passed the bank's rules has a linked account.");
    if (source.status === "LOCKED") await unlockLink(work, source);
    const account = await openAccount(work, configuredBrand(work.bank, brand), depositor.entity_uuid);
    const transfer = await startTransfer(work, {
      accountUuid: account.uuid,
      linkUuid: source.uuid,
      kind: "initial",
      cents: request.amount_cents ?? 0,
      description: `Initial deposit from account ending ${source.number_last4}`,
      requestId: request.id,
    });
    if (depositor.registration_last_step !== "completed") await setStep(work, depositor.uuid, "funded");
    return transfer;
  },
  texts: {
    done: "Your first deposit is on its way",
    rejected: "Your first deposit didn't go through",
    doneBody: async (work, request) =>
      `${dollarsOf(request.amount_cents ?? 0)} will be withdrawn from your account ending in ${await last4Of(work, request)}.`,
  },
};

const PROCESSES: Readonly<Record<Exclude<RequestKind, "void">, RequestProcess>> = {
  fund: firstDeposit,
  deposit: depositRequests,
  withdrawal: withdrawalRequests,
  close: closingRequests,
};

function processOf({ kind }: TransferRequest): RequestProcess {
  if (kind === "fund" || kind === "deposit" || kind === "withdrawal" || kind === "close") return PROCESSES[kind];
  throw new Error(`A request of kind "${kind}" is not processed.`);
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
  const { rejectionReason, execute, texts } = processOf(request);
  const reason =
    end.refused ?? (await rejectionReason(work, request, depositor)) ?? ((await refusedByMagic(work, request)) ? REJECTION_REASON : null);
  if (reason !== null) {
    await updateRequest(work, request, { status: "FAILED", message: reason });
    await notifyDepositor(work, depositor, texts.rejected, `${reason} No money was moved. Log in to try again or choose another account.`);
    return;
  }
  await updateRequest(work, request, { status: "COMPLETED", transfer_uuid: await execute(work, request, depositor) });
  // The depositor may have closed the page while the request was pending, so notify them.
  if (work.at > request.created_at) await notifyDepositor(work, depositor, texts.done, await texts.doneBody(work, request));
}

const TRANSFER_STATUS: Readonly<Record<string, string>> = { PENDING: "PENDING", COMPLETED: "SUCCESS", FAILED: "FAILED" };

/** The status of a depositor's own request. Throws `ApiError` 404 for any other id. */
export async function requestStatus(work: UnitOfWork, depositor: Depositor, id: string) {
  const row = /^[0-9a-f-]{36}$/.test(id)
    ? await work.db.selectFrom("requests").selectAll().where("id", "=", id).where("depositor_uuid", "=", depositor.uuid).executeTakeFirst()
    : undefined;
  if (!row) throw notFound("This request");
  const started =
    row.transfer_uuid === null
      ? undefined
      : await work.db.selectFrom("transfers").selectAll().where("uuid", "=", row.transfer_uuid).executeTakeFirstOrThrow();
  return {
    id: row.id,
    status: row.status,
    message: row.message,
    transfer_status: row.kind === "fund" ? (TRANSFER_STATUS[row.status] ?? null) : null,
    amount: started ? decimalOf(started.amount_cents) : null,
    sent_date: started?.submits_on ?? null,
    arrival_date: started?.direction === "out" ? started.settles_on : null,
    debit_date: started?.direction === "in" ? started.settles_on : null,
    available_date: started?.direction === "in" ? started.available_on : null,
  };
}
