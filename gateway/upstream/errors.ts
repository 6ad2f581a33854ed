/**
 * Exports one class for each failure that a caller can handle. The browser receives exactly these fields of a failure
 * (`masking.ts` puts them into GraphQL `extensions`); every other error is masked.
 */

/** A field of the request, as a dotted path, and its error message. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** The details of an error response, from the upstream or from the gateway itself. */
export interface FailureDetails {
  /** Machine-readable: `bad_credentials`, `duplicate_ssn`, ... */
  readonly code?: string | null;
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  /** The envelope's `data`: `attempts_left` of wrong microdeposit amounts, for example. */
  readonly data?: unknown;
  /** The institution's own id of the call, for the log; the browser does not receive it. */
  readonly invocation?: string | null;
}

/** A declared failure: the browser may see it. `status` is the HTTP status, or the reason why there was none. */
export abstract class Failure extends Error {
  abstract readonly status: number | "network" | "timeout";
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly data: unknown;
  readonly invocation: string | null;
  constructor(details: FailureDetails, code: string, message: string) {
    super(details.message || message);
    this.name = new.target.name;
    this.code = details.code || code;
    this.errors = details.errors ?? [];
    this.data = details.data ?? null;
    this.invocation = details.invocation ?? null;
  }
}

/** 400: the request is wrong as a whole (wrong credentials, a wrong or expired code). The depositor can try again. */
export class BadRequest extends Failure {
  readonly status = 400;
  constructor(details: FailureDetails = {}) {
    super(details, "bad_request", "We couldn't accept this, and nothing was changed. Check your entries and try again.");
  }
}

/** 401: no sign-in, or the session has ended. The depositor must sign in. */
export class Unauthorized extends Failure {
  readonly status = 401;
  constructor(details: FailureDetails = {}) {
    super(details, "unauthorized", "Your session has ended. Please log in again.");
  }
}

/** 403: signed in but not permitted (a lock, a status). A retry changes nothing. */
export class Forbidden extends Failure {
  readonly status = 403;
  constructor(details: FailureDetails = {}) {
    super(details, "forbidden", "You can't do this right now, and nothing was changed. Contact us if you need help.");
  }
}

/** 404: this depositor has no such record. */
export class NotFound extends Failure {
  readonly status = 404;
  constructor(details: FailureDetails = {}) {
    super(details, "not_found", "We couldn't find this information, and nothing was changed. Refresh the page.");
  }
}

/** 409: the record has changed, or the idempotency key was used for another request. Read again. */
export class Conflict extends Failure {
  readonly status = 409;
  constructor(details: FailureDetails = {}) {
    super(details, "conflict", "This information has changed since you opened the page. Nothing was submitted. Refresh and try again.");
  }
}

/** 419: the CSRF token is missing, wrong or expired, and a new one did not help. */
export class CsrfExpired extends Failure {
  readonly status = 419;
  constructor(details: FailureDetails = {}) {
    super(details, "csrf_expired", "This page timed out. Try again.");
  }
}

/** 422: invalid fields, in `errors`. */
export class Invalid extends Failure {
  readonly status = 422;
  constructor(details: FailureDetails = {}) {
    super(details, "validation", "Some of your entries need to be corrected, and nothing was changed. Check them and try again.");
  }
}

/** 429: too many requests. Wait. */
export class RateLimited extends Failure {
  readonly status = 429;
  constructor(details: FailureDetails = {}) {
    super(details, "rate_limited", "Too many tries. Wait a minute, then try again.");
  }
}

/** 451: unavailable for legal reasons. No retry, no detail. */
export class LegallyBlocked extends Failure {
  readonly status = 451;
  constructor(details: FailureDetails = {}) {
    super({ code: details.code ?? null }, "legal_block", "This service is not available.");
  }
}

/** 5xx, or a response that violates the contract. Its text is for the log only. */
export class UpstreamFailed extends Failure {
  readonly status: number;
  constructor(
    status: number,
    readonly detail: string,
  ) {
    super({}, "upstream_failed", "Something went wrong on our end.");
    this.status = status >= 500 ? status : 502;
  }
}

/** No response in time. It is unknown whether the upstream executed the call. */
export class UpstreamTimeout extends Failure {
  readonly status = "timeout" as const;
  constructor() {
    super({}, "timeout", "This is taking longer than usual.");
  }
}

/** No connection to the upstream. */
export class UpstreamUnreachable extends Failure {
  readonly status = "network" as const;
  constructor(readonly reason: string) {
    super({}, "network", "We couldn't connect.");
  }
}

/** The browser disconnected, and the gateway ended the call that it made for it: nobody receives this failure. */
export class BrowserDisconnected extends UpstreamUnreachable {
  constructor() {
    super("the browser disconnected");
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

/** The failure for an upstream status. An undeclared status is the upstream's error. */
export function failureOf(status: number, details: FailureDetails): Failure {
  const Declared = FAILURE_CLASSES[status];
  return Declared
    ? new Declared(details)
    : new UpstreamFailed(status, `undeclared status ${status}${details.code ? ` (${details.code})` : ""}`);
}
