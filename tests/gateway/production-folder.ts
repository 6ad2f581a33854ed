/**
 * Exports a folder with what a production server has: the gateway as plain JavaScript, a bundle, a page, and the packages
 * that `npm ci --omit=dev` installs by the `package.json` of the build. For the test of production and for the soak.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "vite";
import { ROOT } from "../support/sources.js";
import { prerenderFolder } from "./built-prerender.js";
import type { PublishedFlows } from "./published-flows.js";

const ZERO = "0".repeat(64);

/** Creates the folder; the caller removes it. Start `build/main.js` in it with `--preserve-symlinks`. */
export async function productionFolder(flows: PublishedFlows): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "passbook-production-"));
  await build({ configFile: join(ROOT, "gateway/vite.config.ts"), logLevel: "warn", build: { outDir: join(root, "build") } });
  mkdirSync(join(root, "gateway"));
  cpSync(join(ROOT, "gateway/schema.graphql"), join(root, "gateway/schema.graphql"));
  cpSync(join(ROOT, "package.json"), join(root, "package.json"));
  mkdirSync(join(root, "dist"));
  writeFileSync(
    join(root, "dist/index.html"),
    '<html lang="en"><head><title></title><script type="application/json" id="passbook">{}</script><script type="module" src="/assets/index.js"></script></head><div id="root"></div></html>',
  );
  cpSync(await prerenderFolder(), join(root, "dist/.prerender"), { recursive: true });
  publishWithProof(flows, root);
  linkProductionPackages(root);
  return root;
}

/** Copies the bundle of harbor, which is the default brand, with a proof as `flows build` writes it. */
function publishWithProof(flows: PublishedFlows, root: string): void {
  const hash = flows.bundles.active("harbor")?.hash ?? "";
  const to = join(root, ".bundles/harbor", hash);
  cpSync(dirname(flows.bundles.file("harbor", hash, "core.json") ?? ""), to, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(to, "manifest.json"), "utf8")) as object;
  const proof = { bundle: hash, flows: ZERO, schemas: ZERO, verifier: ZERO, states: "1" };
  writeFileSync(join(to, "manifest.json"), JSON.stringify({ ...manifest, proof }));
  writeFileSync(join(root, ".bundles/harbor/current"), hash);
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Links the packages that the `package.json` of the build names, and those that they need. */
function linkProductionPackages(root: string): void {
  const { packages } = JSON.parse(readFileSync(join(root, "build/package-lock.json"), "utf8")) as { packages: Record<string, Manifest> };
  const found = new Set<string>();
  function add(name: string, within: string): void {
    const nested = `${within}/node_modules/${name}`;
    const path = nested in packages ? nested : `node_modules/${name}`;
    const needed = packages[path];
    if (needed === undefined || found.has(path)) return;
    found.add(path);
    const names = { ...needed.dependencies, ...needed.optionalDependencies, ...needed.peerDependencies };
    for (const each of Object.keys(names)) add(each, path);
  }
  const own = JSON.parse(readFileSync(join(root, "build/package.json"), "utf8")) as Manifest;
  for (const name of Object.keys(own.dependencies ?? {})) add(name, "");
  for (const path of found) {
    // A nested package comes with the one that contains it.
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || !existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(root, path));
  }
}
