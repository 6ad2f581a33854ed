/** One wish, one deed: what was done under a key is answered again, and not done again. */
import { ApiError } from "./api-error.js";
import type { UnitOfWork } from "./unit-of-work.js";

/** A call that may be sent twice. */
export interface IdempotentRequest {
  readonly userUuid: string;
  /** Path of the call. */
  readonly call: string;
  readonly key: string;
  /** Of everything that was sent. */
  readonly bodyHash: string;
}

/** What was made under the wish's key, or null; the same key with another body is refused. `since`: what is older counts no more. */
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
  if (row.body_hash !== bodyHash) throw new ApiError(409, "conflict", "This request was made before with other details.");
  return row.request_id;
}

/** Keeps what was made; a key that counts no more is taken anew. */
export async function saveResult(work: UnitOfWork, { userUuid, call, key, bodyHash }: IdempotentRequest, made: string): Promise<void> {
  const row = { body_hash: bodyHash, request_id: made, created_at: work.at };
  await work.db
    .insertInto("idempotency_keys")
    .values({ user_uuid: userUuid, call, key, ...row })
    .onConflict((conflict) => conflict.columns(["user_uuid", "call", "key"]).doUpdateSet(row))
    .execute();
}
