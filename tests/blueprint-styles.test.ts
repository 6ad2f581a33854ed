import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { readSources } from "./support/sources.js";
import { CLASSES, subset } from "./theme/blueprint-subset.js";

const css = readFileSync(createRequire(import.meta.url).resolve("@blueprintjs/core/lib/css/blueprint.css"), "utf8");

/** Names that a source imports from Blueprint's components, types aside. */
const imported = [...readSources(["src"]).values()].flatMap((text) =>
  [...text.matchAll(/import \{([^}]*)\} from "@blueprintjs\/core"/g)].flatMap(([, names = ""]) =>
    names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && !name.startsWith("type ")),
  ),
);

describe("Blueprint's styles", () => {
  it("are known for every component in use, and for no other", () => {
    expect([...new Set(imported)].sort()).toEqual(Object.keys(CLASSES));
  });

  it("are those of the installed version", async () => {
    await expect(subset(css, Object.keys(CLASSES))).toMatchFileSnapshot("../src/app/styles/blueprint.css");
  });

  it("keep what can match, and drop the rest", () => {
    const sample =
      ".bp6-button,.bp6-dark .bp6-button,.bp6-menu{color:red}.bp6-button:not(.bp6-menu){x:y}body{margin:0}@media print{.bp6-tree{a:b}}";
    const kept = subset(sample, ["Button"]);
    expect(kept).toContain(".bp6-button {\ncolor:red\n}");
    expect(kept).toContain(".bp6-button:not(.bp6-menu) {");
    expect(kept).not.toMatch(/dark|menu \{|body|tree/);
  });
});
