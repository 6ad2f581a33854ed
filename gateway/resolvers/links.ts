/** Exports the queries and mutations that link the funding account. */
import { centsOf } from "../../src/language/field-formats.js";
import { Invalid } from "../upstream/errors.js";
import type { LinkResult, ManualLink } from "../upstream/links.js";
import { authView } from "./auth.js";
import type { Context, Resolver, Resolvers } from "./context.js";
import { withoutNulls } from "./inputs.js";

/** Statuses of an account that can fund transfers. */
const USABLE_STATUSES: ReadonlySet<unknown> = new Set(["ACTIVE", "VERIFIED"]);

async function payload(context: Context, linked: LinkResult, fastlink?: { success: boolean; data: { uuid: unknown } }) {
  const [linkedAccounts, progress] = await Promise.all([
    context.upstream.account.linkedAccounts(),
    linked.progress ?? context.upstream.depositor.progress(),
  ]);
  // A usable account replaces the one that had to be relinked, so the session's relink flag is cleared without a new
  // sign-in.
  if (USABLE_STATUSES.has(linked.linked_account.status) && context.session.signedIn?.relink) context.session.update({ relink: false });
  const { signedIn } = context.session;
  return {
    linkedAccounts,
    progress,
    attempts_left: linked.attempts_left,
    fastlink: fastlink ?? null,
    auth: signedIn && authView(signedIn),
  };
}

/** The arguments of a mutation that the upstream performs once for each key. */
interface Keyed {
  readonly idempotency_key: string;
}

/** The browser sends only two ids; the upstream fetches the account behind them from the provider. */
const linkFastlink: Resolver<Keyed & { input: { requestId: string; providerAccountId: string } }> = async (
  { input, idempotency_key },
  context,
) => {
  const linked = await context.upstream.link.fastlink(idempotency_key, input.requestId, input.providerAccountId);
  return payload(context, linked, { success: true, data: { uuid: linked.linked_account.uuid } });
};

const linkManual: Resolver<Keyed & { input: ManualLink & { confirm_account_number: string } }> = async (
  { input, idempotency_key },
  context,
) => {
  // The form asks for the number twice to catch typing errors; the bank receives it once.
  const { confirm_account_number, ...link } = withoutNulls(input);
  if (digits(confirm_account_number) !== digits(link.account_number)) {
    throw new Invalid({ errors: [{ path: "confirm_account_number", message: "Account numbers don't match." }] });
  }
  const manualLink = { ...link, routing_number: digits(link.routing_number), account_number: digits(link.account_number) };
  return payload(context, await context.upstream.link.manual(idempotency_key, manualLink));
};

const verifyMicrodeposits: Resolver<Keyed & { input: { amount_one: string; amount_two: string; account_id?: string | null } }> = async (
  { input, idempotency_key },
  context,
) => {
  const amounts = [centsOf(input.amount_one), centsOf(input.amount_two)] as const;
  const errors = (["amount_one", "amount_two"] as const)
    .filter((_, index) => amounts[index] === null)
    .map((path) => ({ path, message: "Enter an amount in dollars and cents, like 250 or 250.00." }));
  const [one, two] = amounts;
  if (one === null || two === null) throw new Invalid({ errors });
  return payload(context, await context.upstream.link.verify(idempotency_key, [one, two], input.account_id ?? null));
};

const reissueMicrodeposits: Resolver<Keyed & { account_id: string }> = async ({ account_id, idempotency_key }, context) =>
  payload(context, await context.upstream.link.reissue(idempotency_key, account_id));

/** Removes spaces and dashes; leading zeros stay. */
function digits(value: string): string {
  return value.replace(/[\s-]/g, "");
}

export const linkQueries: Resolvers = {
  fastlinkConfig: (_, { upstream }) => upstream.link.config(),
};

export const linkMutations: Resolvers = { linkFastlink, linkManual, verifyMicrodeposits, reissueMicrodeposits };
