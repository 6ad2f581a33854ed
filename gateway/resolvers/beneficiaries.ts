/** Exports the mutations of beneficiaries. */
import type { Resolver, Resolvers } from "./context.js";
import { performWithStepUp } from "./step-up.js";

/** A session that has not authenticated recently needs a step-up code; the browser asks for it after a first refusal. */
const withCode: Resolver<{ input?: { code?: string | null } | null }> = ({ input }, _, calls) =>
  performWithStepUp(calls, input?.code ?? null, () => calls.own());

export const beneficiaryMutations: Resolvers = {
  addBeneficiary: withCode,
  editBeneficiary: withCode,
  updateAllocations: withCode,
  splitEqually: withCode,
  removeBeneficiary: withCode,
  removeAndReallocate: withCode,
};
