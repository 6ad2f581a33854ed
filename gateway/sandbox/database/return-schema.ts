/** What a linked account's last transfer came back for, how often it may be asked for again, and funds held for a review. */
export const returnSchema: readonly string[] = [
  `alter table linked_accounts add column return_code text, add column retries_left int check (retries_left >= 0)`,
  `alter table accounts add column held_at timestamptz`,
];
