/** Exports the message center: messages between depositor and bank, with their files. */

import { invalid, notFound } from "./api-error.js";
import { depositorOf } from "./depositors.js";
import type { UploadedFile } from "./http/route.js";
import { newUuid, type UnitOfWork } from "./unit-of-work.js";

export interface MessageRequest {
  readonly subject: string;
  readonly category: string;
  readonly body: string;
}

export const MAX_FILES = 5;
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

/** The depositor's messages, newest first. */
export async function messagesOf(work: UnitOfWork, depositorUuid: string) {
  const rows = await work.db
    .selectFrom("messages")
    .selectAll()
    .where("depositor_uuid", "=", depositorUuid)
    .orderBy("date_created", "desc")
    .orderBy("uuid")
    .execute();
  const files = await work.db
    .selectFrom("message_attachments")
    .innerJoin("messages", "messages.uuid", "message_attachments.message_uuid")
    .select(["message_attachments.uuid", "message_uuid", "name", "type"])
    .select((select) => select.fn<number>("octet_length", ["content"]).as("size"))
    .where("messages.depositor_uuid", "=", depositorUuid)
    .orderBy("position")
    .execute();
  return rows.map(({ uuid, subject, category, body, from_bank, date_created, read_at }) => ({
    uuid,
    subject,
    category,
    body,
    from_bank,
    date_created: date_created.toISOString(),
    read_at: read_at?.toISOString() ?? null,
    attachments: files
      .filter((file) => file.message_uuid === uuid)
      .map((file) => ({ uuid: file.uuid, name: file.name, type: file.type, size: Number(file.size) })),
  }));
}

/** Saves a message with its files, all or nothing. */
export async function writeMessage(work: UnitOfWork, userUuid: string, message: MessageRequest, files: readonly UploadedFile[]) {
  const depositor = await depositorOf(work, userUuid);
  const attached = validateFiles(files);
  const uuid = newUuid(work.bank);
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

/** Saves a message from the bank to the depositor. */
export async function writeFromBank(
  work: UnitOfWork,
  depositorUuid: string,
  message: { readonly subject: string; readonly category: string | null; readonly body: string },
): Promise<string> {
  const uuid = newUuid(work.bank);
  await work.db
    .insertInto("messages")
    .values({ uuid, depositor_uuid: depositorUuid, ...message, from_bank: true, date_created: work.at })
    .execute();
  return uuid;
}

/** Tells the depositor why the account is on hold and what to do. */
export async function sendHoldNotice(work: UnitOfWork, depositorUuid: string): Promise<void> {
  await writeFromBank(work, depositorUuid, {
    subject: "Your account is on hold",
    category: "account",
    body: "We need to confirm your identity, so we've put your account on hold. Reply here with a copy of your driver's license or passport. Most holds are lifted within 3 business days after you reply.",
  });
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
