/**
 * Exports `blueprintSubset` for Vite configurations: a PostCSS plugin that keeps the rules of Blueprint's stylesheet (the
 * cascade layer `blueprint`, see blueprint.css) that the components in use can match. PurgeCSS selects the rules by the
 * classes that it gets here.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PurgeCSS, type UserDefinedOptions } from "purgecss";
import type { CSSOptions } from "vite";

type PostCssOptions = Exclude<NonNullable<CSSOptions["postcss"]>, string>;
type PostCssPlugin = Extract<NonNullable<PostCssOptions["plugins"]>[number], { postcssPlugin: string }>;

const require = createRequire(import.meta.url);
const BLUEPRINT = join(dirname(require.resolve("@blueprintjs/core/package.json")), "lib/cjs");

/** Class names by the constants that Blueprint's components use: `BUTTON` is `bp6-button`. */
const CLASSES = require(join(BLUEPRINT, "common/classes.js")) as Readonly<Record<string, unknown>>;

/** Blueprint's modules of the components in use, and of the components that these render. */
const MODULES = [
  "button/buttons",
  "callout/callout",
  "forms/controls",
  "forms/inputGroup",
  "forms/textArea",
  "html-select/htmlSelect",
  "icon/icon",
  "spinner/spinner",
];

/** Elements that these components render and Blueprint's selectors name. */
const ELEMENTS = ["a", "input", "label", "path", "select", "span", "svg", "textarea"];

/** The classes whose constants a module names. */
function classesOf(module: string): string[] {
  const names = module.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [];
  return names.map((name) => CLASSES[name]).filter((value) => typeof value === "string");
}

const OPTIONS = {
  content: MODULES.map((module) => join(BLUEPRINT, "components", `${module}.js`)),
  extractors: [
    {
      extensions: ["js"],
      extractor: (module) => {
        const classes = classesOf(module);
        // `[class*="bp6-intent-"]` matches part of a name.
        const attributes = { names: ["class"], values: [...classes, "bp6-intent-"] };
        return { attributes, classes, ids: [], tags: ELEMENTS, undetermined: [] };
      },
    },
  ],
  // Classes that components compute from their `intent`, `size`, `variant` and `alignText`.
  safelist: [/^bp6-(align|intent)-/, /^bp6-(large|minimal|outlined|small)$/],
  // In the modules above, and not used: `Switch`.
  blocklist: [/^bp6-switch/],
  // Set on inputs by a field's schema.
  dynamicAttributes: ["readonly", "type"],
  keyframes: true,
  variables: true,
} satisfies Partial<UserDefinedOptions>;

async function purge(css: string): Promise<string> {
  const [result] = await new PurgeCSS().purge({ ...OPTIONS, css: [{ raw: css }] });
  if (result === undefined) throw new Error("PurgeCSS returned no stylesheet.");
  return result.css;
}

/** The PostCSS plugin. */
export const blueprintSubset: PostCssPlugin = {
  postcssPlugin: "blueprint-subset",
  async Once(root, { postcss }) {
    for (const node of [...root.nodes]) {
      // The server sends the character set, and minifiers keep license notices only at the very start of a stylesheet.
      if (node.type === "atrule" && node.name === "charset") node.remove();
      if (node.type === "comment" && node.text.startsWith("!")) root.prepend(node);
      if (node.type !== "atrule" || node.name !== "layer" || node.params !== "blueprint" || !node.nodes) continue;
      const kept = postcss.parse(await purge(node.nodes.map(String).join("\n")), { from: node.source?.input.from });
      // Defaults of HTML elements come from base.css.
      const rules = kept.nodes.filter((rule) => rule.type !== "rule" || rule.selector.includes(".") || rule.selector === ":root");
      node.removeAll();
      node.append(rules);
    }
  },
};
