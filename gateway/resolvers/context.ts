/** Exports the types that resolvers work with; the gateway creates one `Context` for each GraphQL request. */
import type { Upstream } from "../upstream/clients.js";
import type { TransferTerms } from "./deposit-dates.js";

/** A sign-in as the gateway stores it, encrypted in the session cookie. */
export interface SignedIn {
  /** The upstream's bearer token: it never leaves the gateway. */
  readonly bearer: string;
  readonly session_id: string | null;
  /** Masked by the upstream. */
  readonly email: string | null;
  readonly phone: string | null;
  readonly nonce: string | null;
  readonly mfa: "sms" | "email" | null;
  readonly mfaRequired: boolean;
  readonly loginSuccess: boolean;
  readonly relink: boolean;
  readonly expiresAt: string | null;
  readonly attestedAt: string | null;
}

/** The session of the request's browser. */
export interface Session {
  /** Null when signed out. */
  readonly signedIn: SignedIn | null;
  /** Signs in under a new session id and discards the previous sign-in. */
  begin(signedIn: SignedIn): void;
  /** Changes fields of the current sign-in. */
  update(facts: Partial<Omit<SignedIn, "bearer">>): void;
  end(): void;
  /** Excludes this request from the idle timeout's activity (D31). */
  ignoreActivity(): void;
  /** The token of a remembered device; it survives signing out. */
  readonly deviceToken: string | null;
  rememberDevice(token: string): void;
}

/**
 * Validates an input against a form's compiled JSON Schema and returns it normalized; throws `Invalid` with the field
 * errors.
 */
export type FormCheck = (schema: string, value: unknown) => unknown;

/** A file of the request. */
export interface Upload {
  /** The name of the file's part in the variables. */
  readonly reference: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface Context {
  /** The slug of the brand at the request's host. */
  readonly brand: string;
  readonly upstream: Upstream;
  readonly session: Session;
  readonly checkForm: FormCheck;
  /** The files of the request, in the order of its body; they can be read once, while they arrive. */
  readonly uploads: AsyncIterable<Upload>;
  /** A name for the depositor's device, from its user agent: "Chrome on macOS". */
  readonly deviceName: string;
  /** The web application firewall's token from the page, if there is one (D34). */
  readonly firewallToken: string | null;
  /** Whether the institution's upstream has an extension. */
  readonly hasCapability: (name: string) => boolean;
  /** The institution's transfer terms, where brand.json has them. */
  readonly transferTerms: TransferTerms | null;
  readonly now: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Logs an error that does not affect the response; never with personal data. */
  readonly warn: (event: string, error: unknown) => void;
}

/** A resolver; GraphQL has coerced its arguments. */
export type Resolver<A = Record<string, never>> = (args: A, context: Context) => unknown;

/** Resolvers of one root type, by field. The schema types the arguments of each. */
// biome-ignore lint/suspicious/noExplicitAny: a map of resolvers of different arguments has no narrower common type; the schema coerces them
export type Resolvers = Readonly<Record<string, Resolver<any>>>;
