/** Exports the SQL schema of the time of a session's last authentication; a session from before has none. */
export const authenticationSchema: readonly string[] = [`alter table sessions add column authenticated_at timestamptz`];
