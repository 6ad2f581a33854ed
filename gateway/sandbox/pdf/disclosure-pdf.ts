/** Exports the PDF of a disclosure or agreement. */
import { type Look, TaggedPdf } from "./tagged-pdf.js";

export interface DisclosureContent {
  readonly look: Look;
  readonly title: string;
  readonly version: string;
  readonly date: Date;
  readonly paragraphs: readonly string[];
}

/** The file's bytes. The bank renders each version once, and the SHA-256 of the bytes identifies the version. */
export function renderDisclosure({ look, title, version, date, paragraphs }: DisclosureContent): Promise<Uint8Array> {
  const pdf = new TaggedPdf({ title, date, look, footer: `${look.name} | ${title} | Version ${version}` });
  pdf.letterhead();
  pdf.y += 30;
  pdf.heading(1, title);
  pdf.paragraph(`Version ${version}`, { size: 10, color: "#4d4d4d" });
  pdf.y += 10;
  for (const paragraph of paragraphs) pdf.paragraph(paragraph, { size: 11 });
  return pdf.bytes();
}
