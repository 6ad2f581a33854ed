/** Exports the message center: threads of messages between depositor and bank, with their files. */

import { transactionsOf } from "./account-transactions.js";
import { accountOf } from "./accounts.js";
import { invalid, notFound } from "./api-error.js";
import { depositorOf } from "./depositors.js";
import type { UploadedFile } from "./http/route.js";
import { sendPreferredEmail } from "./preferences.js";
import { isUuid, newUuid, type UnitOfWork } from "./unit-of-work.js";

/** The text fields of a message that a depositor sends, without its files. */
export interface MessageRequest {
  readonly subject: string;
  readonly category: string;
  readonly body: string;
  /** A thread of the depositor, which the message continues. */
  readonly reply_to?: string;
  /** A transaction of the depositor's account, which the message is about. */
  readonly transaction_id?: string;
}

/** The most files of one message; more are an error at `attachments`. */
export const MAX_FILES = 5;
/** The most bytes of one file, which messages call 10 MB. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** File types by their leading bytes (magic numbers), since a file's name and declared type prove nothing. */
const SIGNATURES: Readonly<Record<string, readonly number[]>> = {
  "application/pdf": [0x25, 0x50, 0x44, 0x46, 0x2d],
  "image/jpeg": [0xff, 0xd8, 0xff],
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

function typeOf(bytes: Uint8Array): string | null {
  return Object.entries(SIGNATURES).find(([, signature]) => signature.every((byte, index) => bytes[index] === byte))?.[0] ?? null;
}

const invalidAttachments = (message: string) => invalid({ attachments: [message] });

/** The files with their actual types; throws for the whole message when one file is not allowed. */
function validateFiles(files: readonly UploadedFile[]): readonly (UploadedFile & { readonly type: string })[] {
  if (files.length > MAX_FILES) throw invalidAttachments(`Add up to ${MAX_FILES} files.`);
  return files.map((file) => {
    if (file.bytes.byteLength > MAX_FILE_BYTES) throw invalidAttachments("Each file must be 10 MB or smaller.");
    const type = typeOf(file.bytes);
    if (type === null) throw invalidAttachments("Add PDF, JPEG, or PNG files only.");
    return { ...file, type };
  });
}

/** The depositor's messages, newest first, each with the data of its thread. */
export async function messagesOf(work: UnitOfWork, depositorUuid: string) {
  const rows = await work.db
    .selectFrom("messages")
    .selectAll()
    .where("depositor_uuid", "=", depositorUuid)
    .orderBy("date_created", "desc")
    .orderBy("position", "desc")
    .execute();
  const files = await work.db
    .selectFrom("message_attachments")
    .innerJoin("messages", "messages.uuid", "message_attachments.message_uuid")
    .select(["message_attachments.uuid", "message_uuid", "name", "type"])
    .select((select) => select.fn<number>("octet_length", ["content"]).as("size"))
    .where("messages.depositor_uuid", "=", depositorUuid)
    .orderBy("message_attachments.position")
    .execute();
  const thread = (uuid: string) => rows.filter(({ thread_uuid }) => thread_uuid === uuid);
  return rows.map(({ uuid, subject, category, body, from_bank, thread_uuid, transaction_uuid, date_created, read_at }) => ({
    uuid,
    subject,
    category,
    body,
    from_bank,
    date_created: date_created.toISOString(),
    read_at: read_at?.toISOString() ?? null,
    transaction_id: transaction_uuid,
    thread: {
      uuid: thread_uuid,
      messages: thread(thread_uuid).length,
      unread: thread(thread_uuid).filter((row) => row.read_at === null).length,
      newest: thread(thread_uuid)[0]?.uuid === uuid,
    },
    attachments: files
      .filter((file) => file.message_uuid === uuid)
      .map((file) => ({ uuid: file.uuid, name: file.name, type: file.type, size: Number(file.size) })),
  }));
}

/** The thread, subject and category of a message that continues a thread of the depositor; 404 for another thread. */
async function threadOf(work: UnitOfWork, depositorUuid: string, uuid: string) {
  const first = isUuid(uuid)
    ? await work.db
        .selectFrom("messages")
        .select(["thread_uuid", "subject", "category"])
        .where("uuid", "=", uuid)
        .where("thread_uuid", "=", uuid)
        .where("depositor_uuid", "=", depositorUuid)
        .executeTakeFirst()
    : undefined;
  if (!first) throw notFound("This conversation");
  return first;
}

/** Throws 404 unless the transaction is one of the depositor's account. */
async function requireTransaction(work: UnitOfWork, entityUuid: string, uuid: string): Promise<void> {
  const account = await accountOf(work, entityUuid);
  const known = account !== undefined && (await transactionsOf(work, account)).some((row) => row.uuid === uuid);
  if (!known) throw notFound("This transaction");
}

/** Saves a message with its files, all or nothing. */
export async function writeMessage(work: UnitOfWork, userUuid: string, request: MessageRequest, files: readonly UploadedFile[]) {
  const depositor = await depositorOf(work, userUuid);
  const attached = validateFiles(files);
  const uuid = newUuid(work.bank);
  const { reply_to, transaction_id, ...written } = request;
  if (transaction_id !== undefined) await requireTransaction(work, depositor.entity_uuid, transaction_id);
  const thread = reply_to === undefined ? { thread_uuid: uuid } : await threadOf(work, depositor.uuid, reply_to);
  const message = { ...written, transaction_uuid: transaction_id ?? null, ...thread };
  // The depositor has read their own message.
  await work.db
    .insertInto("messages")
    .values({ uuid, depositor_uuid: depositor.uuid, ...message, from_bank: false, date_created: work.at, read_at: work.at })
    .execute();
  for (const [position, { name, type, bytes }] of attached.entries()) {
    await work.db
      .insertInto("message_attachments")
      .values({ uuid: newUuid(work.bank), message_uuid: uuid, position, name: name.slice(0, 200), type, content: Buffer.from(bytes) })
      .execute();
  }
  return messageOf(work, depositor.uuid, uuid);
}

async function messageOf(work: UnitOfWork, depositorUuid: string, uuid: string) {
  const written = (await messagesOf(work, depositorUuid)).find((each) => each.uuid === uuid);
  if (!written) throw new Error("A message that was written is not there.");
  return written;
}

interface BankMessage {
  readonly subject: string;
  readonly category: string | null;
  readonly body: string;
  /** Without it, the message begins a thread. */
  readonly thread_uuid?: string;
}

/** Saves a message from the bank to the depositor. */
export async function writeFromBank(work: UnitOfWork, depositorUuid: string, message: BankMessage): Promise<string> {
  const uuid = newUuid(work.bank);
  await work.db
    .insertInto("messages")
    .values({ uuid, depositor_uuid: depositorUuid, thread_uuid: uuid, ...message, from_bank: true, date_created: work.at })
    .execute();
  // The text itself stays in the message center.
  const text = `You have a new message: “${message.subject}.” To read it, log in and go to the message center.`;
  await sendPreferredEmail(work, depositorUuid, "messages", "You have a new message", text);
  return uuid;
}

/** Sends the depositor the reason for the hold and the next step. */
export async function sendHoldNotice(work: UnitOfWork, depositorUuid: string): Promise<void> {
  await writeFromBank(work, depositorUuid, {
    subject: "Your account is on hold",
    category: "account",
    body: "We need to see your photo ID, so we've put your account on hold. Reply here with a copy of your driver's license or passport. Most holds are lifted within 3 business days after you reply.",
  });
}

/** Marks the messages of a message's thread as read; the first time counts. Throws 404 for a message of another depositor. */
export async function markThreadRead(work: UnitOfWork, depositorUuid: string, uuid: string): Promise<void> {
  const message = isUuid(uuid)
    ? await work.db
        .selectFrom("messages")
        .select("thread_uuid")
        .where("uuid", "=", uuid)
        .where("depositor_uuid", "=", depositorUuid)
        .executeTakeFirst()
    : undefined;
  if (!message) throw notFound("This message");
  await work.db
    .updateTable("messages")
    .set({ read_at: work.at })
    .where("thread_uuid", "=", message.thread_uuid)
    .where("depositor_uuid", "=", depositorUuid)
    .where("read_at", "is", null)
    .execute();
}

/** The id of an attachment; throws unless it and its message belong to the depositor. */
export async function attachmentOf(work: UnitOfWork, depositorUuid: string, messageUuid: string, attachmentUuid: string): Promise<string> {
  const row = await work.db
    .selectFrom("message_attachments")
    .innerJoin("messages", "messages.uuid", "message_attachments.message_uuid")
    .select("message_attachments.uuid")
    .where("message_attachments.uuid", "=", attachmentUuid)
    .where("messages.uuid", "=", messageUuid)
    .where("messages.depositor_uuid", "=", depositorUuid)
    .executeTakeFirst();
  if (!row) throw notFound("This file");
  return row.uuid;
}
