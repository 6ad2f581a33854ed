/** Exports the SQL schema of jobs that failed, and of the rule that an account has one first deposit. */
export const jobSchema: readonly string[] = [
  // A job that failed keeps its error and runs again only when the page puts it back.
  `alter table jobs add column failed_at timestamptz, add column error text`,
  `drop index jobs_by_due`,
  `create index jobs_by_due on jobs (due_at, id) where failed_at is null`,
  // The last guard, should a lock ever be missing.
  `create unique index transfers_one_first_deposit on transfers (account_uuid) where kind = 'initial' and status not in ('Returned', 'Cancelled', 'Voided')`,
];
