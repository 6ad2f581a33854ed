/** Exports `applyBrand`, `brandOfDocument` and `loadFonts` for the app: the design tokens and the typefaces of a brand. */
import { type BrandStyle, customProperties, DARK, rootAttributes, typefaces } from "./brand-css.js";
import type { Scheme } from "./tokens.js";

const removeListeners = new WeakMap<HTMLElement, () => void>();

/** What each root element has: the tokens of a brand are a search for contrasts, which takes long on a phone. */
const applied = new WeakMap<HTMLElement, string>();

/** The brand whose tokens a root element has from a style sheet of the document (`brandCss`). */
const inDocument = new WeakMap<HTMLElement, string>();

const keyOf = ({ color_primary, color_secondary, font, dark_scheme, look }: BrandStyle): string =>
  JSON.stringify([color_primary, color_secondary, font, dark_scheme, look]);

/** The element's own properties, which win over those of a style sheet. */
function removeProperties({ style }: HTMLElement): void {
  for (const name of [...style]) if (name === "color-scheme" || name.startsWith("--pb-")) style.removeProperty(name);
}

function applyTokens(root: HTMLElement, style: BrandStyle, scheme: Scheme): void {
  const brand = keyOf(style);
  const isInDocument = inDocument.get(root) === brand;
  const key = isInDocument ? brand : JSON.stringify([scheme, brand]);
  if (applied.get(root) === key) return;
  applied.set(root, key);
  Object.assign(root.dataset, rootAttributes(style));
  if (isInDocument) return removeProperties(root);
  for (const [name, value] of Object.entries(customProperties(style, scheme))) root.style.setProperty(name, value);
  root.style.colorScheme = scheme;
}

/** The document has a style sheet of this brand, and the element its attributes: `applyBrand` sets those of other brands. */
export function brandOfDocument(root: HTMLElement, style: BrandStyle): void {
  inDocument.set(root, keyOf(style));
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
