/**
 * Exports the SQL schema of returned transfers: return code and remaining retries of a linked account, and the hold on
 * an account under review.
 */
export const returnSchema: readonly string[] = [
  `alter table linked_accounts add column return_code text, add column retries_left int check (retries_left >= 0)`,
  `alter table accounts add column held_at timestamptz`,
];
