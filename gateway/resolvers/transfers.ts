/** Exports the mutations that deposit, withdraw, and close the account. */
import { BadRequest, Failure, Forbidden, Invalid, Unauthorized, UpstreamFailed } from "../upstream/errors.js";
import type { JsonObject } from "../upstream/json-object.js";
import type { Calls, Context, Resolver, Resolvers } from "./context.js";
import { pollRequest } from "./funding.js";

/** The request that the upstream accepted, after a short wait for its end (D34). */
async function requestPayload(context: Context, calls: Calls, { request_id }: JsonObject) {
  if (typeof request_id !== "string" || request_id === "") throw new UpstreamFailed(502, "request_id is not a text");
  const { status, message } = await pollRequest(context, calls, request_id);
  return { request_id, status, message };
}

/** A deposit from a source that was never used needs a step-up code; the browser asks for it after a first refusal. */
const deposit: Resolver<{ step_up?: { code: string } | null }> = async ({ step_up }, context, calls) =>
  step_up ? withStepUp({ input: step_up }, context, calls) : requestPayload(context, calls, await calls.own());

/**
 * S7 has no call that changes a deposit, so this cancels it and makes another (D33). Both calls have keys of the attempt:
 * when it is sent again after a lost answer, neither is performed twice.
 */
const rescheduleDeposit: Resolver<{ transaction_id: string; idempotency_key: string }> = async (args, _, calls) => {
  const { transaction_id, idempotency_key, ...rest } = args;
  await calls.mutation("cancelTransfer", { transaction_id, series: true, idempotency_key: `${idempotency_key}-cancel` });
  try {
    return await calls.mutation("deposit", { ...rest, idempotency_key });
  } catch (error) {
    if (!(error instanceof Failure) || typeof error.status !== "number" || error.status >= 500) throw error;
    throw new Forbidden({
      code: "not_rescheduled",
      message: `We canceled your deposit, but we couldn't schedule the new one. ${error.message}`,
    });
  }
};

/**
 * Makes a call that needs a step-up code. The call comes first: after a lost answer, its key returns the first answer, and
 * the code, which is valid once, is not verified again.
 */
const withStepUp: Resolver<{ input: { code: string } }> = async ({ input }, context, calls) => {
  try {
    return await requestPayload(context, calls, await calls.own());
  } catch (error) {
    if (!(error instanceof Forbidden && error.code === "step_up_required")) throw error;
  }
  await verifyStepUp(calls, input.code);
  return requestPayload(context, calls, await calls.own());
};

/**
 * Fails as the call itself does: a wrong, expired or used code is an error of the field, since a 401 would end the session;
 * a lock leaves the call forbidden.
 */
async function verifyStepUp(calls: Calls, code: string): Promise<void> {
  try {
    await calls.mutation("verifyMfa", { input: { code } });
  } catch (error) {
    if (error instanceof Forbidden) throw new Forbidden({ code: "step_up_required", message: error.message });
    const isUsed = error instanceof Unauthorized || (error instanceof BadRequest && error.code === "nonce_missing");
    if (!isUsed && !(error instanceof BadRequest)) throw error;
    const message = isUsed ? "That code has expired. Get a new one." : error.message;
    throw new Invalid({ message, errors: [{ path: "code", message }] });
  }
}

export const transferMutations: Resolvers = { deposit, rescheduleDeposit, withdraw: withStepUp, closeAccount: withStepUp };
