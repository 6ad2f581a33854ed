/** S7 "Accounts" (links) and "Fastlink": linking a funding account. */
import { type Progress, progressOf } from "./depositor.js";
import { isRecord } from "./envelope.js";
import { inner, record, type Wire } from "./read.js";
import type { Transport } from "./transport.js";

/** What linking answers. */
export interface Linked {
  readonly linked_account: Wire;
  /** Null where the step is not the link's to move. */
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
  /** A token and address for the provider's page. */
  config(): Promise<Wire>;
  fastlink(requestId: string, providerAccountId: string): Promise<Linked>;
  manual(link: ManualLink): Promise<Linked>;
  /** `amounts` in cents. */
  verify(amounts: readonly [number, number], accountId: string | null): Promise<Linked>;
  reissue(accountId: string): Promise<Linked>;
}

export function linkClient(transport: Transport): LinkClient {
  async function post(path: string, body: unknown): Promise<Linked> {
    return linked(record(await transport.send({ method: "POST", path, body }), path), path);
  }
  return {
    async config() {
      return record(await transport.send({ method: "GET", path: "/fastlink", fresh: true }), "fastlink");
    },
    fastlink: (requestId, providerAccountId) => post("/link/fastlink", { request_id: requestId, provider_account_id: providerAccountId }),
    manual: (link) => post("/link/manual", link),
    verify: (amounts, accountId) => post("/link/manual/verify", { amounts, ...(accountId ? { account_id: accountId } : {}) }),
    reissue: (accountId) => post("/link/manual/reissue", { account_id: accountId }),
  };
}

function linked(wire: Wire, what: string): Linked {
  return {
    linked_account: inner(wire, "linked_account", what),
    progress: isRecord(wire.progress) ? progressOf(wire.progress) : null,
    attempts_left: typeof wire.attempts_left === "number" ? wire.attempts_left : null,
  };
}
