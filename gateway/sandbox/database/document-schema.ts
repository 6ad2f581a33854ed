/** Exports the SQL schema of the content of statements and tax forms, and of their files. */
export const documentSchema: readonly string[] = [
  // `mailing`: the names and the address when the month was closed. `pdf`: the file, from its first reading on.
  "alter table statements add column mailing jsonb, add column pdf bytea",
  "alter table tax_documents add column mailing jsonb, add column pdf bytea",
];
