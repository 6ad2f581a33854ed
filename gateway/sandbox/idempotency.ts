/**
 * Exports idempotency keys: a repeated request returns the first request's result and is not executed again (IETF draft
 * "The Idempotency-Key HTTP Header Field").
 */
import { ApiError } from "./api-error.js";
import type { UnitOfWork } from "./unit-of-work.js";

/** A request with an idempotency key. */
export interface IdempotentRequest {
  readonly userUuid: string;
  /** The endpoint's path. */
  readonly call: string;
  readonly key: string;
  /** A hash of the whole body. */
  readonly bodyHash: string;
}

/**
 * The result of an earlier request with the same key, or null; throws when the key belongs to a different body.
 * `since`: older results have expired.
 */
export async function findReplay(
  work: UnitOfWork,
  { userUuid, call, key, bodyHash }: IdempotentRequest,
  since: Date | null = null,
): Promise<string | null> {
  const row = await work.db
    .selectFrom("idempotency_keys")
    .select(["body_hash", "request_id", "created_at"])
    .where("user_uuid", "=", userUuid)
    .where("call", "=", call)
    .where("key", "=", key)
    .executeTakeFirst();
  if (!row || (since !== null && row.created_at <= since)) return null;
  if (row.body_hash !== bodyHash) throw new ApiError(409, "conflict", "You already made this request with different details.");
  return row.request_id;
}

/** Saves the result of a request under its key; replaces an expired one. */
export async function saveResult(work: UnitOfWork, { userUuid, call, key, bodyHash }: IdempotentRequest, result: string): Promise<void> {
  const row = { body_hash: bodyHash, request_id: result, created_at: work.at };
  await work.db
    .insertInto("idempotency_keys")
    .values({ user_uuid: userUuid, call, key, ...row })
    .onConflict((conflict) => conflict.columns(["user_uuid", "call", "key"]).doUpdateSet(row))
    .execute();
}
