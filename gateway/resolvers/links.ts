/** Exports the mutations that link the funding account. */
import { isJsonObject } from "../upstream/json-object.js";
import type { Resolver, Resolvers } from "./context.js";

/** Statuses of an account that can fund transfers. */
export const USABLE_STATUSES: ReadonlySet<unknown> = new Set(["ACTIVE", "VERIFIED"]);

/**
 * A usable account replaces the one that had to be relinked, so the session's relink flag is cleared without a new
 * sign-in.
 */
const link: Resolver<Readonly<Record<string, unknown>>> = async (_, { session }, calls) => {
  const linked = await calls.own();
  const account = linked.linked_account;
  if (isJsonObject(account) && USABLE_STATUSES.has(account.status) && session.signedIn?.relink) session.update({ relink: false });
  return linked;
};

export const linkMutations: Resolvers = { linkFastlink: link, linkManual: link, verifyMicrodeposits: link, reissueMicrodeposits: link };
