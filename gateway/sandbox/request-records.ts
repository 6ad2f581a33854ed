/** Exports the records of transfer requests: how they are accepted, changed and read, for each kind of request. */
import type { Selectable } from "kysely";
import { readData } from "./data.js";
import type { RequestRow } from "./database/tables.js";
import type { Depositor } from "./depositors.js";
import { enqueue } from "./jobs.js";
import { newUuid, type UnitOfWork } from "./unit-of-work.js";

/** A request for a transfer as stored. */
export type TransferRequest = Selectable<RequestRow>;
/** `fund` is the first deposit, `close` the closing of the account, `void` the cancellation of a transfer. */
export type RequestKind = "fund" | "deposit" | "withdrawal" | "close" | "void";

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

/** A request to accept. `startsOn` and `endsOn` are days, `frequency` and `dayOfMonth` those of a recurring deposit, `reason` that of a closing. */
export interface NewRequest {
  readonly kind: Exclude<RequestKind, "void">;
  /** The linked account at the other end. */
  readonly linkUuid: string;
  /** Null for a closing: the whole balance. */
  readonly cents: number | null;
  readonly startsOn?: string;
  readonly frequency?: string;
  readonly endsOn?: string | null;
  readonly dayOfMonth?: number | null;
  readonly reason?: string;
}

/** Accepts a request for processing at its due time. Returns its id. */
export async function insertRequest(work: UnitOfWork, depositor: Depositor, request: NewRequest): Promise<string> {
  const id = newUuid(work.bank);
  await work.db
    .insertInto("requests")
    .values({
      id,
      depositor_uuid: depositor.uuid,
      kind: request.kind,
      status: "PENDING",
      linked_account_uuid: request.linkUuid,
      amount_cents: request.cents,
      starts_on: request.startsOn ?? null,
      frequency: request.frequency ?? null,
      ends_on: request.endsOn ?? null,
      day_of_month: request.dayOfMonth ?? null,
      reason: request.reason ?? null,
      created_at: work.at,
    })
    .execute();
  const seconds = processingRuleOf(request.cents ?? 0)?.seconds ?? 0;
  await enqueue(work, "request", new Date(work.at.getTime() + seconds * 1000), id);
  return id;
}

/** Records a request that the bank has executed at once. Returns its id. */
export async function insertCompletedRequest(
  work: UnitOfWork,
  depositor: Depositor,
  { kind, transferUuid }: { readonly kind: RequestKind; readonly transferUuid: string },
): Promise<string> {
  const id = newUuid(work.bank);
  await work.db
    .insertInto("requests")
    .values({ id, depositor_uuid: depositor.uuid, kind, status: "COMPLETED", transfer_uuid: transferUuid, created_at: work.at })
    .execute();
  return id;
}

export const updateRequest = (work: UnitOfWork, request: TransferRequest, values: Partial<TransferRequest>) =>
  work.db.updateTable("requests").set(values).where("id", "=", request.id).execute();

/** The magic values reject an amount the first time and accept its retry. */
export async function refusedByMagic(work: UnitOfWork, request: TransferRequest): Promise<boolean> {
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

/** The pending requests of a kind for an account, by any of its holders. */
export function pendingRequestsOf(work: UnitOfWork, entityUuid: string, kind: RequestKind): Promise<TransferRequest[]> {
  return work.db
    .selectFrom("requests")
    .innerJoin("depositors", "depositors.uuid", "requests.depositor_uuid")
    .selectAll("requests")
    .where("depositors.entity_uuid", "=", entityUuid)
    .where("requests.kind", "=", kind)
    .where("requests.status", "=", "PENDING")
    .orderBy("requests.position")
    .execute();
}

/** How the bank processes the requests of one kind. */
export interface RequestProcess {
  /** The reason why the bank rejects a request now, or null: the account may have changed since the request was accepted. */
  readonly rejectionReason: (work: UnitOfWork, request: TransferRequest, depositor: Depositor) => Promise<string | null>;
  /** Executes a request. Returns its transfer, or null when there is no money to move. */
  readonly execute: (work: UnitOfWork, request: TransferRequest, depositor: Depositor) => Promise<string | null>;
  /** Titles of the notifications, and the text of the one for an executed request. */
  readonly texts: {
    readonly done: string;
    readonly rejected: string;
    readonly doneBody: (work: UnitOfWork, request: TransferRequest) => Promise<string>;
  };
}

/** The last four digits of the linked account of a request. */
export async function last4Of(work: UnitOfWork, { linked_account_uuid }: TransferRequest): Promise<string> {
  const link = await work.db
    .selectFrom("linked_accounts")
    .select("number_last4")
    .where("uuid", "=", linked_account_uuid ?? "")
    .executeTakeFirstOrThrow();
  return link.number_last4;
}
