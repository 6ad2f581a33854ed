/** Exports the types that resolvers work with; the gateway creates one `Context` for each GraphQL request. */
import type { CallContext } from "../connect/declared-resolver.js";
import type { JsonObject } from "../upstream/json-object.js";
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
  /** The new email or phone to which the code of a change went, masked by the upstream. */
  readonly contactTarget?: string | null;
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
  /**
   * Signs in under a new session id and discards the previous sign-in. `byCode`: by a code of the current sign-in; when that was
   * complete already, its absolute limit stays.
   */
  begin(signedIn: SignedIn, how?: { readonly byCode?: boolean }): void;
  /** Changes fields of the current sign-in. */
  update(facts: Partial<Omit<SignedIn, "bearer">>): void;
  end(): void;
  /** Excludes this request from the idle timeout's activity (D31). */
  ignoreActivity(): void;
  /** Names the depositor who is signing in: the device may be remembered for several. */
  identify(email: string): void;
  /** The depositor's token of a remembered device; it survives signing out. */
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

/** The parts of one GraphQL request that a resolver may use; time is injected, for tests with their own clock. */
export interface Context extends CallContext {
  /** The slug of the brand at the request's host. */
  readonly brand: string;
  readonly session: Session;
  readonly checkForm: FormCheck;
  /** The files of the request, in the order of its body; they can be read once, while they arrive. */
  readonly uploads: AsyncIterable<Upload>;
  /** The institution's transfer terms, where brand.json has them. */
  readonly transferTerms: TransferTerms | null;
  readonly now: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Logs an error that does not affect the response; never with personal data. */
  readonly warn: (event: string, error: unknown) => void;
}

/** The declared calls that a resolver may perform, with the directives of the fields already applied. */
export interface Calls {
  /**
   * The field's own calls, in their order; with the field's arguments unless others are given. The value is the object
   * of their selection.
   */
  own(args?: Readonly<Record<string, unknown>>): Promise<JsonObject>;
  /** The result of the query of that name. */
  query(name: string, args?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** The result of the mutation of that name. */
  mutation(name: string, args?: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** A resolver of a field with `@resolver`; GraphQL has coerced its arguments. */
export type Resolver<A = Record<string, never>> = (args: A, context: Context, calls: Calls) => unknown;

/** Resolvers of one root type, by field. The schema types the arguments of each. */
// biome-ignore lint/suspicious/noExplicitAny: a map of resolvers of different arguments has no narrower common type; the schema coerces them
export type Resolvers = Readonly<Record<string, Resolver<any>>>;
