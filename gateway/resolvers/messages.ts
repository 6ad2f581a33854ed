/** Exports the queries and mutations of the message center. */
import type { JsonObject } from "../upstream/json-object.js";
import { type DeclaredFile, verifyUploads } from "./attachments.js";
import type { Context, Resolver, Resolvers } from "./context.js";

interface MessageInput {
  readonly subject: string;
  readonly category: string;
  readonly body: string;
  readonly attachments?: readonly DeclaredFile[] | null;
}

/** The messages, with the gateway's own URL for each file where the upstream can return files. */
async function messagesOf({ upstream, hasCapability }: Context): Promise<readonly JsonObject[]> {
  const hasFiles = hasCapability("message_files");
  return (await upstream.message.messages()).map((message) => {
    const files = hasFiles && Array.isArray(message.attachments) ? (message.attachments as readonly JsonObject[]) : [];
    return {
      ...message,
      attachments: files.map((file) => ({ ...file, href: `/documents/messages/${pathSegment(message.uuid)}/${pathSegment(file.uuid)}` })),
    };
  });
}

const pathSegment = (value: unknown) => encodeURIComponent(String(value));

async function payload(context: Context, message: string | null) {
  return { messages: await messagesOf(context), message };
}

const sendMessage: Resolver<{ input: MessageInput; idempotency_key: string }> = async ({ input, idempotency_key }, context) => {
  await context.upstream.message.send(idempotency_key, input, verifyUploads(context.uploads, input.attachments ?? []));
  return payload(context, null);
};

const viewMessage: Resolver<{ uuid: string }> = async ({ uuid }, context) =>
  payload(context, (await context.upstream.message.view(uuid)) || null);

export const messageQueries: Resolvers = { messages: (_, context) => messagesOf(context) };

export const messageMutations: Resolvers = { sendMessage, viewMessage };
