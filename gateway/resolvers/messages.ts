/** The message center. */
import { attached, type Declared } from "./attachments.js";
import type { Context, Resolver, Resolvers } from "./context.js";

interface MessageInput {
  readonly subject: string;
  readonly category: string;
  readonly body: string;
  readonly attachments?: readonly Declared[] | null;
}

async function payload({ upstream }: Context, message: string | null) {
  return { messages: await upstream.message.messages(), message };
}

const sendMessage: Resolver<{ input: MessageInput }> = async ({ input }, context) => {
  await context.upstream.message.send(input, attached(context.uploads, input.attachments ?? []));
  return payload(context, null);
};

const viewMessage: Resolver<{ uuid: string }> = async ({ uuid }, context) =>
  payload(context, (await context.upstream.message.view(uuid)) || null);

export const messageQueries: Resolvers = { messages: (_, { upstream }) => upstream.message.messages() };

export const messageMutations: Resolvers = { sendMessage, viewMessage };
