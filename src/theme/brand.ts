/** Exports `applyBrand` for the app: sets the design tokens of a brand on the page. */
import { type Scheme, tokensOf } from "./tokens.js";

/** The fields of `brand.json` that become design tokens. */
export interface BrandStyle {
  readonly color_primary: string;
  readonly color_secondary: string;
  readonly font: string;
  readonly dark_scheme: boolean;
}

/** The media query of the dark scheme. */
export const DARK = "(prefers-color-scheme: dark)";

/** The fonts to use until the brand's font has loaded. */
const FALLBACK = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

const removeListeners = new WeakMap<HTMLElement, () => void>();

function applyTokens(root: HTMLElement, style: BrandStyle, scheme: Scheme): void {
  for (const [name, color] of Object.entries(tokensOf(style.color_primary, style.color_secondary, scheme))) {
    root.style.setProperty(`--pb-${name}`, color);
  }
  root.style.setProperty("--pb-font", `"${style.font.replace(/["\\]/g, "")}", ${FALLBACK}`);
  root.style.colorScheme = scheme;
  root.dataset.scheme = scheme;
}

/**
 * Sets the tokens on a root element, and again when the preferred color scheme changes, if the brand allows a dark one.
 * Uses the CSSOM, since the content security policy forbids inline styles. A second call replaces the first.
 */
export function applyBrand(root: HTMLElement, style: BrandStyle): void {
  removeListeners.get(root)?.();
  const view = root.ownerDocument.defaultView;
  const prefers = style.dark_scheme && view ? view.matchMedia(DARK) : null;
  const apply = () => applyTokens(root, style, prefers?.matches ? "dark" : "light");
  apply();
  prefers?.addEventListener("change", apply);
  removeListeners.set(root, () => prefers?.removeEventListener("change", apply));
}
