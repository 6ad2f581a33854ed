/** Exports the mutations that change the depositor's email and mobile phone. */
import { requireNonce } from "./auth.js";
import type { Context, Resolver, Resolvers } from "./context.js";

/** The session keeps the nonce, so that `resendMfa` and `confirmContact` refer to this code. */
async function sendCode(context: Context, change: { readonly email: string } | { readonly phone: string }, password: string) {
  const { nonce_token, target } = await context.upstream.auth.updateContact(change, password);
  context.session.update({ nonce: nonce_token });
  return { target };
}

const updateEmail: Resolver<{ input: { email: string; password: string } }> = ({ input }, context) =>
  sendCode(context, { email: input.email.trim() }, input.password);

const updatePhone: Resolver<{ input: { phone: string; password: string } }> = ({ input }, context) =>
  sendCode(context, { phone: input.phone.replace(/\D/g, "") }, input.password);

const confirmContact: Resolver<{ type: "email" | "phone"; input: { code: string } }> = async ({ type, input }, context) => {
  const user = await context.upstream.auth.confirmContact(type, requireNonce(context), input.code.trim());
  context.session.update({ nonce: null });
  return { user };
};

export const contactMutations: Resolvers = { updateEmail, updatePhone, confirmContact };
