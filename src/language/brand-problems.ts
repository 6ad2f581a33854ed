/** Exports the findings about brands and their files, for the compiler. */
import { type Finding, finding } from "./problems.js";
import { nearest } from "./suggest.js";

export const brandTaken = (keyword: string, value: string, slug: string): Finding =>
  finding("brand-shared", `The brand "${slug}" has the same "${keyword}", "${value}"`);
export const brandInText = (name: string, slug: string): Finding =>
  finding(
    "brand-shared",
    `This text of all brands has the name of the brand "${slug}", "${name}": show the name of each with { "var": "branding.name" }, or write the text in its overlay`,
  );
export const wrongFormat = (value: string, format: string, description: string): Finding =>
  finding("brand", `"${value}" does not have the format "${format}" of flows/fields.json. ${description}`.trimEnd());
export const unusedPicture = (file: string): Finding => finding("unused", `brand.json names no use of the picture ${file}`);
export const pictureNoSvg = (): Finding =>
  finding("brand", 'This file is not an SVG: its root must be <svg> with xmlns="http://www.w3.org/2000/svg"');
export const pictureNoPng = (): Finding =>
  finding("brand", "This file is not a PNG: convert the picture; renaming the file does not change its format");
export const pictureTooSmall = (use: "logo" | "favicon", least: number, size: string): Finding =>
  finding(
    "brand",
    use === "logo"
      ? `The picture has ${size} pixels: a logo must be at least ${least} pixels high`
      : `The picture has ${size} pixels: a favicon must be a square of at least ${least} by ${least}`,
  );
export const pictureActive = (what: string): Finding =>
  finding("brand", `The picture contains ${what}: remove it, a picture of a brand contains only shapes, texts and styles of its own`);
export const brandFileMissing = (slug: string): Finding =>
  finding("file-name", `The brand "${slug}" has no brand.json: without flows/brands/${slug}/brand.json, nothing reads this file`);
export const folderNotSlug = (folder: string): Finding => {
  const lower = folder.toLowerCase();
  const name = /^[a-z0-9-]+$/.test(lower) ? `: rename it to "${lower}"` : "";
  return finding("file-name", `The folder "${folder}" is not a slug, which has only lower-case letters, digits and "-"${name}`);
};
export const hostTaken = (host: string, slug: string): Finding =>
  finding("brand", `The host "${host}" also belongs to the brand "${slug}": only one of the two brands is served there`);
export const logoMissing = (use: string, known: readonly string[]): Finding => {
  const near = nearest(use, known);
  return finding("brand", `"${use}" is missing, which pages of this brand show${near === null ? "" : `; is "${near}" meant for it?`}`);
};
