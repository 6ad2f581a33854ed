/** What a resolver works with: one of these is made for each GraphQL request. */
import type { Upstream } from "../upstream/clients.js";
import type { TransferTerms } from "./deposit-dates.js";

/** A sign-in as the gateway keeps it, sealed in the session cookie. */
export interface SignedIn {
  /** The upstream's bearer: never leaves the gateway. */
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

/** The session of the visitor who asks. */
export interface Session {
  /** Null: signed out. */
  readonly signedIn: SignedIn | null;
  /** Signs in under a new session id; whatever was there is gone. */
  begin(signedIn: SignedIn): void;
  /** Changes facts of the present sign-in. */
  update(facts: Partial<Omit<SignedIn, "bearer">>): void;
  end(): void;
  /** This request must not keep an idle session alive (D31). */
  ignoreActivity(): void;
  /** What makes this a remembered device; survives signing out. */
  readonly deviceToken: string | null;
  rememberDevice(token: string): void;
}

/** Holds an input against a form's compiled JSON Schema; throws `Invalid` with the fields. Gives the value as it is sent on. */
export type FormCheck = (schema: string, value: unknown) => unknown;

/** A file that comes with the request. */
export interface Upload {
  /** The name by which the variables speak of it. */
  readonly reference: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface Context {
  /** Slug of the brand at whose host the visitor asks. */
  readonly brand: string;
  readonly upstream: Upstream;
  readonly session: Session;
  readonly checkForm: FormCheck;
  /** The files of the request, in the order of its body; read once, while they arrive. */
  readonly uploads: AsyncIterable<Upload>;
  /** A name for the visitor's device, from its user agent: "Chrome on macOS". */
  readonly deviceName: string;
  /** What a web application firewall has given the page, if there is one (D34). */
  readonly firewallToken: string | null;
  /** Whether the institution's upstream has an extension. */
  readonly hasCapability: (name: string) => boolean;
  /** What the institution says of its transfers, where it does. */
  readonly transferTerms: TransferTerms | null;
  readonly now: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** For what goes wrong beside the answer; never with personal data. */
  readonly warn: (event: string, error: unknown) => void;
}

/** Arguments as GraphQL coerced them. */
export type Resolver<A = Record<string, never>> = (args: A, context: Context) => unknown;

/** Resolvers of one root type, by field. The schema says what the arguments of each are. */
// biome-ignore lint/suspicious/noExplicitAny: a map of resolvers of different arguments has no narrower common type; the schema coerces them
export type Resolvers = Readonly<Record<string, Resolver<any>>>;
