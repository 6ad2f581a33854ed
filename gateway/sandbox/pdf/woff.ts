/** Exports `sfntOfWoff`, for the bank's fonts: the font of a WOFF file with its tables decompressed. */
import { inflateSync } from "node:zlib";

const WOFF = { header: 44, entry: 20 } as const;
const SFNT = { header: 12, entry: 16, alignment: 4 } as const;

/**
 * Converts a WOFF 1.0 file (W3C 2012, sections 3 to 5) to the font format that it wraps. fontkit reads WOFF itself, but
 * decompresses the table of all glyphs again for each glyph that it embeds.
 */
export function sfntOfWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("This is no WOFF 1.0 file.");
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_none, index) => {
    const entry = WOFF.header + index * WOFF.entry;
    const [offset, compressed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [number, number, number];
    const stored = woff.subarray(offset, offset + compressed);
    const data = compressed < length ? inflateSync(stored) : stored;
    if (data.length !== length) throw new Error(`A table of the font has ${data.length} bytes instead of ${length}.`);
    return { tag: woff.subarray(entry, entry + 4), checksum: woff.readUInt32BE(entry + 16), data };
  });
  const header = Buffer.alloc(SFNT.header + count * SFNT.entry);
  woff.copy(header, 0, 4, 8);
  const power = Math.floor(Math.log2(count));
  for (const [index, value] of [count, 16 * 2 ** power, power, 16 * (count - 2 ** power)].entries())
    header.writeUInt16BE(value, 4 + 2 * index);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = SFNT.header + index * SFNT.entry;
    tag.copy(header, entry);
    for (const [field, value] of [checksum, offset, data.length].entries()) header.writeUInt32BE(value, entry + 4 + 4 * field);
    const padding = -data.length & (SFNT.alignment - 1);
    parts.push(data, Buffer.alloc(padding));
    offset += data.length + padding;
  }
  return Buffer.concat(parts);
}
