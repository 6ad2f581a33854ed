/** Exports the client of S7's "Accounts" (links) and "Fastlink", which link a funding account. */
import { type Progress, progressOf } from "./depositor.js";
import type { JsonObject } from "./json-object.js";
import { isJsonObject } from "./json-object.js";
import { nestedObject, objectOf } from "./response-data.js";
import type { Transport } from "./transport.js";

/** The response of a link call. */
export interface LinkResult {
  readonly linked_account: JsonObject;
  /** Null when the call does not change the registration step. */
  readonly progress: Progress | null;
  readonly attempts_left: number | null;
}

export interface ManualLink {
  readonly nickname?: string;
  readonly holder_name: string;
  readonly account_type: string;
  readonly routing_number: string;
  readonly account_number: string;
  readonly authorized: boolean;
  readonly custom_fields?: unknown;
}

export interface LinkClient {
  /** An access token and URL for the provider's page. */
  config(): Promise<JsonObject>;
  fastlink(requestId: string, providerAccountId: string): Promise<LinkResult>;
  manual(link: ManualLink): Promise<LinkResult>;
  /** `amounts` are in cents. */
  verify(amounts: readonly [number, number], accountId: string | null): Promise<LinkResult>;
  reissue(accountId: string): Promise<LinkResult>;
}

export function linkClient(transport: Transport): LinkClient {
  async function post(path: string, body: unknown): Promise<LinkResult> {
    return linkResultOf(objectOf(await transport.send({ method: "POST", path, body }), path), path);
  }
  return {
    async config() {
      return objectOf(await transport.send({ method: "GET", path: "/fastlink", uncached: true }), "fastlink");
    },
    fastlink: (requestId, providerAccountId) => post("/link/fastlink", { request_id: requestId, provider_account_id: providerAccountId }),
    manual: (link) => post("/link/manual", link),
    verify: (amounts, accountId) => post("/link/manual/verify", { amounts, ...(accountId ? { account_id: accountId } : {}) }),
    reissue: (accountId) => post("/link/manual/reissue", { account_id: accountId }),
  };
}

function linkResultOf(data: JsonObject, call: string): LinkResult {
  return {
    linked_account: nestedObject(data, "linked_account", call),
    progress: isJsonObject(data.progress) ? progressOf(data.progress) : null,
    attempts_left: typeof data.attempts_left === "number" ? data.attempts_left : null,
  };
}
