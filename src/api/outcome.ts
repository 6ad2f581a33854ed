/** What came of a call, from whatever the network, the gateway or a time limit made of it. */
import { ClientError } from "graphql-request";
import type { Outcome } from "../engine/events.js";
import type { Json } from "../language/definition.js";

export type Failure = Exclude<Outcome, { status: "ok" }>;

type Fields = { readonly [key: string]: unknown };

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function failure(status: Failure["status"], message = "", code: string | null = null): Failure {
  return { status, code, message, errors: [], request_id: null };
}

function fieldErrors(value: unknown): Failure["errors"] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) =>
    isFields(entry) && typeof entry.path === "string" && typeof entry.message === "string"
      ? [{ path: entry.path, message: entry.message }]
      : [],
  );
}

/** The status of a failure as the gateway names it: a number, `network` or `timeout` (between it and the upstream). */
function statusOf(extensions: Fields, http: number): Failure["status"] {
  const { status } = extensions;
  if (typeof status === "number" || status === "network" || status === "timeout") return status;
  // An operation that the gateway itself refused, before any resolver: the HTTP status says how.
  return http >= 400 ? http : 500;
}

/** A failed call's outcome. `timedOut` tells a time limit of ours from a network that is not there. */
export function failureOf(error: unknown, timedOut: boolean): Failure {
  if (timedOut) return failure("timeout");
  // The message of a ClientError repeats the request with its variables: nothing of it is passed on.
  if (error instanceof ClientError) {
    const { response } = error;
    const [first] = response.errors ?? [];
    if (first === undefined) return failure(response.status >= 400 ? response.status : 500);
    const extensions: Fields = isFields(first.extensions) ? first.extensions : {};
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

/** The HTTP status with which the gateway refused a call before anything of it was done; null when it did not. */
export function rejectedStatus(error: unknown): number | null {
  return error instanceof ClientError && error.response.status >= 400 ? error.response.status : null;
}

/** A good answer's outcome. */
export function successOf(data: unknown): Outcome {
  if (!isFields(data)) return failure(500);
  // `data` comes from JSON text: its values are JSON.
  return { status: "ok", result: data as { readonly [field: string]: Json } };
}
