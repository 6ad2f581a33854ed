/** Exports the row types of the bank's tables, for Kysely. */
import type { Generated } from "kysely";
import type { Defaulted, Json, Optional } from "./columns.js";
import type {
  ChallengeRow,
  ConsentRow,
  DepositorRow,
  DeviceRow,
  EntityRow,
  LinkTokenRow,
  OutboxRow,
  PageViewRow,
  PasswordFailuresRow,
  SessionRow,
  UserRow,
} from "./user-tables.js";

export interface SettingRow {
  key: string;
  value: string;
}

/** `due_at` is of the bank's clock. `subject`: the id of the record; `failed_at`, `error`: set where the job failed and was set aside. */
export interface JobRow {
  id: Generated<number>;
  due_at: Date;
  kind: string;
  subject: string;
  failed_at: Optional<Date>;
  error: Optional<string>;
}

export interface LedgerAccountRow {
  id: Generated<number>;
  code: string;
}
export interface PostingRow {
  id: Generated<number>;
  kind: string;
  posted_at: Date;
  effective_on: string;
  reverses: Optional<number>;
  transfer_uuid: Optional<string>;
}
export interface EntryRow {
  posting_id: number;
  ledger_account_id: number;
  cents: number;
}
export interface RateRow {
  brand: string;
  effective_on: string;
  rate: string;
}

/** Days are `YYYY-MM-DD` in Eastern Time. `closing_at`: emptied, takes no transfers; `closed_on`: its last transfer has settled. */
export interface AccountRow {
  uuid: string;
  entity_uuid: string;
  brand: string;
  number: string;
  name: string;
  ledger_account_id: number;
  opened_on: string;
  created_at: Date;
  held_at: Optional<Date>;
  closing_at: Optional<Date>;
  closed_on: Optional<string>;
}

/** An external account of an entity. Of its number, only the last four digits and an HMAC are stored. */
export interface LinkedAccountRow {
  uuid: string;
  entity_uuid: string;
  position: Generated<number>;
  status: string;
  link_type: string;
  nickname: Optional<string>;
  holder_name: Optional<string>;
  institution: Optional<string>;
  account_type: string;
  routing_number: string;
  number_last4: string;
  number_hmac: string;
  provider_account_id: Optional<string>;
  relink_required: Defaulted<boolean>;
  attempts_left: Optional<number>;
  reissues_left: Optional<number>;
  arrived_at: Optional<Date>;
  expires_at: Optional<Date>;
  verified_at: Optional<Date>;
  created_at: Date;
  return_code: Optional<string>;
  retries_left: Optional<number>;
}
export interface ProviderTokenRow {
  token_hash: string;
  depositor_uuid: string;
  flow: string;
  provider_account_id: Optional<string>;
  expires_at: Date;
}
export interface ProviderSiteRow {
  request_id: string;
  provider_account_id: string;
  depositor_uuid: string;
  provider_id: string;
  provider_name: string;
  status: string;
  additional_status: string;
  account_type: string;
  routing_number: string;
  account_number_last4: string;
  created_at: Date;
}
export interface DocumentRow {
  uuid: string;
  brand: string;
  kind: string;
  title: string;
  version: string;
  hash: string;
  pdf: Uint8Array;
  active: boolean;
  position: number;
  created_at: Date;
}
export interface AttestationRow {
  depositor_uuid: string;
  document_uuid: string;
  hash: string;
  attested_at: Date;
}

/** Cents are positive; `direction` is `in` or `out` of the account. Days (`_on`) are `YYYY-MM-DD` in Eastern Time. */
export interface TransferRow {
  uuid: string;
  account_uuid: string;
  linked_account_uuid: string;
  kind: string;
  direction: string;
  description: string;
  amount_cents: number;
  status: string;
  return_code: Optional<string>;
  date_created: Date;
  date_submitted: Optional<Date>;
  date_processed: Optional<Date>;
  submits_on: string;
  settles_on: string;
  return_due_on: string;
  available_on: string;
  request_id: Optional<string>;
  posting_id: Optional<number>;
  reversal_id: Optional<number>;
  scheduled: Defaulted<boolean>;
  schedule_uuid: Optional<string>;
  run: Optional<number>;
}
export interface ScheduleRow {
  uuid: string;
  account_uuid: string;
  linked_account_uuid: string;
  amount_cents: number;
  frequency: string;
  starts_on: string;
  ends_on: Optional<string>;
  day_of_month: Optional<number>;
  stopped_at: Optional<Date>;
  created_at: Date;
}

