/** Exports the SQL schema that stores the whole answer of a request under its idempotency key. */
export const idempotencySchema: readonly string[] = [
  // Keys are valid for one day; the former rows cannot be converted.
  `delete from idempotency_keys`,
  `alter table idempotency_keys drop column request_id, add column answer text not null`,
];
