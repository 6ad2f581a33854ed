/** Exports the outcome of a call for `client.ts`: from the answer, or from an error of the network, the gateway or a timeout. */
import { ClientError } from "graphql-request";
import type { Outcome } from "../engine/events.js";
import type { Json } from "../language/definition.js";

export type Failure = Exclude<Outcome, { status: "ok" }>;

type JsonRecord = { readonly [key: string]: unknown };

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function failure(status: Failure["status"], message = "", code: string | null = null): Failure {
  return { status, code, message, errors: [], request_id: null };
}

function fieldErrors(value: unknown): Failure["errors"] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry.path === "string" && typeof entry.message === "string"
      ? [{ path: entry.path, message: entry.message }]
      : [],
  );
}

/** The status that the gateway reports: a number, or `network` or `timeout` between the gateway and the upstream. */
function statusOf(extensions: JsonRecord, http: number): Failure["status"] {
  const { status } = extensions;
  if (typeof status === "number" || status === "network" || status === "timeout") return status;
  // The gateway rejected the operation before any resolver ran: use the HTTP status.
  return http >= 400 ? http : 500;
}

/** The outcome of a failed call. `timedOut`: the browser's own limit has passed; otherwise the network failed. */
export function failureOf(error: unknown, timedOut: boolean): Failure {
  if (timedOut) return failure("timeout");
  // The message of a ClientError contains the request with its variables: it must not be passed on.
  if (error instanceof ClientError) {
    const { response } = error;
    const [first] = response.errors ?? [];
    if (first === undefined) return failure(response.status >= 400 ? response.status : 500);
    const extensions: JsonRecord = isRecord(first.extensions) ? first.extensions : {};
    return {
      status: statusOf(extensions, response.status),
      code: typeof extensions.code === "string" ? extensions.code : null,
      message: typeof extensions.message === "string" ? extensions.message : first.message,
      errors: fieldErrors(extensions.errors),
      request_id: typeof extensions.request_id === "string" ? extensions.request_id : null,
    };
  }
  return failure("network");
}

/** The HTTP status with which the gateway rejected a call before executing it; else null. */
export function rejectedStatus(error: unknown): number | null {
  return error instanceof ClientError && error.response.status >= 400 ? error.response.status : null;
}

/** The outcome of a successful answer. */
export function successOf(data: unknown): Outcome {
  if (!isRecord(data)) return failure(500);
  // `data` comes from JSON text: its values are JSON.
  return { status: "ok", result: data as { readonly [field: string]: Json } };
}
