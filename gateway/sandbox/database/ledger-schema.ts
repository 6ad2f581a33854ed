/**
 * Exports the SQL schema of the ledger, whose triggers enforce double-entry bookkeeping: entries are only inserted, in
 * the transaction of their posting, and a posting whose entries do not sum to zero cannot commit. Only the sandbox's
 * reset deletes rows (`empty-tables.ts`), with the trigger against it disabled in its transaction.
 */
export const ledgerSchema: readonly string[] = [
  `create table ledger_accounts (id bigint generated always as identity primary key, code text not null unique)`,
  `create table postings (
    id bigint generated always as identity primary key, kind text not null, posted_at timestamptz not null, effective_on date not null,
    reverses bigint unique references postings, transfer_uuid uuid, written_by bigint not null default txid_current())`,
  `create table entries (
    posting_id bigint not null references postings, ledger_account_id bigint not null references ledger_accounts,
    cents bigint not null check (cents <> 0), primary key (posting_id, ledger_account_id))`,
  `create index entries_by_account on entries (ledger_account_id)`,
  `create function refuse_change() returns trigger language plpgsql as $$ begin
    raise exception 'the ledger is append-only' using errcode = 'integrity_constraint_violation'; end $$`,
  `create trigger postings_append_only before update or delete on postings for each row execute function refuse_change()`,
  `create trigger entries_append_only before update or delete on entries for each row execute function refuse_change()`,
  `create function refuse_late_entry() returns trigger language plpgsql as $$ begin
    if (select written_by from postings where id = new.posting_id) <> txid_current() then
      raise exception 'posting % is closed', new.posting_id using errcode = 'integrity_constraint_violation'; end if;
    return new; end $$`,
  `create trigger entries_with_their_posting before insert on entries for each row execute function refuse_late_entry()`,
  `create function refuse_unbalanced() returns trigger language plpgsql as $$ begin
    if (select count(*) < 2 or sum(cents) <> 0 from entries where posting_id = new.id) then
      raise exception 'posting % is not balanced', new.id using errcode = 'integrity_constraint_violation'; end if;
    return null; end $$`,
  `create constraint trigger postings_balanced after insert on postings deferrable initially deferred for each row execute function refuse_unbalanced()`,
  `create table rates (brand text not null, effective_on date not null, rate text not null, primary key (brand, effective_on))`,
];
