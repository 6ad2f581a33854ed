/** The built web app: built when something it is made of has changed since, and served from `dist/`. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { WebApp } from "./page.js";

/** What a build reads. */
const SOURCES = ["src", "index.html", "vite.config.ts", "package-lock.json", "tsconfig.json"];
const FINGERPRINT_FILE = ".built-from";

/** There is no `dist/` to serve, and nothing was to be built. */
export class NotBuilt extends Error {
  override readonly name = "NotBuilt";
  constructor() {
    super("there is no built web app: run npm run build");
  }
}

/** The app in `dist/`, built first if it is stale. `onBuild` is told before a build begins. */
export async function builtWebApp(root: string, options: { readonly build: boolean; readonly onBuild: () => void }): Promise<WebApp> {
  const folder = join(root, "dist");
  if (options.build) {
    const sources = await fingerprint(root);
    const builtFrom = await readFile(join(folder, FINGERPRINT_FILE), "utf8").catch(() => null);
    if (builtFrom !== sources) {
      options.onBuild();
      // Only a build needs the bundler: a start that has nothing to build does not load it.
      const { build } = await import("vite");
      // How long the bundler's callbacks waited on a busy machine is nothing for whoever starts the product.
      await build({ root, logLevel: "warn", mode: "production", build: { rolldownOptions: { checks: { pluginTimings: false } } } });
      await writeFile(join(folder, FINGERPRINT_FILE), sources);
    }
  }
  if (!existsSync(join(folder, "index.html"))) throw new NotBuilt();
  const html = await readFile(join(folder, "index.html"), "utf8");
  return { html: async () => html, folder };
}

/** Changes when any source does: names, sizes and times, not contents, so that asking costs nothing. */
async function fingerprint(root: string): Promise<string> {
  const lines: string[] = [];
  async function visit(path: string): Promise<void> {
    const about = await stat(join(root, path)).catch(() => null);
    if (!about) return;
    if (!about.isDirectory()) {
      lines.push(`${path} ${about.size} ${Math.trunc(about.mtimeMs)}`);
      return;
    }
    const names = (await readdir(join(root, path))).sort();
    for (const name of names) await visit(`${path}/${name}`);
  }
  for (const source of SOURCES) await visit(source);
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
