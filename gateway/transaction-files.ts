/**
 * Exports the files of transactions that the depositor downloads: CSV (RFC 4180), OFX 1.0.2, and QFX, which is OFX with an
 * element that Quicken requires. All have the posted transactions only, because those add up to the balance; amounts are
 * the ledger's decimal strings, unchanged.
 */
import type { Transaction } from "./resolvers/transaction-filter.js";

/** The account of the transactions. */
export interface ExportedAccount {
  readonly uuid: string;
  readonly number_last4: string | null;
  readonly balance: string;
  readonly as_of: string;
}

/** The day on which a posted transaction was posted; a transaction that is not posted is not exported. */
type Posted = Transaction & { readonly posted_on: string };

export const postedOf = (rows: readonly Transaction[]): readonly Posted[] => rows.filter((row): row is Posted => row.posted_on !== null);

const AMOUNT = /^-?\d+\.\d{2}$/;

/** Spreadsheets evaluate a text that begins with one of these (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r]/;

function csvField(text: string): string {
  const safe = FORMULA.test(text) && !AMOUNT.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The names of the columns are part of the format: programs that import the file know them. */
const COLUMNS = ["Date", "Description", "Type", "Status", "Return code", "Amount", "Balance", "Transaction ID"];

/** Rows as given, after a header; lines end with CRLF, and text that a spreadsheet would evaluate is preceded by `'`. */
export function csvOf(rows: readonly Posted[]): string {
  const lines = rows.map((row) => [
    row.posted_on,
    row.description,
    row.kind ?? "",
    row.status,
    row.return_code ?? "",
    row.amount,
    row.balance ?? "",
    row.uuid,
  ]);
  return [COLUMNS, ...lines].map((line) => `${line.map(csvField).join(",")}\r\n`).join("");
}

/** `2026-11-21` as OFX writes a day. */
const ofxDay = (day: string): string => day.replaceAll("-", "");

/** OFX 1.0.2 is SGML without its own entities: only these three characters are escaped (OFX 1.0.2, 2.3.2.1). */
const ofxText = (text: string, most: number): string =>
  text.replace(/\s+/g, " ").slice(0, most).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The longest values that OFX allows. */
const MOST = { bank: 9, account: 22, name: 32, organization: 32 } as const;

function typeOfRow({ kind, amount }: Posted): string {
  if (kind === "interest") return "INT";
  return amount.startsWith("-") ? "DEBIT" : "CREDIT";
}

const HEADER = [
  "OFXHEADER:100",
  "DATA:OFXSGML",
  "VERSION:102",
  "SECURITY:NONE",
  "ENCODING:UNICODE",
  "CHARSET:NONE",
  "COMPRESSION:NONE",
  "OLDFILEUID:NONE",
  "NEWFILEUID:NONE",
];

/**
 * Quicken imports a file only with the number of a bank in Intuit's directory (`INTU.BID`). Banks without an agreement with
 * Intuit use 3000, which Quicken accepts for files that the depositor downloads.
 */
const UNREGISTERED_BANK = "3000";

/** The data about the bank in a file: fields of `brand.json`. */
export interface ExportingInstitution {
  readonly slug: string;
  readonly name: string;
  readonly routing_number?: string;
  readonly quicken_bank?: string;
}

/** `now` dates the file. */
export function ofxOf(
  format: "ofx" | "qfx",
  rows: readonly Posted[],
  account: ExportedAccount,
  institution: ExportingInstitution,
  now: Date,
): string {
  const days = rows.map(({ posted_on }) => posted_on).sort();
  const stamp = now.toISOString().replace(/[-:T]|\.\d+Z$/g, "");
  const element = (name: string, value: string): string => `<${name}>${value}</${name}>`;
  const status = "<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>";
  const transactions = rows.map(
    (row) =>
      `<STMTTRN>${element("TRNTYPE", typeOfRow(row))}${element("DTPOSTED", ofxDay(row.posted_on))}${element("TRNAMT", row.amount)}${element("FITID", row.uuid)}${element("NAME", ofxText(row.description, MOST.name))}</STMTTRN>`,
  );
  const bank = ofxText(institution.routing_number ?? institution.slug, MOST.bank);
  // The API returns no whole account number: this one identifies the account to the program.
  const number = account.uuid.replaceAll("-", "").slice(0, MOST.account);
  const from = `<BANKACCTFROM>${element("BANKID", bank)}${element("ACCTID", number)}${element("ACCTTYPE", "SAVINGS")}</BANKACCTFROM>`;
  const organization = `<FI>${element("ORG", ofxText(institution.name, MOST.organization))}${element("FID", bank)}</FI>`;
  const quicken = format === "qfx" ? element("INTU.BID", institution.quicken_bank ?? UNREGISTERED_BANK) : "";
  return [
    ...HEADER,
    "",
    `<OFX><SIGNONMSGSRSV1><SONRS>${status}${element("DTSERVER", stamp)}${element("LANGUAGE", "ENG")}${organization}${quicken}</SONRS></SIGNONMSGSRSV1>`,
    `<BANKMSGSRSV1><STMTTRNRS>${element("TRNUID", "0")}${status}<STMTRS>${element("CURDEF", "USD")}${from}`,
    `<BANKTRANLIST>${element("DTSTART", ofxDay(days[0] ?? account.as_of))}${element("DTEND", ofxDay(days.at(-1) ?? account.as_of))}`,
    ...transactions,
    "</BANKTRANLIST>",
    `<LEDGERBAL>${element("BALAMT", account.balance)}${element("DTASOF", ofxDay(account.as_of))}</LEDGERBAL>`,
    "</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>",
    "",
  ].join("\r\n");
}
