/**
 * Exports the SQL schema of deposits and withdrawals after the first deposit: series of recurring deposits, the content
 * of requests, step-up codes, and accounts that close.
 */
export const transferSchema: readonly string[] = [
  `create table schedules (
    uuid uuid primary key, account_uuid uuid not null references accounts, linked_account_uuid uuid not null references linked_accounts,
    amount_cents bigint not null check (amount_cents > 0), frequency text not null check (frequency in ('weekly', 'biweekly', 'monthly')),
    starts_on date not null, ends_on date, stopped_at timestamptz, created_at timestamptz not null)`,
  // `scheduled`: the depositor chose a later day. `run`: the place in the series, from 0.
  `alter table transfers add column scheduled boolean not null default false, add column schedule_uuid uuid references schedules,
    add column run int, add constraint one_transfer_of_each_run unique (schedule_uuid, run)`,
  `alter table transfers alter column request_id drop not null`,
  `alter table requests add column starts_on date, add column frequency text, add column ends_on date, add column reason text`,
  `alter table sessions add column stepped_up_at timestamptz`,
  // `closing_at`: the account has been emptied and takes no transfers. `closed_on`: its last transfer has settled.
  `alter table accounts add column closing_at timestamptz, add column closed_on date`,
];
