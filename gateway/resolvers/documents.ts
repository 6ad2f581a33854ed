/** Exports the mutation that attests to disclosures. The `/documents/...` routes serve the files. */
import type { Resolver, Resolvers } from "./context.js";

/** The sign-in records when its depositor attested; a stale hash stops the calls, and earlier attestations remain. */
const attestDisclosures: Resolver<Readonly<Record<string, unknown>>> = async (_, context, calls) => {
  const saved = await calls.own();
  const attestedAt = context
    .now()
    .toISOString()
    .replace(/\.\d+Z$/, "Z");
  context.session.update({ attestedAt });
  return saved;
};

export const documentMutations: Resolvers = { attestDisclosures };
