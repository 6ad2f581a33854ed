/** Tests of a brand's look as the gateway writes it into the page. */
import { describe, expect, it } from "vitest";
import { applyBrand, brandOfDocument } from "../../src/theme/brand.js";
import { type BrandStyle, brandCss, customProperties, fontFiles, rootAttributes } from "../../src/theme/brand-css.js";
import { readText } from "../support/sources.js";

const styleOf = (slug: string): BrandStyle => JSON.parse(readText(`flows/brands/${slug}/brand.json`)) as BrandStyle;

/** The custom properties of a rule. */
const propertiesIn = (rule: string) =>
  Object.fromEntries([...rule.matchAll(/(--[\w-]+):([^;}]+)/g)].map(([, name, value]) => [name, value]));

describe("the style sheet of a brand", () => {
  it.each(["harbor", "juniper"])("has the custom properties that the app sets: %s", (slug) => {
    const style = styleOf(slug);
    const [light = "", dark = ""] = brandCss(style).split("@media (prefers-color-scheme: dark)");
    expect(propertiesIn(light)).toEqual(customProperties(style, "light"));
    expect(propertiesIn(dark)).toEqual(style.dark_scheme ? customProperties(style, "dark") : {});
    expect(customProperties(style, "light")).not.toEqual(customProperties(style, "dark"));
  });

  it("has the shadows of each scheme, so that they are there before the app's scripts", () => {
    const [light = "", dark = ""] = brandCss(styleOf("juniper")).split("@media (prefers-color-scheme: dark)");
    for (const shadow of ["--pb-shadow", "--pb-shadow-high"]) {
      expect(propertiesIn(light)[shadow]).toContain("rgb(16 24 32");
      expect(propertiesIn(dark)[shadow]).toContain("rgb(0 0 0");
    }
  });

  it("has no dark scheme where the brand has none", () => {
    expect(brandCss({ ...styleOf("harbor"), dark_scheme: false })).not.toContain("@media");
  });

  it("leaves shapes to attributes of the root element", () => {
    expect(rootAttributes(styleOf("harbor"))).toMatchObject({ radius: "small", sidebar: "brand" });
    expect(rootAttributes({ ...styleOf("harbor"), look: {} })).toEqual({
      radius: "medium",
      density: "regular",
      buttons: "rounded",
      sidebar: "plain",
      hero: "gradient",
    });
  });
});

describe("the fonts of a brand", () => {
  it.each(["harbor", "juniper"])("are files of the app: %s", (slug) => {
    const css = readText("src/theme/fonts.css");
    const files = [...fontFiles(styleOf(slug))];
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const file of files) expect(css).toContain(`/files/${file}.woff2`);
  });

  it("include that of the headings", () => {
    expect([...fontFiles({ ...styleOf("harbor"), font: "Lato", look: { heading_font: "Fraunces" } })]).toEqual([
      "lato-latin-400-normal",
      "lato-latin-700-normal",
      "fraunces-latin-600-normal",
    ]);
  });
});

describe("the root element of a page with the style sheet of a brand", () => {
  const harbor = styleOf("harbor");

  it("gets its own properties only for another brand", () => {
    const root = document.createElement("html");
    brandOfDocument(root, harbor);
    applyBrand(root, harbor);
    expect(root.style).toHaveLength(0);
    const other = { ...harbor, color_primary: "#123456" };
    applyBrand(root, other);
    expect(root.style.getPropertyValue("--pb-primary")).toBe(customProperties(other, "light")["--pb-primary"]);
    expect(root.style.colorScheme).toBe("light");
    root.style.setProperty("margin", "0");
    applyBrand(root, harbor);
    expect([...root.style].filter((name) => !name.startsWith("margin"))).toEqual([]);
    expect(root.style.margin).not.toBe("");
  });

  it("has the attributes of the present brand", () => {
    const root = document.createElement("html");
    brandOfDocument(root, harbor);
    applyBrand(root, { ...harbor, look: { ...harbor.look, radius: "large" } });
    expect(root.dataset.radius).toBe("large");
    applyBrand(root, harbor);
    expect(root.dataset.radius).toBe("small");
  });
});
