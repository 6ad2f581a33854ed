/** Exports the content and the file of a monthly statement: from the ledger, so that its lines lead to its closing balance. */
import type { Selectable } from "kysely";
import { lastDayOfMonth } from "../calendar/banking-days.js";
import { type AccountDay, daysOf } from "./account-figures.js";
import type { Account } from "./accounts.js";
import { notFound } from "./api-error.js";
import type { StatementRow } from "./database/tables.js";
import { yieldOfRate } from "./interest.js";
import { letterheadOf } from "./letterhead.js";
import { mailingOf } from "./mailing.js";
import { monthName } from "./pdf/dates.js";
import { renderStatement, type StatementLine } from "./pdf/statement-pdf.js";
import type { UnitOfWork } from "./unit-of-work.js";

type Statement = Selectable<StatementRow>;

/** The month in words, such as `March 2026`; `month` counts from 1. */
export const statementTitle = ({ year, month }: Pick<Statement, "year" | "month">): string => `${monthName(month)} ${year}`;

/** The statement's month as its first and last day. */
export function statementPeriod({ year, month }: Pick<Statement, "year" | "month">): readonly [string, string] {
  const first = `${year}-${String(month).padStart(2, "0")}-01`;
  return [first, lastDayOfMonth(first)];
}

const KINDS: Readonly<Record<string, StatementLine["kind"]>> = {
  deposit: "deposit",
  withdrawal: "withdrawal",
  interest: "interest",
  reversal: "return",
};

interface ThirdParty {
  readonly institution: string | null;
  readonly account_type: string | null;
  readonly number_last4: string | null;
}

/** `Harbor Bank, checking ending in 6789`. */
function thirdPartyOf({ institution, account_type, number_last4 }: ThirdParty): string {
  const account = `${account_type ?? "account"} ending in ${number_last4 ?? "unknown"}`;
  return institution === null ? account : `${institution}, ${account}`;
}

function descriptionOf(kind: StatementLine["kind"], row: ThirdParty & { readonly return_code: string | null }): string {
  switch (kind) {
    case "deposit":
      return `Electronic deposit from ${thirdPartyOf(row)}`;
    case "withdrawal":
      return `Electronic withdrawal to ${thirdPartyOf(row)}`;
    case "return":
      return `Transfer returned${row.return_code === null ? "" : ` (${row.return_code})`} by ${thirdPartyOf(row)}`;
    case "interest":
      return "Interest paid";
    case "adjustment":
      return "Balance adjustment";
  }
}

/** Every movement of the month with the balance after it, in the order of posting. */
export async function statementLines(work: UnitOfWork, statement: Statement): Promise<StatementLine[]> {
  const [first, last] = statementPeriod(statement);
  const rows = await work.db
    .selectFrom("entries")
    .innerJoin("postings", "postings.id", "entries.posting_id")
    .innerJoin("accounts", "accounts.ledger_account_id", "entries.ledger_account_id")
    .leftJoin("transfers", "transfers.uuid", "postings.transfer_uuid")
    .leftJoin("linked_accounts", "linked_accounts.uuid", "transfers.linked_account_uuid")
    .select(["postings.effective_on", "postings.kind", "entries.cents", "transfers.return_code"])
    .select(["linked_accounts.institution", "linked_accounts.account_type", "linked_accounts.number_last4"])
    .where("accounts.uuid", "=", statement.account_uuid)
    .where("postings.effective_on", ">=", first)
    .where("postings.effective_on", "<=", last)
    .orderBy("postings.effective_on")
    .orderBy("postings.id")
    .execute();
  let balance = statement.opening_cents;
  return rows.map((row) => {
    const kind = KINDS[row.kind] ?? "adjustment";
    balance += row.cents;
    return { day: row.effective_on, kind, description: descriptionOf(kind, row), cents: row.cents, balance };
  });
}

/** The rates of a period, each with its first day. */
function ratesOf(days: readonly AccountDay[]): { day: string; rate: string; apy: string }[] {
  return days.filter(({ rate }, index) => rate !== days[index - 1]?.rate).map(({ day, rate }) => ({ day, rate, apy: yieldOfRate(rate) }));
}

async function render(work: UnitOfWork, account: Account, statement: Statement): Promise<Uint8Array> {
  const [first, to] = statementPeriod(statement);
  const from = account.opened_on > first ? account.opened_on : first;
  const all = await daysOf(work, account, to);
  const days = all.filter(({ day }) => day >= from);
  const { brand, look, contact } = letterheadOf(work, account.brand);
  const mailing = statement.mailing ?? (await mailingOf(work, account.entity_uuid));
  return renderStatement({
    look,
    contact,
    showFdic: brand.show_fdic,
    date: statement.created_at,
    title: `Statement for ${statementTitle(statement)}`,
    from,
    to,
    holders: mailing.names,
    address: mailing.address,
    account: account.name,
    numberLast4: account.number.slice(-4),
    opening: statement.opening_cents,
    closing: statement.closing_cents,
    lines: await statementLines(work, statement),
    interest: {
      earned: statement.earned,
      averageBalance: Math.round(days.reduce((sum, { cents }) => sum + cents, 0) / days.length),
      days: days.length,
      inPeriod: statement.interest_cents,
      inYear: all.filter(({ day }) => day.startsWith(String(statement.year))).reduce((sum, { credited }) => sum + credited, 0),
      year: statement.year,
      rates: ratesOf(days),
    },
  });
}

/** The statement's PDF. It is rendered at the first download, and stored: a sent statement does not change. */
export async function statementPdf(work: UnitOfWork, uuid: string): Promise<Uint8Array> {
  const statement = await work.db.selectFrom("statements").selectAll().where("uuid", "=", uuid).executeTakeFirst();
  if (!statement) throw notFound("This statement");
  if (statement.pdf !== null) return statement.pdf;
  const account = await work.db.selectFrom("accounts").selectAll().where("uuid", "=", statement.account_uuid).executeTakeFirstOrThrow();
  const pdf = await render(work, account, statement);
  await work.db
    .updateTable("statements")
    .set({ pdf: Buffer.from(pdf) })
    .where("uuid", "=", uuid)
    .execute();
  return pdf;
}
