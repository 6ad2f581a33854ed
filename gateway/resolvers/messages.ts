/** Exports the mutation that sends a message with its files. */
import { sendMessage as send } from "../upstream/messages.js";
import { type DeclaredFile, verifyUploads } from "./attachments.js";
import type { Resolver, Resolvers } from "./context.js";

interface MessageInput {
  readonly subject: string;
  readonly category: string;
  readonly body: string;
  readonly attachments?: readonly DeclaredFile[] | null;
}

const sendMessage: Resolver<{ input: MessageInput; idempotency_key: string }> = async (
  { input, idempotency_key },
  { transport, uploads },
) => {
  await send(transport, idempotency_key, input, verifyUploads(uploads, input.attachments ?? []));
  return { message: null };
};

export const messageMutations: Resolvers = { sendMessage };
