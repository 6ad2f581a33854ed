/** Exports the routes of the message center. */
import { notFound } from "../api-error.js";
import { depositorOf } from "../depositors.js";
import { type Route, type RouteRequest, route, sessionOf } from "../http/route.js";
import { attachmentOf, MAX_FILE_BYTES, MAX_FILES, type MessageRequest, markThreadRead, messagesOf, writeMessage } from "../messages.js";
import { downloadUrl } from "../signed-downloads.js";
import { isUuid } from "../unit-of-work.js";

const caller = (call: RouteRequest<unknown>) => depositorOf(call.work, sessionOf(call).userUuid);

export const messageRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/messages",
    auth: "full",
    summary: "Returns the message center, newest first.",
    response: "Message[]",
    errors: [[403, "forbidden"]],
    async handler(call) {
      return { data: await messagesOf(call.work, (await caller(call)).uuid) };
    },
  }),
  route<MessageRequest>({
    method: "POST",
    path: "/messages",
    auth: "full",
    summary: "Sends a message with files to the bank: a new one, a reply to a thread, or one about a transaction.",
    body: "MessageRequest",
    idempotency: { required: false },
    errors: [
      [403, "forbidden"],
      [404, "not_found"],
      [409, "conflict"],
    ],
    files: { field: "attachments[]", maxFiles: MAX_FILES, maxBytes: MAX_FILE_BYTES },
    response: "Message",
    status: 201,
    async handler(call) {
      return { data: await writeMessage(call.work, sessionOf(call).userUuid, call.body, call.files), message: "Message sent" };
    },
  }),
  route({
    method: "GET",
    path: "/x/messages/{uuid}/attachments/{attachment}",
    auth: "full",
    summary: "Returns a link to a file that came with a message.",
    response: "Download",
    errors: [[404, "not_found"]],
    extension: "message_files",
    async handler(call) {
      const { uuid = "", attachment = "" } = call.params;
      if (!isUuid(uuid) || !isUuid(attachment)) throw notFound("This file");
      const found = await attachmentOf(call.work, (await caller(call)).uuid, uuid, attachment);
      return { data: { download_url: downloadUrl(call.bank, "attachments", found) } };
    },
  }),
  route({
    method: "POST",
    path: "/messages/{uuid}/view",
    auth: "full",
    summary: "Marks a message and the others of its thread as read.",
    response: "Message[]",
    status: 202,
    errors: [
      [403, "forbidden"],
      [404, "not_found"],
    ],
    async handler(call) {
      const { uuid } = await caller(call);
      await markThreadRead(call.work, uuid, call.params.uuid ?? "");
      return { data: await messagesOf(call.work, uuid), message: "Message marked as read" };
    },
  }),
];
