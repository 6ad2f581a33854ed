/**
 * Exports the look of a brand as data, for `brand.ts`, which sets it in the browser, and for the gateway, which writes it
 * into the page so that the document is painted before any script has run. Pure.
 */
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

/** Dark surfaces need darker shadows. */
const SHADOWS: Readonly<Record<Scheme, Readonly<Record<`--pb-${string}`, string>>>> = {
  light: {
    "--pb-shadow": "0 1px 2px rgb(16 24 32 / 4%), 0 8px 24px -12px rgb(16 24 32 / 10%)",
    "--pb-shadow-high": "0 2px 6px rgb(16 24 32 / 8%), 0 24px 48px -16px rgb(16 24 32 / 28%)",
  },
  dark: {
    "--pb-shadow": "0 1px 2px rgb(0 0 0 / 30%), 0 8px 24px -12px rgb(0 0 0 / 50%)",
    "--pb-shadow-high": "0 2px 6px rgb(0 0 0 / 40%), 0 24px 48px -16px rgb(0 0 0 / 70%)",
  },
};

/** The custom properties of a brand in a color scheme. */
export function customProperties(style: BrandStyle, scheme: Scheme): Readonly<Record<string, string>> {
  const { light, dark, hero } = style.look ?? {};
  const page = (scheme === "light" ? light : dark)?.page;
  const inDark = scheme === "dark" ? dark : undefined;
  const tokens = tokensOf(inDark?.color_primary ?? style.color_primary, inDark?.color_secondary ?? style.color_secondary, scheme, {
    ...(page === undefined ? {} : { page }),
    ...(hero === undefined ? {} : { hero }),
  });
  return {
    ...Object.fromEntries(Object.entries(tokens).map(([name, color]) => [`--pb-${name}`, color])),
    ...SHADOWS[scheme],
    "--pb-font": familyOf(style.font),
    "--pb-heading-font": familyOf(headingFont(style)),
    "--pb-heading-weight": String(headingWeight(style)),
  };
}

/** The `data-*` attributes of the root element, by which the styles choose shapes. */
export function rootAttributes({ look = {} }: BrandStyle): Readonly<Record<string, string>> {
  const { hero = "gradient", radius = "medium", density = "regular", buttons = "rounded", sidebar = "plain" } = look;
  return { radius, density, buttons, sidebar, hero };
}

/** The style sheet of a brand: its custom properties, in both schemes where it has a dark one. */
export function brandCss(style: BrandStyle): string {
  const rule = (scheme: Scheme): string => {
    const properties = Object.entries({ "color-scheme": scheme, ...customProperties(style, scheme) });
    return `:root{${properties.map(([name, value]) => `${name}:${value}`).join(";")}}`;
  };
  return style.dark_scheme ? `${rule("light")}@media ${DARK}{${rule("dark")}}` : rule("light");
}

/** The family and the weight of each typeface of a brand. */
const facesOf = (style: BrandStyle): readonly (readonly [family: string, weight: number])[] => [
  [style.font, 400],
  [style.font, 700],
  [headingFont(style), headingWeight(style)],
];

/** The typefaces of a brand, as `FontFaceSet.load` takes them. */
export function typefaces(style: BrandStyle): readonly string[] {
  return facesOf(style).map(([family, weight]) => `${weight} 1em "${family}"`);
}

/** The names of the files with the Latin letters of a brand's typefaces, without hash and extension (`fonts.css`). */
export function fontFiles(style: BrandStyle): ReadonlySet<string> {
  return new Set(facesOf(style).map(([family, weight]) => `${family.toLowerCase().replaceAll(" ", "-")}-latin-${weight}-normal`));
}
