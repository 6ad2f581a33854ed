/** Exports the resolvers of all query and mutation fields, for the executable schema. */
import { accountQueries } from "./accounts.js";
import { alertMutations, alertQueries } from "./alerts.js";
import { authMutations, authQueries } from "./auth.js";
import { contactMutations } from "./contact.js";
import type { Resolvers } from "./context.js";
import { depositorMutations, depositorQueries } from "./depositor.js";
import { documentMutations, documentQueries } from "./documents.js";
import { fundingMutations, fundingQueries } from "./funding.js";
import { institutionQueries } from "./institution.js";
import { linkMutations, linkQueries } from "./links.js";
import { messageMutations, messageQueries } from "./messages.js";

export const QUERIES: Resolvers = {
  ...accountQueries,
  ...alertQueries,
  ...authQueries,
  ...depositorQueries,
  ...documentQueries,
  ...fundingQueries,
  ...institutionQueries,
  ...linkQueries,
  ...messageQueries,
};

export const MUTATIONS: Resolvers = {
  ...authMutations,
  ...alertMutations,
  ...contactMutations,
  ...depositorMutations,
  ...documentMutations,
  ...fundingMutations,
  ...linkMutations,
  ...messageMutations,
};
