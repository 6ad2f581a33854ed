/**
 * Exports a renderer of simple PDF documents. The same content gives the same bytes, because dates come from the
 * caller.
 */
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from "pdf-lib";

export interface PdfContent {
  readonly institution: string;
  readonly title: string;
  readonly subtitle: string;
  readonly date: Date;
  readonly paragraphs: readonly string[];
  /** Rows of a table; the last column is aligned right. */
  readonly rows?: readonly (readonly string[])[];
}

const [WIDTH, HEIGHT] = [612, 792];
const MARGIN = 64;
const LEADING = 15;
const INK = rgb(0.1, 0.1, 0.1);

/** The standard fonts support Windows-1252; other characters (a name in another script) become question marks. */
function printable(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet());
  return [...text].map((character) => (known.has(character.codePointAt(0) ?? 0) ? character : "?")).join("");
}

function wrap(text: string, font: PDFFont, size: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of printable(text, font).split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && font.widthOfTextAtSize(longer, size) > WIDTH - 2 * MARGIN) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

export async function renderPdf(content: PdfContent): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(content.title);
  pdf.setAuthor(content.institution);
  pdf.setProducer("Passbook");
  pdf.setCreationDate(content.date);
  pdf.setModificationDate(content.date);
  const plain = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  let page: PDFPage = pdf.addPage([WIDTH, HEIGHT]);
  let y = HEIGHT - MARGIN;
  const line = (text: string, font: PDFFont, size: number, x = MARGIN): void => {
    page.drawText(printable(text, font), { x, y, size, font, color: INK });
  };
  const advance = (by: number): void => {
    y -= by;
    if (y < MARGIN) {
      page = pdf.addPage([WIDTH, HEIGHT]);
      y = HEIGHT - MARGIN;
    }
  };
  line(content.institution, bold, 12);
  advance(36);
  for (const row of wrap(content.title, bold, 18)) {
    line(row, bold, 18);
    advance(24);
  }
  line(content.subtitle, plain, 10);
  advance(28);
  for (const paragraph of content.paragraphs) {
    for (const row of wrap(paragraph, plain, 11)) {
      line(row, plain, 11);
      advance(LEADING);
    }
    advance(8);
  }
  for (const cells of content.rows ?? []) {
    const last = cells.at(-1) ?? "";
    for (const [column, cell] of cells.slice(0, -1).entries()) line(cell, plain, 10, MARGIN + column * 110);
    line(last, plain, 10, WIDTH - MARGIN - plain.widthOfTextAtSize(printable(last, plain), 10));
    advance(LEADING);
  }
  return pdf.save();
}
