/** Tests that the design tokens of any two brand colors meet WCAG 2.2 AA, and the conversions and contrast of colors. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrast, hexOf, oklchOf } from "../../src/theme/color.js";
import { type ColorStyle, PAIRS, type Scheme, tokensOf } from "../../src/theme/tokens.js";

const color = fc.integer({ min: 0, max: 0xffffff }).map((bits) => `#${bits.toString(16).padStart(6, "0")}`);
const scheme = fc.constantFrom<Scheme>("light", "dark");

/** A page that `brand.json` may declare: each channel at least e0, or at most 2f. */
const pageOf = (at: Scheme) => {
  const channel = at === "light" ? fc.integer({ min: 0xe0, max: 0xff }) : fc.integer({ min: 0, max: 0x2f });
  return fc.tuple(channel, channel, channel).map((rgb) => `#${rgb.map((each) => each.toString(16).padStart(2, "0")).join("")}`);
};

const failing = (primary: string, secondary: string, at: Scheme, style: ColorStyle = {}) => {
  const tokens = tokensOf(primary, secondary, at, style);
  return PAIRS.filter(([front, back, ratio]) => contrast(tokens[front], tokens[back]) < ratio).map(
    ([front, back, ratio]) =>
      `${at}: ${front} ${tokens[front]} on ${back} ${tokens[back]}: ${contrast(tokens[front], tokens[back]).toFixed(2)} < ${ratio}`,
  );
};

describe("design tokens", () => {
  it("meet WCAG 2.2 AA for any two colors", () => {
    fc.assert(
      fc.property(color, color, scheme, (primary, secondary, at) => {
        expect(failing(primary, secondary, at)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it.each(["light", "dark"] as const)("meet it on any declared page that is %s, for each hero", (at) => {
    fc.assert(
      fc.property(color, color, pageOf(at), fc.constantFrom("gradient", "solid", "paper"), (primary, secondary, page, hero) => {
        expect(failing(primary, secondary, at, { page, hero })).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("keep a declared page", () => {
    expect(tokensOf("#3b5b34", "#8a5a2b", "light", { page: "#faf6ee" }).ground).toBe("#faf6ee");
  });

  it.each(["#000000", "#ffffff", "#ffff00", "#00ff00", "#0000ff", "#ff0000", "#808080", "#1a1a1a", "#575757"])("meet it for %s", (hex) => {
    for (const at of ["light", "dark"] as const) expect([...failing(hex, "#575757", at), ...failing("#1a1a1a", hex, at)]).toEqual([]);
  });

  it("keep a color that has enough contrast", () => {
    const tokens = tokensOf("#0b3d5c", "#2f6f7e", "light");
    expect(tokens.primary).toBe("#0b3d5c");
    expect(tokens["primary-text"]).toBe("#0b3d5c");
    expect(tokens["on-primary"]).toBe("#ffffff");
  });

  it("have distinct hover and pressed colors", () => {
    fc.assert(
      fc.property(color, scheme, (primary, at) => {
        const tokens = tokensOf(primary, primary, at);
        expect(new Set([tokens.primary, tokens["primary-hover"], tokens["primary-active"]]).size).toBe(3);
      }),
    );
  });
});

describe("colors", () => {
  it("survive the conversion to OKLCH and back", () => {
    fc.assert(
      fc.property(color, (hex) => {
        expect(hexOf(oklchOf(hex))).toBe(hex);
      }),
    );
  });

  it("match WCAG's examples of contrast", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  });

  it("throw for a text that is not a color", () => {
    expect(() => oklchOf("blue")).toThrow('"blue" is not a color');
  });
});
