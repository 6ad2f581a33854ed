/** Exports the queries of transactions: those that the screens' rules read, one page of a search, and one by its id. */

import type { Calls, Resolver, Resolvers } from "./context.js";
import { exportAddresses, matching, newestDayFirst, type Transaction, type TransactionFilter } from "./transaction-filter.js";

/** How many transactions a page has. */
const PAGE_SIZE = 50;
/** How many of the newest transactions every screen receives. */
const NEWEST = 25;
const FINAL: ReadonlySet<string> = new Set(["Settled", "Returned", "Voided", "Cancelled"]);
/** Rows of the ledger that are not transfers: they do not count as settled money (D41). */
const NO_TRANSFER: ReadonlySet<string | null> = new Set(["interest", "adjustment", "return"]);

const historyOf = async (calls: Calls): Promise<readonly Transaction[]> =>
  (await calls.query("transactionHistory")) as readonly Transaction[];

/**
 * The transactions that rules and Home read, so that a long history is not sent to every screen: all that are not yet
 * final, the newest, and of the older ones the newest settled transfer and the newest return, on which the rules
 * depend. They are in the order of the pages: by the day that is shown, then by the instants of S9.
 */
const transactions: Resolver = async (_, __, calls) => {
  const all = newestDayFirst((await calls.own()) as unknown as readonly Transaction[]);
  const settled = all.find(({ status, kind }) => status === "Settled" && !NO_TRANSFER.has(kind));
  const returned = all.find(({ status, kind }) => status === "Returned" && !NO_TRANSFER.has(kind));
  return all.filter((row, index) => index < NEWEST || !FINAL.has(row.status) || row === settled || row === returned);
};

const transactionPage: Resolver<{ filter?: TransactionFilter | null; page?: number | null }> = async ({ filter, page }, _, calls) => {
  const found = matching(await historyOf(calls), filter ?? {});
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const current = Math.min(Math.max(1, page ?? 1), pages);
  const start = (current - 1) * PAGE_SIZE;
  const items = found.slice(start, start + PAGE_SIZE);
  return {
    items,
    total: found.length,
    page: current,
    pages,
    first: items.length === 0 ? 0 : start + 1,
    last: start + items.length,
    exports: exportAddresses(filter ?? {}),
  };
};

/** Null for an id that is not among the depositor's own transactions. */
const transaction: Resolver<{ uuid: string }> = async ({ uuid }, _, calls) =>
  (await historyOf(calls)).find((row) => row.uuid === uuid) ?? null;

export const transactionQueries: Resolvers = { transactions, transactionPage, transaction };
