/** Exports the queries and mutations of the first deposit: its amount, its dates and the transfer. */
import { NotFound } from "../upstream/errors.js";
import type { FundingRequest } from "../upstream/funding.js";
import type { Context, Resolver, Resolvers } from "./context.js";
import { depositDates } from "./deposit-dates.js";
import { progressAfter } from "./depositor.js";

/** How often the gateway polls a transfer before it answers PENDING and the browser polls instead (D34, D43). */
const POLL_DELAYS_MS = [250, 500, 1000] as const;

const saveInitialAmount: Resolver<{ input: { initial_amount: string } }> = async ({ input }, context) => {
  const initial_amount = await context.upstream.funding.saveInitialAmount(input.initial_amount);
  return { funding: { initial_amount }, progress: await context.upstream.depositor.progress() };
};

interface FundInput {
  readonly authorized: boolean;
  readonly registration_last_step?: string | null;
}

const fundAccount: Resolver<{ input: FundInput; idempotency_key: string }> = async ({ input, idempotency_key }, context) => {
  const request_id = await context.upstream.funding.fund(idempotency_key, input.authorized);
  const state = await pollRequest(context, request_id);
  const progress = await moveStepWhenFunded(context, state, input.registration_last_step);
  return { transfer: { status: state.transfer, message: state.message }, progress, request_id };
};

/** Polls the request until it ends or the delays are used up. */
async function pollRequest(context: Context, id: string): Promise<FundingRequest> {
  let state = await context.upstream.funding.request(id);
  for (const pause of POLL_DELAYS_MS) {
    if (state.status !== "PENDING") break;
    await context.wait(pause);
    state = await context.upstream.funding.request(id);
  }
  return state;
}

/** The money has moved, so a step that fails to save must not look like a failed transfer. */
async function moveStepWhenFunded(context: Context, state: FundingRequest, step: string | null | undefined) {
  const now = await context.upstream.depositor.progress();
  if (state.transfer !== "SUCCESS" || !step || now.registration_last_step === step || now.registration_last_step === "completed")
    return now;
  try {
    return await progressAfter(context, step);
  } catch (error) {
    context.warn("fund-step", error);
    return now;
  }
}

const request: Resolver<{ id: string }> = async ({ id }, context) => {
  const state = await context.upstream.funding.request(id);
  return {
    id: state.id,
    status: state.status,
    message: state.message,
    transfer: { status: state.transfer, message: state.message },
    // Progress can change only after the request has ended.
    progress: state.status === "PENDING" ? null : await context.upstream.depositor.progress(),
  };
};

const transfer: Resolver<{ request_id: string }> = async ({ request_id }, { upstream }) => {
  const state = await upstream.funding.request(request_id);
  return { status: state.transfer, message: state.message };
};

const USABLE_STATUSES: ReadonlySet<unknown> = new Set(["ACTIVE", "VERIFIED"]);

/** Uses the institution's own transfer terms when its upstream does not report the dates of a first deposit. */
const fundingPreview: Resolver = async (_, { upstream, hasCapability, transferTerms, now }) => {
  if (hasCapability("funding_preview")) return upstream.funding.preview();
  if (transferTerms === null) throw new NotFound({ code: "no_capability" });
  const links = (await upstream.account.linkedAccounts()).filter(({ status }) => status !== "ARCHIVED");
  const source = links.find(({ status, relink_required }) => USABLE_STATUSES.has(status) && relink_required !== true) ?? links[0] ?? null;
  return { ...depositDates(now(), transferTerms), source };
};

export const fundingQueries: Resolvers = {
  funding: (_, { upstream }) => upstream.funding.initial(),
  fundingPreview,
  request,
  transfer,
};

export const fundingMutations: Resolvers = { saveInitialAmount, fundAccount };
