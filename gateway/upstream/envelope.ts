/** The envelope of every `/api/v1` answer, and how a refused one becomes a failure. */
import type { FailureDetails, FieldError } from "./errors.js";

/** Body fields that S7 reads. */
export interface Envelope {
  readonly code: string | null;
  readonly message: string;
  readonly data: unknown;
  readonly errors: readonly FieldError[];
}

/** Reads an answer's text. Null when it is not an envelope (an HTML error page, a cut-off body). */
export function readEnvelope(text: string): Envelope | null {
  if (text === "") return { code: null, message: "", data: null, errors: [] };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(body)) return null;
  return {
    code: typeof body.code === "string" && body.code !== "" ? body.code : null,
    message: typeof body.message === "string" ? body.message : "",
    data: body.data ?? null,
    errors: fieldErrors(body.errors),
  };
}

/** What a refusal says, for a failure's constructor. S8's "first server message" is the message, else the first field's. */
export function detailsOf(envelope: Envelope): FailureDetails {
  return {
    code: envelope.code,
    message: envelope.message || (envelope.errors[0]?.message ?? ""),
    errors: envelope.errors,
    data: envelope.data,
  };
}

/** `{field: [message, ...]}`, one message a field or a list of texts: each the way upstreams send them. */
function fieldErrors(errors: unknown): readonly FieldError[] {
  if (Array.isArray(errors)) return errors.filter((message) => typeof message === "string").map((message) => ({ path: "", message }));
  if (!isRecord(errors)) return [];
  return Object.entries(errors).flatMap(([path, messages]) =>
    (Array.isArray(messages) ? messages : [messages])
      .filter((message) => typeof message === "string")
      .map((message) => ({ path, message })),
  );
}

/** A JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
