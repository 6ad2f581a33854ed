/** Exports the queries of the savings account, the linked accounts and the transfers between them. */
import type { JsonObject } from "../upstream/json-object.js";
import type { Resolvers } from "./context.js";

/** Newest first, by submission, else processing, else creation date (S9). */
function newestFirst(transactions: readonly JsonObject[]): readonly JsonObject[] {
  const at = (transaction: JsonObject) =>
    String(transaction.date_submitted ?? transaction.date_processed ?? transaction.date_created ?? "");
  return [...transactions].sort((a, b) => at(b).localeCompare(at(a)));
}

export const accountQueries: Resolvers = {
  accounts: (_, { upstream }) => upstream.account.accounts(),
  linkedAccounts: (_, { upstream }) => upstream.account.linkedAccounts(),
  transactions: async (_, { upstream }) => newestFirst(await upstream.account.transactions()),
};
