/** Exports the queries of the institution, and of beneficiaries, nonprofit and joint account. */
import type { Resolvers } from "./context.js";

export const institutionQueries: Resolvers = {
  branding: (_, { upstream }) => upstream.institution.branding(),
  service: (_, { upstream }) => upstream.institution.service(),
  faqs: (_, { upstream }) => upstream.institution.faqs(),
  deviceInfo: (_, { upstream }) => upstream.institution.deviceInfo(),
  places: ({ search }: { search: string }, { upstream }) => upstream.institution.places(search),
  beneficiaries: (_, { upstream }) => upstream.relatedParties.beneficiaries(),
  nonprofit: (_, { upstream }) => upstream.relatedParties.nonprofit(),
  jointAccount: (_, { upstream }) => upstream.relatedParties.jointAccount(),
};
