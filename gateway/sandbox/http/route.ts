import type { Clock } from "../clock.js";
import type { BrandFacts } from "../options.js";
import type { Session } from "../sessions.js";
import type { Bank, UnitOfWork } from "../unit-of-work.js";

/** `open`: no bearer needed. `pending`: any bearer, its second factor given or not. `full`: a signed-in depositor. */
export type AuthLevel = "open" | "pending" | "full";

/** A file of a body of several parts, as its sender named it. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface RouteRequest<Body = unknown> {
  readonly bank: Bank;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly brand: BrandFacts;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Body;
  /** What came with a body of several parts. */
  readonly files: readonly UploadedFile[];
  readonly headers: Headers;
  readonly cookies: ReadonlyMap<string, string>;
  readonly session: Session | null;
}

/** The session of a call; only a route that is open has none, and it does not ask. */
export function sessionOf(call: Pick<RouteRequest, "session">): Session {
  if (!call.session) throw new Error("An open route has no session.");
  return call.session;
}

export interface RouteResult {
  readonly data: unknown;
  readonly message?: string;
  readonly status?: number;
  readonly cookies?: readonly string[];
}

/** One call of the contract, as data: the router, the checks and the OpenAPI document all read it. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/api/v1`; `{name}` is a parameter. */
  readonly path: string;
  readonly auth: AuthLevel;
  readonly summary: string;
  /** Names of schemas in `schemas/api`. */
  readonly body?: string;
  readonly query?: string;
  /** The body is `multipart/form-data`: its texts are `body`, and this field may come as several files. */
  readonly files?: { readonly field: string; readonly maxFiles: number; readonly maxBytes: number };
  /** Headers of its own; `extension` marks what goes beyond the specification. */
  readonly headers?: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly description: string;
    readonly extension?: boolean;
  }[];
  /** Properties of the body that are pages of their own: what is wrong in one is told by the field's name alone. */
  readonly sections?: readonly string[];
  /** A schema's name; `Name[]` a list of them, `Name?` one or null, `null` nothing. */
  readonly response: string;
  readonly status?: number;
  /** What it may refuse, besides 400 malformed, 401, 419, 422 validation, 422 unknown_brand and 500: `[status, code]`. */
  readonly errors?: readonly (readonly [number, string])[];
  /** It goes beyond the specification: the capability of an upstream that has it. */
  readonly extension?: string;
  readonly handler: (call: RouteRequest) => Promise<RouteResult>;
}

type RouteOf<Body> = Omit<Route, "handler"> & { readonly handler: (call: RouteRequest<Body>) => Promise<RouteResult> };

/** A route whose body was held against its schema before the handler sees it. */
export function route<Body = null>(definition: RouteOf<Body>): Route {
  return { ...definition, handler: (call) => definition.handler(call as RouteRequest<Body>) };
}
