/** Exports the queries of the first deposit and of its dates, and the mutation that transfers it. */
import { NotFound, UpstreamFailed } from "../upstream/errors.js";
import { isJsonObject, type JsonObject } from "../upstream/json-object.js";
import type { Calls, Context, Resolver, Resolvers } from "./context.js";
import { depositDates } from "./deposit-dates.js";
import { USABLE_STATUSES } from "./links.js";

/** How often the gateway polls a transfer before it answers PENDING and the browser polls instead (D34, D43). */
const POLL_DELAYS_MS = [250, 500, 1000] as const;

/** A request, as the query `request` returns it. */
interface FundingRequest {
  readonly status: "PENDING" | "COMPLETED" | "FAILED";
  readonly message: string | null;
  readonly amount: string | null;
  readonly sent_date: string | null;
  readonly arrival_date: string | null;
  readonly debit_date: string | null;
  readonly available_date: string | null;
  readonly transfer: { readonly status: "SUCCESS" | "PENDING" | "FAILED"; readonly message: string | null };
}

interface FundInput {
  readonly registration_last_step?: string | null;
}

const fundAccount: Resolver<{ input: FundInput }> = async ({ input }, context, calls) => {
  const { request_id } = await calls.own();
  if (typeof request_id !== "string" || request_id === "") throw new UpstreamFailed(502, "fund-my-account: request_id is not a text");
  const { transfer } = await pollRequest(context, calls, request_id);
  return { transfer, request_id, progress: await progressAfter(context, calls, transfer.status, input.registration_last_step) };
};

/** Polls the request until it ends or the delays are used up. */
export async function pollRequest(context: Context, calls: Calls, id: string): Promise<FundingRequest> {
  const read = async () => (await calls.query("request", { id })) as FundingRequest;
  let state = await read();
  for (const pause of POLL_DELAYS_MS) {
    if (state.status !== "PENDING") break;
    await context.wait(pause);
    state = await read();
  }
  return state;
}

/** The money has moved, so a step that fails to save must not look like a failed transfer. */
async function progressAfter(context: Context, calls: Calls, transfer: string, step: string | null | undefined) {
  const now = (await calls.query("progress")) as { readonly registration_last_step: string | null } | null;
  if (now === null) throw new UpstreamFailed(502, "Query.progress: data is null");
  if (transfer !== "SUCCESS" || !step || [step, "completed"].includes(now.registration_last_step ?? "")) return now;
  try {
    const { progress } = (await calls.mutation("saveDepositor", { input: { registration_last_step: step } })) as JsonObject;
    return progress;
  } catch (error) {
    context.warn("fund-step", error);
    return now;
  }
}

/** Uses the institution's own transfer terms when its upstream does not report the dates of a first deposit. */
const fundingPreview: Resolver = async (_, { hasCapability, transferTerms, now }, calls) => {
  if (hasCapability("funding_preview")) return calls.own();
  if (transferTerms === null) throw new NotFound({ code: "no_capability" });
  const links = ((await calls.query("linkedAccounts")) as readonly JsonObject[]).filter(({ status }) => status !== "ARCHIVED");
  const source = links.find(({ status, relink_required }) => USABLE_STATUSES.has(status) && relink_required !== true) ?? links[0] ?? null;
  return { ...depositDates(now(), transferTerms), source };
};

/**
 * Adds the code of the newest return, by which Funding Returned chooses what the depositor can do: the newest transaction may
 * be another one, such as interest that was credited later.
 */
const funding: Resolver = async (_, __, calls) => {
  const found = await calls.own();
  if (!isJsonObject(found)) return null;
  const transactions = (await calls.query("transactions")) as readonly JsonObject[];
  const returned = transactions.find(({ status, return_code }) => status === "Returned" && typeof return_code === "string");
  return { ...found, return_code: returned?.return_code ?? null };
};

export const fundingQueries: Resolvers = { funding, fundingPreview };

export const fundingMutations: Resolvers = { fundAccount };
