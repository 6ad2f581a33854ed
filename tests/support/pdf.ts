/** Exports the text and the structure of a PDF, read by pdf.js, for tests of the bank's documents. */
import { getDocumentProxy } from "unpdf";

/** An element of the document's structure, as assistive technology reads it. */
interface StructureNode {
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly StructureNode[];
}

export interface PdfContent {
  /** The drawn texts of each page, in order. */
  readonly pages: readonly (readonly string[])[];
  readonly title: string;
  readonly language: string;
  /** The roles of all elements, in reading order. */
  readonly roles: readonly string[];
  /** The alternative texts of its figures. */
  readonly alternatives: readonly string[];
  /** Its XMP metadata. */
  readonly metadata: string;
}

export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[][] = [];
  const roles: string[] = [];
  const alternatives: string[] = [];
  const visit = (node: StructureNode): void => {
    if (node.role !== undefined) roles.push(node.role);
    if (node.alt !== undefined) alternatives.push(node.alt);
    for (const child of node.children ?? []) visit(child);
  };
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.flatMap((item) => ("str" in item && item.str.trim() !== "" ? [item.str] : [])));
    const tree = await page.getStructTree();
    if (tree) visit(tree as StructureNode);
  }
  const { info, metadata } = await pdf.getMetadata();
  const { Title, Language } = info as { readonly Title?: string; readonly Language?: string };
  return { pages, title: Title ?? "", language: Language ?? "", roles, alternatives, metadata: metadata?.getRaw?.() ?? "" };
}

export const pdfTexts = async (bytes: Uint8Array): Promise<string[]> => (await readPdf(bytes)).pages.flat();
