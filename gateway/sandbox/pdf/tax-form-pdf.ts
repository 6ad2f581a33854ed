/**
 * Exports the PDF of Form 1099-INT, Copy B (For Recipient): a substitute statement with the boxes and texts of the IRS's
 * form (IRS Publication 1179).
 */
import { decimalOf } from "../money.js";
import type { BankContact } from "./statement-pdf.js";
import { type Look, TaggedPdf } from "./tagged-pdf.js";

export interface TaxFormContent {
  readonly look: Look;
  readonly contact: BankContact;
  readonly payerTin: string;
  readonly date: Date;
  readonly year: number;
  readonly recipient: string;
  /** Street, then city, state and ZIP code. */
  readonly address: readonly string[];
  readonly ssnLast4: string | null;
  readonly account: string;
  readonly interestCents: number;
}

/** A box of the form: its place and size in points from the form's corner, its printed text and its value. */
type FormBox = readonly [x: number, y: number, width: number, height: number, label: string, value: string | readonly string[]];

const LEFT = 54;
const COLUMN = 252;
const QUARTER = 126;

function boxesOf({ look, contact, payerTin, recipient, address, ssnLast4, account, interestCents, year }: TaxFormContent): FormBox[] {
  const dollars = (cents: number): string => (cents === 0 ? "" : `$ ${decimalOf(cents).replace(/\B(?=(\d{3})+\.)/g, ",")}`);
  const [street = "", ...city] = address;
  return [
    [
      0,
      0,
      COLUMN,
      86,
      "PAYER'S name, street address, city or town, state, ZIP code, and telephone no.",
      [look.name, ...contact.address, contact.phone],
    ],
    [0, 86, QUARTER, 36, "PAYER'S TIN", payerTin],
    [QUARTER, 86, QUARTER, 36, "RECIPIENT'S TIN", `XXX-XX-${ssnLast4 ?? "XXXX"}`],
    [0, 122, COLUMN, 36, "RECIPIENT'S name", recipient],
    [0, 158, COLUMN, 36, "Street address (including apt. no.)", street],
    [0, 194, COLUMN, 36, "City or town, state or province, country, and ZIP or foreign postal code", city.join(", ")],
    [0, 230, QUARTER, 36, "FATCA filing requirement", "No"],
    [QUARTER, 230, QUARTER, 36, "Account number (see instructions)", account],
    [COLUMN, 0, QUARTER, 43, "Payer's RTN (optional)", ""],
    [COLUMN + QUARTER, 0, QUARTER, 43, "Calendar year", String(year)],
    [COLUMN, 43, COLUMN, 43, "1 Interest income", dollars(interestCents)],
    [COLUMN, 86, COLUMN, 36, "2 Early withdrawal penalty", ""],
    [COLUMN, 122, COLUMN, 36, "3 Interest on U.S. Savings Bonds and Treasury obligations", ""],
    [COLUMN, 158, QUARTER, 36, "4 Federal income tax withheld", ""],
    [COLUMN + QUARTER, 158, QUARTER, 36, "5 Investment expenses", ""],
    [COLUMN, 194, QUARTER, 36, "6 Foreign tax paid", ""],
    [COLUMN + QUARTER, 194, QUARTER, 36, "7 Foreign country or U.S. territory", ""],
    [COLUMN, 230, QUARTER, 36, "8 Tax-exempt interest", ""],
    [COLUMN + QUARTER, 230, QUARTER, 36, "9 Specified private activity bond interest", ""],
    [0, 266, QUARTER, 36, "10 Market discount", ""],
    [QUARTER, 266, QUARTER, 36, "11 Bond premium", ""],
    [COLUMN, 266, QUARTER, 36, "12 Bond premium on Treasury obligations", ""],
    [COLUMN + QUARTER, 266, QUARTER, 36, "13 Bond premium on tax-exempt bond", ""],
    [0, 302, QUARTER, 36, "14 Tax-exempt and tax credit bond CUSIP no.", ""],
    [QUARTER, 302, QUARTER, 36, "15 State", ""],
    [COLUMN, 302, QUARTER, 36, "16 State identification no.", ""],
    [COLUMN + QUARTER, 302, QUARTER, 36, "17 State tax withheld", ""],
  ];
}

const FURNISHED =
  "This is important tax information and is being furnished to the IRS. If you are required to file a return, a negligence penalty or other sanction may be imposed on you if this income is taxable and the IRS determines that it has not been reported.";

const INSTRUCTIONS = [
  "Recipient's taxpayer identification number (TIN). For your protection, this form may show only the last four digits of your TIN. However, the issuer has reported your complete TIN to the IRS.",
  "Account number. May show an account or other unique number the payer assigned to distinguish your account.",
  "Box 1. Shows taxable interest paid to you during the calendar year by the payer. This does not include interest shown in box 3.",
  "Box 4. Shows backup withholding. Include this amount on your income tax return as tax withheld.",
  "Boxes without an amount do not apply to your account.",
];

/** The bytes of a tagged PDF (PDF/UA), for the recipient; nothing is filed with the IRS. */
export function renderTaxForm(content: TaxFormContent): Promise<Uint8Array> {
  const { look, date, year } = content;
  const title = `Form 1099-INT ${year}`;
  const pdf = new TaggedPdf({ title, date, look, footer: `${look.name} | ${title} | Keep for your records` });
  pdf.letterhead();
  pdf.y += 20;
  pdf.heading(1, "Form 1099-INT, Interest Income");
  pdf.paragraph(
    `Copy B, For Recipient. For calendar year ${year}. OMB No. 1545-0112. Department of the Treasury, Internal Revenue Service.`,
    { size: 9 },
  );
  pdf.y += 4;
  const top = pdf.y;
  for (const [x, y, width, height, label, value] of boxesOf(content)) {
    pdf.artifact((page) =>
      page
        .rect(LEFT + x, top + y, width, height)
        .lineWidth(0.75)
        .stroke("#333333"),
    );
    pdf.y = top + y + 4;
    const box = { x: LEFT + x + 5, width: width - 10 };
    // The label and its value are one element, so that they are read together.
    pdf.labeled(label, typeof value === "string" ? [value] : value, box);
  }
  pdf.y = top + 338 + 14;
  pdf.paragraph(FURNISHED, { size: 9, weight: "bold" });
  pdf.y += 6;
  pdf.heading(2, "Instructions for recipient");
  for (const text of INSTRUCTIONS) pdf.paragraph(text, { size: 9 });
  return pdf.bytes();
}
