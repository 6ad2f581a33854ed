/**
 * Exports the writer of the bank's PDFs: tagged documents after PDF/UA-1 (ISO 14289-1) with headings, paragraphs, tables
 * and page numbers. The same content gives the same bytes, because dates come from the caller.
 */
import PDFDocument from "pdfkit";
import { registerFonts, runsOf, type Weight } from "./fonts.js";
import { drawLogo, readLogo } from "./logo.js";

/** How an institution's documents look. */
export interface Look {
  readonly name: string;
  readonly color: string;
  /** The logo as SVG, if it has one. */
  readonly logo: string | null;
}

export interface PdfFacts {
  readonly title: string;
  readonly date: Date;
  readonly look: Look;
  /** The footer of every page, beside the page number. */
  readonly footer: string;
}

export interface TextStyle {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly align?: "left" | "right";
}

/** A place on the page: its left edge and its width. */
export interface Box {
  readonly x: number;
  readonly width: number;
}

export interface Column {
  /** Its heading; tables of labels and values have none. */
  readonly header?: string;
  /** Its part of the table's width. */
  readonly share: number;
  readonly align?: "left" | "right";
}

export interface TableRow {
  readonly cells: readonly string[];
  readonly bold?: boolean;
}

type Structure = PDFKit.PDFStructureElement;

export const PAGE = { width: 612, height: 792, margin: 54 } as const;
const WHOLE: Box = { x: PAGE.margin, width: PAGE.width - 2 * PAGE.margin };
const BOTTOM = PAGE.height - 72;
const TOP = 84;
const INK = "#1a1a1a";
const SOFT = "#4d4d4d";
const LINE = "#c9c9c9";
const LOGO_HEIGHT = 42;

export class TaggedPdf {
  /** Where the next element begins, from the top of the page. */
  y: number = PAGE.margin;
  private readonly pdf: InstanceType<typeof PDFDocument>;
  /** Widths at a font size of 1, because measuring costs more than drawing. */
  private readonly widths = new Map<string, number>();
  private readonly chunks: Uint8Array[] = [];
  private readonly root: Structure;

  constructor(private readonly facts: PdfFacts) {
    const info = { Title: facts.title, Author: facts.look.name, Producer: "Passbook", Creator: "Passbook", CreationDate: facts.date };
    this.pdf = new PDFDocument({
      size: "LETTER",
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: "1.7",
      subset: "PDF/UA" as "PDF/A-3",
      tagged: true,
      lang: "en-US",
      displayTitle: true,
      // No standard font: it would not be embedded.
      font: "",
      info: { ...info, ModDate: facts.date },
    });
    this.pdf.on("data", (chunk: Uint8Array) => this.chunks.push(chunk));
    registerFonts(this.pdf);
    this.root = this.pdf.struct("Document");
    this.pdf.addStructure(this.root);
    this.pdf.addPage();
  }

  /** The institution's logo, or its name, at the top of the first page. */
  letterhead(): void {
    const { look } = this.facts;
    const logo = look.logo === null ? null : readLogo(look.logo);
    if (logo === null) this.element("P", () => this.line(look.name, WHOLE, { size: 18, weight: "bold", color: look.color }));
    else {
      const width = (LOGO_HEIGHT / logo.height) * logo.width;
      const bbox: [number, number, number, number] = [WHOLE.x, this.y, WHOLE.x + width, this.y + LOGO_HEIGHT];
      const figure = this.pdf.struct("Figure", { alt: look.name, bbox } as PDFKit.Mixins.StructureElementOptions);
      this.root.add(figure);
      figure.add(this.pdf.markStructureContent("Figure"));
      drawLogo(this.pdf, logo, WHOLE.x, this.y, LOGO_HEIGHT);
      this.pdf.endMarkedContent();
      figure.end();
    }
    this.y = PAGE.margin + LOGO_HEIGHT;
  }

  heading(level: 1 | 2 | 3, text: string, box: Box = WHOLE): void {
    const size = { 1: 18, 2: 12.5, 3: 10 }[level];
    // A heading stays with the first lines of its section.
    this.reserve(size * 1.4 + 40);
    this.element(`H${level}`, () => this.lines(text, box, { size, weight: "bold", color: this.facts.look.color }));
    this.y += size * 0.35;
  }

  paragraph(text: string, style: TextStyle = {}, box: Box = WHOLE): void {
    this.element("P", () => this.lines(text, box, style));
    this.y += (style.size ?? 10) * 0.6;
  }

  /** Lines that belong together, such as an address. */
  block(lines: readonly string[], style: TextStyle = {}, box: Box = WHOLE): void {
    this.element("P", () => {
      for (const line of lines) this.lines(line, box, style);
    });
  }

