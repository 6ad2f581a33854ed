/**
 * Exports a plugin for Vite configurations, and `iconModule` for its test: in the build, each module of a Blueprint icon contains the paths of one size alone, and
 * calls `svgIcon` for the component that Blueprint writes out in every module.
 */
import { join } from "node:path";
import type { Plugin } from "vite";

const SVG_ICON = join(import.meta.dirname, "svg-icon.tsx");

/** The part of a module that `pattern` describes. */
function partOf(code: string, pattern: RegExp, id: string): string {
  const [, part] = pattern.exec(code) ?? [];
  if (part === undefined) throw new Error(`${id} does not have the form of a Blueprint icon: ${pattern} matches nothing.`);
  return part;
}

/** The module of an icon in the build, from Blueprint's. */
export function iconModule(code: string, id: string): string {
  const component = partOf(code, /^export const (\w+) = React\.forwardRef\(/m, id);
  const alias = partOf(code, /^export const (\w+) = \w+;$/m, id);
  const name = partOf(code, /\biconName: ("[^"]+")/, id);
  const paths = partOf(code, /^const PATHS_20 = (\[.*\]);$/m, id);
  return [
    `import { svgIcon } from ${JSON.stringify(SVG_ICON)};`,
    `export const ${component} = /* @__PURE__ */ svgIcon(${name}, ${paths});`,
    `export { ${component} as ${alias}, ${component} as default };`,
  ].join("\n");
}

/** The plugin. */
export const blueprintIcons: Plugin = {
  name: "blueprint-icons",
  apply: "build",
  transform: {
    filter: { id: /\/@blueprintjs\/icons\/lib\/esm\/generated\/components\/[^/]+\.js$/ },
    handler: (code, id) => ({ code: iconModule(code, id), map: null }),
  },
};
