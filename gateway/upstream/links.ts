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

/** Each call but `config` is performed once for each key. */
export interface LinkClient {
  /** An access token and URL for the provider's page. */
  config(): Promise<JsonObject>;
  fastlink(key: string, requestId: string, providerAccountId: string): Promise<LinkResult>;
  manual(key: string, link: ManualLink): Promise<LinkResult>;
  /** `amounts` are in cents. */
  verify(key: string, amounts: readonly [number, number], accountId: string | null): Promise<LinkResult>;
  reissue(key: string, accountId: string): Promise<LinkResult>;
}

export function linkClient(transport: Transport): LinkClient {
  async function post(key: string, path: string, body: unknown): Promise<LinkResult> {
    const answer = await transport.send({ method: "POST", path, body, headers: { "idempotency-key": key } });
    return linkResultOf(objectOf(answer, path), path);
  }
  return {
    async config() {
      return objectOf(await transport.send({ method: "GET", path: "/fastlink", uncached: true }), "fastlink");
    },
    fastlink: (key, requestId, providerAccountId) =>
      post(key, "/link/fastlink", { request_id: requestId, provider_account_id: providerAccountId }),
    manual: (key, link) => post(key, "/link/manual", link),
    verify: (key, amounts, accountId) => post(key, "/link/manual/verify", { amounts, ...(accountId ? { account_id: accountId } : {}) }),
    reissue: (key, accountId) => post(key, "/link/manual/reissue", { account_id: accountId }),
  };
}

function linkResultOf(data: JsonObject, call: string): LinkResult {
  return {
    linked_account: nestedObject(data, "linked_account", call),
    progress: isJsonObject(data.progress) ? progressOf(data.progress) : null,
    attempts_left: typeof data.attempts_left === "number" ? data.attempts_left : null,
  };
}
