/**
 * Design tokens: what an institution's two colours become. Whatever was chosen, every pair of `PAIRS` meets WCAG 2.2 AA
 * (4.5:1 for text, 3:1 for what must be seen to be used); a colour that cannot is moved in lightness, and in nothing
 * else, until it does. A property test holds this for any two colours, light and dark.
 */
import { BLACK, contrast, type Hex, hexOf, meet, type Oklch, oklchOf, WHITE } from "./color.js";

export type Scheme = "light" | "dark";

const TEXT = 4.5;
const SEEN = 3;

/** Name (`--pb-` in CSS) to colour. */
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

/** What stands on what, and the contrast that it has at least. */
export const PAIRS: readonly (readonly [foreground: TokenName, background: TokenName, ratio: number])[] = [
  ...(["surface", "ground", "sunken", "tint", "tint-strong"] as const).flatMap((ground) => [
    ["ink", ground, TEXT] as const,
    ["ink-soft", ground, TEXT] as const,
    ["primary-text", ground, TEXT] as const,
    ["focus", ground, SEEN] as const,
  ]),
  ...(["surface", "ground", "sunken"] as const).flatMap((ground) => [
    ["line-strong", ground, SEEN] as const,
    ["primary", ground, SEEN] as const,
    ["secondary", ground, SEEN] as const,
    ["secondary-text", ground, TEXT] as const,
  ]),
  ...(["primary", "primary-hover", "primary-active"] as const).map((ground) => ["on-primary", ground, TEXT] as const),
  ["on-secondary", "secondary", TEXT],
  ...(["hero", "hero-end"] as const).flatMap((ground) => [["on-hero", ground, TEXT] as const, ["on-hero-soft", ground, TEXT] as const]),
  ...INTENTS.flatMap((intent) => [
    [`on-${intent}`, intent, TEXT] as const,
    [`on-${intent}`, `${intent}-hover`, TEXT] as const,
    [`on-${intent}`, `${intent}-active`, TEXT] as const,
    [intent, "surface", SEEN] as const,
    [intent, "ground", SEEN] as const,
    [`${intent}-text`, "surface", TEXT] as const,
    [`${intent}-text`, "ground", TEXT] as const,
    [`${intent}-text`, `${intent}-tint`, TEXT] as const,
    ["ink", `${intent}-tint`, TEXT] as const,
    ["primary-text", `${intent}-tint`, TEXT] as const,
    ["focus", `${intent}-tint`, SEEN] as const,
  ]),
];

/** Hues that mean something everywhere, whatever the brand: green, amber, red, blue. */
const MEANINGS: Readonly<Record<Intent, Hex>> = { success: "#14784a", warning: "#a35a00", danger: "#b4232c", info: "#1f5fa8" };

/** How each scheme lays its grounds: lightness of each, and how much of the brand's hue shows in them. */
const GROUNDS = {
  light: { surface: 1, ground: 0.984, sunken: 0.965, tint: 0.962, tintStrong: 0.93, line: 0.915, hue: 0.008, tintHue: 0.022 },
  dark: { surface: 0.232, ground: 0.192, sunken: 0.27, tint: 0.285, tintStrong: 0.33, line: 0.35, hue: 0.014, tintHue: 0.035 },
} as const;

const shade = ({ c, h }: Oklch, l: number, most: number): Hex => hexOf({ l, c: Math.min(c, most), h });

/** Black or white, whichever reads on every one of these. One of the two reads on any single colour. */
const readsOn = (fill: Hex): Hex => (contrast(WHITE, fill) >= TEXT ? WHITE : BLACK);

/** How far a pointer over a filled part, and a press on it, move its lightness. */
const HOVER = 0.05;
const ACTIVE = 0.09;

/** The filled part under a pointer and pressed: further from what stands on it, or back where there is no room left. */
function moved(fill: Hex, on: Hex): { readonly hover: Hex; readonly active: Hex } {
  const colour = oklchOf(fill);
  const away = on === WHITE ? -1 : 1;
  // Next to black and white the same step in lightness may be no step at all on the screen: then a larger one.
  const steps = [1, 2, 3].flatMap((scale) => [away * scale, -away * scale]);
  const shades = steps.map((step) => ({
    hover: hexOf({ ...colour, l: colour.l + step * HOVER }),
    active: hexOf({ ...colour, l: colour.l + step * ACTIVE }),
  }));
  const seen = shades.find(
    ({ hover, active }) => new Set([fill, hover, active]).size === 3 && contrast(on, hover) >= TEXT && contrast(on, active) >= TEXT,
  );
  if (seen === undefined) throw new Error(`${fill} cannot be told from itself under a pointer`);
  return seen;
}

interface Fill {
  readonly fill: Hex;
  readonly hover: Hex;
  readonly active: Hex;
  readonly on: Hex;
}

