export type FieldErrors = Readonly<Record<string, readonly string[]>>;

interface Details {
  /** Messages by field name. */
  readonly errors?: FieldErrors;
  readonly data?: unknown;
  /** Commit what was written before the refusal: counted attempts, locks. Otherwise all of it is undone. */
  readonly commit?: boolean;
}

/** The bank says no: an answer of the contract, not a fault. */
export class ApiError extends Error {
  readonly errors: FieldErrors;
  readonly data: unknown;
  readonly commit: boolean;

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
  }
}

export const unauthorized = (message = "Please log in to continue."): ApiError => new ApiError(401, "unauthorized", message);
export const notFound = (what: string): ApiError => new ApiError(404, "not_found", `${what} was not found.`);
export const invalid = (errors: FieldErrors): ApiError =>
  new ApiError(422, "validation", Object.values(errors)[0]?.[0] ?? "Please check what you entered.", { errors });
