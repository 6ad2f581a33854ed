/**
 * One class for each failure that a caller can act on. What reaches the browser of a failure is exactly its fields
 * (`plugins/masking` turns them into GraphQL `extensions`); anything thrown that is not a `Failure` is masked.
 */

/** A field of the sent value, dotted, and what is wrong with it. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** What the upstream (or the gateway before it) said of a refusal. */
export interface FailureDetails {
  /** Machine-readable: `bad_credentials`, `duplicate_ssn`, ... */
  readonly code?: string | null;
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  /** The envelope's `data`: `attempts_left` of a refused microdeposit, say. */
  readonly data?: unknown;
}

/** A declared failure: safe to tell. `status` is the HTTP status, or why there was none. */
export abstract class Failure extends Error {
  abstract readonly status: number | "network" | "timeout";
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly data: unknown;
  constructor(details: FailureDetails, code: string, message: string) {
    super(details.message || message);
    this.name = new.target.name;
    this.code = details.code || code;
    this.errors = details.errors ?? [];
    this.data = details.data ?? null;
  }
}

/** 400: what was sent is wrong as a whole (wrong credentials, a wrong or expired code). Ask again. */
export class BadRequest extends Failure {
  readonly status = 400;
  constructor(details: FailureDetails = {}) {
    super(details, "bad_request", "The bank did not accept this, and nothing was changed. Please check what you entered and try again.");
  }
}

/** 401: no sign-in, or it has ended. Sign in again. */
export class Unauthorized extends Failure {
  readonly status = 401;
  constructor(details: FailureDetails = {}) {
    super(details, "unauthorized", "The bank does not know this sign-in any more. Please log in again.");
  }
}

/** 403: signed in, and still not allowed (a lock, a status). Asking again changes nothing. */
export class Forbidden extends Failure {
  readonly status = 403;
  constructor(details: FailureDetails = {}) {
    super(details, "forbidden", "The bank does not allow this at the moment, and nothing was changed. Please contact us.");
  }
}

/** 404: there is no such record for this depositor. */
export class NotFound extends Failure {
  readonly status = 404;
  constructor(details: FailureDetails = {}) {
    super(details, "not_found", "The bank could not find this, and nothing was changed. Please reload the page.");
  }
}

/** 409: the record has moved on, or the key was used for something else. Read again. */
export class Conflict extends Failure {
  readonly status = 409;
  constructor(details: FailureDetails = {}) {
    super(details, "conflict", "This has changed meanwhile, so nothing was done. Please reload the page and try again.");
  }
}

/** 419: the cross-site request token is missing, wrong or too old, and a fresh one did not help. */
export class CsrfExpired extends Failure {
  readonly status = 419;
  constructor(details: FailureDetails = {}) {
    super(details, "csrf_expired", "The page's token has expired.");
  }
}

/** 422: fields to correct, in `errors`. */
export class Invalid extends Failure {
  readonly status = 422;
  constructor(details: FailureDetails = {}) {
    super(details, "validation", "The bank did not accept what was entered, and nothing was changed. Please check it and try again.");
  }
}

/** 429: too often. Wait. */
export class RateLimited extends Failure {
  readonly status = 429;
  constructor(details: FailureDetails = {}) {
    super(details, "rate_limited", "Too many requests. Wait a moment and try again.");
  }
}

/** 451: unavailable for legal reasons. No retry, no detail. */
export class LegallyBlocked extends Failure {
  readonly status = 451;
  constructor(details: FailureDetails = {}) {
    super({ code: details.code ?? null }, "legal_block", "This service is not available.");
  }
}

/** 5xx, or an answer that is not the contract's. Its text is for the log, not for people. */
export class UpstreamFailed extends Failure {
  readonly status: number;
  constructor(
    status: number,
    readonly detail: string,
  ) {
    super({}, "upstream_failed", "The service could not answer.");
    this.status = status >= 500 ? status : 502;
  }
}

/** No answer in time. Whether the upstream acted is not known. */
export class UpstreamTimeout extends Failure {
  readonly status = "timeout" as const;
  constructor() {
    super({}, "timeout", "The service took too long to answer.");
  }
}

/** No connection to the upstream. */
export class UpstreamUnreachable extends Failure {
  readonly status = "network" as const;
  constructor(readonly reason: string) {
    super({}, "network", "The service could not be reached.");
  }
}

const FAILURE_CLASSES: Readonly<Record<number, new (details: FailureDetails) => Failure>> = {
  400: BadRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  419: CsrfExpired,
  422: Invalid,
  429: RateLimited,
  451: LegallyBlocked,
};

/** The failure that an upstream status stands for. A status nobody declared is the upstream's fault. */
export function failureOf(status: number, details: FailureDetails): Failure {
  const Declared = FAILURE_CLASSES[status];
  return Declared
    ? new Declared(details)
    : new UpstreamFailed(status, `undeclared status ${status}${details.code ? ` (${details.code})` : ""}`);
}
