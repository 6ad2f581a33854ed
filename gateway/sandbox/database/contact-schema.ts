/** Exports the SQL schema of codes for purposes other than a sign-in, and of changes of the email or phone. */
export const contactSchema: readonly string[] = [
  `alter table challenges add column purpose text not null default 'sign-in', add column target text`,
  // A challenge stores the number that its code verifies.
  `alter table users drop column pending_phone, add column contact_changed_at timestamptz`,
];
