/** What a request asks for, kept until it is carried out: nothing moves before that. */
export const requestSchema: readonly string[] = [
  // Two may be of one instant: the order they came in is told by their position.
  `alter table requests add column position bigint generated always as identity`,
  `alter table requests add column linked_account_uuid uuid references linked_accounts, add column amount_cents bigint check (amount_cents > 0)`,
  `create index requests_by_depositor on requests (depositor_uuid, position)`,
];
