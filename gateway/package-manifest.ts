/**
 * Exports the Vite plugin that writes `package.json` and `package-lock.json` beside the gateway's code, so that `npm
 * ci` installs the gateway's imports there; the packages of the web app are in its built files.
 */
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import type { Plugin } from "vite";

/** The parts of the project's `package.json` that the written one keeps as they are. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: object;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly overrides: object;
}

/** The package of a specifier: `@noble/hashes/sha2.js` is of `@noble/hashes`. */
const packageOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

/** `root`: the folder of the project's `package.json`. */
export function packageManifest(root: string): Plugin {
  return {
    name: "passbook-package-manifest",
    generateBundle(_options, bundle) {
      const { name, version, license, engines, dependencies, overrides } = JSON.parse(
        readFileSync(join(root, "package.json"), "utf8"),
      ) as Manifest;
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const needed = chunks.flatMap(({ imports }) => imports.filter((each) => !(each in bundle) && !isBuiltin(each)).map(packageOf));
      const missing = needed.filter((each) => !Object.hasOwn(dependencies, each));
      if (missing.length > 0) this.error(`The gateway imports ${missing.join(", ")}, which package.json has not among its dependencies.`);
      // A dynamic import may be of a package of development, which no gateway in production loads.
      const imported = new Set([...needed, ...chunks.flatMap(({ dynamicImports }) => dynamicImports.map(packageOf))]);
      const own = Object.fromEntries(Object.entries(dependencies).filter(([each]) => imported.has(each)));
      const manifest = { name, version, private: true, license, type: "module", engines, dependencies: own, overrides };
      this.emitFile({ type: "asset", fileName: "package.json", source: `${JSON.stringify(manifest, null, 2)}\n` });
      this.emitFile({ type: "asset", fileName: "package-lock.json", source: readFileSync(join(root, "package-lock.json")) });
    },
  };
}
