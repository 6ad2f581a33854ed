/**
 * Exports the SQL schema of a transfer request's source and amount, which the bank needs when it executes the request.
 */
export const requestSchema: readonly string[] = [
  // `position` orders requests of the same instant.
  `alter table requests add column position bigint generated always as identity`,
  `alter table requests add column linked_account_uuid uuid references linked_accounts, add column amount_cents bigint check (amount_cents > 0)`,
  `create index requests_by_depositor on requests (depositor_uuid, position)`,
];
