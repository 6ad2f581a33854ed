/** Exports the embedded fonts of the bank's PDFs: PDF/UA admits no text whose font is not in the file. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type PDFDocument from "pdfkit";
import { sfntOfWoff } from "./woff.js";

export type Weight = "regular" | "bold";

/** A parsed font, as far as its character set is concerned; pdfkit takes it in place of a file. */
interface ParsedFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** A piece of text in one font. */
export interface Run {
  readonly font: string;
  readonly text: string;
}

const require = createRequire(import.meta.url);
const fontkit = require("fontkit") as { readonly create: (font: Buffer) => ParsedFont };
const WEIGHTS = { regular: 400, bold: 700 } as const;
/** Lato's files for the Latin alphabet and for its letters outside Western Europe; a text uses the first that has its letters. */
const ALPHABETS = ["latin", "latin-ext"] as const;

/** Parsing a font takes longer than writing a statement, so each is parsed once. */
const parsed = new Map<string, ParsedFont>();

function fontOf(name: string): ParsedFont {
  const known = parsed.get(name);
  if (known) return known;
  const [weight, alphabet] = name.split("/") as [Weight, (typeof ALPHABETS)[number]];
  const file = require.resolve(`@fontsource/lato/files/lato-${alphabet}-${WEIGHTS[weight]}-normal.woff`);
  const font = fontkit.create(sfntOfWoff(readFileSync(file)));
  parsed.set(name, font);
  return font;
}

const namesOf = (weight: Weight): readonly string[] => ALPHABETS.map((alphabet) => `${weight}/${alphabet}`);

/** Makes the fonts known to a document; the document embeds those that it uses. */
export function registerFonts(pdf: InstanceType<typeof PDFDocument>): void {
  for (const name of [...namesOf("regular"), ...namesOf("bold")]) pdf.registerFont(name, fontOf(name) as unknown as string);
}

/** A cache of the fonts by weight and character: every letter of every text looks its font up. */
const fontsOfCharacters = new Map<string, string | undefined>();

function fontWith(weight: Weight, character: string): string | undefined {
  const key = `${weight}${character}`;
  if (!fontsOfCharacters.has(key))
    fontsOfCharacters.set(
      key,
      namesOf(weight).find((name) => fontOf(name).hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
    );
  return fontsOfCharacters.get(key);
}

/** The character, or what remains of it without the accents that the fonts lack; a question mark for another script. */
function printable(weight: Weight, character: string): string {
  if (fontWith(weight, character) !== undefined) return character;
  const letters = [...character.normalize("NFD")];
  for (let kept = letters.length; kept > 0; kept -= 1) {
    const shorter = letters.slice(0, kept).join("").normalize("NFC");
    if ([...shorter].every((letter) => fontWith(weight, letter) !== undefined)) return shorter;
  }
  return "?";
}

/** Splits a text into pieces that one font can show. */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: { font: string; text: string }[] = [];
  for (const character of [...text.normalize("NFC")].map((each) => printable(weight, each)).join("")) {
    const last = runs.at(-1);
    const font = fontWith(weight, character);
    if (font === undefined) throw new Error("A printable character has a font.");
    if (last?.font === font) last.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
}
