/** The one HTML page, with what the browser needs before its first request. */
import type { ActiveBundle } from "./bundles.js";

/** Where `index.html` comes from: the build, or Vite's dev server. */
export interface WebApp {
  /** The page's text for an address. */
  html(url: string): Promise<string>;
  /** The built files' folder; null when a dev server answers for them. */
  readonly folder: string | null;
}

/** What stands in `<script type="application/json" id="passbook">`. */
export interface PageData {
  readonly brand: string;
  readonly bundle: string;
  readonly development: boolean;
  /** First-paint look and name, until `GET /branding` has answered (D32). */
  readonly branding: Readonly<Record<string, unknown>>;
}

/** Fields of brand.json that the first paint needs. */
const FIRST_PAINT = [
  "slug",
  "name",
  "short_name",
  "emails",
  "show_fdic",
  "color_primary",
  "color_secondary",
  "font",
  "locale",
  "dark_scheme",
  "link_restriction",
  "features",
  "logos",
] as const;

export function pageData(bundle: ActiveBundle, development: boolean): PageData {
  const branding = Object.fromEntries(FIRST_PAINT.map((field) => [field, bundle.brand[field]]));
  return { brand: bundle.slug, bundle: bundle.hash, development, branding };
}

const DATA_SCRIPT = /(<script[^>]*\bid="passbook"[^>]*>)[\s\S]*?(<\/script>)/;
/** What the dev server writes where the request's nonce belongs. */
export const NONCE_PLACEHOLDER = "__CSP_NONCE__";

/** The page with its data; throws when the page has no place for them. */
export function fillPage(html: string, data: PageData, nonce: string | null): string {
  if (!DATA_SCRIPT.test(html)) throw new Error('index.html has no <script type="application/json" id="passbook">');
  // `<` cannot end the script element early, whatever a brand is called.
  const json = JSON.stringify(data)
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
  const filled = html
    .replace(DATA_SCRIPT, (_, open: string, close: string) => `${open}${json}${close}`)
    .replace(/<html lang="[^"]*"/, () => `<html lang="${languageOf(data)}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${titleOf(data)}</title>`);
  return nonce ? filled.replaceAll(NONCE_PLACEHOLDER, nonce) : filled;
}

/** D24 without a screen, as none is drawn yet. */
function titleOf({ branding }: PageData): string {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  return `${branding.name} (${branding.slug})`.replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
}

function languageOf(data: PageData): string {
  const { locale } = data.branding;
  return typeof locale === "string" && /^[A-Za-z-]+$/.test(locale) ? locale : "en-US";
}
