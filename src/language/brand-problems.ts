/** Exports the findings about the files of brands that are not alike, for the compiler. */
import { type Finding, finding } from "./problems.js";

export const brandTaken = (word: string, value: string, slug: string): Finding =>
  finding("brand-shared", `The brand "${slug}" has the same "${word}", "${value}"`);
export const wrongRoutingNumber = (value: string): Finding => finding("brand", `"${value}" is no ABA routing number: check its 9 digits`);
export const unusedPicture = (file: string): Finding => finding("unused", `brand.json names no use of the picture ${file}`);
