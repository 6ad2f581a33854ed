/** Exports the error responses of the sandbox's API. */

/** The messages at each field of the request, by its name in the body; the first message is the one to show. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

interface Details {
  /** Messages by field name. */
  readonly errors?: FieldErrors;
  readonly data?: unknown;
  /**
   * Commits what the call wrote before the error, such as attempt counters and locks. Otherwise the transaction is
   * rolled back.
   */
  readonly commit?: boolean;
  /** The methods for the header `Allow`. */
  readonly allow?: readonly string[];
}

/** An error response that the API's contract declares, as opposed to an internal error. */
export class ApiError extends Error {
  readonly errors: FieldErrors;
  readonly data: unknown;
  readonly commit: boolean;
  readonly allow: readonly string[];

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    details: Details = {},
  ) {
    super(message);
    this.name = "Refusal";
    this.errors = details.errors ?? {};
    this.data = details.data ?? null;
    this.commit = details.commit ?? false;
    this.allow = details.allow ?? [];
  }
}

/** 401 `unauthorized`. */
export const unauthorized = (message = "Please log in to continue."): ApiError => new ApiError(401, "unauthorized", message);
/** 404 `not_found`. */
export const notFound = (what: string): ApiError => new ApiError(404, "not_found", `${what} was not found.`);
/** 405 `method_not_allowed`, with the methods that the address has (RFC 9110, 15.5.6). */
export const methodNotAllowed = (allow: readonly string[]): ApiError =>
  new ApiError(405, "method_not_allowed", "The method is not allowed.", { allow });
/** 422 `validation`; its message is the first error of a field. */
export const invalid = (errors: FieldErrors): ApiError =>
  new ApiError(422, "validation", Object.values(errors)[0]?.[0] ?? "Check your entries and try again.", { errors });
