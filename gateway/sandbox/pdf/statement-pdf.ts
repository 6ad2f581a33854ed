/**
 * Exports the PDF of a monthly statement: periodic statement disclosures by Regulation DD (12 CFR 1030.6) and
 * Regulation E (12 CFR 1005.9(b)), with its error notice (model form A-3, paragraph (b)).
 */
import { dollarsOf } from "../money.js";
import { longDate } from "./dates.js";
import { type Column, type Look, PAGE, type TableRow, TaggedPdf } from "./tagged-pdf.js";

/** One movement of money on a statement. Amounts are integer cents, days `YYYY-MM-DD`. */
export interface StatementLine {
  /** The bank's day on which the money moved. */
  readonly day: string;
  readonly kind: "deposit" | "withdrawal" | "return" | "interest" | "adjustment";
  /** The kind of transaction, with the third party. */
  readonly description: string;
  /** Positive for money that came in. */
  readonly cents: number;
  /** The balance after it. */
  readonly balance: number;
}

/** How to reach the bank, for its notices. */
export interface BankContact {
  readonly email: string;
  readonly phone: string;
  readonly address: readonly string[];
}

export interface StatementContent {
  readonly look: Look;
  readonly contact: BankContact;
  readonly showFdic: boolean;
  readonly date: Date;
  readonly title: string;
  readonly from: string;
  readonly to: string;
  /** The names of the holders, each on its line, and the mailing address. */
  readonly holders: readonly string[];
  readonly address: readonly string[];
  readonly account: string;
  readonly numberLast4: string;
  readonly opening: number;
  readonly closing: number;
  readonly lines: readonly StatementLine[];
  readonly interest: {
    /** Annual percentage yield earned, by Appendix A. */
    readonly earned: string;
    readonly averageBalance: number;
    readonly days: number;
    readonly inPeriod: number;
    readonly inYear: number;
    readonly year: number;
    /** The rates of the period with the first day of each. */
    readonly rates: readonly { readonly day: string; readonly rate: string; readonly apy: string }[];
  };
}

const LABELS: readonly Column[] = [{ share: 15 }, { share: 5, align: "right" }];
const TRANSACTIONS: readonly Column[] = [
  { header: "Date", share: 24 },
  { header: "Description", share: 46 },
  { header: "Amount", share: 19, align: "right" },
  { header: "Balance", share: 19, align: "right" },
];
const SMALL = { size: 9 } as const;
const SOFT = "#4d4d4d";

/** `+$500.00`, `-$500.00`. */
const signed = (cents: number): string => (cents > 0 ? `+${dollarsOf(cents)}` : dollarsOf(cents));

function summaryRows({ opening, closing, lines, from, to }: StatementContent): TableRow[] {
  const sumOf = (...kinds: readonly StatementLine["kind"][]): [number, number] => {
    const own = lines.filter(({ kind }) => kinds.includes(kind));
    return [own.length, own.reduce((sum, { cents }) => sum + cents, 0)];
  };
  const rows: TableRow[] = [{ cells: [`Beginning balance on ${longDate(from)}`, dollarsOf(opening)] }];
  const add = (label: string, [count, cents]: readonly [number, number], always = true): void => {
    if (always || count > 0) rows.push({ cells: [`${label} (${count})`, signed(cents)] });
  };
  add("Deposits", sumOf("deposit"));
  add("Withdrawals", sumOf("withdrawal"));
  add("Returned transfers", sumOf("return"), false);
  add("Adjustments", sumOf("adjustment"), false);
  rows.push({ cells: ["Interest paid", signed(sumOf("interest")[1])] });
  rows.push({ cells: ["Fees", dollarsOf(0)] });
  return [...rows, { cells: [`Ending balance on ${longDate(to)}`, dollarsOf(closing)], bold: true }];
}

function interestRows({ interest }: StatementContent): TableRow[] {
  const { earned, averageBalance, days, inPeriod, inYear, year } = interest;
  return [
    { cells: ["Annual percentage yield earned", `${earned}%`], bold: true },
    { cells: ["Interest earned and paid this period", dollarsOf(inPeriod)] },
    { cells: ["Days in this period", String(days)] },
    { cells: ["Average daily balance", dollarsOf(averageBalance)] },
    { cells: [`Interest paid in ${year}`, dollarsOf(inYear)] },
  ];
}

