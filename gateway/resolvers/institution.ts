/** What the institution tells of itself, and the people and causes around a depositor. */
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
