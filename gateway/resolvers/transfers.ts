/** Exports the mutations that deposit, withdraw, and close the account. */
import { Failure, Forbidden, UpstreamFailed } from "../upstream/errors.js";
import type { JsonObject } from "../upstream/json-object.js";
import type { Calls, Context, Resolver, Resolvers } from "./context.js";
import { pollRequest } from "./funding.js";
import { performWithStepUp } from "./step-up.js";

/** The request that the upstream accepted, after a short wait for its end (D34). */
async function requestPayload(context: Context, calls: Calls, { request_id }: JsonObject) {
  if (typeof request_id !== "string" || request_id === "") throw new UpstreamFailed(502, "request_id is not a text");
  const { transfer: _, ...request } = await pollRequest(context, calls, request_id);
  return { ...request, request_id };
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
    const canceled = "We canceled your deposit, but we couldn't schedule the new one.";
    // The reason is at its field where the upstream names one, and in the message otherwise.
    const message = error.errors.length > 0 ? canceled : `${canceled} ${error.message}`;
    throw new Forbidden({ code: "not_rescheduled", message, errors: error.errors });
  }
};

const withStepUp: Resolver<{ input: { code: string } }> = ({ input }, context, calls) =>
  performWithStepUp(calls, input.code, async () => requestPayload(context, calls, await calls.own()));

export const transferMutations: Resolvers = { deposit, rescheduleDeposit, withdraw: withStepUp, closeAccount: withStepUp };
