/** Exports the reader of the data that the gateway has written into the page, and the removal of its frame, for the app. */
import type { DepositorState } from "../engine/events.js";
import type { BrandFile } from "../language/keywords.js";

/** The fields of `brand.json` for the first paint. */
export type FirstPaint = Pick<
  BrandFile,
  "name" | "short_name" | "slug" | "color_primary" | "color_secondary" | "font" | "look" | "dark_scheme" | "show_fdic"
>;

/** The JSON in the page's `#passbook`. `brand` is the slug of the brand at the page's host. */
export interface Page {
  readonly brand: string;
  /** The hash of the bundle that the gateway serves. */
  readonly bundle: string;
  readonly development: boolean;
  readonly branding: FirstPaint;
  /** The slices with which the gateway has rendered the screen in the document. */
  readonly slices?: DepositorState;
}

/** The page was not served by the gateway, or by an incompatible version. */
class PageWithoutBundle extends Error {
  override readonly name = "PageWithoutBundle";
  constructor() {
    super("The page has no brand and no bundle in #passbook.");
  }
}

/** Removes the frame that the page shows until the app has one (`gateway/frame.ts`). */
export function removeFrame(document: Document): void {
  document.getElementById("frame")?.remove();
}

export function readPage(document: Document): Page {
  const text = document.getElementById("passbook")?.textContent ?? "{}";
  const page: unknown = JSON.parse(text);
  if (typeof page !== "object" || page === null || !("brand" in page) || !("bundle" in page)) throw new PageWithoutBundle();
  return page as Page;
}
