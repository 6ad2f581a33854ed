/** S7 "Funding" and "Requests". */
import { UpstreamFailed } from "./errors.js";
import { record, recordOrNull, text, textOrNull, type Wire } from "./read.js";
import type { Transport } from "./transport.js";

/** S3's transfer result. */
export type TransferStatus = "SUCCESS" | "PENDING" | "FAILED";

/** A request's state at the upstream (GET /request/{id}). */
export interface RequestState {
  readonly id: string;
  readonly status: "PENDING" | "COMPLETED" | "FAILED";
  readonly message: string | null;
  /** D43. */
  readonly transfer: TransferStatus;
}

/** What is known of the first deposit before it moves. */
export interface InitialFunding {
  readonly initial_amount: string;
  /** The request for it while it is being made, and after it was refused; null where the upstream tells of none. */
  readonly request_id: string | null;
}

export interface FundingClient {
  initial(): Promise<InitialFunding | null>;
  saveInitialAmount(amount: string): Promise<string>;
  preview(): Promise<Wire | null>;
  /** Moves the money, once for a key. Gives the request's id. */
  fund(idempotencyKey: string, authorized: boolean): Promise<string>;
  request(id: string): Promise<RequestState>;
}

export function fundingClient(transport: Transport): FundingClient {
  return {
    async initial() {
      const wire = recordOrNull(await transport.send({ method: "GET", path: "/initial-fund-amount" }), "initial-fund-amount");
      const initial_amount = wire && textOrNull(wire, "initial_amount");
      return initial_amount === null ? null : { initial_amount, request_id: textOrNull(wire ?? {}, "request_id") };
    },
    async saveInitialAmount(amount) {
      const answer = await transport.send({ method: "POST", path: "/initial-fund-amount", body: { initial_amount: amount } });
      return text(record(answer, "initial-fund-amount"), "initial_amount", "initial-fund-amount");
    },
    async preview() {
      return recordOrNull(await transport.send({ method: "GET", path: "/x/funding-preview" }), "funding-preview");
    },
    async fund(idempotencyKey, authorized) {
      const answer = await transport.send({
        method: "POST",
        path: "/fund-my-account",
        body: { authorized },
        headers: { "idempotency-key": idempotencyKey },
      });
      return text(record(answer, "fund-my-account"), "request_id", "fund-my-account");
    },
    async request(id) {
      const wire = record(await transport.send({ method: "GET", path: `/request/${encodeURIComponent(id)}`, fresh: true }), "request");
      const status = text(wire, "status", "request");
      if (status !== "PENDING" && status !== "COMPLETED" && status !== "FAILED")
        throw new UpstreamFailed(502, `request: unknown status ${status}`);
      return { id, status, message: textOrNull(wire, "message"), transfer: transferOf(status, wire.transfer_status) };
    },
  };
}

/** D43: a completed request says itself what became of the transfer; without a word of it, completed is success. */
function transferOf(status: RequestState["status"], told: unknown): TransferStatus {
  if (status === "FAILED") return "FAILED";
  if (told === "SUCCESS" || told === "PENDING" || told === "FAILED") return told;
  if (told !== null && told !== undefined) throw new UpstreamFailed(502, "request: unknown transfer_status");
  return status === "COMPLETED" ? "SUCCESS" : "PENDING";
}
