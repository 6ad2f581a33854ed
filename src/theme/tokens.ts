/**
 * Exports the design tokens of a brand for `brand.ts`, derived from its two colors. Every pair of `PAIRS` meets WCAG 2.2 AA
 * (4.5:1 for text, 3:1 for user interface components): a color that does not is changed in lightness only, until it does.
 * A property test checks this for any two colors, light and dark.
 */
import { adjustForContrast, BLACK, contrast, type Hex, hexOf, type Oklch, oklchOf, WHITE } from "./color.js";

export type Scheme = "light" | "dark";

const TEXT_CONTRAST = 4.5;
const NON_TEXT_CONTRAST = 3;

/** The color of each token; the CSS custom property is `--pb-<name>`. */
export type Tokens = Readonly<Record<TokenName, Hex>>;

const INTENTS = ["success", "warning", "danger", "info"] as const;
type Intent = (typeof INTENTS)[number];

type TokenName =
  | "surface"
  | "ground"
  | "sunken"
  | "ink"
  | "ink-soft"
  | "line"
  | "line-strong"
  | "primary"
  | "primary-hover"
  | "primary-active"
  | "on-primary"
  | "primary-text"
  | "tint"
  | "tint-strong"
  | "focus"
  | "secondary"
  | "secondary-text"
  | "on-secondary"
  | "hero"
  | "hero-end"
  | "on-hero"
  | "on-hero-soft"
  | Intent
  | `${Intent}-hover`
  | `${Intent}-active`
  | `on-${Intent}`
  | `${Intent}-text`
  | `${Intent}-tint`;

/** The pairs of foreground and background, with their minimum contrast. */
export const PAIRS: readonly (readonly [foreground: TokenName, background: TokenName, ratio: number])[] = [
  ...(["surface", "ground", "sunken", "tint", "tint-strong"] as const).flatMap((background) => [
    ["ink", background, TEXT_CONTRAST] as const,
    ["ink-soft", background, TEXT_CONTRAST] as const,
    ["primary-text", background, TEXT_CONTRAST] as const,
    ["focus", background, NON_TEXT_CONTRAST] as const,
  ]),
  ...(["surface", "ground", "sunken"] as const).flatMap((background) => [
    ["line-strong", background, NON_TEXT_CONTRAST] as const,
    ["primary", background, NON_TEXT_CONTRAST] as const,
    ["secondary", background, NON_TEXT_CONTRAST] as const,
    ["secondary-text", background, TEXT_CONTRAST] as const,
  ]),
  ...(["primary", "primary-hover", "primary-active"] as const).map((background) => ["on-primary", background, TEXT_CONTRAST] as const),
  ["on-secondary", "secondary", TEXT_CONTRAST],
  ...(["hero", "hero-end"] as const).flatMap((background) => [
    ["on-hero", background, TEXT_CONTRAST] as const,
    ["on-hero-soft", background, TEXT_CONTRAST] as const,
  ]),
  ...INTENTS.flatMap((intent) => [
    [`on-${intent}`, intent, TEXT_CONTRAST] as const,
    [`on-${intent}`, `${intent}-hover`, TEXT_CONTRAST] as const,
    [`on-${intent}`, `${intent}-active`, TEXT_CONTRAST] as const,
    [intent, "surface", NON_TEXT_CONTRAST] as const,
    [intent, "ground", NON_TEXT_CONTRAST] as const,
    [`${intent}-text`, "surface", TEXT_CONTRAST] as const,
    [`${intent}-text`, "ground", TEXT_CONTRAST] as const,
    [`${intent}-text`, `${intent}-tint`, TEXT_CONTRAST] as const,
    ["ink", `${intent}-tint`, TEXT_CONTRAST] as const,
    ["primary-text", `${intent}-tint`, TEXT_CONTRAST] as const,
    ["focus", `${intent}-tint`, NON_TEXT_CONTRAST] as const,
  ]),
];

/** The colors of the intents, the same for every brand: green, amber, red, blue. */
const INTENT_COLORS: Readonly<Record<Intent, Hex>> = { success: "#14784a", warning: "#a35a00", danger: "#b4232c", info: "#1f5fa8" };

/** The backgrounds of each scheme: their lightness, and the chroma of the brand's hue in them. */
const BACKGROUNDS = {
  light: { surface: 1, ground: 0.984, sunken: 0.965, tint: 0.962, tintStrong: 0.93, line: 0.915, hue: 0.008, tintHue: 0.022 },
  dark: { surface: 0.232, ground: 0.192, sunken: 0.27, tint: 0.285, tintStrong: 0.33, line: 0.35, hue: 0.014, tintHue: 0.035 },
} as const;

const shade = ({ c, h }: Oklch, l: number, most: number): Hex => hexOf({ l, c: Math.min(c, most), h });

/** Black or white, whichever has enough contrast for text. One of the two always has. */
const textColorOn = (fill: Hex): Hex => (contrast(WHITE, fill) >= TEXT_CONTRAST ? WHITE : BLACK);

/** The change in lightness of a filled control on hover and while pressed. */
const HOVER = 0.05;
const ACTIVE = 0.09;

/** The hover and pressed colors of a filled control: away from the text's lightness, or towards it where the scale ends. */
function pointerShades(fill: Hex, on: Hex): { readonly hover: Hex; readonly active: Hex } {
  const color = oklchOf(fill);
  const away = on === WHITE ? -1 : 1;
  // Near black and white a step in lightness may round to the same sRGB color: try larger steps.
  const steps = [1, 2, 3].flatMap((scale) => [away * scale, -away * scale]);
  const shades = steps.map((step) => ({
    hover: hexOf({ ...color, l: color.l + step * HOVER }),
    active: hexOf({ ...color, l: color.l + step * ACTIVE }),
  }));
  const distinct = shades.find(
    ({ hover, active }) =>
      new Set([fill, hover, active]).size === 3 && contrast(on, hover) >= TEXT_CONTRAST && contrast(on, active) >= TEXT_CONTRAST,
  );
  if (distinct === undefined) throw new Error(`${fill} has no distinct hover and pressed colors`);
  return distinct;
}

