import { type Scheme, tokensOf } from "./tokens.js";

/** What of a brand is painted. */
export interface BrandLook {
  readonly color_primary: string;
  readonly color_secondary: string;
  readonly font: string;
  readonly dark_scheme: boolean;
}

/** When a depositor's screen is dark. */
export const DARK = "(prefers-color-scheme: dark)";

/** Read when a brand's own font is not there (yet). */
const FALLBACK = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

const painted = new WeakMap<HTMLElement, () => void>();

function paintIn(root: HTMLElement, look: BrandLook, scheme: Scheme): void {
  for (const [name, colour] of Object.entries(tokensOf(look.color_primary, look.color_secondary, scheme))) {
    root.style.setProperty(`--pb-${name}`, colour);
  }
  root.style.setProperty("--pb-font", `"${look.font.replace(/["\\]/g, "")}", ${FALLBACK}`);
  root.style.colorScheme = scheme;
  root.dataset.scheme = scheme;
}

/**
 * Paints a page in a brand's colours, and again when the depositor's scheme changes, where the brand allows a dark one.
 * Set through the CSSOM: the content security policy has no inline styles. Painting again takes the first paint's place.
 */
export function applyBrand(root: HTMLElement, look: BrandLook): void {
  painted.get(root)?.();
  const view = root.ownerDocument.defaultView;
  const prefers = look.dark_scheme && view ? view.matchMedia(DARK) : null;
  const paint = () => paintIn(root, look, prefers?.matches ? "dark" : "light");
  paint();
  prefers?.addEventListener("change", paint);
  painted.set(root, () => prefers?.removeEventListener("change", paint));
}
