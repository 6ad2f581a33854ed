/** Disclosures, statements, tax documents: lists, and attesting. Their bytes come from `/documents/...`. */
import type { Wire } from "../upstream/read.js";
import { authView } from "./auth.js";
import type { Context, Resolver, Resolvers } from "./context.js";
import { progressAfter } from "./depositor.js";

const part = (value: unknown) => encodeURIComponent(String(value));

const disclosure = (wire: Wire) => ({ ...wire, href: `/documents/disclosures/${part(wire.uuid)}/${part(wire.hash)}` });
const statement = (wire: Wire) => ({ ...wire, href: `/documents/statements/${part(wire.year)}/${part(wire.month)}` });
const taxDocument = (wire: Wire) => ({ ...wire, href: `/documents/taxes/${part(wire.uuid)}` });

interface AttestInput {
  readonly attestations: readonly { uuid: string; hash: string }[];
  readonly registration_last_step?: string | null;
}

const attestDisclosures: Resolver<{ input: AttestInput }> = async ({ input }, context) => {
  // One call each, in order: a stale hash stops the rest, and what is attested stays attested.
  for (const { uuid, hash } of input.attestations) await context.upstream.document.attest(uuid, hash);
  const progress = await progressAfter(context, input.registration_last_step);
  context.session.amend({ attestedAt: instant(context) });
  const disclosures = (await context.upstream.document.activeDisclosures()).map(disclosure);
  return { disclosures, progress, auth: context.session.signedIn && authView(context.session.signedIn) };
};

function instant(context: Context): string {
  return context
    .now()
    .toISOString()
    .replace(/\.\d+Z$/, "Z");
}

/** Newest first by `date_created` (S9), each document once. */
function newestOnce(documents: readonly Wire[]): readonly Wire[] {
  const once = new Map(documents.map((document) => [document.uuid, document]));
  return [...once.values()].sort((a, b) => String(b.date_created ?? "").localeCompare(String(a.date_created ?? "")));
}

export const documentQueries: Resolvers = {
  disclosures: async ({ all, uuid }: { all?: boolean | null; uuid?: string | null }, { upstream }) =>
    (await upstream.document.disclosures(all === true)).filter((wire) => typeof uuid !== "string" || wire.uuid === uuid).map(disclosure),
  activeDisclosures: async (_, { upstream }) => (await upstream.document.activeDisclosures()).map(disclosure),
  taxDocuments: async (_, { upstream }) => newestOnce(await upstream.document.taxDocuments()).map(taxDocument),
  statements: async ({ year }: { year?: number | null }, { upstream }) =>
    newestOnce(await upstream.document.statements(year ?? null)).map(statement),
  statementsYearsList: (_, { upstream }) => upstream.document.statementYears(),
};

export const documentMutations: Resolvers = { attestDisclosures };
