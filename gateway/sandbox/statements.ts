/** Exports the lines of a monthly statement, from the ledger, so that they add up to its closing balance. */
import type { Selectable } from "kysely";
import { lastDayOfMonth } from "../calendar/banking-days.js";
import type { StatementRow } from "./database/tables.js";
import type { UnitOfWork } from "./unit-of-work.js";

export interface StatementLine {
  readonly day: string;
  readonly title: string;
  /** Positive for money that came in. */
  readonly cents: number;
}

const TITLES: Readonly<Record<string, string>> = { deposit: "Deposit", withdrawal: "Withdrawal", opening: "Opening deposit" };

/** The statement's month as its first and last day. */
export function statementPeriod({ year, month }: Pick<Selectable<StatementRow>, "year" | "month">): readonly [string, string] {
  const first = `${year}-${String(month).padStart(2, "0")}-01`;
  return [first, lastDayOfMonth(first)];
}

/** Every movement of the month in the order of posting, returns too; the statement shows the interest apart. */
export async function statementLines(work: UnitOfWork, statement: Selectable<StatementRow>): Promise<StatementLine[]> {
  const [first, last] = statementPeriod(statement);
  const rows = await work.db
    .selectFrom("entries")
    .innerJoin("postings", "postings.id", "entries.posting_id")
    .innerJoin("accounts", "accounts.ledger_account_id", "entries.ledger_account_id")
    .leftJoin("postings as reversed", "reversed.id", "postings.reverses")
    .select(["postings.effective_on", "postings.kind", "reversed.kind as reversed_kind", "entries.cents"])
    .where("accounts.uuid", "=", statement.account_uuid)
    .where("postings.kind", "<>", "interest")
    .where("postings.effective_on", ">=", first)
    .where("postings.effective_on", "<=", last)
    .orderBy("postings.effective_on")
    .orderBy("postings.id")
    .execute();
  return rows.map((row) => ({
    day: row.effective_on,
    title: row.kind === "reversal" ? `Returned ${row.reversed_kind}` : (TITLES[row.kind] ?? row.kind),
    cents: row.cents,
  }));
}
