/** Exports the SQL schema of the attempts to prove an invited holder's identity. */
export const invitationSchema: readonly string[] = [`alter table invitations add column failures int not null default 0`];