interface Fill {
  readonly fill: Hex;
  readonly hover: Hex;
  readonly active: Hex;
  readonly on: Hex;
}

function fillOf(color: Hex, backgrounds: readonly Hex[], towards: "black" | "white"): Fill {
  const fill = adjustForContrast(color, backgrounds, NON_TEXT_CONTRAST, towards);
  const on = textColorOn(fill);
  return { fill, on, ...pointerShades(fill, on) };
}

/** The largest distance of two hues, in radians, whose middle is still a clear color. */
const FAR = 1;

/** A hue between two near hues; else the first. */
function between(one: Oklch, other: Oklch): number {
  const apart = Math.atan2(Math.sin(other.h - one.h), Math.cos(other.h - one.h));
  return Math.abs(apart) > FAR || other.c < 0.02 ? one.h : one.h + apart * 0.75;
}

/** The dark background of the balance block, in the brand's hue, for both schemes. */
function heroOf(primary: Hex, secondary: Hex): Pick<Tokens, "hero" | "hero-end" | "on-hero" | "on-hero-soft"> {
  const deep = oklchOf(primary);
  const hero = adjustForContrast(hexOf({ l: Math.min(deep.l, 0.36), c: Math.min(deep.c, 0.12), h: deep.h }), [WHITE], 8, "black");
  const end = adjustForContrast(
    hexOf({ l: 0.44, c: Math.min(deep.c * 0.9, 0.1), h: between(deep, oklchOf(secondary)) }),
    [WHITE],
    6.5,
    "black",
  );
  const soft = adjustForContrast(hexOf({ l: 0.86, c: Math.min(deep.c, 0.03), h: deep.h }), [hero, end], TEXT_CONTRAST, "white");
  return { hero, "hero-end": end, "on-hero": WHITE, "on-hero-soft": soft };
}

function intentOf(intent: Intent, surface: Hex, ground: Hex, scheme: Scheme): Partial<Record<TokenName, Hex>> {
  const towards = scheme === "light" ? "black" : "white";
  const own = oklchOf(INTENT_COLORS[intent]);
  const tint = hexOf({ ...own, l: scheme === "light" ? 0.965 : 0.29, c: scheme === "light" ? 0.022 : 0.04 });
  const { fill, hover, active, on } = fillOf(INTENT_COLORS[intent], [surface, ground], towards);
  return {
    [intent]: fill,
    [`${intent}-hover`]: hover,
    [`${intent}-active`]: active,
    [`on-${intent}`]: on,
    [`${intent}-text`]: adjustForContrast(INTENT_COLORS[intent], [surface, ground, tint], TEXT_CONTRAST, towards),
    [`${intent}-tint`]: tint,
  };
}

/** The tokens of a brand's colors in a scheme. */
export function tokensOf(primaryColor: Hex, secondaryColor: Hex, scheme: Scheme): Tokens {
  const background = BACKGROUNDS[scheme];
  const towards = scheme === "light" ? "black" : "white";
  const brand = oklchOf(primaryColor);
  const surface = scheme === "light" ? WHITE : shade(brand, background.surface, background.hue);
  const ground = shade(brand, background.ground, background.hue);
  const sunken = shade(brand, background.sunken, background.hue);
  const tint = shade(brand, background.tint, background.tintHue);
  const strong = shade(brand, background.tintStrong, background.tintHue * 1.6);
  const plain = [surface, ground, sunken];
  const intents = Object.assign({}, ...INTENTS.map((intent) => intentOf(intent, surface, ground, scheme))) as Pick<
    Tokens,
    `${Intent}-tint`
  >;
  const tinted = [tint, strong, ...INTENTS.map((intent) => intents[`${intent}-tint`])];
  const everywhere = [...plain, ...tinted];
  const inkFrom = scheme === "light" ? shade(brand, 0.24, 0.03) : shade(brand, 0.955, 0.008);
  const softFrom = scheme === "light" ? shade(brand, 0.47, 0.025) : shade(brand, 0.76, 0.015);
  const primary = fillOf(primaryColor, plain, towards);
  const secondary = fillOf(secondaryColor, plain, towards);
  return {
    surface,
    ground,
    sunken,
    tint,
    "tint-strong": strong,
    ink: adjustForContrast(inkFrom, everywhere, 7, towards),
    "ink-soft": adjustForContrast(softFrom, everywhere, TEXT_CONTRAST, towards),
    line: shade(brand, background.line, background.hue * 1.5),
    "line-strong": adjustForContrast(shade(brand, scheme === "light" ? 0.66 : 0.55, 0.02), plain, NON_TEXT_CONTRAST, towards),
    primary: primary.fill,
    "primary-hover": primary.hover,
    "primary-active": primary.active,
    "on-primary": primary.on,
    "primary-text": adjustForContrast(primaryColor, everywhere, TEXT_CONTRAST, towards),
    focus: adjustForContrast(primaryColor, everywhere, NON_TEXT_CONTRAST, towards),
    secondary: secondary.fill,
    "on-secondary": secondary.on,
    "secondary-text": adjustForContrast(secondaryColor, plain, TEXT_CONTRAST, towards),
    ...heroOf(primaryColor, secondaryColor),
    ...intents,
  } as Tokens;
}
