/** Exports the mutations that change the depositor's email and mobile phone. */
import { UpstreamFailed } from "../upstream/errors.js";
import { requireNonce } from "./auth.js";
import type { Resolver, Resolvers } from "./context.js";

type Input = Readonly<Record<string, unknown>>;

/** The session keeps the nonce, so that `resendMfa` and `confirmContact` refer to this code. */
const sendCode: Resolver<Input> = async (_, { session }, calls) => {
  const { nonce_token, target } = await calls.own();
  if (typeof nonce_token !== "string" || nonce_token === "") throw new UpstreamFailed(502, "user: nonce_token is not a text");
  session.update({ nonce: nonce_token });
  return { target };
};

const confirmContact: Resolver<Input> = async (_, context, calls) => {
  requireNonce(context);
  const answer = await calls.own();
  context.session.update({ nonce: null });
  return answer;
};

export const contactMutations: Resolvers = { updateEmail: sendCode, updatePhone: sendCode, confirmContact };
