/** Tests the names of illustrations in the language, and the files of the brands. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import aside from "../../schemas/blocks/aside.json";
import brand from "../../schemas/brand.schema.json";
import { ROOT, readText } from "../support/sources.js";

it("a brand has illustrations of exactly the names that an aside may take", () => {
  expect(Object.keys(brand.properties.illustrations.properties).sort()).toEqual([...aside.properties.picture.enum].sort());
});

it.each(["harbor", "juniper"])("the illustrations of %s are elements named `art` in the documented view box and colors", (slug) => {
  const folder = `flows/brands/${slug}`;
  const { illustrations } = JSON.parse(readText(`${folder}/brand.json`)) as { illustrations: Readonly<Record<string, string>> };
  const files = readdirSync(join(ROOT, folder)).filter((name) => name.startsWith("art-"));
  expect(Object.values(illustrations).sort()).toEqual(files.sort());
  for (const file of files) {
    const svg = readText(`${folder}/${file}`);
    expect(svg).toContain('viewBox="0 0 160 120"');
    expect(svg).toContain('<g id="art">');
    const colors = [...svg.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, color]) => color);
    expect(colors.filter((color) => !/^(?:none|var\(--art-(?:line|fill|accent|paper)\))$/.test(color ?? ""))).toEqual([]);
  }
});
