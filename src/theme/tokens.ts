/**
 * Exports the colors of a brand as design tokens for `brand.ts`, derived from its two colors and the background of its page. Every pair of `PAIRS` meets WCAG 2.2 AA
 * (4.5:1 for text, 3:1 for user interface components): a color that does not is changed in lightness only, until it does.
 * A property test checks this for any two colors, light and dark.
 */
import { adjustForContrast, BLACK, contrast, type Hex, hexOf, type Oklch, oklchOf, WHITE } from "./color.js";

export type Scheme = "light" | "dark";

/** The background of the balance and of the panel beside the login. */
export type Hero = "gradient" | "solid" | "paper";

/** The parts of a brand's look that change its colors. */
export interface ColorStyle {
  /** The background of the page. Without it, a light or dark shade of the primary color. */
  readonly page?: Hex;
  readonly hero?: Hero;
}

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
  | "deep"
  | "on-deep"
  | "on-deep-soft"
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
  ["on-deep", "deep", TEXT_CONTRAST],
  ["on-deep-soft", "deep", TEXT_CONTRAST],
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

/**
 * The backgrounds of each scheme. `page`: the lightness of a page without a declared color; the others are steps in
 * lightness from the page. `hue` and `tintHue`: the chroma of the brand's hue in plain and in tinted backgrounds.
 */
const BACKGROUNDS = {
  light: { page: 0.984, sunken: -0.019, tint: -0.022, tintStrong: -0.054, line: -0.069, hue: 0.008, tintHue: 0.022 },
  dark: { page: 0.192, sunken: 0.078, tint: 0.093, tintStrong: 0.138, line: 0.158, hue: 0.014, tintHue: 0.035 },
} as const;

/** The step in lightness from a dark page to its cards. */
const DARK_SURFACE = 0.04;

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

/** The lightness of the dark shade of the brand, and of the end of its gradient. */
const DEEP = { light: { start: 0.36, end: 0.44 }, dark: { start: 0.28, end: 0.36 } } as const;

/** The dark shade of the brand, and the end of its gradient. */
function deepOf(primary: Hex, secondary: Hex, scheme: Scheme): { readonly deep: Hex; readonly end: Hex; readonly soft: Hex } {
  const color = oklchOf(primary);
  const deep = adjustForContrast(
    hexOf({ l: Math.min(color.l, DEEP[scheme].start), c: Math.min(color.c, scheme === "light" ? 0.12 : 0.06), h: color.h }),
    [WHITE],
    8,
    "black",
  );
  const end = adjustForContrast(
    hexOf({ l: DEEP[scheme].end, c: Math.min(color.c * 0.9, scheme === "light" ? 0.1 : 0.06), h: between(color, oklchOf(secondary)) }),
    [WHITE],
    6.5,
    "black",
  );
  const soft = adjustForContrast(hexOf({ l: 0.86, c: Math.min(color.c, 0.03), h: color.h }), [deep, end], TEXT_CONTRAST, "white");
  return { deep, end, soft };
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

/** The backgrounds of page, cards and wells: shades of the declared page, else of the brand. */
function plainBackgrounds(brand: Oklch, scheme: Scheme, page: Hex | undefined) {
  const { hue, sunken, line, ...steps } = BACKGROUNDS[scheme];
  const ground = page === undefined ? shade(brand, steps.page, hue) : page;
  const base = page === undefined ? { ...brand, l: steps.page, c: Math.min(brand.c, hue) } : oklchOf(page);
  const card = scheme === "dark" ? base.l + DARK_SURFACE : base.l + (1 - base.l) * 0.8;
  const surface =
    scheme === "light" && page === undefined ? WHITE : hexOf({ ...base, l: card, c: scheme === "light" ? base.c * 0.4 : base.c });
  return {
    base,
    ground,
    surface,
    sunken: hexOf({ ...base, l: base.l + sunken }),
    line: hexOf({ ...base, l: base.l + line, c: base.c * 1.5 }),
  };
}

/** The tokens of a brand's colors in a scheme. */
export function tokensOf(primaryColor: Hex, secondaryColor: Hex, scheme: Scheme, { page, hero = "gradient" }: ColorStyle = {}): Tokens {
  const towards = scheme === "light" ? "black" : "white";
  const brand = oklchOf(primaryColor);
  const { base, ground, surface, sunken, line } = plainBackgrounds(brand, scheme, page);
  const { tintHue, ...steps } = BACKGROUNDS[scheme];
  const tint = shade(brand, base.l + steps.tint, tintHue);
  const strong = shade(brand, base.l + steps.tintStrong, tintHue * 1.6);
  const plain = [surface, ground, sunken];
  const intents = Object.assign({}, ...INTENTS.map((intent) => intentOf(intent, surface, ground, scheme))) as Pick<
    Tokens,
    `${Intent}-tint`
  >;
  const tinted = [tint, strong, ...INTENTS.map((intent) => intents[`${intent}-tint`])];
  const everywhere = [...plain, ...tinted];
  const inkFrom = scheme === "light" ? shade(brand, 0.24, 0.03) : shade(brand, 0.955, 0.008);
  const softFrom = scheme === "light" ? shade(brand, 0.47, 0.025) : shade(brand, 0.76, 0.015);
  const ink = adjustForContrast(inkFrom, everywhere, 7, towards);
  const inkSoft = adjustForContrast(softFrom, everywhere, TEXT_CONTRAST, towards);
  const primary = fillOf(primaryColor, plain, towards);
  const secondary = fillOf(secondaryColor, plain, towards);
  const { deep, end, soft } = deepOf(primaryColor, secondaryColor, scheme);
  const heroes = {
    gradient: { hero: deep, "hero-end": end, "on-hero": WHITE, "on-hero-soft": soft },
    solid: { hero: deep, "hero-end": deep, "on-hero": WHITE, "on-hero-soft": soft },
    paper: { hero: strong, "hero-end": tint, "on-hero": ink, "on-hero-soft": inkSoft },
  } as const;
  return {
    surface,
    ground,
    sunken,
    tint,
    "tint-strong": strong,
    ink,
    "ink-soft": inkSoft,
    line,
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
    deep,
    "on-deep": WHITE,
    "on-deep-soft": soft,
    ...heroes[hero],
    ...intents,
  } as Tokens;
}
