/** Tests of the architecture: import rules, no cycles, short files, and user-facing text only in the flows. */
import { describe, expect, it } from "vitest";
import { PACKAGES, packageNameOf, VERIFIER_STAGES, violation } from "./support/packages.js";
import { screenTexts } from "./support/screen-text.js";
import {
  cycles,
  filesBelow,
  type Import,
  importGraph,
  importsOf,
  packageOf,
  reached,
  readSources,
  readText,
  type Sources,
} from "./support/sources.js";

const product = readSources(["src", "gateway"]);
const everything = readSources(["src", "gateway", "tests", "bench"]);
const graph = importGraph(product);
const allImports = [...graph.values()].flat();

describe("import rules", () => {
  it("hold for every import of the product", () => {
    expect(allImports.map(violation).filter((problem) => problem !== null)).toEqual([]);
  });

  it("know the package of every source", () => {
    expect([...product.keys()].filter((path) => packageNameOf(path) === null)).toEqual([]);
    expect(Object.keys(PACKAGES).filter((name) => ![...product.keys()].some((path) => packageNameOf(path) === name))).toEqual([]);
  });

  it("know every stage of the verifier", () => {
    const stages = new Set([...product.keys()].flatMap((path) => /^src\/verifier\/(.+)\/[^/]+$/.exec(path)?.[1] ?? []));
    expect([...stages].sort()).toEqual([...VERIFIER_STAGES].sort());
  });

  it("report forbidden imports", () => {
    const broken: Sources = new Map([
      ["src/engine/resolve.ts", 'import { x } from "../runtime/x.js";\nimport React from "react";'],
      ["src/blocks/a.ts", 'import { y } from "../language/y.js";\nimport type { Y } from "../language/y.js";'],
      ["src/app/main.tsx", 'import { atom } from "recoil";\nconst lazy = import("../cli/main.js");'],
      ["gateway/upstream/a.ts", 'export { z } from "../resolvers/z.js";'],
      ["gateway/server.ts", 'import { createSandbox } from "./sandbox/index.js";'],
      ["gateway/main.ts", 'import { createSandbox } from "./sandbox/index.js";'],
      [
        "src/verifier/search/a.ts",
        'import { r } from "../rules/r.js";\nimport { d } from "../bdd/d.js";\nimport { p } from "../prove.js";',
      ],
      ["src/verifier/rules/r.ts", ""],
      ["src/verifier/bdd/d.ts", ""],
      ["src/verifier/prove.ts", 'import { r } from "./rules/r.js";'],
      ["src/runtime/x.ts", ""],
      ["src/language/y.ts", ""],
    ]);
    const violations = [...broken.keys()].flatMap((path) => importsOf(path, broken)).map(violation);
    expect(violations.filter((problem) => problem !== null)).toEqual([
      "src/engine/resolve.ts:1: src/engine may not import src/runtime (src/runtime/x.ts)",
      "src/engine/resolve.ts:2: src/engine never imports react",
      "src/blocks/a.ts:1: src/blocks may import only types of src/language (src/language/y.ts)",
      "src/app/main.tsx:1: src/app never imports recoil",
      "src/app/main.tsx:2: src/app may not import src/cli (src/cli/main.js)",
      "gateway/upstream/a.ts:1: gateway/upstream may not import gateway/resolvers (gateway/resolvers/z.js)",
      "gateway/server.ts:1: gateway may not import gateway/sandbox (gateway/sandbox/index.js)",
      "src/verifier/search/a.ts:1: src/verifier/search may not import src/verifier/rules (src/verifier/rules/r.ts)",
      "src/verifier/search/a.ts:3: src/verifier/search may not import src/verifier (src/verifier/prove.ts)",
    ]);
  });

  it("name only packages that the project depends on itself", () => {
    const { dependencies, devDependencies } = JSON.parse(readText("package.json")) as Record<string, Record<string, string>>;
    const offenders = (imports: readonly Import[], allowed: readonly string[]) =>
      imports
        .filter(({ specifier }) => !specifier.startsWith(".") && !specifier.startsWith("node:") && !allowed.includes(packageOf(specifier)))
        .map(({ from, line, specifier }) => `${from}:${line} ${specifier}`);
    const running = Object.keys(dependencies ?? {});
    // In production the gateway imports nothing on use; the browser's modules are what `vite build` makes of `main.tsx`.
    const always = new Map([...graph].map(([from, imports]) => [from, imports.filter(({ dynamic }) => !dynamic)]));
    const inProduction = [...reached("gateway/main.ts", always).keys(), ...reached("src/app/main.tsx", graph).keys()];
    const imports = inProduction.flatMap((from) => (always.get(from) ?? []).filter(({ typeOnly }) => !typeOnly));
    expect(imports.length).toBeGreaterThan(500);
    expect(offenders(imports, running)).toEqual([]);
    expect(offenders([...importGraph(everything).values()].flat(), [...running, ...Object.keys(devDependencies ?? {})])).toEqual([]);
  });

  it("leave Recoil in src/state alone", () => {
    const users = [...graph.values()].flat().filter(({ specifier }) => packageOf(specifier) === "recoil");
    expect(users.filter(({ from }) => !from.startsWith("src/state/"))).toEqual([]);
    expect(users).not.toEqual([]);
  });

  it("are met by relative imports with their ending, and files that are there", () => {
    const relative = allImports.filter(({ specifier }) => specifier.startsWith("."));
    expect(relative.filter(({ specifier }) => !/\.(m?js|json|css|svg)(\?\w+)?$/.test(specifier))).toEqual([]);
    const there = new Set(filesBelow(""));
    expect(relative.filter(({ to }) => !there.has(to)).map(({ from, line, specifier }) => `${from}:${line} ${specifier}`)).toEqual([]);
  });
});

