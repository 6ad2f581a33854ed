/** Exports every kind of failure of a call, and the specification's texts for it (S8). */
import type { Outcome } from "../../src/engine/events.js";

export type Failure = Exclude<Outcome, { status: "ok" }>;

/** The upstream's own message, which must not be shown where it may describe the upstream. */
export const SERVER = "The server's words for it. Please look again.";

/** A kind of fault in the gateway's response to the browser. */
export interface Fault {
  readonly name: string;
  readonly failure: Failure;
  /** It is unknown whether the upstream executed the call. */
  readonly unknown: boolean;
  /** The upstream's message may be shown: it addresses the depositor. */
  readonly quoted: boolean;
}

function fault(name: string, status: Failure["status"], code: string | null, more: Partial<Failure> = {}): Fault {
  const known = typeof status === "number" && status < 500;
  return {
    name,
    failure: { status, code, message: SERVER, errors: [], request_id: "req-1", ...more },
    unknown: !known,
    quoted: [400, 401, 403, 404, 409, 422, 429].includes(Number(status)),
  };
}

/** Every kind of fault for a call; `field` is one that the server may reject. */
export function faultsAt(field: string): readonly Fault[] {
  const errors = [{ path: field, message: SERVER }];
  return [
    fault("400", 400, "bad_request"),
    fault("400 with a field", 400, "validation", { errors }),
    fault("401", 401, "unauthorized"),
    fault("403", 403, "forbidden"),
    fault("404", 404, "not_found"),
    fault("409", 409, "conflict"),
    fault("419 three times", 419, "csrf_expired"),
    fault("422 with a field", 422, "validation", { errors }),
    fault("422 with a field that the page does not have", 422, "validation", {
      errors: [{ path: "registration_last_step", message: SERVER }],
    }),
    fault("422 without fields", 422, "validation"),
    fault("429", 429, "rate_limited"),
    fault("451", 451, "legal_block"),
    fault("500", 500, "upstream_failed"),
    fault("502: not JSON, or HTML in its place", 502, "upstream_failed"),
    fault("503", 503, "upstream_failed"),
    fault("a status that nobody declared", 418, null),
    fault("a dropped connection", "network", "network"),
    fault("a time-out", "timeout", "timeout"),
  ];
}

const LOGIN_DELAY = "We are currently experiencing a delay when logging in. Please try again in 1 hour.";
const REGISTRATION_DELAY = "We are currently experiencing a delay on registration. Please try again in 1 hour.";
const PHONE = "Error while saving phone number.";

/** S8's own texts, by operation and status; `*` is any other status. Null: the server's message. */
export const SPECIFIED: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  Login: {
    "400": null,
    "403": "Too many incorrect attempts. Account Locked. Try again in 15 minutes or reset your password.",
    "419": "We are experiencing some connection errors. Please try again in 1 hour.",
    "*": LOGIN_DELAY,
  },
  Register: { network: REGISTRATION_DELAY, timeout: REGISTRATION_DELAY },
  AddMobile: { network: PHONE, timeout: PHONE },
  ResendMfa: { "404": null },
  VerifyMfa: { "400": null, "401": null },
  ForgotPassword: { "400": null, "403": null, "404": null },
};

/** S8's text for this outcome; undefined where S8 has none. */
export function specified(operation: string, { status }: Failure): string | null | undefined {
  const own = SPECIFIED[operation];
  return own === undefined ? undefined : String(status) in own ? own[String(status)] : own["*"];
}

/** Matches texts about the next step. */
export const NEXT_STEP =
  /\b(again|wait|message us|contact|refresh|log in|check|continue|choose|read|enter|look|link another|ask for|get a new|come back|email support)\b/i;
/** Matches texts about the result of the request, or about the typed data. */
export const RESULT =
  /\b(nothing|still here|saved|lost|once|twice|no money|unchanged|not changed|was not|were not|could not|cannot|can't|couldn't|didn't|don't need|haven't|hasn't|isn't|wasn't|won't|already|wrong|locked|expired|disconnected|has ended|without|timed out|too many|just sent|has changed|sent once)\b/i;
/** Matches texts that a retry is safe, or how to find out, for calls with an unknown result. */
export const SAFE =
  /\b(charged twice|won't do it twice|never make it twice|only (make|send|do) (it|this|them|this deposit|this transfer) once|safe to (try|send) (it |them )?again|before you send|to see (its|the) status)\b/i;
