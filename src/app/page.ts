/** What the gateway wrote into the page it served. */
import type { BrandFile } from "../language/definition.js";

/** The fields of `brand.json` that the first paint needs. */
export type FirstPaint = Pick<
  BrandFile,
  "name" | "short_name" | "slug" | "color_primary" | "color_secondary" | "font" | "dark_scheme" | "show_fdic"
>;

export interface Page {
  readonly brand: string;
  /** Hash of the bundle that is served now. */
  readonly bundle: string;
  readonly development: boolean;
  readonly branding: FirstPaint;
}

/** The page was not served by the gateway, or by one that speaks otherwise. */
export class PageWithoutBundle extends Error {
  override readonly name = "PageWithoutBundle";
  constructor() {
    super("The page names no brand and no bundle in #passbook.");
  }
}

export function readPage(document: Document): Page {
  const text = document.getElementById("passbook")?.textContent ?? "{}";
  const page: unknown = JSON.parse(text);
  if (typeof page !== "object" || page === null || !("brand" in page) || !("bundle" in page)) throw new PageWithoutBundle();
  return page as Page;
}