describe("import cycles", () => {
  it("do not exist, types included", () => {
    expect(cycles(importGraph(everything))).toEqual([]);
  });

  it("would be found", () => {
    const round: Sources = new Map([
      ["a.ts", 'import "./b.js";'],
      ["b.ts", 'export * from "./c.js";'],
      ["c.ts", 'import type { A } from "./a.js";'],
      ["d.ts", 'import "./a.js";'],
    ]);
    expect(cycles(importGraph(round))).toEqual([["a.ts", "b.ts", "c.ts"]]);
  });
});

describe("the modules that the browser loads", () => {
  const KEPT_OUT = ["ajv", "ajv-formats", "graphql", "jsonc-parser", "rolldown", "typescript", "@formatjs/icu-messageformat-parser"];
  const heavy = (entry: string) =>
    [...reached(entry, graph)]
      .filter(([name]) => KEPT_OUT.includes(packageOf(name)) || name.startsWith("node:"))
      .map(([, chain]) => chain.join(" -> "));

  it("contains no compiler: the engine", () => {
    const engine = [...product.keys()].filter((path) => path.startsWith("src/engine/"));
    expect(engine).not.toEqual([]);
    expect(engine.flatMap(heavy)).toEqual([]);
  });

  it("contains no compiler: the app", () => {
    expect(product.has("src/app/main.tsx")).toBe(true);
    expect(heavy("src/app/main.tsx")).toEqual([]);
  });

  it("is looked for through every chain", () => {
    const chain: Sources = new Map([
      ["a.ts", 'import type { T } from "graphql";\nimport "./b.js";'],
      ["b.ts", 'import Ajv from "ajv/dist/2020.js";'],
    ]);
    expect([...reached("a.ts", importGraph(chain)).keys()]).toEqual(["a.ts", "b.ts", "ajv/dist/2020.js"]);
  });
});

describe("files", () => {
  it("are short enough to read in one go", () => {
    // Generated modules are not read: their schemas are.
    const written = [...everything].filter(([, text]) => !/^\/\*\*[^/]*generates this module/.test(text));
    const long = written.map(([path, text]) => ({ path, lines: text.split("\n").length })).filter(({ lines }) => lines > 400);
    expect(long).toEqual([]);
  });

  it("begin with a header that describes what they export, test or run", () => {
    const hasHeader = (text: string) => /^\/\*\*\s+(\* )?(Exports|Tests|Runs) [^*\s]/.test(text);
    const configurations = filesBelow("").flatMap((path) => (/^[^/]+\.ts$/.test(path) ? [[path, readText(path)] as const] : []));
    expect(configurations.length).toBeGreaterThan(0);
    const scripts = [...everything].filter(([path]) => !path.endsWith(".mjs"));
    expect([...scripts, ...configurations].filter(([, text]) => !hasHeader(text)).map(([path]) => path)).toEqual([]);
    expect(["/** Exports `a`. */", "/**\n * Tests a.\n */"].map(hasHeader)).toEqual([true, true]);
    expect(["import a;\n/** Exports `a`. */", "/** An `a`. */", "/** Exports */", "// Runs a."].map(hasHeader)).toEqual(
      Array(4).fill(false),
    );
  });

  it("have descriptive names", () => {
    const vague = filesBelow("").filter((path) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.[a-z]+$)/i.test(path));
    expect(vague).toEqual([]);
  });

  it("never switch the type checker off, nor more of the linter than a rule that is named with its reason", () => {
    const off = [...everything].filter(
      ([path, text]) => path !== "tests/architecture.test.ts" && /@ts-nocheck|biome-ignore-all (?!lint\/\w+\/\w+: \S)/.test(text),
    );
    expect(off.map(([path]) => path)).toEqual([]);
  });
});

describe("the words of screens", () => {
  /** Texts outside of the flows: for flows that could not be loaded, and for configurators in development. */
  const ALLOWED: Readonly<Record<string, readonly string[]>> = {};

  it("are in the flows, not in components", () => {
    const texts = [...product]
      .filter(([path]) => /^src\/(blocks|runtime|app|theme|state)\/.*\.tsx$/.test(path))
      .flatMap(([path, text]) => screenTexts(path, text).filter(({ text }) => !ALLOWED[path]?.includes(text)));
    expect(texts).toEqual([]);
  });

  it("are allowed only where they still exist", () => {
    const stale = Object.entries(ALLOWED).flatMap(([path, words]) => words.filter((each) => !readText(path).includes(each)));
    expect(stale).toEqual([]);
  });

  it("would be found in text, attributes and branches", () => {
    const template = ["`or $", "{c}`"].join("");
    const sample = `const a = <p title="Hello there">Read {b ? "this one" : ${template}}<img alt={label} /> 1 / 2</p>;`;
    expect(screenTexts("src/blocks/a.tsx", sample).map(({ text }) => text)).toEqual(["Hello there", "Read", "this one", "or"]);
  });
});
