/** Exports color functions for `tokens.ts`: conversion between sRGB and OKLCH (Ottosson 2020), and the WCAG 2.2 contrast ratio. */

/** `l` from 0 (black) to 1 (white), `c` the chroma, `h` the hue in radians. */
export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

/** Lower-case `#rrggbb`. */
export type Hex = string;

type Triple = readonly [number, number, number];

const toLinear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const fromLinear = (light: number): number => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

/** Channels from 0 to 1. Throws for anything but `#rgb` and `#rrggbb`; the compiler has checked a brand's colors. */
function channelsOf(hex: Hex): Triple {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(hex);
  const long = short ? short.map((digit) => digit + digit) : /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex);
  if (long === null) throw new Error(`"${hex}" is not a color of the form #rrggbb.`);
  const [, red = "", green = "", blue = ""] = long;
  return [Number.parseInt(red, 16) / 255, Number.parseInt(green, 16) / 255, Number.parseInt(blue, 16) / 255];
}

export function oklchOf(hex: Hex): Oklch {
  const [red, green, blue] = channelsOf(hex).map(toLinear) as unknown as Triple;
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { l, c: Math.hypot(a, b), h: Math.atan2(b, a) };
}

function linearOf({ l, c, h }: Oklch): Triple {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const inGamut = (linear: Triple): boolean => linear.every((light) => light >= -0.0005 && light <= 1.0005);

/** The color in sRGB. Outside the gamut the chroma is reduced; lightness and hue stay. */
export function hexOf(color: Oklch): Hex {
  const l = Math.min(1, Math.max(0, color.l));
  let { c } = color;
  while (c > 0.0005 && !inGamut(linearOf({ ...color, l, c }))) c *= 0.95;
  const byte = (light: number) =>
    Math.round(Math.min(1, Math.max(0, fromLinear(Math.min(1, Math.max(0, light))))) * 255)
      .toString(16)
      .padStart(2, "0");
  return `#${linearOf({ ...color, l, c })
    .map(byte)
    .join("")}`;
}

/** WCAG 2.2 relative luminance. */
function luminance(hex: Hex): number {
  const [red, green, blue] = channelsOf(hex).map(toLinear) as unknown as Triple;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export const WHITE: Hex = "#ffffff";
export const BLACK: Hex = "#000000";

const STEP = 0.005;

/** The color moved in lightness towards black or white, just as far as its contrast with each background requires. */
export function adjustForContrast(hex: Hex, backgrounds: readonly Hex[], ratio: number, towards: "black" | "white"): Hex {
  const isEnough = (candidate: Hex) => backgrounds.every((background) => contrast(candidate, background) >= ratio);
  if (isEnough(hex)) return hex;
  const color = oklchOf(hex);
  const sign = towards === "black" ? -1 : 1;
  for (let l = color.l + sign * STEP; l > 0 && l < 1; l += sign * STEP) {
    const candidate = hexOf({ ...color, l });
    if (isEnough(candidate)) return candidate;
  }
  return towards === "black" ? BLACK : WHITE;
}
