/** Exports the SQL schema of message attachments. */
export const messageSchema: readonly string[] = [
  `create table message_attachments (
    uuid uuid primary key, message_uuid uuid not null references messages on delete cascade, position int not null, name text not null, type text not null,
    content bytea not null, unique (message_uuid, position))`,
];
