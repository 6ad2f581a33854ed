/**
 * Exports a plugin for `vite.config.ts`: in the build, it rewrites Recoil and React Router so that the bundler can remove the parts
 * that the app does not import. Neither package declares which of its statements have side effects.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const REACT_ROUTER = join(dirname(createRequire(import.meta.url).resolve("react-router/package.json")), "dist/production");

/** Throws when a new version of a package no longer has the form that the rewriting expects. */
function replaced(code: string, pattern: RegExp, by: (match: readonly string[]) => string, id: string): string {
  let count = 0;
  const result = code.replace(pattern, (...match: string[]) => {
    count += 1;
    return by(match);
  });
  if (count === 0) throw new Error(`${id}: nothing matches ${pattern}. Compare the package's new version with src/app/package-subset.ts.`);
  return result;
}

/** The names that an object literal or a pattern lists, each with its value: `a: b` or `a`, one in a line, comments apart. */
function entriesOf(body: string): ReadonlyMap<string, string> {
  const found = [...body.matchAll(/^ {2}([\w$]+)(?:: ([\w$]+))?,?$/gm)];
  return new Map(found.map(([, name = "", value = name]) => [name, value]));
}

/**
 * Recoil's modules are object literals, whose members other modules read by patterns (`const { a: b } = Recoil_A;`). Replaces each
 * pattern by one constant for each name, which refers to the member itself, so that a member without references is removed.
 */
function recoil(code: string, id: string): string {
  const literals = new Map(
    [...code.matchAll(/^(?:var|const) ([\w$]+) = \{\n([^{}]*?)\n\};$/gm)].map(([, name = "", body = ""]) => [name, body]),
  );
  const aliases = new Map([...code.matchAll(/^(?:var|const) ([\w$]+) = ([\w$]+);$/gm)].map(([, name = "", value = ""]) => [name, value]));
  const member = (module: string, name: string): string => {
    const literal = literals.get(module);
    const alias = aliases.get(module);
    if (literal === undefined && alias !== undefined) return member(alias, name);
    return entriesOf(literal ?? "").get(name) ?? `${module}.${name}`;
  };
  const patterns = /^const \{\n([^{}]*?)\n\} = ([\w$]+);$/gm;
  const direct = replaced(
    code,
    patterns,
    ([, body = "", module = ""]) => [...entriesOf(body)].map(([name, local]) => `const ${local} = ${member(module, name)};`).join("\n"),
    id,
  );
  const exported = /^var (Recoil_index_\d+) = Recoil_index\.(\w+);$/gm;
  const named = replaced(direct, exported, ([, name, key = ""]) => `var ${name} = ${member("Recoil_index", key)};`, id);
  const pure = replaced(named, /^(const \w+ = )(Recoil_selectorFamily\()/gm, ([, start, call]) => `${start}/* @__PURE__ */ ${call}`, id);
  return replaced(pure, /^export default Recoil_index;$/m, () => "", id);
}

/** React Router: components, and names for the developer tools, are no reason to keep a module's statement. */
function reactRouter(code: string, id: string): string {
  const unnamed = replaced(code, /^\w+\.displayName = "\w+";$/gm, () => "", id);
  return replaced(unnamed, / = (React\d*\.(?:createContext|forwardRef|memo)\()/g, ([, call]) => ` = /* @__PURE__ */ ${call}`, id);
}

/** The plugin. */
export const packageSubset: Plugin = {
  name: "package-subset",
  apply: "build",
  enforce: "pre",
  // React Router selects its build with developer warnings in every mode.
  resolveId: {
    filter: { id: /^react-router(\/dom)?$/ },
    handler: (id) => join(REACT_ROUTER, id.endsWith("/dom") ? "dom-export.mjs" : "index.mjs"),
  },
  transform: {
    filter: {
      code: /\.displayName = "Link"|\bRecoil_index\b/,
      id: /\/node_modules\/(recoil\/es\/index\.js|react-router\/dist\/production\/chunk-[^/]+\.mjs)$/,
    },
    handler: (code, id) => ({ code: id.includes("/recoil/") ? recoil(code, id) : reactRouter(code, id), map: null }),
  },
};
