/**
 * Exports the built web app, for the composition root: it rebuilds `dist/` when a source has changed since the last
 * build.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Prerender } from "../src/app/prerender.js";
import type { WebApp } from "./page.js";

/** The files that a build reads. */
const SOURCES = ["src", "index.html", "vite.config.ts", "package-lock.json", "tsconfig.json"];
const FINGERPRINT_FILE = ".built-from";
/** The components of the app for Node (`environments.ssr` of vite.config.ts). */
const PRERENDER_FILE = ".prerender/prerender.js";

/** `dist/` does not exist, and this mode builds nothing. */
export class NotBuilt extends Error {
  override readonly name = "NotBuilt";
  constructor() {
    super("there is no built web app: run npm run build");
  }
}

/** The app in `dist/`, rebuilt first when it is stale. Calls `onBuild` before a build begins. */
export async function builtWebApp(root: string, options: { readonly build: boolean; readonly onBuild: () => void }): Promise<WebApp> {
  const folder = join(root, "dist");
  if (options.build) {
    const sources = await fingerprint(root);
    const builtFrom = await readFile(join(folder, FINGERPRINT_FILE), "utf8").catch(() => null);
    if (builtFrom !== sources) {
      options.onBuild();
      // Vite is imported on use: a start with nothing to build does not load it.
      const { createBuilder } = await import("vite");
      // The bundler's plugin timings do not concern the person who starts the product.
      const quiet = { build: { rolldownOptions: { checks: { pluginTimings: false } } } };
      const builder = await createBuilder({ root, logLevel: "warn", mode: "production", ...quiet, environments: { ssr: quiet } });
      await builder.buildApp();
      await writeFile(join(folder, FINGERPRINT_FILE), sources);
    }
  }
  const module = join(folder, PRERENDER_FILE);
  if (!existsSync(join(folder, "index.html")) || !existsSync(module)) throw new NotBuilt();
  const html = await readFile(join(folder, "index.html"), "utf8");
  const { prerender } = (await import(pathToFileURL(module).href)) as { readonly prerender: Prerender };
  return { html: async () => html, folder, prerender };
}

/** A hash that changes with any source's name, size or modification time; it reads no contents, so it is cheap. */
async function fingerprint(root: string): Promise<string> {
  const lines: string[] = [];
  async function addFingerprints(path: string): Promise<void> {
    const about = await stat(join(root, path)).catch(() => null);
    if (!about) return;
    if (!about.isDirectory()) {
      lines.push(`${path} ${about.size} ${Math.trunc(about.mtimeMs)}`);
      return;
    }
    const names = (await readdir(join(root, path))).sort();
    for (const name of names) await addFingerprints(`${path}/${name}`);
  }
  for (const source of SOURCES) await addFingerprints(source);
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
