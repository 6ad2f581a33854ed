/** Exports the SQL schema of beneficiaries that are trusts or organizations, and of the data that the bank has of each. */
export const beneficiarySchema: readonly string[] = [
  `alter table beneficiaries alter column first_name drop not null, alter column last_name drop not null,
    add column kind text not null default 'person' check (kind in ('person', 'trust', 'organization')), add column name text,
    add column tax_id_hmac text, add column tax_id_last4 text, add column address jsonb`,
];