function fillOf(colour: Hex, grounds: readonly Hex[], towards: "black" | "white"): Fill {
  const fill = meet(colour, grounds, SEEN, towards);
  const on = readsOn(fill);
  return { fill, on, ...moved(fill, on) };
}

/** Hues further apart than this make mud between them. */
const FAR = 1;

/** The hue in the middle of two that are near; else the first. */
function between(one: Oklch, other: Oklch): number {
  const apart = Math.atan2(Math.sin(other.h - one.h), Math.cos(other.h - one.h));
  return Math.abs(apart) > FAR || other.c < 0.02 ? one.h : one.h + apart * 0.75;
}

/** The deep ground of what the depositor comes back for: dark in both schemes, of the brand's hue. */
function heroOf(primary: Hex, secondary: Hex): Pick<Tokens, "hero" | "hero-end" | "on-hero" | "on-hero-soft"> {
  const deep = oklchOf(primary);
  const hero = meet(hexOf({ l: Math.min(deep.l, 0.36), c: Math.min(deep.c, 0.12), h: deep.h }), [WHITE], 8, "black");
  const end = meet(hexOf({ l: 0.44, c: Math.min(deep.c * 0.9, 0.1), h: between(deep, oklchOf(secondary)) }), [WHITE], 6.5, "black");
  const soft = meet(hexOf({ l: 0.86, c: Math.min(deep.c, 0.03), h: deep.h }), [hero, end], TEXT, "white");
  return { hero, "hero-end": end, "on-hero": WHITE, "on-hero-soft": soft };
}

function intentOf(intent: Intent, surface: Hex, ground: Hex, scheme: Scheme): Partial<Record<TokenName, Hex>> {
  const towards = scheme === "light" ? "black" : "white";
  const own = oklchOf(MEANINGS[intent]);
  const tint = hexOf({ ...own, l: scheme === "light" ? 0.965 : 0.29, c: scheme === "light" ? 0.022 : 0.04 });
  const { fill, hover, active, on } = fillOf(MEANINGS[intent], [surface, ground], towards);
  return {
    [intent]: fill,
    [`${intent}-hover`]: hover,
    [`${intent}-active`]: active,
    [`on-${intent}`]: on,
    [`${intent}-text`]: meet(MEANINGS[intent], [surface, ground, tint], TEXT, towards),
    [`${intent}-tint`]: tint,
  };
}

/** The tokens of a brand's colours in a scheme. */
export function tokensOf(primaryColour: Hex, secondaryColour: Hex, scheme: Scheme): Tokens {
  const lay = GROUNDS[scheme];
  const towards = scheme === "light" ? "black" : "white";
  const brand = oklchOf(primaryColour);
  const surface = scheme === "light" ? WHITE : shade(brand, lay.surface, lay.hue);
  const ground = shade(brand, lay.ground, lay.hue);
  const sunken = shade(brand, lay.sunken, lay.hue);
  const tint = shade(brand, lay.tint, lay.tintHue);
  const strong = shade(brand, lay.tintStrong, lay.tintHue * 1.6);
  const plain = [surface, ground, sunken];
  const meanings = Object.assign({}, ...INTENTS.map((intent) => intentOf(intent, surface, ground, scheme))) as Pick<
    Tokens,
    `${Intent}-tint`
  >;
  const tinted = [tint, strong, ...INTENTS.map((intent) => meanings[`${intent}-tint`])];
  const everywhere = [...plain, ...tinted];
  const inkFrom = scheme === "light" ? shade(brand, 0.24, 0.03) : shade(brand, 0.955, 0.008);
  const softFrom = scheme === "light" ? shade(brand, 0.47, 0.025) : shade(brand, 0.76, 0.015);
  const primary = fillOf(primaryColour, plain, towards);
  const secondary = fillOf(secondaryColour, plain, towards);
  return {
    surface,
    ground,
    sunken,
    tint,
    "tint-strong": strong,
    ink: meet(inkFrom, everywhere, 7, towards),
    "ink-soft": meet(softFrom, everywhere, TEXT, towards),
    line: shade(brand, lay.line, lay.hue * 1.5),
    "line-strong": meet(shade(brand, scheme === "light" ? 0.66 : 0.55, 0.02), plain, SEEN, towards),
    primary: primary.fill,
    "primary-hover": primary.hover,
    "primary-active": primary.active,
    "on-primary": primary.on,
    "primary-text": meet(primaryColour, everywhere, TEXT, towards),
    focus: meet(primaryColour, everywhere, SEEN, towards),
    secondary: secondary.fill,
    "on-secondary": secondary.on,
    "secondary-text": meet(secondaryColour, plain, TEXT, towards),
    ...heroOf(primaryColour, secondaryColour),
    ...meanings,
  } as Tokens;
}