function interestText({ interest, lines }: StatementContent): string {
  const paid = lines.filter(({ kind }) => kind === "interest").map(({ day }) => longDate(day));
  const rates = interest.rates.map(({ day, rate, apy }) => `${rate}% (annual percentage yield ${apy}%) from ${longDate(day)}`);
  const dates = paid.length > 0 ? `We paid interest on ${paid.join(" and ")}.` : "No interest was paid in this period.";
  return `Interest rate: ${rates.join("; ")}. Interest is compounded daily and credited on the last day of each month. ${dates}`;
}

function transactionRows({ opening, closing, lines, from, to }: StatementContent): TableRow[] {
  return [
    { cells: [longDate(from), "Beginning balance", "", dollarsOf(opening)], bold: true },
    ...lines.map(({ day, description, cents, balance }) => ({ cells: [longDate(day), description, signed(cents), dollarsOf(balance)] })),
    { cells: [longDate(to), "Ending balance", "", dollarsOf(closing)], bold: true },
  ];
}

function errorNotice(pdf: TaggedPdf, { contact, look }: StatementContent): void {
  pdf.reserve(170);
  pdf.heading(2, "In case of errors or questions about your electronic transfers");
  pdf.paragraph(
    `Call us at ${contact.phone}, write us at ${[look.name, ...contact.address].join(", ")}, or email us at ${contact.email} as soon as you can, if you think your statement or receipt is wrong or if you need more information about a transfer on the statement or receipt. We must hear from you no later than 60 days after we sent you the FIRST statement on which the error or problem appeared.`,
    SMALL,
  );
  pdf.paragraph("1. Tell us your name and account number.", SMALL);
  pdf.paragraph(
    "2. Describe the error or the transfer you are unsure about, and explain as clearly as you can why you believe it is an error or why you need more information.",
    SMALL,
  );
  pdf.paragraph("3. Tell us the dollar amount of the suspected error.", SMALL);
  pdf.paragraph(
    "We will investigate your complaint and will correct any error promptly. If we take more than 10 business days to do this, we will credit your account for the amount you think is in error, so that you will have the use of the money during the time it takes us to complete our investigation.",
    SMALL,
  );
}

/** Throws when the lines do not lead from the opening to the closing balance: such a statement must not be sent. */
export async function renderStatement(content: StatementContent): Promise<Uint8Array> {
  const sum = content.lines.reduce((cents, line) => cents + line.cents, content.opening);
  if (sum !== content.closing) throw new Error(`The statement's lines add up to ${sum} cents, its closing balance is ${content.closing}.`);
  const { look, title, from, to, holders, address, account, numberLast4 } = content;
  const pdf = new TaggedPdf({
    title,
    date: content.date,
    look,
    footer: `${look.name}${content.showFdic ? " | FDIC-Insured—Backed by the full faith and credit of the U.S. Government" : ""}`,
  });
  const right = { x: 330, width: PAGE.width - PAGE.margin - 330 };
  pdf.letterhead();
  pdf.y += 8;
  pdf.block([look.name, ...content.contact.address], { size: 8.5, color: SOFT });
  // The window of a number 10 envelope shows the address of a letter that is folded in thirds.
  pdf.y = 166;
  pdf.beside(
    () =>
      pdf.block(
        [...holders, ...address].map((line) => line.toUpperCase()),
        { size: 10.5 },
        { x: PAGE.margin + 9, width: 250 },
      ),
    () => {
      pdf.heading(1, "Account statement", right);
      pdf.table(
        LABELS.map((column) => ({ ...column, share: 1, align: "left" })),
        [
          { cells: ["Statement period", `${longDate(from)} to ${longDate(to)}`] },
          { cells: ["Account", account] },
          { cells: ["Account number", `ending in ${numberLast4}`] },
        ],
        right,
      );
    },
  );
  pdf.y = Math.max(pdf.y, 268);
  const half = (PAGE.width - 2 * PAGE.margin - 24) / 2;
  pdf.beside(
    () => {
      const box = { x: PAGE.margin, width: half };
      pdf.heading(2, "Account summary", box);
      pdf.table(LABELS, summaryRows(content), box);
    },
    () => {
      const box = { x: PAGE.margin + half + 24, width: half };
      pdf.heading(2, "Interest and yield", box);
      pdf.table(LABELS, interestRows(content), box);
    },
  );
  pdf.paragraph(interestText(content), { ...SMALL, color: SOFT });
  pdf.y += 10;
  pdf.heading(2, "Transactions");
  pdf.table(TRANSACTIONS, transactionRows(content));
  pdf.y += 10;
  errorNotice(pdf, content);
  return pdf.bytes();
}
