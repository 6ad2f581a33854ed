/** Exports the amounts of a statement's PDF, for tests that compare it with the ledger. */
import { readPdf } from "./pdf.js";

export interface StatementRow {
  readonly day: string;
  readonly description: string;
  readonly cents: number;
  readonly balance: number;
}

export interface StatementFigures {
  readonly opening: number;
  readonly closing: number;
  readonly rows: readonly StatementRow[];
  /** All of its text, page after page. */
  readonly text: string;
}

const AMOUNT = /^[+-]?\$[\d,]+\.\d\d$/;
const DATE = /^[A-Z][a-z]+ \d{1,2}, \d{4}$/;
const HEADINGS = new Set(["Date", "Description", "Amount", "Balance"]);

/** `"+$1,000.00"` -> 100000. */
export const centsOfDollars = (text: string): number => Math.round(Number(text.replace(/[$,+]/g, "")) * 100);

export async function readStatement(bytes: Uint8Array): Promise<StatementFigures> {
  const { pages } = await readPdf(bytes);
  const texts = pages.flat();
  const table = texts.slice(
    texts.indexOf("Transactions") + 1,
    texts.findIndex((text) => text.startsWith("In case of errors")),
  );
  const rows: { day: string; words: string[]; amounts: number[] }[] = [];
  for (const text of table.filter((each) => !HEADINGS.has(each))) {
    if (DATE.test(text)) rows.push({ day: text, words: [], amounts: [] });
    else if (AMOUNT.test(text)) rows.at(-1)?.amounts.push(centsOfDollars(text));
    else rows.at(-1)?.words.push(text);
  }
  const [first, last] = [rows.shift(), rows.pop()];
  if (first?.words[0] !== "Beginning balance" || last?.words[0] !== "Ending balance")
    throw new Error(`This is no statement: ${texts.join("|")}`);
  return {
    opening: first.amounts[0] ?? Number.NaN,
    closing: last.amounts[0] ?? Number.NaN,
    rows: rows.map(({ day, words, amounts: [cents = Number.NaN, balance = Number.NaN] }) => ({
      day,
      description: words.join(" "),
      cents,
      balance,
    })),
    text: texts.join(" "),
  };
}
