/** Exports the mutations that change the depositor's email and mobile phone. */
import { UpstreamFailed } from "../upstream/errors.js";
import { requireNonce } from "./auth.js";
import type { Resolver, Resolvers } from "./context.js";

type Input = Readonly<Record<string, unknown>>;

/** The session keeps the nonce, so that `resendMfa` and `confirmContact` refer to this code, and the address that will be the depositor's. */
const sendCode: Resolver<Input> = async (_, { session }, calls) => {
  const { nonce_token, target } = await calls.own();
  if (typeof nonce_token !== "string" || nonce_token === "") throw new UpstreamFailed(502, "user: nonce_token is not a text");
  session.update({ nonce: nonce_token, contactTarget: typeof target === "string" ? target : null });
  return { target };
};

const confirmContact: Resolver<{ readonly type: "email" | "phone" }> = async ({ type }, context, calls) => {
  requireNonce(context);
  const answer = await calls.own();
  // From now on, codes go to the new address.
  const target = context.session.signedIn?.contactTarget ?? null;
  context.session.update({ nonce: null, contactTarget: null, ...(target === null ? {} : { [type]: target }) });
  return answer;
};

export const contactMutations: Resolvers = { updateEmail: sendCode, updatePhone: sendCode, confirmContact };
