/** Exports the SQL schema of accounts, links, transfers and documents. */
export const accountSchema: readonly string[] = [
  `create table accounts (
    uuid uuid primary key, entity_uuid uuid not null unique references entities, brand text not null, number text not null unique, name text not null,
    ledger_account_id bigint not null unique references ledger_accounts, opened_on date not null, created_at timestamptz not null)`,
  `create table linked_accounts (
    uuid uuid primary key, entity_uuid uuid not null references entities, position bigint generated always as identity, status text not null, link_type text not null,
    nickname text, holder_name text, institution text, account_type text not null, routing_number text not null, number_last4 text not null, number_hmac text not null,
    provider_account_id text, relink_required boolean not null default false, attempts_left int, reissues_left int, arrived_at timestamptz, expires_at timestamptz,
    verified_at timestamptz, created_at timestamptz not null)`,
  `create index linked_accounts_by_entity on linked_accounts (entity_uuid, position)`,
  `create table provider_tokens (token_hash text primary key, depositor_uuid uuid not null references depositors, flow text not null, provider_account_id text, expires_at timestamptz not null)`,
  `create table provider_sites (
    request_id text primary key, provider_account_id text not null, depositor_uuid uuid not null references depositors, provider_id text not null, provider_name text not null,
    status text not null, additional_status text not null, account_type text not null, routing_number text not null, account_number_last4 text not null, created_at timestamptz not null)`,
  `create table documents (
    uuid uuid primary key, brand text not null, kind text not null, title text not null, version text not null, hash text not null, pdf bytea not null, active boolean not null,
    position int not null, created_at timestamptz not null)`,
  `create table attestations (
    depositor_uuid uuid not null references depositors, document_uuid uuid not null references documents, hash text not null, attested_at timestamptz not null,
    primary key (depositor_uuid, document_uuid))`,
  `create table transfers (
    uuid uuid primary key, account_uuid uuid not null references accounts, linked_account_uuid uuid not null references linked_accounts, kind text not null,
    direction text not null check (direction in ('in', 'out')), description text not null, amount_cents bigint not null check (amount_cents > 0), status text not null,
    return_code text, date_created timestamptz not null, date_submitted timestamptz, date_processed timestamptz, submits_on date not null, settles_on date not null,
    return_due_on date not null, available_on date not null, request_id uuid not null unique, posting_id bigint references postings, reversal_id bigint references postings)`,
  `create index transfers_by_account on transfers (account_uuid, date_created)`,
  `create table requests (
    id uuid primary key, depositor_uuid uuid not null references depositors, kind text not null, status text not null, message text, transfer_uuid uuid references transfers,
    created_at timestamptz not null)`,
  `create table idempotency_keys (
    user_uuid uuid not null references users, call text not null, key text not null, body_hash text not null, request_id uuid not null, created_at timestamptz not null,
    primary key (user_uuid, call, key))`,
  `create table alerts (uuid uuid primary key, depositor_uuid uuid not null references depositors, title text not null, body text not null, date_created timestamptz not null, read_at timestamptz)`,
  `create index alerts_by_depositor on alerts (depositor_uuid, date_created)`,
  `create table banners (uuid uuid primary key, brand text not null, type int not null check (type between 0 and 3), message text not null, active boolean not null, created_at timestamptz not null)`,
  `create table messages (
    uuid uuid primary key, depositor_uuid uuid not null references depositors, subject text not null, category text, body text not null, from_bank boolean not null,
    date_created timestamptz not null, read_at timestamptz)`,
  `create table statements (
    uuid uuid primary key, account_uuid uuid not null references accounts, year int not null, month int not null, opening_cents bigint not null, closing_cents bigint not null,
    interest_cents bigint not null, earned text not null, created_at timestamptz not null, unique (account_uuid, year, month))`,
  `create table tax_documents (
    uuid uuid primary key, depositor_uuid uuid not null references depositors, year int not null, title text not null, interest_cents bigint not null, created_at timestamptz not null,
    unique (depositor_uuid, year))`,
  `create table beneficiaries (
    uuid uuid primary key, entity_uuid uuid not null references entities, position bigint generated always as identity, first_name text not null, last_name text not null,
    relationship text, date_of_birth date, allocation text not null, created_at timestamptz not null)`,
  `create table nonprofits (
    entity_uuid uuid primary key references entities, ein text not null, name text not null, location text, address text, status text not null, created_at timestamptz not null)`,
  `create table invitations (
    uuid uuid primary key, entity_uuid uuid not null references entities, depositor_uuid uuid not null references depositors, token_hash text not null unique, email text not null,
    status text not null, expires_at timestamptz not null, created_at timestamptz not null)`,
];
