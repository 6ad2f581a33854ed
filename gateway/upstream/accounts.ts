/** Exports the client of S7's "Accounts" (reads) and "Transfers" (reads). */
import type { JsonObject } from "./json-object.js";
import { objectsOf } from "./response-data.js";
import type { Transport } from "./transport.js";

export interface AccountClient {
  accounts(): Promise<readonly JsonObject[]>;
  /** In the server's order: the guards' "first linked account" is the first one (D15). */
  linkedAccounts(): Promise<readonly JsonObject[]>;
  /** Newest first. */
  transactions(): Promise<readonly JsonObject[]>;
}

export function accountClient(transport: Transport): AccountClient {
  return {
    accounts: async () => objectsOf(await transport.send({ method: "GET", path: "/accounts" }), "accounts"),
    linkedAccounts: async () => objectsOf(await transport.send({ method: "GET", path: "/linked-accounts" }), "linked-accounts"),
    transactions: async () => objectsOf(await transport.send({ method: "GET", path: "/transactions" }), "transactions"),
  };
}
