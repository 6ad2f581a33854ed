/** Exports the client of S7's "Funding" and "Requests". */
import { UpstreamFailed } from "./errors.js";
import type { JsonObject } from "./json-object.js";
import { objectOf, objectOrNull, requiredString, stringOrNull } from "./response-data.js";
import type { Transport } from "./transport.js";

/** The transfer result of S3. */
export type TransferStatus = "SUCCESS" | "PENDING" | "FAILED";

/** A request as the upstream reports it (GET /request/{id}). */
export interface FundingRequest {
  readonly id: string;
  readonly status: "PENDING" | "COMPLETED" | "FAILED";
  readonly message: string | null;
  /** The transfer's own result (D43). */
  readonly transfer: TransferStatus;
}

/** The first deposit before its transfer. */
export interface InitialFunding {
  readonly initial_amount: string;
  /**
   * The request id while the deposit is pending and after the bank rejected it; null when the upstream reports none.
   */
  readonly request_id: string | null;
}

export interface FundingClient {
  initial(): Promise<InitialFunding | null>;
  saveInitialAmount(amount: string): Promise<string>;
  preview(): Promise<JsonObject | null>;
  /** Starts the transfer, once for each key. Returns the request's id. */
  fund(idempotencyKey: string, authorized: boolean): Promise<string>;
  request(id: string): Promise<FundingRequest>;
}

export function fundingClient(transport: Transport): FundingClient {
  return {
    async initial() {
      const data = objectOrNull(await transport.send({ method: "GET", path: "/initial-fund-amount" }), "initial-fund-amount");
      const initial_amount = data && stringOrNull(data, "initial_amount");
      return initial_amount === null ? null : { initial_amount, request_id: stringOrNull(data ?? {}, "request_id") };
    },
    async saveInitialAmount(amount) {
      const answer = await transport.send({ method: "POST", path: "/initial-fund-amount", body: { initial_amount: amount } });
      return requiredString(objectOf(answer, "initial-fund-amount"), "initial_amount", "initial-fund-amount");
    },
    async preview() {
      return objectOrNull(await transport.send({ method: "GET", path: "/x/funding-preview" }), "funding-preview");
    },
    async fund(idempotencyKey, authorized) {
      const answer = await transport.send({
        method: "POST",
        path: "/fund-my-account",
        body: { authorized },
        headers: { "idempotency-key": idempotencyKey },
      });
      return requiredString(objectOf(answer, "fund-my-account"), "request_id", "fund-my-account");
    },
    async request(id) {
      const data = objectOf(await transport.send({ method: "GET", path: `/request/${encodeURIComponent(id)}`, uncached: true }), "request");
      const status = requiredString(data, "status", "request");
      if (status !== "PENDING" && status !== "COMPLETED" && status !== "FAILED")
        throw new UpstreamFailed(502, `request: unknown status ${status}`);
      return { id, status, message: stringOrNull(data, "message"), transfer: transferOf(status, data.transfer_status) };
    },
  };
}

/** A completed request reports its transfer's result; without one, completed means success (D43). */
function transferOf(status: FundingRequest["status"], reported: unknown): TransferStatus {
  if (status === "FAILED") return "FAILED";
  if (reported === "SUCCESS" || reported === "PENDING" || reported === "FAILED") return reported;
  if (reported !== null && reported !== undefined) throw new UpstreamFailed(502, "request: unknown transfer_status");
  return status === "COMPLETED" ? "SUCCESS" : "PENDING";
}
