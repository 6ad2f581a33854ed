/** Exports `applyBrand` and `loadFonts` for the app: the design tokens and the typefaces of a brand. */
import { type BrandStyle, customProperties, DARK, rootAttributes, typefaces } from "./brand-css.js";
import type { Scheme } from "./tokens.js";

const removeListeners = new WeakMap<HTMLElement, () => void>();

/** What each root element has: the tokens of a brand are a search for contrasts, which takes long on a phone. */
const applied = new WeakMap<HTMLElement, string>();

function applyTokens(root: HTMLElement, style: BrandStyle, scheme: Scheme): void {
  const { color_primary, color_secondary, font, look } = style;
  const key = JSON.stringify([scheme, color_primary, color_secondary, font, look]);
  if (applied.get(root) === key) return;
  applied.set(root, key);
  for (const [name, value] of Object.entries(customProperties(style, scheme))) root.style.setProperty(name, value);
  root.style.colorScheme = scheme;
  Object.assign(root.dataset, { scheme, ...rootAttributes(style) });
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
  await Promise.allSettled(typefaces(style).map((face) => fonts.load(face)));
}
