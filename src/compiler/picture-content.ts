/**
 * Exports the checks of the content of a brand's pictures. An SVG contains shapes alone, since every page of the brand
 * shows it; a PNG has the pixels that its uses need.
 */
import { pictureActive, pictureNoPng, pictureNoSvg, pictureTooSmall } from "../language/brand-problems.js";
import type { Origin } from "../language/bundle.js";
import type { Finding } from "../language/problems.js";

interface PictureFinding {
  readonly at: Origin;
  readonly finding: Finding;
}

/** Content that a picture must not have, as SVG 2 (W3C) names it, and the pattern that finds it outside of comments. */
const ACTIVE: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/<(?:[\w-]+:)?script\b/i, "a script"],
  [/<(?:[\w-]+:)?foreignObject\b/i, "a foreignObject"],
  [/\son\w+\s*=/i, "an attribute that handles events"],
  // An embedded bitmap is part of the file; a reference to `#id` stays in it.
  [/\s(?:[\w-]+:)?(?:href|src)\s*=\s*(?!["'](?:#|data:image\/(?:png|jpeg|gif|webp)[;,]))/i, "a reference to another file"],
  [/\burl\(\s*(?!["']?\s*#)/i, "a reference to another file"],
  [/@import\b|<\?xml-stylesheet\b|<!ENTITY\b/i, "a reference to another file"],
  // An animation can replace a reference by another one.
  [/\sattributeName\s*=\s*["'](?:[\w-]+:)?href\b/i, "an animated reference"],
];

/** The findings about the content of an SVG file. */
export function pictureFindings(file: string, text: string): readonly PictureFinding[] {
  // Comments stay as space, so that what follows keeps its place.
  const shown = text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, " "));
  const at = (index: number, finding: Finding): PictureFinding => {
    const lines = shown.slice(0, index).split("\n");
    return { at: { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, layer: "base" }, finding };
  };
  if (
    !/^\uFEFF?\s*(?:<\?xml\b[^>]*\?>\s*)?(?:<[!?][^>]*>\s*)*<svg\b[^>]*\bxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(shown)
  )
    return [at(0, pictureNoSvg())];
  return ACTIVE.flatMap(([pattern, what]) => {
    const found = pattern.exec(shown);
    return found === null ? [] : [at(found.index + (/^\s*/.exec(found[0])?.[0].length ?? 0), pictureActive(what))];
  });
}

/** The first bytes of every PNG (PNG, 3rd edition, 5.2 and 11.2.1): its signature, and the length and the type of the chunk IHDR. */
const PNG_BEGINS = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

/** The least height in pixels of a logo (`.pb-logo img`), and the least width of the square icon of a browser's tab. */
const LEAST = { logo: 48, favicon: 32 } as const;

/** The finding about the first bytes of a PNG, one character for each byte; null for a correct one. */
export function pngFinding(beginning: string, use: keyof typeof LEAST): Finding | null {
  const number = (at: number): number => [0, 1, 2, 3].reduce((sum, index) => sum * 256 + beginning.charCodeAt(at + index), 0);
  const [width, height] = [number(PNG_BEGINS.length), number(PNG_BEGINS.length + 4)];
  if (!beginning.startsWith(PNG_BEGINS) || !(width > 0 && height > 0)) return pictureNoPng();
  if (use === "logo" ? height >= LEAST.logo : width === height && width >= LEAST.favicon) return null;
  return pictureTooSmall(use, LEAST[use], `${width} by ${height}`);
}
