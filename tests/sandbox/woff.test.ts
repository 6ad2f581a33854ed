/** Tests that the decompressed fonts of the bank's documents are those of their files. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { sfntOfWoff } from "../../gateway/sandbox/pdf/woff.js";

interface Font {
  readonly numGlyphs: number;
  readonly postscriptName: string;
  getGlyph(id: number): { readonly advanceWidth: number; readonly path: { toSVG(): string } };
}
const require = createRequire(import.meta.url);
const { create } = require("fontkit") as { readonly create: (font: Buffer) => Font };
const fileOf = (name: string): Buffer => readFileSync(require.resolve(`@fontsource/lato/files/lato-${name}-normal.woff`));

describe("a decompressed WOFF file", () => {
  it.each(["latin-400", "latin-700", "latin-ext-400", "latin-ext-700"])("has the glyphs of %s", (name) => {
    const [packed, unpacked] = [create(fileOf(name)), create(sfntOfWoff(fileOf(name)))];
    expect(unpacked.postscriptName).toBe(packed.postscriptName);
    expect(unpacked.numGlyphs).toBe(packed.numGlyphs);
    for (let id = 0; id < packed.numGlyphs; id += 25) {
      expect(unpacked.getGlyph(id).advanceWidth).toBe(packed.getGlyph(id).advanceWidth);
      expect(unpacked.getGlyph(id).path.toSVG()).toBe(packed.getGlyph(id).path.toSVG());
    }
  });

  it("is not a file of another type, and has tables of the declared lengths", () => {
    expect(() => sfntOfWoff(Buffer.from("wOF2".padEnd(64)))).toThrow("This is no WOFF 1.0 file.");
    const damaged = fileOf("latin-400");
    damaged.writeUInt32BE(1_000_000, 44 + 12);
    expect(() => sfntOfWoff(damaged)).toThrow("instead of 1000000");
  });
});
