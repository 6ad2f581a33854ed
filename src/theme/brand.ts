/** Exports `applyBrand` and `loadFonts` for the app: the design tokens and the typefaces of a brand. */
import { type Hero, type Scheme, tokensOf } from "./tokens.js";

/** The fields of `brand.json` that become design tokens. */
export interface BrandStyle {
  readonly color_primary: string;
  readonly color_secondary: string;
  readonly font: string;
  readonly dark_scheme: boolean;
  readonly look?: Look;
}

/** `look` of `brand.json`. */
export interface Look {
  readonly heading_font?: string;
  readonly radius?: "small" | "medium" | "large";
  readonly density?: "compact" | "regular" | "airy";
  readonly buttons?: "square" | "rounded" | "pill";
  readonly sidebar?: "plain" | "tinted" | "brand";
  readonly hero?: Hero;
  readonly light?: { readonly page?: string };
  readonly dark?: { readonly page?: string; readonly color_primary?: string; readonly color_secondary?: string };
}

/** The media query of the dark scheme. */
export const DARK = "(prefers-color-scheme: dark)";

/** The fonts to use where the app serves no letter. */
const SYSTEM = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** The weight of headings in each family; 700 for the others. */
const HEADING_WEIGHTS: Readonly<Record<string, number>> = { Fraunces: 600 };

const headingFont = ({ font, look }: BrandStyle): string => look?.heading_font ?? font;
const headingWeight = (style: BrandStyle): number => HEADING_WEIGHTS[headingFont(style)] ?? 700;

/** The family, then the local font with its metrics (fonts.css). */
const familyOf = (name: string): string => `"${name}", "${name} fallback", ${SYSTEM}`;

const removeListeners = new WeakMap<HTMLElement, () => void>();

function applyTokens(root: HTMLElement, style: BrandStyle, scheme: Scheme): void {
  const { light, dark, hero, radius = "medium", density = "regular", buttons = "rounded", sidebar = "plain" } = style.look ?? {};
  const page = (scheme === "light" ? light : dark)?.page;
  const inDark = scheme === "dark" ? dark : undefined;
  const tokens = tokensOf(inDark?.color_primary ?? style.color_primary, inDark?.color_secondary ?? style.color_secondary, scheme, {
    ...(page === undefined ? {} : { page }),
    ...(hero === undefined ? {} : { hero }),
  });
  for (const [name, color] of Object.entries(tokens)) root.style.setProperty(`--pb-${name}`, color);
  root.style.setProperty("--pb-font", familyOf(style.font));
  root.style.setProperty("--pb-heading-font", familyOf(headingFont(style)));
  root.style.setProperty("--pb-heading-weight", String(headingWeight(style)));
  root.style.colorScheme = scheme;
  Object.assign(root.dataset, { scheme, radius, density, buttons, sidebar, hero: hero ?? "gradient" });
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

/**
 * Loads the typefaces of a brand. Resolves when they are there or cannot be loaded: a page without them uses the fallback
 * of fonts.css.
 */
export async function loadFonts(fonts: Pick<FontFaceSet, "load">, style: BrandStyle): Promise<void> {
  const faces = [`400 1em "${style.font}"`, `700 1em "${style.font}"`, `${headingWeight(style)} 1em "${headingFont(style)}"`];
  await Promise.allSettled(faces.map((face) => fonts.load(face)));
}
