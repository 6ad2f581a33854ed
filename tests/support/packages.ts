/** Exports the packages and their import rules (the table of `ARCHITECTURE.md` as data) for the architecture test. */
import type { Import } from "./sources.js";

interface Rule {
  /** Packages it may import (itself always). */
  readonly packages: readonly string[];
  /** Packages and files of which it may import types only. */
  readonly types?: readonly string[];
  /** Single files that it may import although their package is closed to it. */
  readonly files?: readonly string[];
  /** Dependencies it never imports (a trailing `*` matches any name). */
  readonly never?: readonly string[];
}

const DRAWING = ["react", "react-dom", "react-router-dom", "recoil", "@blueprintjs/*", "@rjsf/*"];
const SERVING = ["fastify", "@fastify/*", "graphql-http", "graphql-jit", "undici", "pg", "kysely", "@electric-sql/*"];
const SYSTEM = ["node:fs", "node:fs/promises", "node:http", "node:https", "node:child_process"];
const PURE = [...DRAWING, ...SERVING, ...SYSTEM];

export const PACKAGES: Readonly<Record<string, Rule>> = {
  "src/language": { packages: [], never: PURE },
  "src/compiler": { packages: ["src/language"], never: PURE },
  "src/engine": { packages: ["src/language"], never: PURE },
  "src/verifier": { packages: ["src/language", "src/engine"], types: ["src/compiler"], never: PURE },
  "src/theme": { packages: [], never: ["recoil", "react-router-dom", "graphql", "graphql-request", ...SERVING] },
  "src/blocks": { packages: ["src/theme"], types: ["src/language"], never: ["recoil", "graphql", "graphql-request", ...SERVING] },
  "src/state": { packages: ["src/language", "src/engine"], never: ["graphql", "graphql-request", ...SERVING] },
  "src/runtime": {
    packages: ["src/language", "src/engine", "src/blocks", "src/state"],
    never: ["recoil", "graphql", "graphql-request", ...SERVING],
  },
  "src/api": {
    packages: [],
    types: ["src/runtime/port.ts", "src/language", "src/engine"],
    never: ["recoil", "graphql", ...DRAWING, ...SERVING],
  },
  "src/app": {
    packages: ["src/language", "src/engine", "src/theme", "src/blocks", "src/state", "src/runtime", "src/api"],
    types: ["src/scenarios/scenario.ts"],
    never: ["recoil", ...SERVING],
  },
  "src/scenarios": {
    packages: ["src/language", "src/engine", "src/runtime"],
    files: [
      "src/blocks/chart-scale.ts",
      "src/blocks/chosen-suggestion.ts",
      "src/blocks/clock-text.ts",
      "src/blocks/form-data.ts",
      "src/blocks/form-draft.ts",
      "src/blocks/form-errors.ts",
      "src/blocks/form-warnings.ts",
      "src/blocks/hidden-fields.ts",
      "src/blocks/self-submit.ts",
      "src/blocks/ordered.ts",
      "src/blocks/share-total.ts",
      "src/theme/input-masks.ts",
    ],
    never: PURE,
  },
  "src/mutation": { packages: ["src/language"], never: PURE },
  "src/cli": {
    packages: ["src/language", "src/compiler", "src/engine", "src/verifier", "src/scenarios", "src/mutation"],
    files: ["src/state/persisted-state.ts"],
    never: [...SERVING, "recoil"],
  },
  "gateway/calendar": { packages: [], never: ["graphql", "fastify", ...DRAWING] },
  "gateway/upstream": { packages: [], never: ["graphql", "fastify", ...DRAWING] },
  "gateway/connect": { packages: ["gateway/upstream", "src/language"], never: ["fastify", ...DRAWING] },
  "gateway/resolvers": {
    packages: ["gateway/calendar", "gateway/connect", "gateway/upstream", "src/language", "src/engine"],
    never: DRAWING,
  },
  "gateway/sandbox": { packages: ["gateway/calendar"], never: ["fastify", "@fastify/*", "graphql", ...DRAWING] },
  "gateway/plugins": { packages: ["gateway", "gateway/upstream", "src/language", "src/engine"], never: DRAWING },
  gateway: {
    packages: ["gateway/connect", "gateway/upstream", "gateway/resolvers", "gateway/plugins", "src/language", "src/engine"],
    files: ["src/theme/brand-css.ts"],
    types: ["src/app/prerender.tsx"],
    never: DRAWING,
  },
};

/** The verifier's stages in order: a stage imports itself and earlier stages only. Files above the stages may import all of them. */
export const VERIFIER_STAGES: readonly string[] = ["bdd", "abstraction", "transitions", "search", "rules", "report"];

/** The position of a file among the verifier's stages; after the last one for a file above the stages, null outside the verifier. */
function stageOf(path: string): number | null {
  const [, stage] = /^src\/verifier\/(?:([^/]+)\/)?[^/]+$/.exec(path) ?? [null];
  if (stage === null) return null;
  return stage === undefined ? VERIFIER_STAGES.length : VERIFIER_STAGES.indexOf(stage);
}

const stageName = (stage: number): string => ["src/verifier", VERIFIER_STAGES[stage]].filter((part) => part !== undefined).join("/");

/** The composition root may import every package of the gateway, the sandbox and the tool that builds bundles. */
const COMPOSITION_ROOT = "gateway/main.ts";
const COMPOSED = ["gateway/sandbox", "src/cli"];

const NAMES = Object.keys(PACKAGES).sort((a, b) => b.length - a.length);

/** The package that a source file belongs to; null when it belongs to none. */
export const packageNameOf = (path: string): string | null => NAMES.find((name) => path.startsWith(`${name}/`)) ?? null;

const matches = (pattern: string, specifier: string): boolean =>
  pattern.endsWith("*")
    ? specifier.startsWith(pattern.slice(0, -1))
    : specifier === pattern || (specifier.startsWith(`${pattern}/`) && !pattern.startsWith("node:"));

/** Why an import breaks the rules, or null. */
export function violation({ from, to, specifier, line, typeOnly }: Import): string | null {
  const own = packageNameOf(from);
  const rule = own === null ? undefined : PACKAGES[own];
  if (own === null || !rule) return null;
  const where = `${from}:${line}`;
  if (!specifier.startsWith(".")) {
    return rule.never?.some((pattern) => matches(pattern, specifier)) ? `${where}: ${own} never imports ${specifier}` : null;
  }
  if (to.startsWith("schemas/") || to.startsWith("../")) return to.startsWith("../") ? `${where}: ${to} is outside the repository` : null;
  const other = packageNameOf(to);
  if (other === own) {
    const [stage, imported] = [stageOf(from), stageOf(to)];
    if (stage === null || imported === null || imported <= stage) return null;
    return `${where}: ${stageName(stage)} may not import ${stageName(imported)} (${to})`;
  }
  if (rule.files?.includes(to)) return null;
  if (other === null) return `${where}: ${own} may not import ${to}`;
  if (rule.packages.includes(other)) return null;
  if (from === COMPOSITION_ROOT && COMPOSED.includes(other)) return null;
  if (rule.types?.some((allowed) => allowed === other || allowed === to)) {
    return typeOnly ? null : `${where}: ${own} may import only types of ${other} (${to})`;
  }
  return `${where}: ${own} may not import ${other} (${to})`;
}
