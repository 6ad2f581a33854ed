/**
 * Exports signed download links, each valid for one document and a few minutes. Statements and tax forms are rendered
 * on request.
 */
import { timingSafeEqual } from "node:crypto";
import { notFound } from "./api-error.js";
import { dollarsOf } from "./money.js";
import { renderPdf } from "./pdf.js";
import { statementLines, statementPeriod } from "./statements.js";
import { type Bank, configuredBrand, hmacOf, type UnitOfWork } from "./unit-of-work.js";

const LINK_MS = 5 * 60 * 1000;
export type DownloadKind = "disclosures" | "statements" | "taxes" | "attachments";
const KINDS: ReadonlySet<string> = new Set<DownloadKind>(["disclosures", "statements", "taxes", "attachments"]);
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

export const monthName = (month: number): string => MONTHS[month - 1] ?? String(month);

export function downloadUrl(bank: Bank, kind: DownloadKind, uuid: string): string {
  const expires = String(bank.systemNow().getTime() + LINK_MS);
  return `${bank.options.sandboxOrigin}/documents/${kind}/${uuid}?expires=${expires}&signature=${hmacOf(bank, "download", kind, uuid, expires)}`;
}

interface Download {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

const PDF = "application/pdf";

async function statementPdf(work: UnitOfWork, uuid: string): Promise<Download> {
  const row = await work.db
    .selectFrom("statements")
    .innerJoin("accounts", "accounts.uuid", "statements.account_uuid")
    .selectAll("statements")
    .select(["accounts.brand", "accounts.number"])
    .where("statements.uuid", "=", uuid)
    .executeTakeFirst();
  if (!row) throw notFound("This statement");
  const brand = configuredBrand(work.bank, row.brand);
  const lines = await statementLines(work, row);
  const pdf = await renderPdf({
    institution: brand.name,
    title: `Statement for ${monthName(row.month)} ${row.year}`,
    subtitle: `High-Yield Savings, account ending ${row.number.slice(-4)}`,
    date: row.created_at,
    paragraphs: [
      `Annual percentage yield earned: ${row.earned}%. Interest credited on the last day of the month: ${dollarsOf(row.interest_cents)}. Fees: none.`,
      `In case of errors or questions about your electronic transfers, contact us at ${brand.emails.support} within 60 days of this statement.`,
    ],
    rows: [
      ["Opening balance", dollarsOf(row.opening_cents)],
      ...lines.map(({ day, title, cents }) => [day, title, dollarsOf(cents)]),
      ["Interest", dollarsOf(row.interest_cents)],
      ["Closing balance", dollarsOf(row.closing_cents)],
    ],
  });
  return { name: `statement-${statementPeriod(row)[0].slice(0, 7)}.pdf`, type: PDF, bytes: pdf };
}

async function taxPdf(work: UnitOfWork, uuid: string): Promise<Download> {
  const row = await work.db
    .selectFrom("tax_documents")
    .innerJoin("depositors", "depositors.uuid", "tax_documents.depositor_uuid")
    .innerJoin("users", "users.uuid", "depositors.user_uuid")
    .selectAll("tax_documents")
    .select(["users.brand", "depositors.basic", "depositors.ssn_last4"])
    .where("tax_documents.uuid", "=", uuid)
    .executeTakeFirst();
  if (!row) throw notFound("This tax document");
  const brand = configuredBrand(work.bank, row.brand);
  const pdf = await renderPdf({
    institution: brand.name,
    title: row.title,
    subtitle: `Calendar year ${row.year}. Recipient's TIN: ***-**-${row.ssn_last4 ?? "****"}`,
    date: row.created_at,
    paragraphs: [
      `Recipient: ${String(row.basic?.first_name ?? "")} ${String(row.basic?.last_name ?? "")}`,
      "This is important tax information and is being furnished to the IRS.",
    ],
    rows: [
      ["Box 1. Interest income", dollarsOf(row.interest_cents)],
      ["Box 4. Federal income tax withheld", dollarsOf(0)],
    ],
  });
  return { name: `1099-int-${row.year}.pdf`, type: PDF, bytes: pdf };
}

async function disclosurePdf(work: UnitOfWork, uuid: string): Promise<Download> {
  const row = await work.db.selectFrom("documents").select(["kind", "version", "pdf"]).where("uuid", "=", uuid).executeTakeFirst();
  if (!row) throw notFound("This document");
  return { name: `${row.kind}-${row.version}.pdf`, type: PDF, bytes: row.pdf };
}

/** A message's file, unchanged; only the message has its original name. */
async function attachment(work: UnitOfWork, uuid: string): Promise<Download> {
  const row = await work.db.selectFrom("message_attachments").select(["type", "content"]).where("uuid", "=", uuid).executeTakeFirst();
  if (!row) throw notFound("This file");
  return { name: `attachment.${row.type.split("/")[1] ?? "bin"}`, type: row.type, bytes: row.content };
}

const LOADERS: Readonly<Record<DownloadKind, (work: UnitOfWork, uuid: string) => Promise<Download>>> = {
  disclosures: disclosurePdf,
  statements: statementPdf,
  taxes: taxPdf,
  attachments: attachment,
};
const isKind = (kind: string): kind is DownloadKind => KINDS.has(kind);

/** Serves a link that {@link downloadUrl} created. */
export async function serveDownload(work: UnitOfWork, url: URL): Promise<Response> {
  const [, kind = "", uuid = ""] = /^\/documents\/([a-z]+)\/([0-9a-f-]{36})$/.exec(url.pathname) ?? [];
  const expires = url.searchParams.get("expires") ?? "";
  const signature = Buffer.from(url.searchParams.get("signature") ?? "");
  const expected = Buffer.from(hmacOf(work.bank, "download", kind, uuid, expires));
  const valid =
    signature.length === expected.length && timingSafeEqual(signature, expected) && Number(expires) > work.bank.systemNow().getTime();
  if (!valid || !isKind(kind)) throw notFound("This document");
  const download = await LOADERS[kind](work, uuid);
  return new Response(Buffer.from(download.bytes), {
    headers: {
      "content-type": download.type,
      "content-disposition": `attachment; filename="${download.name}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
