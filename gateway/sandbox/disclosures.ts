/**
 * Exports the institution's disclosures: rendered once per version, identified by the SHA-256 of their PDF, attested by
 * depositors.
 */

import { sql } from "kysely";
import { ApiError, notFound } from "./api-error.js";
import { readData } from "./data.js";
import { institutionOf } from "./institutions.js";
import { yieldOfRate } from "./interest.js";
import { lookOf } from "./letterhead.js";
import type { BrandFacts } from "./options.js";
import { renderDisclosure } from "./pdf/disclosure-pdf.js";
import { hashOf, newUuid, type UnitOfWork } from "./unit-of-work.js";

interface Template {
  readonly kind: string;
  readonly title: string;
  readonly at: "registration" | "funding";
  readonly paragraphs: readonly string[];
}

const { version, documents: templates } = readData<{ readonly version: string; readonly documents: readonly Template[] }>("disclosures");
const FUNDING_KINDS = templates.filter((template) => template.at === "funding").map((template) => template.kind);
const REGISTRATION_KINDS = templates.filter((template) => template.at === "registration").map((template) => template.kind);

/** Rendering a PDF costs more than caching it; a reset bank needs the same PDFs again. */
const pdfCache = new Map<string, Promise<Uint8Array>>();

function pdfOf(brand: BrandFacts, template: Template): Promise<Uint8Array> {
  const { rate } = institutionOf(brand.slug);
  const values: Readonly<Record<string, string>> = { name: brand.name, email: brand.emails.support, rate, apy: yieldOfRate(rate) };
  const content = {
    look: lookOf(brand),
    title: template.title,
    version,
    date: new Date(`${version}-01T00:00:00Z`),
    paragraphs: template.paragraphs.map((paragraph) => paragraph.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? "")),
  };
  const key = JSON.stringify(content);
  const known = pdfCache.get(key) ?? renderDisclosure(content);
  pdfCache.set(key, known);
  return known;
}

/** Publishes a brand's disclosures; a disclosure whose text has changed replaces its earlier version. */
export async function publishDisclosures(work: UnitOfWork, brand: BrandFacts): Promise<void> {
  for (const [position, template] of templates.entries()) {
    const pdf = await pdfOf(brand, template);
    const hash = hashOf(pdf);
    const current = await work.db
      .selectFrom("documents")
      .select("hash")
      .where("brand", "=", brand.slug)
      .where("kind", "=", template.kind)
      .where("active", "=", true)
      .executeTakeFirst();
    if (current?.hash === hash) continue;
    await work.db
      .updateTable("documents")
      .set({ active: false })
      .where("brand", "=", brand.slug)
      .where("kind", "=", template.kind)
      .execute();
    await work.db
      .insertInto("documents")
      .values({
        uuid: newUuid(work.bank),
        brand: brand.slug,
        kind: template.kind,
        title: template.title,
        version,
        hash,
        pdf: Buffer.from(pdf),
        active: true,
        position,
        created_at: work.at,
      })
      .execute();
  }
}

/** Records the consents of a registration: version of terms and e-sign agreement, time and IP address. */
export async function recordConsents(work: UnitOfWork, brand: BrandFacts, userUuid: string, ip: string | null): Promise<void> {
  const rows = await work.db
    .selectFrom("documents")
    .select(["kind", "version", "hash"])
    .where("brand", "=", brand.slug)
    .where("active", "=", true)
    .where("kind", "in", REGISTRATION_KINDS)
    .execute();
  if (rows.length > 0)
    await work.db
      .insertInto("consents")
      .values(rows.map((row) => ({ user_uuid: userUuid, ...row, ip, at: work.at })))
      .execute();
}

/** The brand's documents, each with the instant at which the depositor signed it, or agreed to it on registering. */
function attestable(work: UnitOfWork, brand: BrandFacts, depositorUuid: string) {
  return work.db
    .selectFrom("documents")
    .leftJoin("attestations", (join) =>
      join.onRef("attestations.document_uuid", "=", "documents.uuid").on("attestations.depositor_uuid", "=", depositorUuid),
    )
    .select([
      "documents.uuid",
      "documents.hash",
      "documents.title",
      "documents.version",
      "documents.created_at",
      "documents.active",
      sql<number>`octet_length(documents.pdf)`.as("size"),
    ])
    .select((expressions) =>
      expressions.fn
        .coalesce(
          "attestations.attested_at",
          expressions
            .selectFrom("consents")
            .innerJoin("depositors", "depositors.user_uuid", "consents.user_uuid")
            .select((consents) => consents.fn.min("consents.at").as("at"))
            .where("depositors.uuid", "=", depositorUuid)
            .whereRef("consents.hash", "=", "documents.hash"),
        )
        .as("attested_at"),
    )
    .where("documents.brand", "=", brand.slug)
    .orderBy("documents.created_at", "desc")
    .orderBy("documents.position");
}

type AttestableRow = Awaited<ReturnType<ReturnType<typeof attestable>["execute"]>>[number];

const disclosureWire = (row: AttestableRow) => ({
  uuid: row.uuid,
  hash: row.hash,
  title: row.title,
  version: row.version,
  size: row.size,
  attestation: row.attested_at ? "ATTESTED" : null,
  attested_at: row.attested_at?.toISOString() ?? null,
  date_created: row.created_at.toISOString(),
});

/** The disclosures to attest before funding. */
export async function activeDisclosures(work: UnitOfWork, brand: BrandFacts, depositorUuid: string) {
  return (
    await attestable(work, brand, depositorUuid).where("documents.active", "=", true).where("documents.kind", "in", FUNDING_KINDS).execute()
  ).map(disclosureWire);
}

/** The disclosures that the depositor has signed or agreed to; with `all`, the active disclosures too. */
export async function disclosuresOf(work: UnitOfWork, brand: BrandFacts, depositorUuid: string, all: boolean) {
  const rows = await attestable(work, brand, depositorUuid).execute();
  return rows.filter((row) => row.attested_at !== null || (all && row.active)).map(disclosureWire);
}

/** Whether the depositor has attested the active version of each disclosure that funding requires. */
export async function allAttested(work: UnitOfWork, brand: BrandFacts, depositorUuid: string): Promise<boolean> {
  return (await activeDisclosures(work, brand, depositorUuid)).every((disclosure) => disclosure.attested_at !== null);
}

/** Attests a disclosure; the hash must be that of the active version, which is the one the depositor read. */
export async function attest(work: UnitOfWork, brand: BrandFacts, depositorUuid: string, documentUuid: string, hash: string) {
  const document = await work.db
    .selectFrom("documents")
    .select(["uuid", "hash", "active"])
    .where("uuid", "=", documentUuid)
    .where("brand", "=", brand.slug)
    .executeTakeFirst();
  if (!document) throw notFound("This document");
  if (document.hash !== hash || !document.active)
    throw new ApiError(409, "stale_document", "We updated this document after you opened it. Please read the new version.");
  await work.db
    .insertInto("attestations")
    .values({ depositor_uuid: depositorUuid, document_uuid: documentUuid, hash, attested_at: work.at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await attestable(work, brand, depositorUuid).where("documents.uuid", "=", documentUuid).executeTakeFirstOrThrow();
  return disclosureWire(row);
}
