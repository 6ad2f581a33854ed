/** Exports the mutations that send a message with its files: a new one, a reply, or one about a transaction. */
import { type NewMessage, sendMessage as send } from "../upstream/messages.js";
import { type DeclaredFile, verifyUploads } from "./attachments.js";
import type { Context, Resolver, Resolvers } from "./context.js";

interface BodyInput {
  readonly body: string;
  readonly attachments?: readonly DeclaredFile[] | null;
}

interface MessageInput extends BodyInput {
  readonly subject: string;
  readonly category: string;
}

async function sendWithFiles(
  { transport, uploads }: Context,
  key: string,
  message: NewMessage,
  attachments: readonly DeclaredFile[] | null = [],
): Promise<{ message: null }> {
  await send(transport, key, message, verifyUploads(uploads, attachments ?? []));
  return { message: null };
}

const sendMessage: Resolver<{ input: MessageInput; idempotency_key: string }> = ({ input, idempotency_key }, context) => {
  const { subject, category, body, attachments } = input;
  return sendWithFiles(context, idempotency_key, { subject, category, body }, attachments);
};

const replyToMessage: Resolver<{ thread: string; input: BodyInput; idempotency_key: string }> = (args, context) => {
  const { body, attachments } = args.input;
  return sendWithFiles(context, args.idempotency_key, { reply_to: args.thread, body }, attachments);
};

const reportProblem: Resolver<{ transaction_id: string; subject: string; input: BodyInput; idempotency_key: string }> = (args, context) => {
  const { body, attachments } = args.input;
  const message = { subject: args.subject, category: "transfers", transaction_id: args.transaction_id, body };
  return sendWithFiles(context, args.idempotency_key, message, attachments);
};

export const messageMutations: Resolvers = { sendMessage, replyToMessage, reportProblem };
