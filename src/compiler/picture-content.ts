/** Exports the check of what the SVG files of a brand contain: pictures alone, since every page of the brand shows them. */
import { pictureActive, pictureNoSvg } from "../language/brand-problems.js";
import type { Origin } from "../language/bundle.js";
import type { Finding } from "../language/problems.js";

interface PictureFinding {
  readonly at: Origin;
  readonly finding: Finding;
}

/** What a picture must not contain, as SVG 2 (W3C) names it, and how it is found outside of comments. */
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
