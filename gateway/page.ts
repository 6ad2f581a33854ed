/** Exports the HTML page with the data that the browser needs before its first request, for the web routes. */
import type { Prerender, Prerendered } from "../src/app/prerender.js";
import type { DepositorState } from "../src/engine/events.js";
import type { ActiveBundle } from "./bundles.js";
import { escapeHtml } from "./escape-html.js";

/** The source of `index.html`: the build, or Vite's development server. */
export interface WebApp {
  /** The page's HTML for a URL. */
  html(url: string): Promise<string>;
  /** The folder of the built files; null when the development server serves them. */
  readonly folder: string | null;
  /** Renders the first screen of a visitor; absent when the development server serves the app. */
  readonly prerender?: Prerender;
}

/** The content of `<script type="application/json" id="passbook">`. */
export interface PageData {
  readonly brand: string;
  readonly bundle: string;
  readonly development: boolean;
  /** Branding of the first paint, until the response of `GET /branding` arrives (D32). */
  readonly branding: Readonly<Record<string, unknown>>;
  /** The slices with which the screen in the document was rendered. */
  readonly slices?: DepositorState;
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
  "look",
  "locale",
  "dark_scheme",
  "link_restriction",
  "features",
  "logos",
  "favicon",
] as const;

export function pageData(bundle: ActiveBundle, development: boolean, prerendered: Prerendered | null): PageData {
  const branding = Object.fromEntries(FIRST_PAINT.map((field) => [field, bundle.brand[field]]));
  const slices = prerendered === null ? {} : { slices: prerendered.slices };
  return { brand: bundle.slug, bundle: bundle.hash, development, branding, ...slices };
}

const DATA_SCRIPT = /(<script[^>]*\bid="passbook"[^>]*>)[\s\S]*?(<\/script>)/;
/** The placeholder that the development server writes for the request's nonce. */
export const NONCE_PLACEHOLDER = "__CSP_NONCE__";

/** The screen that the document shows first: the journey whose files it needs, and its title. */
export interface FirstScreen {
  readonly journey: string;
  /** Null where the document does not contain the screen. */
  readonly title: string | null;
  /** Not the journey of the address itself, but of the screen to which the guards redirect a visitor without stored data. */
  readonly isRedirect: boolean;
}

/** Inserts the data into the page, and links to the files of the first screen; throws when the page has no script element for it. */
export function fillPage(html: string, data: PageData, first: FirstScreen, nonce: string | null): string {
  if (!DATA_SCRIPT.test(html)) throw new Error('index.html has no <script type="application/json" id="passbook">');
  // Escaping `<` keeps a brand's name from ending the script element.
  const json = JSON.stringify(data)
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
  const filled = html
    .replace(DATA_SCRIPT, (_, open: string, close: string) => `${open}${json}${close}`)
    .replace(/<html lang="[^"]*"/, () => `<html lang="${languageOf(data)}"`)
    .replace(/<link rel="icon"[^>]*>/, (none) => faviconOf(data) ?? none)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${titleOf(data, first)}</title>${fileLinksOf(data, first)}`);
  return nonce ? filled.replaceAll(NONCE_PLACEHOLDER, nonce) : filled;
}

/** The title of D24, which the app keeps up to date (`document-title.tsx`). */
function titleOf({ branding }: PageData, { title }: FirstScreen): string {
  const institution = `${branding.name} (${branding.slug})`;
  return escapeHtml(title === null ? institution : `${title} | ${institution}`);
}

/** Starts the loads of the bundle's core and of a journey while the browser still reads the scripts. */
function fileLinksOf({ brand, bundle }: PageData, { journey, isRedirect }: FirstScreen): string {
  const folder = `/bundles/${brand}/${bundle}`;
  const json = (file: string) => `<link rel="preload" as="fetch" crossorigin href="${folder}/${file}.json" />`;
  // The browser may have stored what lets this visitor stay, and warns of a preload that is not used.
  if (isRedirect) return `${json("core")}<link rel="prefetch" as="fetch" crossorigin href="${folder}/${journey}.json" />`;
  return `${json("core")}${json(journey)}<link rel="modulepreload" href="${folder}/${journey}.validators.js" />`;
}

/** The link to the brand's icon; null when the brand has none. */
function faviconOf({ brand, bundle, branding }: PageData): string | null {
  const { favicon } = branding;
  if (typeof favicon !== "string" || !/^[a-z0-9-]+\.(svg|png)$/.test(favicon)) return null;
  return `<link rel="icon" href="/bundles/${brand}/${bundle}/${favicon}" />`;
}

function languageOf(data: PageData): string {
  const { locale } = data.branding;
  return typeof locale === "string" && /^[A-Za-z-]+$/.test(locale) ? locale : "en-US";
}
