/** S7 "Accounts" (reads) and "Transfers" (reads). */
import { records, type Wire } from "./read.js";
import type { Transport } from "./transport.js";

export interface AccountClient {
  accounts(): Promise<readonly Wire[]>;
  /** In the server's order: the first is "the first linked account" of the guards (D15). */
  linkedAccounts(): Promise<readonly Wire[]>;
  /** Newest first. */
  transactions(): Promise<readonly Wire[]>;
}

export function accountClient(transport: Transport): AccountClient {
  return {
    accounts: async () => records(await transport.send({ method: "GET", path: "/accounts" }), "accounts"),
    linkedAccounts: async () => records(await transport.send({ method: "GET", path: "/linked-accounts" }), "linked-accounts"),
    transactions: async () => records(await transport.send({ method: "GET", path: "/transactions" }), "transactions"),
  };
}
