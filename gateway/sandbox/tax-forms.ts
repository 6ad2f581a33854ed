/** Exports Form 1099-INT: when a year's form is due, who gets one, and its file. */
import { addBankingDays, dayOf, instantOf } from "../calendar/banking-days.js";
import { daysOf } from "./account-figures.js";
import { addAlert } from "./alerts.js";
import { notFound } from "./api-error.js";
import { nameOf } from "./holders.js";
import { institutionOf } from "./institutions.js";
import { enqueue } from "./jobs.js";
import { letterheadOf } from "./letterhead.js";
import { mailingOf } from "./mailing.js";
import { renderTaxForm } from "./pdf/tax-form-pdf.js";
import { newUuid, type UnitOfWork } from "./unit-of-work.js";

/** The bank reports interest of this amount or more per year (26 USC 6049). */
const REPORTED_FROM_CENTS = 1000;
/** The law wants the form by January 31 (26 USC 6049(c)); the bank sends it on this banking day of January. */
const ISSUED_ON = "01-15";

/** Schedules the form of the year that ends, which reports the interest credited in it. */
export async function scheduleTaxForm(work: UnitOfWork, accountUuid: string): Promise<void> {
  const next = Number(dayOf(work.at).slice(0, 4)) + 1;
  await enqueue(work, "tax-form", instantOf(addBankingDays(`${next}-${ISSUED_ON}`, 0), "09:00"), accountUuid);
}

/** Issues the form of last year; none for less interest than must be reported. */
export async function issueTaxForm(work: UnitOfWork, accountUuid: string): Promise<void> {
  const account = await work.db.selectFrom("accounts").selectAll().where("uuid", "=", accountUuid).executeTakeFirstOrThrow();
  const year = Number(dayOf(work.at).slice(0, 4)) - 1;
  const days = await daysOf(work, account, `${year}-12-31`);
  const interest = days.filter(({ day }) => day.startsWith(String(year))).reduce((sum, { credited }) => sum + credited, 0);
  if (interest < REPORTED_FROM_CENTS) return;
  const primary = await work.db
    .selectFrom("depositors")
    .selectAll()
    .where("entity_uuid", "=", account.entity_uuid)
    .where("is_primary", "=", true)
    .executeTakeFirstOrThrow();
  const { address } = await mailingOf(work, account.entity_uuid);
  await work.db
    .insertInto("tax_documents")
    .values({
      uuid: newUuid(work.bank),
      depositor_uuid: primary.uuid,
      year,
      title: `Form 1099-INT ${year}`,
      interest_cents: interest,
      // The form names the one person whose taxpayer identification number it reports.
      mailing: JSON.stringify({ names: [nameOf(primary)], address }),
      created_at: work.at,
    })
    .execute();
  await addAlert(
    work,
    primary.uuid,
    `Your ${year} Form 1099-INT is ready`,
    "You'll need it for your tax return. Go to Documents, then Tax documents.",
  );
}

/** The form's PDF. It is rendered when it is first read, and kept. */
export async function taxFormPdf(work: UnitOfWork, uuid: string): Promise<Uint8Array> {
  const row = await work.db
    .selectFrom("tax_documents")
    .innerJoin("depositors", "depositors.uuid", "tax_documents.depositor_uuid")
    .innerJoin("accounts", "accounts.entity_uuid", "depositors.entity_uuid")
    .selectAll("tax_documents")
    .select(["accounts.brand", "accounts.number", "depositors.entity_uuid", "depositors.basic", "depositors.ssn_last4"])
    .where("tax_documents.uuid", "=", uuid)
    .executeTakeFirst();
  if (!row) throw notFound("This tax document");
  if (row.pdf !== null) return row.pdf;
  const { look, contact } = letterheadOf(work, row.brand);
  const mailing = row.mailing ?? { ...(await mailingOf(work, row.entity_uuid)), names: [nameOf(row)] };
  const pdf = await renderTaxForm({
    look,
    contact,
    payerTin: institutionOf(row.brand).tin,
    date: row.created_at,
    year: row.year,
    recipient: mailing.names.join(" "),
    address: [mailing.address.slice(0, -1).join(", "), ...mailing.address.slice(-1)],
    ssnLast4: row.ssn_last4,
    account: `******${row.number.slice(-4)}`,
    interestCents: row.interest_cents,
  });
  await work.db
    .updateTable("tax_documents")
    .set({ pdf: Buffer.from(pdf) })
    .where("uuid", "=", uuid)
    .execute();
  return pdf;
}
