/** Exports the functions of all fields with `@resolver`, for the executable schema. */
import { alertQueries } from "./alerts.js";
import { authMutations, authQueries } from "./auth.js";
import { beneficiaryMutations } from "./beneficiaries.js";
import { contactMutations } from "./contact.js";
import { documentMutations } from "./documents.js";
import { fundingMutations, fundingQueries } from "./funding.js";
import { linkMutations } from "./links.js";
import { messageMutations } from "./messages.js";
import { transactionQueries } from "./transactions.js";
import { transferMutations } from "./transfers.js";

export const RESOLVERS = {
  Query: { ...alertQueries, ...authQueries, ...fundingQueries, ...transactionQueries },
  Mutation: {
    ...authMutations,
    ...beneficiaryMutations,
    ...contactMutations,
    ...documentMutations,
    ...fundingMutations,
    ...linkMutations,
    ...messageMutations,
    ...transferMutations,
  },
} as const;