  /** A box of a form: a small label with its value below, as one element. */
  labeled(label: string, value: readonly string[], box: Box): void {
    this.element("P", () => {
      this.lines(label, box, { size: 6.5, color: SOFT });
      for (const line of value.filter((text) => text !== "")) this.lines(line, box, { size: 10 });
    });
  }

  /** A table. Its first column names each row where the columns have no headings. */
  table(columns: readonly Column[], rows: readonly TableRow[], box: Box = WHOLE): void {
    const boxes = columnBoxes(columns, box);
    const table = this.pdf.struct("Table");
    this.root.add(table);
    const headings = columns.map(({ header }) => header ?? "");
    const headed = columns.some(({ header }) => header !== undefined);
    if (headed) {
      this.reserve(60);
      this.row(this.child(table, "TR"), headings, columns, boxes, { weight: "bold", color: SOFT, size: 9 }, "Column");
    }
    for (const { cells, bold } of rows) {
      const style: TextStyle = { size: 9.5, weight: bold ? "bold" : "regular" };
      if (this.y + this.rowHeight(cells, boxes, style) > BOTTOM) {
        this.addPage();
        // The headings again, for the eye only: assistive technology has them from the table's first row.
        if (headed) this.artifact(() => this.drawCells(headings, columns, boxes, { weight: "bold", color: SOFT, size: 9 }));
      }
      this.row(this.child(table, "TR"), cells, columns, boxes, style, headed ? null : "Row");
    }
    table.end();
    this.y += 8;
  }

  /** Draws without its own meaning, such as a rule or a frame. */
  artifact(draw: (pdf: InstanceType<typeof PDFDocument>) => void): void {
    this.pdf.markContent("Artifact", { type: "Layout" });
    draw(this.pdf);
    this.pdf.endMarkedContent();
  }

  /** Draws elements beside each other: each begins at the same height, and the next element below the lowest. */
  beside(...columns: readonly (() => void)[]): void {
    const top = this.y;
    let lowest = top;
    for (const draw of columns) {
      this.y = top;
      draw();
      lowest = Math.max(lowest, this.y);
    }
    this.y = lowest;
  }

  /** Begins a new page unless the given height is free on this one. */
  reserve(height: number): void {
    if (this.y + height > BOTTOM) this.addPage();
  }

