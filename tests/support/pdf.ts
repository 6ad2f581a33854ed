/** Exports the text of a PDF that the sandbox rendered, for tests of its documents. */
import { inflateSync } from "node:zlib";

/** The drawn texts in order: pdf-lib compresses each page's content and writes texts as hexadecimal Windows-1252. */
export function pdfTexts(pdf: Uint8Array): string[] {
  const source = Buffer.from(pdf).toString("latin1");
  const pages = [...source.matchAll(/\/FlateDecode[^>]*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, content = ""]) =>
    inflateSync(Buffer.from(content, "latin1")).toString("latin1"),
  );
  return pages.flatMap((page) => [...page.matchAll(/<([0-9A-F]+)> Tj/g)].map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1")));
}
