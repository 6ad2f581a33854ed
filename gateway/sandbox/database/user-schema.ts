/** Exports the SQL schema of users, their sign-in, and the job queue. */
export const userSchema: readonly string[] = [
  `create table settings (key text primary key, value text not null)`,
  `create table users (
    uuid uuid primary key, brand text not null, email text not null, email_key text not null, password_hash text not null, phone text, pending_phone text,
    email_verified_at timestamptz, failed_logins int not null default 0, locked_until timestamptz, codes_locked_until timestamptz, created_at timestamptz not null,
    unique (brand, email_key))`,
  `create table entities (uuid uuid primary key, brand text not null, initial_amount_cents bigint check (initial_amount_cents > 0), created_at timestamptz not null)`,
  `create table depositors (
    uuid uuid primary key, user_uuid uuid not null unique references users, entity_uuid uuid not null references entities, is_primary boolean not null,
    registration_status text, registration_last_step text, extended_status text, basic jsonb, address jsonb, employer jsonb, confirmation jsonb,
    ssn_hmac text, ssn_last4 text, identified_at timestamptz, created_at timestamptz not null)`,
  `create index depositors_by_entity on depositors (entity_uuid)`,
  // The HMAC's input contains the brand, so that one person can be a customer of two institutions.
  `create unique index depositors_identified_once on depositors (ssn_hmac) where identified_at is not null`,
  `create table consents (user_uuid uuid not null references users, kind text not null, version text not null, hash text not null, ip text, at timestamptz not null)`,
  `create table sessions (
    uuid uuid primary key, token_hash text not null unique, user_uuid uuid not null references users, "full" boolean not null, created_at timestamptz not null,
    expires_at timestamptz not null, last_seen_at timestamptz not null)`,
  `create table challenges (
    nonce_hash text primary key, session_uuid uuid not null references sessions on delete cascade, user_uuid uuid not null references users, channel text, code_hash text,
    code_expires_at timestamptz, sent_at timestamptz, sends int not null default 0, failures int not null default 0, created_at timestamptz not null, used_at timestamptz)`,
  `create index challenges_by_session on challenges (session_uuid)`,
  `create table devices (uuid uuid primary key, token_hash text not null unique, user_uuid uuid not null references users, name text not null, created_at timestamptz not null, expires_at timestamptz not null)`,
  `create table link_tokens (token_hash text primary key, purpose text not null, user_uuid uuid not null references users, created_at timestamptz not null, expires_at timestamptz not null, used_at timestamptz)`,
  `create table page_views (session_uuid uuid not null, location text not null, description text not null, at timestamptz not null)`,
  `create table outbox (
    id bigint generated always as identity primary key, recipient text not null, channel text not null, subject text not null, body text not null, code text, link text, sent_at timestamptz not null)`,
  `create index outbox_by_recipient on outbox (recipient)`,
  `create table jobs (id bigint generated always as identity primary key, due_at timestamptz not null, kind text not null, subject text not null)`,
  `create index jobs_by_due on jobs (due_at, id)`,
];