  /** The finished document, with the foot of every page. */
  async bytes(): Promise<Uint8Array> {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.pdf.switchToPage(page);
      this.pageFrame(page, count);
    }
    this.root.end();
    const ended = new Promise<void>((resolve, reject) => {
      this.pdf.on("end", resolve);
      this.pdf.on("error", reject);
    });
    this.pdf.end();
    await ended;
    return Buffer.concat(this.chunks);
  }

  private pageFrame(page: number, count: number): void {
    const { look, title, footer } = this.facts;
    this.artifact((pdf) => {
      const foot = PAGE.height - 50;
      pdf.rect(0, 0, PAGE.width, 6).fill(look.color);
      pdf
        .moveTo(WHOLE.x, foot)
        .lineTo(WHOLE.x + WHOLE.width, foot)
        .lineWidth(0.5)
        .stroke(LINE);
      this.draw(footer, { x: WHOLE.x, width: WHOLE.width - 80 }, foot + 8, { size: 8, color: SOFT });
      this.draw(`Page ${page + 1} of ${count}`, WHOLE, foot + 8, { size: 8, color: SOFT, align: "right" });
      if (page > 0) this.draw(`${look.name}, ${title}`, WHOLE, 40, { size: 9, color: SOFT });
    });
  }

  private addPage(): void {
    this.pdf.addPage();
    this.y = TOP;
  }

  /** Draws an element of the document's structure. */
  private element(type: string, draw: () => void): void {
    const element = this.child(this.root, type);
    this.marked = element;
    draw();
    this.marked = null;
    element.end();
  }

  /** The element whose lines are drawn. */
  private marked: Structure | null = null;

  private child(parent: Structure, type: string, options: PDFKit.Mixins.StructureElementOptions = {}): Structure {
    const child = this.pdf.struct(type, options);
    parent.add(child);
    return child;
  }

  /** Draws a text in as many lines as it needs. */
  private lines(text: string, box: Box, style: TextStyle): void {
    for (const line of this.wrap(text, box.width, style)) this.line(line, box, style);
  }

  private line(text: string, box: Box, style: TextStyle): void {
    const height = lineHeight(style);
    this.reserve(height);
    this.mark(this.marked ?? this.root, "P", () => this.draw(text, box, this.y, style));
    this.y += height;
  }

  private mark(element: Structure, tag: string, draw: () => void): void {
    element.add(this.pdf.markStructureContent(tag));
    draw();
    this.pdf.endMarkedContent();
  }

  private row(
    row: Structure,
    cells: readonly string[],
    columns: readonly Column[],
    boxes: readonly Box[],
    style: TextStyle,
    headers: "Row" | "Column" | null,
  ): void {
    const top = this.y;
    for (const [index, text] of cells.entries()) {
      const isHeader = headers === "Column" || (headers === "Row" && index === 0);
      const scope = { scope: headers } as PDFKit.Mixins.StructureElementOptions;
      const cell = this.child(row, isHeader ? "TH" : "TD", isHeader ? scope : {});
      this.mark(cell, "Span", () => this.drawCell(text, columns[index], boxes[index] ?? WHOLE, top, style));
    }
    row.end();
    this.y = top + this.rowHeight(cells, boxes, style);
    const { x, width } = span(boxes);
    this.artifact((pdf) =>
      pdf
        .moveTo(x, this.y)
        .lineTo(x + width, this.y)
        .lineWidth(0.5)
        .stroke(LINE),
    );
  }

  private drawCells(cells: readonly string[], columns: readonly Column[], boxes: readonly Box[], style: TextStyle): void {
    for (const [index, text] of cells.entries()) this.drawCell(text, columns[index], boxes[index] ?? WHOLE, this.y, style);
    this.y += this.rowHeight(cells, boxes, style);
  }

  private drawCell(text: string, column: Column | undefined, box: Box, top: number, style: TextStyle): void {
    for (const [index, line] of this.wrap(text, box.width, style).entries())
      this.draw(line, box, top + ROW_PADDING + index * lineHeight(style), { ...style, align: column?.align ?? "left" });
  }

  private rowHeight(cells: readonly string[], boxes: readonly Box[], style: TextStyle): number {
    const lines = cells.map((text, index) => this.wrap(text, boxes[index]?.width ?? WHOLE.width, style).length);
    return Math.max(...lines) * lineHeight(style) + 2 * ROW_PADDING;
  }

  private widthOf(text: string, { size = 10, weight = "regular" }: TextStyle): number {
    const key = `${weight} ${text}`;
    const known = this.widths.get(key);
    if (known !== undefined) return known * size;
    const width = runsOf(text, weight).reduce((sum, run) => sum + this.pdf.font(run.font).fontSize(1).widthOfString(run.text), 0);
    this.widths.set(key, width);
    return width * size;
  }

  private draw(text: string, box: Box, top: number, style: TextStyle): void {
    const { size = 10, weight = "regular", color = INK, align = "left" } = style;
    let x = align === "right" ? box.x + box.width - this.widthOf(text, style) : box.x;
    for (const run of runsOf(text, weight)) {
      this.pdf.font(run.font).fontSize(size).fillColor(color).text(run.text, x, top, { lineBreak: false });
      x += this.pdf.widthOfString(run.text);
    }
  }

  private wrap(text: string, width: number, style: TextStyle): string[] {
    const lines: string[] = [];
    const space = this.widthOf(" ", style);
    let line = "";
    let used = 0;
    for (const word of text.split(" ").flatMap((whole) => this.pieces(whole, width, style))) {
      const own = this.widthOf(word, style);
      if (line !== "" && used + space + own > width) {
        lines.push(line);
        [line, used] = [word, own];
      } else [line, used] = line === "" ? [word, own] : [`${line} ${word}`, used + space + own];
    }
    return [...lines, line];
  }

  /** A word in pieces that fit the width: divided after its hyphens, and anywhere where that is not enough. */
  private pieces(word: string, width: number, style: TextStyle): string[] {
    if (this.widthOf(word, style) <= width) return [word];
    const pieces: string[] = [];
    let piece = "";
    for (const part of word.split(/(?<=-)/).flatMap((whole) => (this.widthOf(whole, style) <= width ? [whole] : [...whole]))) {
      if (piece !== "" && this.widthOf(piece + part, style) > width) {
        pieces.push(piece);
        piece = part;
      } else piece += part;
    }
    return [...pieces, piece];
  }
}

const ROW_PADDING = 4;
const COLUMN_GAP = 10;
const lineHeight = ({ size = 10 }: TextStyle): number => size * 1.35;

function columnBoxes(columns: readonly Column[], box: Box): Box[] {
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  const free = box.width - COLUMN_GAP * (columns.length - 1);
  let x = box.x;
  return columns.map(({ share }) => {
    const width = (free * share) / all;
    const own = { x, width };
    x += width + COLUMN_GAP;
    return own;
  });
}

/** From the first column's left edge to the last one's right edge. */
function span(boxes: readonly Box[]): Box {
  const [first, last] = [boxes[0] ?? WHOLE, boxes.at(-1) ?? WHOLE];
  return { x: first.x, width: last.x + last.width - first.x };
}
