/** Exports the row types of users, depositors, their sessions and the outbox, for Kysely. */
import type { Generated } from "kysely";
import type { Defaulted, Json, Optional } from "./columns.js";

/** A sign-in at one institution. `email_key` is the address in lower case, which is unique within the institution. */
export interface UserRow {
  uuid: string;
  brand: string;
  email: string;
  email_key: string;
  password_hash: string;
  phone: Optional<string>;
  email_verified_at: Optional<Date>;
  codes_locked_until: Optional<Date>;
  /** Wrong codes since the last right one or the last lock. */
  code_failures: Defaulted<number>;
  /** Codes that were sent from `code_sends_since` on, within an hour and since the last right one. */
  code_sends: Defaulted<number>;
  code_sends_since: Optional<Date>;
  /** The first code that the user has verified. */
  second_factor_at: Optional<Date>;
  contact_changed_at: Optional<Date>;
  email_transfers: Defaulted<boolean>;
  email_statements: Defaulted<boolean>;
  email_messages: Defaulted<boolean>;
  paperless: Defaulted<boolean>;
  created_at: Date;
}
export interface EntityRow {
  uuid: string;
  brand: string;
  initial_amount_cents: Optional<number>;
  created_at: Date;
}

/** The answers of one page of registration, without the SSN. */
export type PageAnswers = Record<string, unknown>;

/** A person and their registration. The holders of a joint account are depositors of one entity. */
export interface DepositorRow {
  uuid: string;
  user_uuid: string;
  entity_uuid: string;
  is_primary: boolean;
  registration_status: Optional<string>;
  registration_last_step: Optional<string>;
  extended_status: Optional<string>;
  basic: Json<PageAnswers>;
  address: Json<PageAnswers>;
  employer: Json<PageAnswers>;
  confirmation: Json<PageAnswers>;
  ssn_hmac: Optional<string>;
  ssn_last4: Optional<string>;
  identified_at: Optional<Date>;
  created_at: Date;
}
export interface ConsentRow {
  user_uuid: string;
  kind: string;
  version: string;
  hash: string;
  ip: Optional<string>;
  at: Date;
}
export interface SessionRow {
  uuid: string;
  token_hash: string;
  user_uuid: string;
  full: boolean;
  created_at: Date;
  expires_at: Date;
  last_seen_at: Date;
  stepped_up_at: Optional<Date>;
  /** The last sign-in or step-up code. */
  authenticated_at: Optional<Date>;
  device_name: Optional<string>;
}
/**
 * The actions that a code permits: a sign-in, a withdrawal or another protected call (`step-up`), or a new email or
 * phone (`contact`).
 */
export type CodePurpose = "sign-in" | "step-up" | "contact";
export interface ChallengeRow {
  nonce_hash: string;
  session_uuid: string;
  user_uuid: string;
  purpose: Defaulted<CodePurpose>;
  target: Optional<string>;
  channel: Optional<string>;
  code_hash: Optional<string>;
  code_expires_at: Optional<Date>;
  sent_at: Optional<Date>;
  created_at: Date;
  used_at: Optional<Date>;
}
/** Wrong passwords from one source in a row. */
export interface PasswordFailuresRow {
  brand: string;
  /** `email A`, `device UUID` or `session UUID`. */
  source: string;
  failures: Defaulted<number>;
  locked_until: Optional<Date>;
}
export interface DeviceRow {
  uuid: string;
  token_hash: string;
  user_uuid: string;
  name: string;
  created_at: Date;
  expires_at: Date;
}
export interface LinkTokenRow {
  token_hash: string;
  purpose: string;
  user_uuid: string;
  created_at: Date;
  expires_at: Date;
  used_at: Optional<Date>;
}
export interface PageViewRow {
  session_uuid: string;
  location: string;
  description: string;
  at: Date;
}
export interface OutboxRow {
  id: Generated<number>;
  recipient: string;
  channel: string;
  subject: string;
  body: string;
  code: Optional<string>;
  link: Optional<string>;
  sent_at: Date;
}
