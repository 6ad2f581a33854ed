/** Exports the queries and mutations of the depositor and the registration. */
import type { Context, Resolver, Resolvers } from "./context.js";
import { withoutNulls } from "./inputs.js";

interface DepositorInput {
  readonly registration_last_step?: string | null;
  readonly basic?: object | null;
  readonly address?: object | null;
  readonly employer?: object | null;
}

const saveDepositor: Resolver<{ input: DepositorInput }> = async ({ input }, context) => ({
  progress: await context.upstream.depositor.save({ ...withoutNulls(input) }),
  registration: { duplicateSsn: false },
});

const confirmDetails: Resolver<{ input: object; registration_last_step: string }> = async ({ input, registration_last_step }, context) => ({
  progress: await context.upstream.depositor.save({ confirm: withoutNulls(input), registration_last_step }, { long: true }),
  registration: { duplicateSsn: false },
});

const cancelRegistration: Resolver<{ input: { reason?: string | null } }> = async ({ input }, { upstream }) => {
  const progress = await upstream.depositor.save({ cancel: withoutNulls({ reason: input.reason }) });
  return { progress, registration: { duplicateSsn: false }, linkedAccounts: await upstream.account.linkedAccounts() };
};

/** Saves the next registration step when the flow names one; otherwise reads the current progress. */
export function progressAfter(context: Context, step: string | null | undefined) {
  return step ? context.upstream.depositor.save({ registration_last_step: step }) : context.upstream.depositor.progress();
}

export const depositorQueries: Resolvers = {
  progress: (_, { upstream }) => upstream.depositor.progress(),
  user: (_, { upstream }) => upstream.depositor.user(),
  profile: (_, { upstream }) => upstream.depositor.profile(),
  jointProgress: (_, { upstream }) => upstream.depositor.secondaryProgress(),
};

export const depositorMutations: Resolvers = { saveDepositor, confirmDetails, cancelRegistration };
