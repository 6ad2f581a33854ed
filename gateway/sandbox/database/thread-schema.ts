/** Exports the SQL schema of the threads of messages, and of the transaction that a message is about. */
export const threadSchema: readonly string[] = [
  // A thread has the id of its first message. `position`: the order of messages of the same instant.
  `alter table messages add column thread_uuid uuid, add column transaction_uuid uuid, add column position bigint generated always as identity`,
  `update messages set thread_uuid = uuid`,
  `alter table messages alter column thread_uuid set not null`,
  `create index messages_by_thread on messages (thread_uuid)`,
];
