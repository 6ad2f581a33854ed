/**
 * Exports the queries of disclosures, statements and tax documents, and the attestation. The `/documents/...` routes
 * serve the files.
 */
import type { JsonObject } from "../upstream/json-object.js";
import { authView } from "./auth.js";
import type { Context, Resolver, Resolvers } from "./context.js";
import { progressAfter } from "./depositor.js";

const pathSegment = (value: unknown) => encodeURIComponent(String(value));

const disclosure = (document: JsonObject) => ({
  ...document,
  href: `/documents/disclosures/${pathSegment(document.uuid)}/${pathSegment(document.hash)}`,
});
const statement = (document: JsonObject) => ({
  ...document,
  href: `/documents/statements/${pathSegment(document.year)}/${pathSegment(document.month)}`,
});
const taxDocument = (document: JsonObject) => ({ ...document, href: `/documents/taxes/${pathSegment(document.uuid)}` });

interface AttestInput {
  readonly attestations: readonly { uuid: string; hash: string }[];
  readonly registration_last_step?: string | null;
}

const attestDisclosures: Resolver<{ input: AttestInput }> = async ({ input }, context) => {
  // One call for each, in order: a stale hash stops the rest, and earlier attestations remain.
  for (const { uuid, hash } of input.attestations) await context.upstream.document.attest(uuid, hash);
  const progress = await progressAfter(context, input.registration_last_step);
  context.session.update({ attestedAt: instant(context) });
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
function newestFirstWithoutDuplicates(documents: readonly JsonObject[]): readonly JsonObject[] {
  const byUuid = new Map(documents.map((document) => [document.uuid, document]));
  return [...byUuid.values()].sort((a, b) => String(b.date_created ?? "").localeCompare(String(a.date_created ?? "")));
}

export const documentQueries: Resolvers = {
  disclosures: async ({ all, uuid }: { all?: boolean | null; uuid?: string | null }, { upstream }) =>
    (await upstream.document.disclosures(all === true))
      .filter((document) => typeof uuid !== "string" || document.uuid === uuid)
      .map(disclosure),
  activeDisclosures: async (_, { upstream }) => (await upstream.document.activeDisclosures()).map(disclosure),
  taxDocuments: async (_, { upstream }) => newestFirstWithoutDuplicates(await upstream.document.taxDocuments()).map(taxDocument),
  statements: async ({ year }: { year?: number | null }, { upstream }) =>
    newestFirstWithoutDuplicates(await upstream.document.statements(year ?? null)).map(statement),
  statementsYearsList: (_, { upstream }) => upstream.document.statementYears(),
};

export const documentMutations: Resolvers = { attestDisclosures };
