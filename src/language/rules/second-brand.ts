/** Exports the second brand of the small definition, for the examples of rules about brands and overlays. */
import type { Json } from "../definition.js";

const SECOND_BRAND: { readonly [keyword: string]: Json } = {
  language: 2,
  slug: "second",
  name: "Second Bank",
  short_name: "Second",
  hosts: [],
  link_restriction: "UNRESTRICTED",
  features: {},
  locale: "en-US",
  dark_scheme: true,
  emails: { support: "support@second.example" },
  show_fdic: true,
  color_primary: "#1a1a1a",
  color_secondary: "#575757",
  font: "Lato",
  logos: {},
};

/** The file of the second brand, with some keywords changed. */
export const secondBrand = (changes: { readonly [keyword: string]: Json } = {}): { readonly [file: string]: Json } => ({
  "flows/brands/second/brand.json": { ...SECOND_BRAND, ...changes },
});
