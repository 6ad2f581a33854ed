/**
 * Exports idempotency keys for the router: a repeated request gets the first request's answer and is not executed again
 * (IETF draft "The Idempotency-Key HTTP Header Field").
 */
import { ApiError, type FieldErrors, invalid } from "./api-error.js";
import { lockDepositor } from "./depositors.js";
import { type Route, type RouteRequest, type RouteResult, sessionOf } from "./http/route.js";
import { hashOf, hmacOf } from "./unit-of-work.js";

/** How long a key is valid. */
const KEY_MS = 24 * 60 * 60 * 1000;
const LONGEST_KEY = 200;

/** An answer as the database stores it: a result, or an error whose effects were committed. */
type StoredAnswer =
  | { readonly result: Omit<RouteResult, "cookies"> }
  | {
      readonly error: {
        readonly status: number;
        readonly code: string;
        readonly message: string;
        readonly errors: FieldErrors;
        readonly data: unknown;
      };
    };

/** The key of a request; null when it has none and the route does not require one. */
function keyOf({ idempotency }: Pick<Route, "idempotency">, headers: Headers): string | null {
  const key = headers.get("idempotency-key");
  if (idempotency === undefined || (key === null && !idempotency.required)) return null;
  if (key === null || key === "" || key.length > LONGEST_KEY)
    throw invalid({ "Idempotency-Key": [`An Idempotency-Key of at most ${LONGEST_KEY} characters is needed.`] });
  return key;
}

/** A repeatable request before there is a session: the user that it created, and how to save the one that it creates. */
export interface OpenAttempt {
  readonly user: string | null;
  readonly created: (user: string) => Promise<void>;
}

/**
 * The attempt of a request that creates a user. Only the user is stored, since the answer contains a bearer token: a
 * repeated request opens another session of the same user.
 */
export async function openAttempt({ work, body, headers }: RouteRequest, call: string): Promise<OpenAttempt> {
  const key = keyOf({ idempotency: { required: false } }, headers);
  if (key === null) return { user: null, created: async () => {} };
  const body_hash = hmacOf(work.bank, "idempotency", JSON.stringify(body));
  const known = await work.db
    .selectFrom("idempotency_keys")
    .select(["user_uuid", "body_hash"])
    .where("call", "=", call)
    .where("key", "=", key)
    .where("created_at", ">", new Date(work.at.getTime() - KEY_MS))
    .executeTakeFirst();
  if (known && known.body_hash !== body_hash) throw differentRequest();
  return {
    user: known?.user_uuid ?? null,
    async created(user_uuid) {
      await work.db.insertInto("idempotency_keys").values({ user_uuid, call, key, body_hash, answer: "{}", created_at: work.at }).execute();
    },
  };
}

const differentRequest = () => new ApiError(409, "conflict", "You already made this request with different details.");

function answered(stored: StoredAnswer): RouteResult {
  if ("result" in stored) return stored.result;
  const { status, code, message, errors, data } = stored.error;
  throw new ApiError(status, code, message, { errors, data, commit: true });
}

/**
 * Runs the route's handler, once for each key. Saves the result, and an error that commits; another error has no effect,
 * so that the request may run again.
 */
export async function runOnce(route: Route, call: RouteRequest): Promise<RouteResult> {
  const key = keyOf(route, call.headers);
  if (key === null) return route.handler(call);
  const { work, body, params, files } = call;
  const { userUuid } = sessionOf(call);
  // Concurrent requests with the same key wait for each other here.
  await lockDepositor(work, userUuid);
  const at = { user_uuid: userUuid, call: route.path, key };
  const context = (await route.idempotency?.context?.(call)) ?? null;
  const sent = [params, body, ...files.map(({ name, bytes }) => [name, hashOf(bytes)]), context];
  const row = { body_hash: hmacOf(work.bank, "idempotency", JSON.stringify(sent)), created_at: work.at };
  const known = await work.db
    .selectFrom("idempotency_keys")
    .select(["body_hash", "answer"])
    .where("user_uuid", "=", at.user_uuid)
    .where("call", "=", at.call)
    .where("key", "=", at.key)
    .where("created_at", ">", new Date(work.at.getTime() - KEY_MS))
    .executeTakeFirst();
  if (known) {
    if (known.body_hash !== row.body_hash) throw differentRequest();
    return answered(JSON.parse(known.answer) as StoredAnswer);
  }
  const save = async (stored: StoredAnswer): Promise<void> => {
    const values = { ...row, answer: JSON.stringify(stored) };
    await work.db
      .insertInto("idempotency_keys")
      .values({ ...at, ...values })
      .onConflict((conflict) => conflict.columns(["user_uuid", "call", "key"]).doUpdateSet(values))
      .execute();
  };
  try {
    const { cookies: _cookies, ...result } = await route.handler(call);
    await save({ result });
    return result;
  } catch (error) {
    if (error instanceof ApiError && error.commit) {
      const { status, code, message, errors, data } = error;
      await save({ error: { status, code, message, errors, data } });
    }
    throw error;
  }
}
