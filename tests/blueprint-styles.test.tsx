/**
 * Tests the part of Blueprint's stylesheet that the app serves: every rule that its components can match, no other, and the
 * license notice.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { AnchorButton, Button, Callout, Checkbox, HTMLSelect, InputGroup, Radio, Spinner, TextArea } from "@blueprintjs/core";
import { Add } from "@blueprintjs/icons";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { build, createServer } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT, readSources } from "./support/sources.js";

const THEME = "src/theme/theme.css";
const CONFIGURATION = { root: ROOT, configFile: join(ROOT, "vite.config.ts"), logLevel: "error" } as const;

const INTENTS = ["primary", "success", "warning", "danger", "none"] as const;
const VARIANTS = ["solid", "minimal", "outlined"] as const;

/** Every component that the app imports, with the properties that change its classes. */
const RENDERED: Readonly<Record<string, ReactElement>> = {
  AnchorButton: <AnchorButton text="Go" icon={<Add />} intent="primary" size="large" />,
  Button: (
    <>
      {INTENTS.flatMap((intent) =>
        VARIANTS.map((variant) => (
          <Button key={`${intent} ${variant}`} text="Go" icon={<Add />} endIcon={<Add />} intent={intent} variant={variant} size="large" />
        )),
      )}
      <Button text="Go" disabled active fill alignText="start" icon={<Spinner size={18} />} />
      <Button text="Go" loading />
    </>
  ),
  Callout: (
    <Callout intent="danger" icon={false}>
      <p>Text</p>
    </Callout>
  ),
  Checkbox: (
    <>
      <Checkbox label="Yes" checked readOnly />
      <Checkbox label="No" disabled inline />
    </>
  ),
  HTMLSelect: (
    <>
      <HTMLSelect options={["a"]} fill large />
      <HTMLSelect options={["a"]} disabled />
    </>
  ),
  InputGroup: (
    <>
      <InputGroup leftElement={<span>$</span>} rightElement={<Button text="Show" variant="minimal" />} />
      <InputGroup size="large" fill readOnly type="search" />
      <InputGroup disabled intent="danger" />
    </>
  ),
  Radio: <Radio label="Yes" checked readOnly size="large" />,
  Spinner: <Spinner size={40} intent="primary" />,
  TextArea: <TextArea fill autoResize intent="danger" size="large" />,
};

/** Names that the app's sources import from Blueprint's components, types aside. */
function importedComponents(): string[] {
  const names = [...readSources(["src"]).values()].flatMap((text) =>
    [...text.matchAll(/import \{([^}]*)\} from "@blueprintjs\/core"/g)].flatMap(([, list = ""]) => list.split(",")),
  );
  // `Classes` are names, not a component.
  const isComponent = (name: string): boolean => !["", "Classes"].includes(name) && !name.startsWith("type ");
  return [...new Set(names.map((name) => name.trim()).filter(isComponent))].sort();
}

/** The selectors of a stylesheet that name a class of Blueprint, in one spelling. */
function selectorsOf(css: string): Set<string> {
  const preludes = [...css.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{};]+)\{/g)].map(([, prelude = ""]) => prelude.trim());
  const selectors = preludes.filter((prelude) => !prelude.startsWith("@")).flatMap((prelude) => prelude.split(/,(?![^(]*\))/));
  const spelled = selectors.map((selector) =>
    selector
      .trim()
      .replace(/\s+/g, " ")
      .replace(/ ?([>+~]) ?/g, "$1"),
  );
  return new Set(spelled.filter((selector) => selector.includes(".bp6-")));
}

/**
 * Not needed: attributes that nothing in the app sets (its dark scheme comes from the tokens, its texts run from left to
 * right), and the glyphs of Blueprint's icon font (icons are SVG).
 */
const UNUSED = /\[(data-bp-color-scheme|dir=)|^\.bp6-icon-[\w-]+::before$/;

/** Whether an element of these classes can match a selector; the classes that `:not()` excludes don't count. */
const canMatch = (selector: string, classes: ReadonlySet<string>): boolean =>
  !UNUSED.test(selector) && [...selector.replace(/:not\([^)]*\)/g, "").matchAll(/\.([\w-]+)/g)].every(([, name = ""]) => classes.has(name));

async function builtCss(): Promise<string> {
  const result = await build({ ...CONFIGURATION, build: { write: false, rolldownOptions: { input: join(ROOT, THEME) } } });
  if (!("output" in result)) throw new Error("Vite did not return the output of one build.");
  const styles = result.output.find(({ fileName }) => fileName.endsWith(".css"));
  return styles?.type === "asset" ? String(styles.source) : "";
}

async function developmentCss(): Promise<string> {
  const server = await createServer({
    ...CONFIGURATION,
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  try {
    return (await server.transformRequest(`/${THEME}?direct`))?.code ?? "";
  } finally {
    await server.close();
  }
}

const whole = readFileSync(createRequire(import.meta.url).resolve("@blueprintjs/core/lib/css/blueprint.css"), "utf8");

describe("Blueprint's styles", () => {
  let served: Readonly<Record<"built" | "development", string>>;
  beforeAll(async () => {
    served = { built: await builtCss(), development: await developmentCss() };
  }, 60_000);

  it("are tested for every component that the app imports", () => {
    expect(importedComponents()).toEqual(Object.keys(RENDERED));
  });

  it("include every rule that can match an element of these components", () => {
    const markup = Object.values(RENDERED)
      .map((element) => renderToStaticMarkup(element))
      .join("");
    const classes = new Set([...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" ")));
    const needed = [...selectorsOf(whole)].filter((selector) => canMatch(selector, classes));
    expect(needed.length).toBeGreaterThan(300);
    const there = selectorsOf(served.development);
    expect(needed.filter((selector) => !there.has(selector))).toEqual([]);
  });

  it.each(["built", "development"] as const)("leave out other components and element defaults: %s", (which) => {
    const css = served[which];
    expect(css).toContain(".bp6-button");
    expect(css).not.toMatch(/\.bp6-(card|dark|dialog|menu|popover|switch|tree)\b/);
    expect(css).not.toContain("::selection");
    expect(gzipSync(css).length).toBeLessThan(20_000);
  });

  it.each(["built", "development"] as const)("begin with the license notice: %s", (which) => {
    expect(served[which].trimStart()).toMatch(/^\/\*!\s+\* Parts of @blueprintjs\/core, Copyright Palantir.*Apache/s);
  });
});
