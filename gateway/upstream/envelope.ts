/** Exports the parser of the envelope of every `/api/v1` response, and the details of a failure. */
import type { FailureDetails, FieldError } from "./errors.js";
import { isJsonObject } from "./json-object.js";

/** The body fields that S7 defines. */
export interface Envelope {
  readonly code: string | null;
  readonly message: string;
  /** Undefined when the response has none, which is not the same as null. */
  readonly data: unknown;
  readonly errors: readonly FieldError[];
  /** `invocation_id`: the institution's own id of the call, for its log. */
  readonly invocation: string | null;
}

/** A longer or other text is not an id: it could have data of a depositor. */
const INVOCATION = /^[\w.:-]{1,100}$/;

/** Parses a response's text. Null when it is not an envelope (an HTML error page, a truncated body). */
export function readEnvelope(text: string): Envelope | null {
  if (text === "") return { code: null, message: "", data: undefined, errors: [], invocation: null };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isJsonObject(body)) return null;
  return {
    code: typeof body.code === "string" && body.code !== "" ? body.code : null,
    message: typeof body.message === "string" ? body.message : "",
    data: body.data,
    errors: fieldErrors(body.errors),
    invocation: typeof body.invocation_id === "string" && INVOCATION.test(body.invocation_id) ? body.invocation_id : null,
  };
}

/**
 * The details for a failure's constructor. S8's "first server message" is the message, else the first field's message.
 */
export function detailsOf(envelope: Envelope): FailureDetails {
  return {
    code: envelope.code,
    message: envelope.message || (envelope.errors[0]?.message ?? ""),
    errors: envelope.errors,
    data: envelope.data,
    invocation: envelope.invocation,
  };
}

/** Upstreams send `{field: [message, ...]}`, one message per field, or a list of messages. */
function fieldErrors(errors: unknown): readonly FieldError[] {
  if (Array.isArray(errors)) return errors.filter((message) => typeof message === "string").map((message) => ({ path: "", message }));
  if (!isJsonObject(errors)) return [];
  return Object.entries(errors).flatMap(([path, messages]) =>
    (Array.isArray(messages) ? messages : [messages])
      .filter((message) => typeof message === "string")
      .map((message) => ({ path, message })),
  );
}
