/**
 * Exports the SQL schema of the limits on wrong passwords and on codes: they count for a source or a user, since a new session
 * or a new code must not start them again.
 */
export const attemptSchema: readonly string[] = [
  `create table password_failures (
    brand text not null, source text not null, failures int not null default 0, locked_until timestamptz, primary key (brand, source))`,
  `alter table users drop column failed_logins, drop column locked_until, add column code_failures int not null default 0,
    add column code_sends int not null default 0, add column code_sends_since timestamptz, add column second_factor_at timestamptz`,
  `alter table challenges drop column failures, drop column sends`,
];
