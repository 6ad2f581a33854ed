/** Exports the mutations that deposit, withdraw, and close the account. */
import { createHash } from "node:crypto";
import { Failure, Forbidden, UpstreamFailed } from "../upstream/errors.js";
import { isJsonObject, type JsonObject } from "../upstream/json-object.js";
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

/** The states of a transfer that the bank has not sent. */
const UNSENT: ReadonlySet<unknown> = new Set(["Initiated", "Pending"]);

interface NewDeposit {
  readonly transaction_id: string;
  readonly idempotency_key: string;
  readonly linked_account_id: string;
  readonly day_of_month?: number | null;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * S7 has no call that changes a deposit, so this cancels it and makes another (D33). The preview of the new one comes first: a
 * refusal that the upstream knows beforehand leaves the scheduled deposit and its series. Both calls have keys of the attempt:
 * when it is sent again after a lost answer, neither is performed twice. The first attempt may have canceled the deposit then,
 * and made the new one, which the limits of a second preview would count; so only a deposit that waits is previewed.
 */
const rescheduleDeposit: Resolver<NewDeposit> = async (args, _, calls) => {
  const { transaction_id, idempotency_key, ...rest } = args;
  const scheduled = await calls.query("transaction", { uuid: transaction_id });
  if (isJsonObject(scheduled) && UNSENT.has(scheduled.status)) {
    const { input, linked_account_id, day_of_month = null } = rest;
    await calls.query("depositPreview", { input: { ...input, day_of_month, linked_account_id, replaces: transaction_id } });
  }
  await calls.mutation("cancelTransfer", { transaction_id, series: true, idempotency_key: keyOfCancel(idempotency_key) });
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

/** The key of the call that cancels, of the same length for every key of an attempt. */
const keyOfCancel = (attempt: string): string => createHash("sha256").update(`cancel ${attempt}`).digest("base64url");

const withStepUp: Resolver<{ input: { code: string } }> = ({ input }, context, calls) =>
  performWithStepUp(calls, input.code, async () => requestPayload(context, calls, await calls.own()));

export const transferMutations: Resolvers = { deposit, rescheduleDeposit, withdraw: withStepUp, closeAccount: withStepUp };