/** A depositor's request about money, until the bank executes or rejects it; `message` is the reason of a rejection. */
export interface RequestRow {
  id: string;
  depositor_uuid: string;
  kind: string;
  status: string;
  message: Optional<string>;
  transfer_uuid: Optional<string>;
  position: Generated<number>;
  linked_account_uuid: Optional<string>;
  amount_cents: Optional<number>;
  starts_on: Optional<string>;
  frequency: Optional<string>;
  ends_on: Optional<string>;
  day_of_month: Optional<number>;
  reason: Optional<string>;
  created_at: Date;
}
export interface IdempotencyRow {
  user_uuid: string;
  call: string;
  key: string;
  body_hash: string;
  /** JSON text. */
  answer: string;
  created_at: Date;
}
export interface AlertRow {
  uuid: string;
  depositor_uuid: string;
  title: string;
  body: string;
  date_created: Date;
  read_at: Optional<Date>;
}
export interface BannerRow {
  uuid: string;
  brand: string;
  type: number;
  message: string;
  active: boolean;
  created_at: Date;
}
export interface MessageRow {
  uuid: string;
  depositor_uuid: string;
  subject: string;
  category: Optional<string>;
  body: string;
  from_bank: boolean;
  position: Generated<number>;
  thread_uuid: string;
  transaction_uuid: Optional<string>;
  date_created: Date;
  read_at: Optional<Date>;
}
export interface MessageAttachmentRow {
  uuid: string;
  message_uuid: string;
  position: number;
  name: string;
  type: string;
  content: Uint8Array;
}
/** To whom a document is addressed. */
export interface Mailing extends Record<string, unknown> {
  readonly names: readonly string[];
  /** Street, apartment, then city, state and ZIP code. */
  readonly address: readonly string[];
}

/** A closed month. `earned`: the annual percentage yield earned, in percent; `pdf`: null until the file is first read. */
export interface StatementRow {
  uuid: string;
  account_uuid: string;
  year: number;
  month: number;
  opening_cents: number;
  closing_cents: number;
  interest_cents: number;
  earned: string;
  mailing: Json<Mailing>;
  pdf: Optional<Uint8Array>;
  created_at: Date;
}
export interface TaxDocumentRow {
  uuid: string;
  depositor_uuid: string;
  year: number;
  title: string;
  interest_cents: number;
  mailing: Json<Mailing>;
  pdf: Optional<Uint8Array>;
  created_at: Date;
}

/** `name` of a trust or organization, first and last name of a person. `allocation`: percent with two decimals. */
export interface BeneficiaryRow {
  uuid: string;
  entity_uuid: string;
  position: Generated<number>;
  kind: Defaulted<"person" | "trust" | "organization">;
  first_name: Optional<string>;
  last_name: Optional<string>;
  name: Optional<string>;
  relationship: Optional<string>;
  date_of_birth: Optional<string>;
  tax_id_hmac: Optional<string>;
  tax_id_last4: Optional<string>;
  address: Json<Record<string, string | null>>;
  allocation: string;
  created_at: Date;
}
export interface NonprofitRow {
  entity_uuid: string;
  ein: string;
  name: string;
  location: Optional<string>;
  address: Optional<string>;
  status: string;
  created_at: Date;
}

/** `status`: see `invitations.ts`. `failures`: wrong answers so far; only the hash of the emailed token is stored. */
export interface InvitationRow {
  uuid: string;
  entity_uuid: string;
  depositor_uuid: string;
  token_hash: string;
  email: string;
  status: string;
  failures: Defaulted<number>;
  expires_at: Date;
  created_at: Date;
}

export interface Tables {
  settings: SettingRow;
  users: UserRow;
  entities: EntityRow;
  depositors: DepositorRow;
  consents: ConsentRow;
  sessions: SessionRow;
  challenges: ChallengeRow;
  password_failures: PasswordFailuresRow;
  devices: DeviceRow;
  link_tokens: LinkTokenRow;
  page_views: PageViewRow;
  outbox: OutboxRow;
  jobs: JobRow;
  ledger_accounts: LedgerAccountRow;
  postings: PostingRow;
  entries: EntryRow;
  rates: RateRow;
  accounts: AccountRow;
  linked_accounts: LinkedAccountRow;
  provider_tokens: ProviderTokenRow;
  provider_sites: ProviderSiteRow;
  documents: DocumentRow;
  attestations: AttestationRow;
  transfers: TransferRow;
  schedules: ScheduleRow;
  requests: RequestRow;
  idempotency_keys: IdempotencyRow;
  alerts: AlertRow;
  banners: BannerRow;
  messages: MessageRow;
  message_attachments: MessageAttachmentRow;
  statements: StatementRow;
  tax_documents: TaxDocumentRow;
  beneficiaries: BeneficiaryRow;
  nonprofits: NonprofitRow;
  invitations: InvitationRow;
}

/** Every table, dependents before the tables that they reference: a reset empties them in this order. */
export const TABLES = [
  "invitations",
  "nonprofits",
  "beneficiaries",
  "tax_documents",
  "statements",
  "message_attachments",
  "messages",
  "banners",
  "alerts",
  "idempotency_keys",
  "requests",
  "transfers",
  "entries",
  "postings",
  "schedules",
  "attestations",
  "documents",
  "provider_sites",
  "provider_tokens",
  "linked_accounts",
  "accounts",
  "rates",
  "ledger_accounts",
  "jobs",
  "outbox",
  "page_views",
  "link_tokens",
  "devices",
  "challenges",
  "password_failures",
  "sessions",
  "consents",
  "depositors",
  "entities",
  "users",
  "settings",
] as const satisfies readonly (keyof Tables)[];
