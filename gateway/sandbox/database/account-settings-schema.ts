/** Exports the SQL schema of a user's settings, and of the device of a session. */
export const accountSettingsSchema: readonly string[] = [
  `alter table users add column email_transfers boolean not null default true, add column email_statements boolean not null default true,
    add column email_messages boolean not null default true, add column paperless boolean not null default true`,
  `alter table sessions add column device_name text`,
];
