/** Exports the type of a route, for the router, the route files and the OpenAPI document. */
import type { Clock } from "../clock.js";
import type { BrandFacts } from "../options.js";
import type { Session } from "../sessions.js";
import type { Bank, UnitOfWork } from "../unit-of-work.js";

/** `open`: no bearer. `pending`: any bearer, with or without the second factor. `full`: a signed-in depositor. */
export type AuthLevel = "open" | "pending" | "full";

/** A file of a multipart body, with the sender's name for it. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The arguments of a handler. Body and query have passed the route's schemas; `session` is null on open routes only. */
export interface RouteRequest<Body = unknown> {
  readonly bank: Bank;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly brand: BrandFacts;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Body;
  /** The files of a multipart body. */
  readonly files: readonly UploadedFile[];
  readonly headers: Headers;
  readonly cookies: ReadonlyMap<string, string>;
  readonly session: Session | null;
}

/** The session of a request; throws on an open route, which has none. */
export function sessionOf(call: Pick<RouteRequest, "session">): Session {
  if (!call.session) throw new Error("An open route has no session.");
  return call.session;
}

/** The envelope's `data` and `message`. `status`: instead of the route's own; `cookies`: `Set-Cookie` lines. */
export interface RouteResult {
  readonly data: unknown;
  readonly message?: string;
  readonly status?: number;
  readonly cookies?: readonly string[];
}

/** One endpoint, as data: the router, the validation and the OpenAPI document read it. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/api/v1`; `{name}` is a parameter. */
  readonly path: string;
  readonly auth: AuthLevel;
  readonly summary: string;
  /** Name of a schema in `schemas/api`. */
  readonly body?: string;
  readonly query?: string;
  /** The body is `multipart/form-data`: its text fields match `body`, and `field` may occur as several files. */
  readonly files?: { readonly field: string; readonly maxFiles: number; readonly maxBytes: number };
  /** The route's own headers; `extension` marks those that the specification lacks. */
  readonly headers?: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly description: string;
    readonly extension?: boolean;
  }[];
  /**
   * The route honours the header `Idempotency-Key`: the same key and request return the first answer. `context`: the
   * data that the request depends on besides its own parts; another context is another request.
   */
  readonly idempotency?: { readonly required: boolean; readonly context?: (call: RouteRequest) => Promise<unknown> };
  /** Properties of the body whose fields are named without the property in validation errors. */
  readonly sections?: readonly string[];
  /** A schema's name; `Name[]` is a list, `Name?` is nullable, `null` is no data. */
  readonly response: string;
  readonly status?: number;
  /**
   * The route's own errors, as `[status, code]`, besides 400 malformed, 401, 419, 422 validation, 422 unknown_brand and
   * 500.
   */
  readonly errors?: readonly (readonly [number, string])[];
  /** The name of the capability, for a route that extends the specification. */
  readonly extension?: string;
  readonly handler: (call: RouteRequest) => Promise<RouteResult>;
}

type RouteOf<Body> = Omit<Route, "handler"> & { readonly handler: (call: RouteRequest<Body>) => Promise<RouteResult> };

/** A route whose body is validated before its handler runs. */
export function route<Body = null>(definition: RouteOf<Body>): Route {
  return { ...definition, handler: (call) => definition.handler(call as RouteRequest<Body>) };
}
